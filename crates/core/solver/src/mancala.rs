//! Endgame tables and the solver of the mancala family.

mod atomic_buckets;
mod bit_packed_index;
mod bitboard_tree;
mod builder;
mod checkpoint;
mod fit;
mod in_progress;
mod layer;
mod lookahead;
mod pits_tree;
mod plain_tree;
mod position_index;
mod ranks;
mod root;
mod search;
mod shape;
mod solver;
mod solver_budget;
mod stop_poll;
mod stored_table;
mod stores_tree;
mod table;
mod tablebase;
mod transposition_table;
mod tree;
mod values;

pub use builder::{Builder, Finished, Progress};
pub use checkpoint::CheckpointError;
pub use shape::{NoTableError, Shape};
pub use solver::{Proof, Prover, Solved};
pub use solver_budget::SolverBudget;
pub use stored_table::StoredTable;
pub use table::Table;
pub use tablebase::Tablebase;
pub use values::Values;
