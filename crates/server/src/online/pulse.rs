use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use gebeta_arena::{Outage, Store};
use gebeta_protocol::{Code, limits};

use super::hall::{Inner, in_time};

/// Says every few seconds that this server lives and reaches the store, and knows the times in which none did: they are
/// charged to nobody.
#[derive(Debug, Default)]
pub(super) struct Pulse {
    /// When the store last heard of us; 0 before it has.
    last: AtomicU64,
    outages: Mutex<Arc<[Outage]>>,
}

impl Pulse {
    /// Whether the store has heard of us lately. If not, nobody's time is over: an outage may be about to be known.
    pub(super) fn is_fresh(&self, now: u64) -> bool {
        now.saturating_sub(self.last.load(Ordering::Relaxed)) <= limits::SILENCE_MS
    }

    /// Whether outages are known at all.
    pub(super) fn has_begun(&self) -> bool {
        self.last.load(Ordering::Relaxed) > 0
    }

    /// When nobody could move.
    pub(super) fn outages(&self) -> Arc<[Outage]> {
        Arc::clone(&self.outages.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Beats once.
    pub(super) async fn beat(&self, store: &dyn Store, now: u64) -> Result<(), Code> {
        in_time(store.live(now)).await?;
        let outages = in_time(store.outages(now.saturating_sub(limits::OUTAGES_MS))).await?;
        *self.outages.lock().unwrap_or_else(PoisonError::into_inner) = outages.into();
        self.last.fetch_max(now.max(1), Ordering::Relaxed);
        Ok(())
    }
}

/// Beats for as long as there is a hall.
pub(super) async fn run(hall: Weak<Inner>) {
    while let Some(hall) = hall.upgrade() {
        // What the store does not hear it hears next time.
        let _ = hall.pulse.beat(&*hall.store, hall.time.now()).await;
        drop(hall);
        tokio::time::sleep(limits::BEAT).await;
    }
}
