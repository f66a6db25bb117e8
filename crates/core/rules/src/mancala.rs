//! The mancala family: Gebeta, Capture, Avalanche, Tainted and whatever a rule file asks for.

mod bitboard;
mod bitboard_perft;
mod board;
mod capture;
mod moves;
mod notation;
mod options;
mod position;
mod rules;
mod side_word;
mod sow;

pub use bitboard::{Bitboard, MoveTables, Sown, Turn, move_of};
pub use bitboard_perft::fast_perft;
pub use board::{Board, Hole};
pub use moves::{Move, Moves, Pit};
pub use notation::{NotationError, Setup, SetupError};
pub use options::DIFFICULTY;
pub(crate) use options::OPTIONS;
pub use position::{IllegalMove, PieRule, Position};
pub use rules::{Capture, ConflictError, Difficulty, End, First, Leftovers, MoveRules, Rules, Size, Sowing};
pub use side_word::SideWord;
pub use sow::Step;
