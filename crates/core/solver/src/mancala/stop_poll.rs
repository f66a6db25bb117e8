use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::in_progress::InProgress;

/// What the threads of a proof know of each other.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Positions searched.
    pub(super) nodes: AtomicU64,
    /// Positions whose moves were made: those searched, and those that looks ahead went through.
    expanded: AtomicU64,
    /// The `nodes` last reported to the caller.
    told: AtomicU64,
    /// Whether the answer has been found, or is not wanted any more.
    pub(super) over: AtomicBool,
    /// Whether the caller has said that it is enough.
    pub(super) stopped: AtomicBool,
    /// What they are at work on.
    pub(super) busy: InProgress,
}

/// How often a proof polls its caller, and what counts as work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// How many positions may be expanded between two questions whether to go on.
    pub(super) interval: u64,
    /// A proof reports to have searched one position for so many that were expanded, if that is more than it has searched.
    /// Looks ahead cost about as much as the search where they pay, and without end where relays bring many turns.
    pub(super) per_node: u64,
}

impl Pace {
    /// For positions that take less than a hundred microseconds to expand, and most of them less than one.
    pub(super) const PACKED: Self = Self { interval: 256, per_node: 16 };
    /// The same on wide boards, where proofs rarely come to an end.
    pub(super) const WIDE: Self = Self { interval: 256, per_node: 4 };
    /// For positions of up to a thousand stones that are dropped one by one.
    pub(super) const READABLE: Self = Self { interval: 16, per_node: 1 };
}

/// Counts the work of one thread of a proof, and polls the caller for a stop.
pub(super) struct Poll<'a> {
    pub(super) shared: &'a Shared,
    pace: Pace,
    /// Hears how many nodes all threads have searched, and answers whether to go on.
    report: &'a mut dyn FnMut(u64) -> bool,
    /// Nodes that `shared` has not heard of.
    nodes: u64,
    /// Positions to be expanded before there is something to do, and how many these were at first.
    left: u64,
    step: u64,
    /// Whether this thread knows that the search is over.
    over: bool,
}

impl<'a> Poll<'a> {
    /// How many nodes pass between two reports of them.
    const REPORT: u64 = 1 << 14;

    pub(super) fn new(shared: &'a Shared, pace: Pace, report: &'a mut dyn FnMut(u64) -> bool) -> Self {
        // What the search before has left counts: many short searches take as long as one.
        let step = pace.interval - shared.expanded.load(Ordering::Relaxed) % pace.interval;
        Self { shared, pace, report, nodes: 0, left: step, step, over: false }
    }

    /// One more node is searched; none if the search is over.
    #[inline]
    pub(super) fn node(&mut self) -> Option<()> {
        self.nodes += 1;
        self.expand();
        (!self.shared.over.load(Ordering::Relaxed)).then_some(())
    }

    /// The moves of one more position are made. Says whether the search is over, as far as this thread knows.
    #[inline]
    pub(super) fn expand(&mut self) -> bool {
        self.left -= 1;
        if self.left == 0 {
            self.end_step();
        }
        self.over
    }

    /// Whether this thread knows that the search is over.
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    #[cold]
    #[inline(never)]
    fn end_step(&mut self) {
        if self.nodes == Self::REPORT {
            self.nodes = 0;
            let all = self.shared.nodes.fetch_add(Self::REPORT, Ordering::Relaxed) + Self::REPORT;
            self.shared.told.fetch_max(all, Ordering::Relaxed);
        }
        self.ask();
        // Every node is also expanded, so no step is longer than the nodes until the next report.
        self.step = self.pace.interval.min(Self::REPORT - self.nodes);
        self.left = self.step;
    }

    fn ask(&mut self) {
        let expanded = self.shared.expanded.fetch_add(self.step, Ordering::Relaxed) + self.step;
        let by_work = (expanded / self.pace.per_node).saturating_sub(Self::REPORT);
        let told = self.shared.told.load(Ordering::Relaxed).max(by_work);
        if !(self.report)(told) {
            self.shared.stopped.store(true, Ordering::Relaxed);
            self.shared.over.store(true, Ordering::Relaxed);
        }
        self.over = self.shared.over.load(Ordering::Relaxed);
    }
}

impl Drop for Poll<'_> {
    fn drop(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Ordering::Relaxed);
        self.shared.expanded.fetch_add(self.step - self.left, Ordering::Relaxed);
    }
}
