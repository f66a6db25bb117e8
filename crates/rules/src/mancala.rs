//! The mancala family: Gebeta, Capture, Avalanche, Tainted and whatever a rule file asks for.

mod board;
mod moves;
mod notation;
mod packed;
mod packed_perft;
mod position;
mod rules;
mod side;
mod sow;

pub use board::{Board, Hole};
pub use moves::{Move, Moves, Pit};
pub use notation::{NotationError, Setup, SetupFault};
pub use packed::{Packed, Sower, Sown, Turn, move_of};
pub use packed_perft::fast_perft;
pub use position::{Illegal, Pie, Position};
pub use rules::{Capture, Conflict, Difficulty, End, First, Law, Leftovers, Rules, Size, Sowing};
pub use side::Side;
pub use sow::Step;
