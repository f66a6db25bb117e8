//! Exact knowledge: what positions are truly worth.

pub mod mancala;
pub mod senet;
