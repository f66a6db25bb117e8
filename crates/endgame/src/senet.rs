//! Exact win probabilities of Senet.

mod index;

pub use index::{Layer, Reach};
