//! Endgame tables and the solver of the mancala family.

mod layer;
mod ranks;
mod table;

pub use table::{Progress, Table};
