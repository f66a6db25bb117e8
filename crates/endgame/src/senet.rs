//! Exact win probabilities of Senet.
//!
//! [`Exact`] knows every position of an [`Extent`] of one rule set. It is found by value iteration: values are improved
//! until they fit together.

mod answer;
mod bounds;
mod cell;
mod certify;
mod color_set;
mod coloring;
mod crew;
mod desk;
mod extent;
mod guess;
mod index;
mod iterate;
mod kept;
mod knowledge;
mod lanes;
mod leads;
mod moved;
mod neighbors;
mod order;
mod outside;
mod seen;
mod sheet;
mod solve;
mod stepwise;
mod stored;
mod stride;
mod sweeps_file;
mod values;
mod ways;

pub use bounds::Bounds;
pub use extent::{Extent, Reach};
pub use index::Layer;
pub use kept::Kept;
pub use knowledge::Knowledge;
pub use solve::{Exact, Progress, Stage, Unsettled};
pub use stepwise::{Checkpoint, Step, StepError, Stepwise};
pub use stored::{Plan, Stored};
