//! Endgame tables and the solver of the mancala family.

mod fit;
mod layer;
mod lookahead;
mod memory;
mod packed_tree;
mod plain_tree;
mod ranks;
mod search;
mod solver;
mod table;
mod tree;

pub use solver::{Proof, Prover, Solved};
pub use table::{Progress, Table};
