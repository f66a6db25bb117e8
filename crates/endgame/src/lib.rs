//! Exact knowledge: what positions are truly worth.

pub mod file;
pub mod mancala;
pub mod senet;
