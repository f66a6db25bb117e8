use std::fmt;

use gebeta_endgame::{mancala, senet};
use gebeta_search::Limits;

/// How much a bot may think.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Plies to look ahead in place of the bot's own depth.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: u64,
    /// Asked all the time: whether the answer is wanted now.
    pub stop: &'a dyn Fn() -> bool,
    /// Whom to ask for the worth of positions before looking for it: the tables of the user.
    pub known: Option<&'a dyn Known>,
    /// The most megabytes a proof may take for its memory. Less makes it longer, not another.
    pub megabytes: usize,
    /// How many threads a proof without a limit of nodes may use; with one, one thread gives the same answer every time.
    pub threads: usize,
}

/// What somebody knows of both games.
pub trait Known: mancala::Knowledge + senet::Knowledge {}

impl<K: mancala::Knowledge + senet::Knowledge> Known for K {}

impl Budget<'static> {
    /// As much as the bot likes.
    pub const FREE: Self = Self {
        depth: None,
        nodes: u64::MAX,
        stop: &|| false,
        known: None,
        megabytes: usize::MAX,
        threads: 1,
    };
}

impl<'a> Budget<'a> {
    /// The most bytes of memory.
    pub(crate) const fn bytes(&self) -> u64 {
        (self.megabytes as u64).saturating_mul(1 << 20)
    }

    /// The limits of a search by a bot that would look `depth` plies ahead.
    pub(crate) fn limits(&self, depth: u32) -> Limits<'a> {
        Limits { depth: self.depth.unwrap_or(depth), nodes: self.nodes, stop: self.stop }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}
