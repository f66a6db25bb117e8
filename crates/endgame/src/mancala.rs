//! Endgame tables and the solver of the mancala family.

mod builder;
mod busy;
mod checkpoint;
mod fit;
mod knowledge;
mod layer;
mod lookahead;
mod means;
mod memory;
mod numbers;
mod packed_tree;
mod pits_tree;
mod plain_tree;
mod poll;
mod ranks;
mod root;
mod search;
mod shape;
mod shelves;
mod solver;
mod squeeze;
mod stored;
mod stores_tree;
mod table;
mod tree;
mod values;

pub use builder::{Builder, Finished, Progress};
pub use checkpoint::CheckpointFault;
pub use knowledge::Knowledge;
pub use means::Means;
pub use shape::{NoTable, Shape};
pub use solver::{Proof, Prover, Solved};
pub use stored::Stored;
pub use table::Table;
pub use values::Values;
