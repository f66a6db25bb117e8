//! Senet: thirty squares, four throwing sticks, and every rule option of the reconstructions we know.

mod board;
mod moves;
mod notation;
mod packed;
mod position;
mod rules;
mod square;
mod sticks;

pub use board::Board;
pub use moves::{Illegal, Move, MoveList, Step};
pub use notation::{NotationError, Setup, SetupFault};
pub use packed::{Masks, Packed, Successors};
pub use position::Position;
pub use rules::{Block, Conflict, Exits, Forfeit, Gate, NoDark, Pieces, Protect, Rules, Water, WrongRoll};
pub use square::{House, Square, SquareSet};
pub use sticks::{Roll, RollSet, Sticks};
