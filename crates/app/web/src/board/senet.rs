//! The Senet board: three rows of ten in the shape of an S, its pieces, its sticks and its list of moves.
//!
//! Everything that is shown comes from a [`Scene`]; everything the player does leaves through callbacks. What may
//! be played is asked of the position, and how a move is shown comes from the [`Step`]s the rules told.

#![allow(
    clippy::large_types_passed_by_value,
    reason = "the handles to a board's signals are copied into every closure; only debug builds make them large"
)]

mod animator;
mod art;
mod board;
mod board_context;
mod cell;
mod edge;
mod frames;
mod houses;
mod keys;
mod label;
mod layout;
mod motion;
mod move_list;
mod picture;
mod pieces;
mod sticks;
mod thumb;
mod toss;

use gebeta_rules::Player;
use gebeta_rules::senet::{Move, Position, Roll, Step, Sticks};

pub(crate) use board::SenetBoard;
pub(crate) use houses::house_picture;
pub(crate) use move_list::MoveList;
pub(crate) use picture::picture;
pub(crate) use pieces::piece_picture;
pub(crate) use thumb::SenetThumb;

/// A move that has just been played, as the rules told it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played {
    /// Who moved.
    pub(crate) mover: Player,
    /// With which throw.
    pub(crate) roll: Roll,
    /// What was played.
    pub(crate) mv: Move,
    /// The position it was played in.
    pub(crate) before: Position,
    /// What happened, in order.
    pub(crate) steps: Vec<Step>,
}

/// What the board shows and how it came about.
///
/// A new `serial` with `played` is animated; without, it is shown at once. A throw that was not on the table in
/// the scene before tumbles first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    /// Another number for every change.
    pub(crate) serial: u64,
    /// What the board holds in the end; it may carry a roll.
    pub(crate) position: Position,
    /// The move that led here.
    pub(crate) played: Option<Played>,
    /// Whether that move is only shown, and another may be chosen in its place.
    pub(crate) is_trial: bool,
    /// How the sticks lie.
    pub(crate) sticks: Option<Sticks>,
}

impl Scene {
    /// The position that is decided in: the one before a move that is only shown.
    fn decision(&self) -> &Position {
        match &self.played {
            Some(played) if self.is_trial => &played.before,
            _ => &self.position,
        }
    }
}

/// What somebody who knows thinks of a move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Advice {
    /// The move.
    pub(crate) mv: Move,
    /// Its worth in a few letters, such as `54 %`.
    pub(crate) label: String,
    /// Whether none is better.
    pub(crate) best: bool,
    /// Whether the worth is proved.
    pub(crate) exact: bool,
}

/// The position that `text` writes, under the classic rules with as many pieces as it has.
#[cfg(test)]
fn position(text: &str) -> Position {
    use gebeta_rules::senet::{Rules, Setup};
    let setup: Setup = text.parse().unwrap();
    setup.position(&setup.fit(&Rules::CLASSIC).unwrap()).unwrap()
}
