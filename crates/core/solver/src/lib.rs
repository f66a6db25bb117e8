//! Exact values: endgame tables, proofs of mancala positions, and value iteration for Senet.

pub mod file;
pub mod mancala;
pub mod senet;

/// A browser has no threads, and neither room nor time for large tables: it should not have to load what they need.
pub(crate) const IN_BROWSER: bool = cfg!(target_arch = "wasm32");
