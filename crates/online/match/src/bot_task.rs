//! What a computer in a seat has to do. It sees what everybody sees: the game, never the vault.

use gebeta_protocol::{Action, Side};

use crate::Match;

/// What is to be done for a computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotTask {
    /// This, at once.
    Do(Action),
    /// Find a move for the position on the table.
    Think,
}

/// What the computer at the table has to do now, and on which side it sits; none if there is none or it waits.
///
/// It plays on rather than agree to a draw, and lets people take back what they regret.
pub fn duty(game: &Match) -> Option<(Side, BotTask)> {
    let side = Side::BOTH.into_iter().find(|side| game.bots()[*side].is_some())?;
    let duty = if game.to_move().is_some() && game.draw_offer() == Some(!side) {
        BotTask::Do(Action::DeclineDraw)
    } else if game.to_move().is_some() && game.takeback() == Some(!side) {
        BotTask::Do(Action::AcceptTakeback)
    } else if game.side_to_move() != Some(side) {
        return None;
    } else if game.no_dark().is_some() && game.thrown().is_none() {
        BotTask::Do(Action::Throw)
    } else {
        BotTask::Think
    };
    Some((side, duty))
}
