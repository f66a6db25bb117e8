//! Exact win probabilities of Senet.
//!
//! [`Exact`] knows every position of an [`Extent`] of one rule set. It is found by value iteration: values are improved
//! until they fit together.

mod bounds;
mod cell;
mod certify;
mod color_set;
mod coloring;
mod crew;
mod desk;
mod extent;
mod index;
mod iterate;
mod kept;
mod neighbors;
mod order;
mod solve;
mod values;
mod ways;

pub use bounds::Bounds;
pub use extent::{Extent, Reach};
pub use index::Layer;
pub use kept::Kept;
pub use solve::{Exact, Progress, Stage};
