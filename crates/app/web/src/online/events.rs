//! What has happened, on the board and in words.

use std::collections::VecDeque;

use gebeta_client::Applied;
use gebeta_match::Stage;
use gebeta_protocol::{Event, Outcome};
use gebeta_rules::senet::Sticks;
use gebeta_rules::{AnyPosition, AppliedMove};
use gebeta_session::Scene;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::online_session::OnlineSession;
use super::seat::Seat;
use super::wording;
use crate::platform::archive;
use crate::route::Route;
use crate::sound::cue::Cue;

/// Whether an event changes the board.
const fn is_seen(event: &Event) -> bool {
    matches!(
        event,
        Event::Started { .. } | Event::Thrown { .. } | Event::Played { .. } | Event::TakenBack { .. }
    )
}

impl OnlineSession {
    /// Shows and tells an event that has just happened.
    pub(super) fn show_event(self, applied: &Applied) {
        let words = self.words_now();
        let names = untrack(|| self.names());
        let Applied { event, before, after, sticks, ply, .. } = applied;
        let played = before.zip(*ply).and_then(|(before, ply)| before.apply(ply).ok());
        let sentences =
            untrack(|| self.with(|game| wording::event(words, game, &event.what, after))).unwrap_or_default();
        let moves = played.as_ref().map(|played| gebeta_session::narrate(words, played, &names));
        self.tell(moves.unwrap_or_default().into_iter().chain(sentences));
        match &event.what {
            Event::Ended { outcome, .. } => self.end(*outcome),
            Event::RematchMade { game } if self.side.get_untracked().is_some() => {
                self.keep_end();
                Route::OnlineGame(game.to_string()).go();
            }
            _ => {}
        }
        if is_seen(&event.what) {
            self.refused.set(None);
            self.push(*after, played, *sticks);
        }
    }

    fn end(self, outcome: Option<Outcome>) {
        let player = untrack(|| self.player());
        if let (Some(cues), Some(outcome)) = (self.cues, outcome) {
            let won = player.is_none_or(|player| outcome == Outcome::win(player));
            cues.run(if won { Cue::Win } else { Cue::Loss });
        }
        self.keep_end();
    }

    /// What a player keeps of a game that is over, also if it ended while the page was closed or cut off: the record, and the
    /// seat at the game that follows, which the same secret opens. However often, it is kept once.
    pub(super) fn keep_end(self) {
        if self.side.get_untracked().is_none() {
            return;
        }
        let over = self.connection.with_untracked(|connection| {
            let game = connection.game()?;
            matches!(game.stage(), Stage::Over(_))
                .then(|| (game.record().clone(), game.since(), game.rematch()))
        });
        let Some((mut record, ended, next)) = over else { return };
        // Another tab may have been quicker.
        if let Some(next) = next.filter(|next| Seat::kept(*next).is_none()) {
            Seat::new(self.seat.with_value(|seat| seat.secret)).keep(next);
        }
        if !record.plies().is_empty() {
            record.notes.push((archive::KEPT.to_owned(), (ended / 1000).to_string()));
            spawn_local(async move {
                // Where nothing can be kept, the server still has it.
                let _ = archive::take_in(record).await;
            });
        }
    }

    /// Shows the game as it is, without ado.
    pub(super) fn show_now(self) {
        self.queue.update(VecDeque::clear);
        let now = self.connection.with_untracked(|connection| {
            let game = connection.game()?;
            let is_on = matches!(game.stage(), Stage::Playing | Stage::Over(_));
            is_on.then(|| (game.position(), game.thrown()))
        });
        if let Some((position, sticks)) = now {
            self.set_scene(position, None, sticks);
        }
    }

    /// The scenes that may wait before the rest is shown at once.
    const LONGEST_QUEUE: usize = 6;

    fn push(self, position: AnyPosition, played: Option<AppliedMove>, sticks: Option<Sticks>) {
        if self.looking.get_untracked().is_some() {
            return;
        }
        if self.queue.with_untracked(|queue| queue.len() >= Self::LONGEST_QUEUE) {
            self.show_now();
            return;
        }
        let scene = Scene { serial: self.next_serial(), position, played, is_trial: false, sticks };
        self.queue.update(|queue| queue.push_back(scene));
        self.advance();
    }

    fn next_serial(self) -> u64 {
        let shown = self.scene.with_untracked(|scene| scene.as_ref().map_or(0, |scene| scene.serial));
        let waiting = self.queue.with_untracked(|queue| queue.back().map_or(0, |scene| scene.serial));
        shown.max(waiting) + 1
    }

    fn set_scene(self, position: AnyPosition, played: Option<AppliedMove>, sticks: Option<Sticks>) {
        let serial = self.next_serial();
        self.scene.set(Some(Scene { serial, position, played, is_trial: false, sticks }));
    }

    /// Shows the next scene, once the one before has been seen.
    fn advance(self) {
        let shown = self.scene.with_untracked(|scene| scene.as_ref().map_or(0, |scene| scene.serial));
        if shown > self.settled.get_untracked() || self.queue.with_untracked(VecDeque::is_empty) {
            return;
        }
        let next = self.queue.try_update(VecDeque::pop_front).flatten();
        self.scene.set(next);
    }

    /// The board has shown the scene with this number.
    pub(super) fn settle(self, serial: u64) {
        self.settled.update(|settled| *settled = serial.max(*settled));
        self.advance();
    }

    /// Looks at the position before ply `place`; the last one is the game itself.
    pub(super) fn look_at(self, place: usize) {
        let (now, plies) = untrack(|| self.place());
        let place = place.min(plies);
        self.looking.set((place < plies).then_some(place));
        if place == plies {
            self.show_now();
            return;
        }
        let record = untrack(|| self.record());
        if let Some(record) = record {
            // One step on is shown as it happened, any other jump at once.
            let played = (place == now + 1).then(|| record.applied(now)).flatten();
            if let Some(position) = record.positions().get(place) {
                self.set_scene(*position, played, None);
            }
        }
    }
}
