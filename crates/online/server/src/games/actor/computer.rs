//! A computer player in a seat: it uses the same write path as people, without a socket.

use gebeta_match::{BotTask, decide, duty};
use gebeta_protocol::{Action, Side};

use super::Actor;
use crate::OsChance;
use crate::games::bot_pool::{BotPool, MoveRequest, MoveSearch};

/// What the computer player of a game does.
#[derive(Debug, Default)]
pub(super) enum Computer {
    /// Nothing.
    #[default]
    Idle,
    /// It searches for a move for the board after this event.
    Searching(u64, #[expect(dead_code, reason = "dropping it ends the search")] MoveSearch),
    /// It has found a move for the board after this event.
    Found(u64, String),
}

impl Actor {
    /// Whether the computer player has an action that could not be carried out yet.
    pub(super) fn computer_waits(&self) -> bool {
        duty(&self.game).is_some() && !self.computer_thinks()
    }

    /// Whether the computer player searches for a move.
    pub(super) fn computer_thinks(&self) -> bool {
        matches!(self.computer, Computer::Searching(board, _) if board == self.game.board_revision())
    }

    /// Carries out the next action of the computer player, if the store takes it.
    pub(super) async fn tend_computer(&mut self) {
        while let Some((side, duty)) = duty(&self.game) {
            let board = self.game.board_revision();
            let action = match (duty, &self.computer) {
                (BotTask::Do(action), _) => action,
                (BotTask::Think, Computer::Found(known, mv)) if *known == board => {
                    Action::Play { mv: mv.clone() }
                }
                (BotTask::Think, Computer::Searching(known, _)) if *known == board => return,
                (BotTask::Think, _) => return self.think(side),
            };
            if self.forgive().await.is_err() {
                return;
            }
            let moment = self.moment(self.now());
            let base = self.game.revision();
            let decision = decide(&self.game, &self.secrets, side, base, &action, &moment, &mut OsChance);
            let Ok(decision) = decision else { return };
            let written = self.write(&decision, Some(side), None).await;
            self.publish();
            if written.is_err() {
                return;
            }
        }
        self.computer = Computer::Idle;
    }

    /// Starts a search, if the pool has room.
    fn think(&mut self, side: Side) {
        let now = self.now();
        let kind = self.game.record().rules.game();
        let bot = self.game.bots()[side].as_ref().and_then(|name| BotPool::named(kind, name));
        let (Some(bot), Some(player)) = (bot, self.game.to_move()) else { return };
        // It must not lose on time by searching.
        let left =
            self.game.clock().left(player, now).map(|left| std::time::Duration::from_millis(left / 20));
        let patience = self.registry.bot_pool.patience();
        let mut seed = [0; 8];
        seed.copy_from_slice(&self.id.bytes()[..8]);
        let board = self.game.board_revision();
        let question = MoveRequest {
            position: self.game.position(),
            bot,
            seed: u64::from_be_bytes(seed),
            ply: self.game.record().plies().len(),
            time: left.map_or(patience, |left| left.min(patience)),
            board,
        };
        if let Some(search) = self.registry.bot_pool.think(question, self.inbox.clone()) {
            self.computer = Computer::Searching(board, search);
        }
    }

    /// A search has ended.
    pub(super) fn has_thought(&mut self, board: u64, mv: String) {
        if board == self.game.board_revision() {
            self.computer = Computer::Found(board, mv);
        }
    }
}
