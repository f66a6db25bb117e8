//! What the server tells, and what the board shows of it.

use std::collections::VecDeque;

use gebeta_arena::{Broken, Match, OwnEnvelope, Stage};
use gebeta_protocol::{Action, Ask, Code, Event, Logged, MoveId, Outcome, Tell};
use gebeta_rules::AnyPosition;
use gebeta_rules::senet::Sticks;
use gebeta_table::Played;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::link::{Down, Link};
use super::room::{Presence, Room};
use super::seat::{self, Seat};
use super::telling;
use crate::cue::Cue;
use crate::route::Route;
use crate::session::Scene;
use crate::{later, shelf};

/// An event that has just happened, and the board after it.
struct News {
    what: Event,
    played: Option<Played>,
    position: AnyPosition,
    sticks: Option<Sticks>,
}

impl News {
    /// Whether there is something to see on the board.
    const fn is_seen(&self) -> bool {
        matches!(
            self.what,
            Event::Started { .. } | Event::Thrown { .. } | Event::Played { .. } | Event::TakenBack { .. }
        )
    }
}

/// Lets the next event happen; none if it was known.
fn follow(room: Room, game: &mut Option<Match>, event: &Logged) -> Result<Option<News>, Broken> {
    let Some(known) = game else {
        *game = Some(Match::new(room.id, event)?);
        return Ok(None);
    };
    if event.seq <= known.revision() {
        return Ok(None);
    }
    let before = known.position();
    known.apply(event)?;
    let last = known.record().plies().last().copied();
    let is_move = matches!(event.what, Event::Played { .. });
    let played = last.filter(|_| is_move).and_then(|ply| Played::of(&before, ply));
    let (position, sticks) = (known.position(), known.thrown());
    Ok(Some(News { what: event.what.clone(), played, position, sticks }))
}

impl Room {
    /// A message from the server.
    pub(super) fn hear(self, text: &str) {
        let Ok(tell) = serde_json::from_str::<Tell>(text) else {
            self.misunderstand();
            return;
        };
        match tell {
            Tell::Welcome { side, ver, now, .. } => {
                self.side.set(side);
                if side.is_some() {
                    self.joining.set(false);
                }
                self.line.update_value(|line| {
                    line.welcome = Some(ver);
                    line.skew = now as f64 - js_sys::Date::now();
                });
                self.catch_up();
            }
            Tell::Events { list } => self.learn(&list),
            // The events follow, and only with them the board is another: until then nothing else is decided.
            Tell::Ack { .. } => self.settle_pending(),
            Tell::Nack { mid, code, retry, .. } => self.refused_by_server(mid, code, retry),
            Tell::Presence { side, online } => {
                let now = self.server_time();
                let presence = if online { Presence::Here } else { Presence::Away(now) };
                let was = self.presence.with_untracked(|presence| presence[side]);
                self.presence.update(|all| all[side] = presence);
                if !online {
                    self.lags.update(|all| all[side] = None);
                }
                self.tell_presence(side, was, presence);
            }
            Tell::Lag { side, ms } => self.lags.update(|all| all[side] = Some(ms)),
            Tell::Said { side, phrase } => self.hear_phrase(side, phrase),
            Tell::Pong { n } => self.ponged(n),
            Tell::Error { code } => self.line.update_value(|line| line.error = Some(code)),
        }
    }

    pub(super) fn server_time(self) -> u64 {
        (js_sys::Date::now() + self.line.with_value(|line| line.skew)).max(0.0) as u64
    }

    /// The server is newer than this page.
    fn misunderstand(self) {
        self.drop_line(Down::Cut);
        self.link.set(Link::Refused(Code::Version));
    }

    fn learn(self, list: &[Logged]) {
        let is_live = self.link.get_untracked() == Link::Up;
        let mut news = Vec::new();
        let mut fault = None;
        self.game.update(|game| {
            for event in list {
                match follow(self, game, event) {
                    Ok(step) => news.extend(step),
                    Err(broken) => {
                        fault = Some(broken);
                        break;
                    }
                }
            }
        });
        if is_live {
            for news in news {
                self.happen(news);
            }
        }
        match fault {
            None => {}
            // Something was lost on the way; the next connection asks for it.
            Some(Broken::Gap { .. }) => {
                self.drop_line(Down::Cut);
                self.retry();
                return;
            }
            Some(broken) => {
                self.drop_line(Down::Cut);
                self.link.set(Link::Untrusted(broken));
                return;
            }
        }
        if is_live {
            self.settle_pending();
            self.tend_envelopes();
        } else {
            self.catch_up();
        }
    }

    /// Ends the catching up once all that had happened before the welcome is known.
    fn catch_up(self) {
        let Some(welcome) = self.line.with_value(|line| line.welcome) else { return };
        let known = self.game.with_untracked(|game| game.as_ref().map_or(0, Match::revision));
        if known >= welcome && self.link.get_untracked() != Link::Up {
            self.settle_pending();
            if self.looking.get_untracked().is_none() {
                self.show_now();
            }
            self.came_up();
            self.keep_end();
            self.tend_envelopes();
        }
    }

    fn happen(self, news: News) {
        let words = self.words_now();
        let names = untrack(|| self.names());
        let sentences = self
            .game
            .with_untracked(|game| {
                game.as_ref().map(|game| telling::event(words, game, &news.what, &news.position))
            })
            .unwrap_or_default();
        let moves = news.played.as_ref().map(|played| gebeta_table::narrate(words, played, &names));
        self.tell(moves.unwrap_or_default().into_iter().chain(sentences));
        match &news.what {
            Event::Ended { outcome, .. } => self.end(*outcome),
            Event::RematchMade { game } if self.side.get_untracked().is_some() => {
                self.keep_end();
                Route::OnlineGame(game.to_string()).go();
            }
            _ => {}
        }
        if news.is_seen() {
            self.refused.set(None);
            self.push(news.position, news.played, news.sticks);
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
    fn keep_end(self) {
        if self.side.get_untracked().is_none() {
            return;
        }
        let over = self.game.with_untracked(|game| {
            let game = game.as_ref()?;
            matches!(game.stage(), Stage::Over(_))
                .then(|| (game.record().clone(), game.since(), game.rematch()))
        });
        let Some((mut record, ended, next)) = over else { return };
        // Another tab may have been quicker.
        if let Some(next) = next.filter(|next| Seat::kept(*next).is_none()) {
            Seat::new(self.seat.with_value(|seat| seat.secret)).keep(next);
        }
        if !record.plies().is_empty() {
            record.notes.push((shelf::KEPT.to_owned(), (ended / 1000).to_string()));
            spawn_local(async move {
                // Where nothing can be kept, the server still has it.
                let _ = shelf::take_in(record).await;
            });
        }
    }

    /// What follows for the decision under way from what is known now.
    fn settle_pending(self) {
        let done = self.pending.with_untracked(|pending| match pending {
            Some(Ask::Do { mid, .. }) => {
                let known = self
                    .game
                    .with_untracked(|game| game.as_ref().is_some_and(|game| game.done(mid).is_some()));
                known.then_some(*mid)
            }
            _ => None,
        });
        if let Some(mid) = done {
            self.answered(mid);
        }
    }

    /// The decision has its answer.
    fn answered(self, mid: MoveId) {
        let is_it = |ask: &Ask| matches!(ask, Ask::Do { mid: asked, .. } if *asked == mid);
        if let Some(ask) = self.pending.get_untracked().filter(is_it) {
            seat::forget_pending(self.id, &ask);
            self.pending.set(None);
            self.tend_envelopes();
        }
    }

    fn refused_by_server(self, mid: MoveId, code: Code, retry: Option<u64>) {
        let is_it = move |ask: &Ask| matches!(ask, Ask::Do { mid: asked, .. } if *asked == mid);
        let Some(ask) = self.pending.get_untracked().filter(is_it) else { return };
        if let Some(pause) = retry {
            spawn_local(async move {
                later::sleep(pause.min(10_000) as u32).await;
                // It is the same decision as before, so it is played once.
                if self.pending.try_get_untracked().flatten().is_some_and(|ask| is_it(&ask)) {
                    self.say(&ask);
                }
            });
            return;
        }
        let is_own_wish = !matches!(ask, Ask::Do { action: Action::Seal { .. } | Action::Open { .. }, .. });
        self.answered(mid);
        if is_own_wish {
            self.refuse(telling::refusal(self.words_now(), code));
        }
    }

    /// Seals or opens this player's envelope, when it is time.
    fn tend_envelopes(self) {
        if self.link.get_untracked() != Link::Up || self.pending.with_untracked(Option::is_some) {
            return;
        }
        let Some(side) = self.side.get_untracked() else { return };
        // All tabs of a player have one envelope.
        let seat = Seat::kept(self.id).unwrap_or_else(|| self.seat.get_value());
        let action = self.game.with_untracked(|game| OwnEnvelope::new(side, seat.seed).next(game.as_ref()?));
        if let Some(action) = action {
            seat.keep(self.id);
            self.act(action);
        }
    }

    /// Shows the game as it is, without ado.
    pub(super) fn show_now(self) {
        self.queue.update(VecDeque::clear);
        let now = self.game.with_untracked(|game| {
            let game = game.as_ref()?;
            let is_on = matches!(game.stage(), Stage::Playing | Stage::Over(_));
            is_on.then(|| (game.position(), game.thrown()))
        });
        if let Some((position, sticks)) = now {
            self.set_scene(position, None, sticks);
        }
    }

    /// The scenes that may wait before the rest is shown at once.
    const LONGEST_QUEUE: usize = 6;

    fn push(self, position: AnyPosition, played: Option<Played>, sticks: Option<Sticks>) {
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

    fn set_scene(self, position: AnyPosition, played: Option<Played>, sticks: Option<Sticks>) {
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
            let played = (place == now + 1)
                .then(|| Played::of(record.positions().get(now)?, *record.plies().get(now)?))
                .flatten();
            if let Some(position) = record.positions().get(place) {
                self.set_scene(*position, played, None);
            }
        }
    }
}
