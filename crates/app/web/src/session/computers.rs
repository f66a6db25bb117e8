//! How the computers of a session come to their moves.

use gebeta_engine::Bot;
use gebeta_rules::{AnyPly, Player};
use gebeta_session::{LocalGame, Stage};
use gebeta_worker::{Place, WorkerError};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::{Session, Thinking};
use crate::components::hint::fault_text;
use crate::platform::engine_worker::EngineWorker;
use crate::platform::timer;
use crate::route::Route;

impl Session {
    /// Lets the computer do what is its to do, if it is.
    pub(crate) fn drive(self) {
        if self.is_computers() && self.thinking.get_untracked().is_none() {
            self.stuck.set(false);
            self.refused.set(None);
            spawn_local_scoped(self.play_computers());
        }
    }

    fn is_computers(self) -> bool {
        let waits = self.paused.get_untracked() || self.looking.get_untracked().is_some();
        !waits && self.computers_turn().is_some()
    }

    /// Which computer the game waits for.
    fn computers_turn(self) -> Option<(Player, Bot)> {
        self.table.with_untracked(|table| {
            let table = table.as_ref()?;
            match table.stage() {
                Stage::Think(player, bot) => Some((player, bot)),
                Stage::Throw(player) => Some((player, table.minds()[player].bot()?)),
                _ => None,
            }
        })
    }

    /// Throws and moves for the computer until a person is to act. A move is played when the picture has caught up and
    /// the agreed pause is over; if the game was changed meanwhile, somebody else drives on.
    async fn play_computers(self) {
        let turn = self.turn.get_value();
        let stale = move || self.turn.get_value() != turn || !self.is_computers();
        while let Some((player, bot)) = self.computers_turn().filter(|_| !stale()) {
            self.thinking.set(Some(player));
            let began = timer::now();
            let must_throw = self.table.with_untracked(|table| {
                matches!(table.as_ref().map(LocalGame::stage), Some(Stage::Throw(_)))
            });
            if must_throw {
                if !self.catch_up().await || stale() {
                    break;
                }
                self.change(LocalGame::throw);
                self.announce_throw();
                self.show(None);
            }
            let answer = self.ask(bot).await;
            if let (Err(fault), false) = (&answer, stale()) {
                self.refuse(fault_text(self.words_now(), fault));
                self.stuck.set(true);
            }
            let is_seen = self.catch_up().await;
            let delay = self.settings.with_untracked(|settings| settings.delay);
            let waited = (timer::now() - began) as u32;
            timer::sleep(delay.saturating_sub(waited)).await;
            let (Ok(ply), true, false) = (answer, is_seen, stale()) else { break };
            let Some(played) = self.change(|table| table.play(ply)) else { break };
            self.tell(&played);
            self.show(Some(played));
        }
        if self.turn.get_value() == turn {
            self.thinking.set(None);
        }
    }

    /// Waits until the board has shown the last scene. False if the board is gone: whoever comes back to it drives on.
    async fn catch_up(self) -> bool {
        const LOOK_EVERY: u32 = 30;
        while !untrack(|| self.is_settled()) {
            if !is_board_there() {
                return false;
            }
            timer::sleep(LOOK_EVERY).await;
        }
        true
    }

    /// Asks the worker what `bot` plays. A forced move needs no thought.
    async fn ask(self, bot: Bot) -> Result<AnyPly, WorkerError> {
        let (place, game, seed, ply) = self.table.with_untracked(|table| {
            let table = table.as_ref().expect("a computer sits at a table");
            let place = Place { rules: table.record().rules, position: table.position() };
            let seed = table.luck().seed();
            (place, seed.to_string(), seed, table.ply())
        });
        let began = timer::now();
        let thought = EngineWorker::opponent().search(place, bot, game, seed, ply).await?;
        let best = thought.best;
        self.thought.set(Some(Thinking { thought, milliseconds: timer::now() - began }));
        Ok(best)
    }
}

/// Whether the screen with the board is the one in view.
fn is_board_there() -> bool {
    window().location().hash().is_ok_and(|hash| Route::parse(&hash) == Route::Game)
}
