//! Exact win probabilities of Senet.
//!
//! [`Exact`] knows every position with up to [`Reach`] pieces per side of one rule set. It is found by value iteration:
//! the rules say once where pieces can go, then the values are improved until they fit together.

mod certify;
mod coloring;
mod crew;
mod index;
mod iterate;
mod jumps;
mod kept;
mod solve;
mod values;

pub use index::{Layer, Reach};
pub use kept::Kept;
pub use solve::{Exact, Progress, Stage};
