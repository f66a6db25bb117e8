use std::convert::Infallible;
use std::fmt::Debug;

use gebeta_rules::Game;
use gebeta_rules::senet::{Move, Position, Rules, SquareSet};

use super::{Extent, answer};

/// A source of exact values: all tables that a user has.
pub trait Tablebase: Debug + Send + Sync {
    /// Of which layers something is known under these rules, whatever the number of pieces a game begins with.
    fn extent(&self, rules: &Rules) -> Option<Extent>;

    /// The probability that the player to throw wins, with these squares against those; none if it is not known.
    fn of_board(&self, rules: &Rules, own: SquareSet, theirs: SquareSet) -> Option<f64>;

    /// The probability that the player to move wins by each legal move; none before the throw, after the end and
    /// where one of them leads beyond what is known.
    fn moves(&self, position: &Position) -> Option<Vec<(Move, f64)>> {
        let known = |next: &Position| {
            let value = next.to_move().and_then(|mover| {
                self.of_board(next.rules(), next.board().pieces(mover), next.board().pieces(!mover))
            });
            Ok::<_, Infallible>(value)
        };
        let Ok(moves) = answer::moves(position, &known);
        moves
    }
}
