//! Senet: thirty squares, four throwing sticks, and every rule option of the reconstructions we know.

mod bitboard;
mod board;
mod moves;
mod notation;
mod options;
mod position;
mod rules;
mod square;
mod sticks;

pub use bitboard::{Bitboard, Masks, Successors};
pub use board::Board;
pub use moves::{IllegalMove, Move, MoveList, Step};
pub use notation::{NotationError, Setup, SetupError};
pub(crate) use options::OPTIONS;
pub use position::Position;
pub use rules::{
    Block, ConflictError, Exits, Forfeit, Gate, NoDark, Pieces, Protect, Rules, Water, WrongRoll,
};
pub use square::{House, Square, SquareSet};
pub use sticks::{Roll, RollSet, Sticks};
