//! Endgame tables and the solver of the mancala family.

mod builder;
mod busy;
mod checkpoint;
mod fit;
mod knowledge;
mod layer;
mod lookahead;
mod memory;
mod packed_tree;
mod plain_tree;
mod ranks;
mod root;
mod search;
mod shape;
mod shelves;
mod solver;
mod stored;
mod table;
mod tree;

pub use builder::{Builder, Finished, Progress};
pub use checkpoint::CheckpointFault;
pub use knowledge::Knowledge;
pub use shape::{NoTable, Shape};
pub use solver::{Proof, Prover, Solved};
pub use stored::Stored;
pub use table::Table;
