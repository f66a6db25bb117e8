use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use gebeta_arena::{Outage, Seen, Store, Time};
use gebeta_protocol::{Code, limits};

use super::hall::Inner;
use crate::patience::in_time;

/// Says every few seconds that this server lives and reaches the store, and knows the times in which none did: they are
/// charged to nobody.
#[derive(Debug, Default)]
pub(super) struct Pulse {
    /// When the store last heard of us; 0 before it has.
    last: AtomicU64,
    outages: Mutex<Arc<[Outage]>>,
    /// When the store began not to answer us, and the times in which it did not: too short, or seen by this node alone, to be
    /// known to all.
    own: Mutex<(Option<u64>, Vec<Outage>)>,
}

impl Pulse {
    /// How many outages of its own a node remembers.
    const OWN: usize = 1000;

    /// Whether the store has heard of us lately. If not, nobody's time is over: an outage may be about to be known.
    pub(super) fn is_fresh(&self, now: u64) -> bool {
        now.saturating_sub(self.last.load(Ordering::Relaxed)) <= limits::SILENCE_MS
    }

    /// Whether outages are known at all.
    pub(super) fn has_begun(&self) -> bool {
        self.last.load(Ordering::Relaxed) > 0
    }

    /// Whether every node that was silent since `at`, or longer, is known by now.
    pub(super) fn knows(&self, at: u64) -> bool {
        self.last.load(Ordering::Relaxed) > at + limits::SILENCE_MS
    }

    /// The last outage of the node that has `seen` somebody, if it believed at its beginning that they were there.
    pub(super) fn cut_off(&self, seen: Seen) -> Option<Outage> {
        let all = Arc::clone(&self.outages.lock().unwrap_or_else(PoisonError::into_inner));
        let theirs = all.iter().filter(|outage| outage.node == Some(seen.node) && outage.began < seen.until);
        theirs.max_by_key(|outage| outage.began).copied()
    }

    /// When nobody could move, at least not here.
    pub(super) fn outages(&self) -> Vec<Outage> {
        let all = Arc::clone(&self.outages.lock().unwrap_or_else(PoisonError::into_inner));
        let mut all: Vec<Outage> = all.iter().filter(|outage| outage.node.is_none()).copied().collect();
        all.extend_from_slice(&self.own.lock().unwrap_or_else(PoisonError::into_inner).1);
        all
    }

    /// Beats once. What the store does not answer is an outage until it does.
    pub(super) async fn beat(&self, store: &dyn Store, time: &dyn Time) -> Result<(), Code> {
        let now = time.now();
        let told = self.tell(store, now).await;
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let (failing, known) = &mut *own;
        if told.is_err() {
            failing.get_or_insert(now);
        } else if let Some(began) = failing.take() {
            known.push(Outage { began, ended: time.now(), node: None });
            let old = known.len().saturating_sub(Self::OWN);
            known.drain(..old);
        }
        told
    }

    async fn tell(&self, store: &dyn Store, now: u64) -> Result<(), Code> {
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
        let _ = hall.pulse.beat(&*hall.store, &*hall.time).await;
        drop(hall);
        tokio::time::sleep(limits::BEAT).await;
    }
}
