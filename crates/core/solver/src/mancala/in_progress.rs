use std::sync::atomic::{AtomicU64, Ordering};

/// Positions that other threads are searching now (ABDADA). A hint for move ordering only: entries may collide or be stale.
#[derive(Debug)]
pub(super) struct InProgress {
    marks: Box<[AtomicU64]>,
}

impl Default for InProgress {
    fn default() -> Self {
        Self { marks: std::iter::repeat_with(AtomicU64::default).take(Self::PLACES).collect() }
    }
}

impl InProgress {
    const PLACES: usize = 1 << 12;

    pub(super) fn begin(&self, mark: u64) {
        self.place(mark).store(mark, Ordering::Relaxed);
    }

    pub(super) fn end(&self, mark: u64) {
        self.place(mark).store(0, Ordering::Relaxed);
        debug_assert_ne!(mark, 0, "nothing has this mark");
    }

    pub(super) fn has(&self, mark: u64) -> bool {
        self.place(mark).load(Ordering::Relaxed) == mark
    }

    fn place(&self, mark: u64) -> &AtomicU64 {
        // The upper bits of a product are the mixed ones.
        &self.marks[(mark >> 52) as usize % Self::PLACES]
    }
}
