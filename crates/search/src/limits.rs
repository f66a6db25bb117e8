use std::fmt;

use crate::Nodes;

/// When a search has to end.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// How many plies to look ahead, at least 1.
    pub depth: u32,
    /// How many positions to look at.
    pub nodes: u64,
    /// Asked every few thousand positions: whether the caller has had enough.
    pub stop: &'a dyn Fn() -> bool,
}

impl Limits<'static> {
    /// Nothing but a depth.
    pub const fn depth(depth: u32) -> Self {
        Self { depth, nodes: u64::MAX, stop: &|| false }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

/// Watches the limits of one search.
pub(crate) struct Watchdog<'a> {
    limits: Limits<'a>,
    next_look: u64,
    barked: bool,
}

impl<'a> Watchdog<'a> {
    /// How many positions pass between two questions to the caller: some tens of microseconds.
    const INTERVAL: u64 = 4096;

    pub(crate) fn new(limits: Limits<'a>) -> Self {
        Self { limits, next_look: Self::INTERVAL.min(limits.nodes), barked: false }
    }

    /// Whether the search must end now.
    #[inline]
    pub(crate) fn barks(&mut self, nodes: &Nodes) -> bool {
        let total = nodes.total();
        if total >= self.next_look && !self.barked {
            self.barked = total >= self.limits.nodes || (self.limits.stop)();
            self.next_look = (total + Self::INTERVAL).min(self.limits.nodes);
        }
        self.barked
    }
}
