//! Exact win probabilities of Senet.
//!
//! [`Exact`] knows every position of an [`Extent`] of one rule set. It is found by value iteration: values are improved
//! until they fit together.

mod answer;
mod block_view;
mod block_workspace;
mod bounds;
mod cell;
mod certify;
mod color_set;
mod coloring;
mod delta;
mod extent;
mod index;
mod initial_values;
mod lanes;
mod momentum;
mod move_masks;
mod neighbors;
mod outside;
mod parallel;
mod side_scratch;
mod solve;
mod stored_table;
mod successors;
mod sweep_order;
mod sweeps_file;
mod table_cache;
mod table_file_builder;
mod tablebase;
mod value_iteration;
mod values;

pub use bounds::Bounds;
pub use extent::{Extent, Reach};
pub use index::Layer;
pub use solve::{Exact, Progress, Stage, Unsettled};
pub use stored_table::{Plan, StoredTable};
pub use table_cache::TableCache;
pub use table_file_builder::{Checkpoint, Step, StepError, TableFileBuilder};
pub use tablebase::Tablebase;
