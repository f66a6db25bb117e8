//! The mancala board: pits that can be played, stones that travel, pictures of positions.

mod animator;
mod board;
mod board_context;
mod bowl;
mod flyer;
mod geometry;
mod grain;
mod heap;
mod hole;
mod keys;
mod picture;
mod preview;
mod size;
mod stone;
mod stones;
mod thumb;
mod timeline;

use gebeta_rules::Player;
use gebeta_rules::mancala::{Move, Position, Step};

pub(crate) use board::MancalaBoard;
pub(crate) use picture::picture;
pub(crate) use thumb::MancalaThumb;

/// A move that has been played, with everything that happened to the stones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played {
    pub(crate) mover: Player,
    pub(crate) mv: Move,
    pub(crate) before: Position,
    pub(crate) steps: Vec<Step>,
}

/// What the board shows and how it came about: with a new `serial`, `played` is animated from `before` along `steps`;
/// without `played` the position is shown at once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    pub(crate) serial: u64,
    pub(crate) position: Position,
    pub(crate) played: Option<Played>,
    /// Whether that move is only shown, and another may be chosen in its place.
    pub(crate) is_trial: bool,
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

/// What a move is worth, shown at its pit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Advice {
    pub(crate) mv: Move,
    pub(crate) label: String,
    /// Whether no move is better.
    pub(crate) best: bool,
    /// Whether the value is proved.
    pub(crate) exact: bool,
}
