use std::fmt;

use crate::Nodes;

/// When a search has to end.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// How many plies to look ahead, at least 1.
    pub depth: u32,
    /// How many positions to look at.
    pub nodes: u64,
    /// Asked every few hundred positions, and more often where a position takes long: whether the caller cancels the search.
    pub stop: &'a dyn Fn() -> bool,
}

impl Limits<'_> {
    /// Positions between two calls of [`stop`](Self::stop), unless a tree asks for fewer: some tens of microseconds.
    pub const STOP_INTERVAL: u64 = 256;
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
pub(crate) struct StopCheck<'a> {
    limits: Limits<'a>,
    /// Positions between two calls of `stop`.
    interval: u64,
    next_look: u64,
    barked: bool,
}

impl<'a> StopCheck<'a> {
    pub(crate) fn new(limits: Limits<'a>, interval: u64) -> Self {
        Self { limits, interval, next_look: interval.min(limits.nodes), barked: false }
    }

    /// Whether the search must end now.
    #[inline]
    pub(crate) fn should_stop(&mut self, nodes: &Nodes) -> bool {
        let total = nodes.total();
        if total >= self.next_look && !self.barked {
            self.barked = total >= self.limits.nodes || (self.limits.stop)();
            self.next_look = (total + self.interval).min(self.limits.nodes);
        }
        self.barked
    }

    /// Asks the caller at once: for work that no count of positions tells.
    pub(crate) fn is_stopped(&mut self) -> bool {
        self.barked = self.barked || (self.limits.stop)();
        self.barked
    }
}
