use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use gebeta_match::Outage;
use gebeta_protocol::Code;
use gebeta_store::ports::{MatchStore, Presence, StoreError, StoreErrorKind};

use crate::game_error::{GameError, causes};
use crate::games::messages::GameMessage;
use crate::games::registry::RegistryInner;
use crate::store_timeouts::unlogged;
use crate::{Time, limits};

/// Writes every few seconds that this node runs and reaches the store, and knows the outages, which no clock is charged
/// for. One task beats ([`run`]); callers that must be sure of the store request a beat ([`Heartbeat::confirm`]).
#[derive(Debug, Default)]
pub(crate) struct Heartbeat {
    /// When the last answered beat began; 0 before the first.
    last: AtomicU64,
    /// The outages that the store knows of.
    outages: Mutex<Arc<[Outage]>>,
    own: Mutex<Own>,
    /// How many beats have begun.
    begun: AtomicU64,
    /// The last beat that has ended.
    ended: watch::Sender<Beat>,
    /// Notified when a caller needs a beat now.
    asked: Arc<Notify>,
}

/// A beat that has ended.
#[derive(Clone, Debug, Default)]
struct Beat {
    /// Beats are numbered from 1.
    number: u64,
    /// Why the store has not answered; none if it has.
    error: Option<StoreError>,
}

/// Outages that only this node has noticed: too short, or not seen by others, to be stored.
#[derive(Debug, Default)]
struct Own {
    /// When a write last succeeded; 0 before one has.
    reached: u64,
    /// The start of the current outage: the last successful write before a failed one.
    failing: Option<u64>,
    /// Whether an outage has ended that the live games have not been told of.
    has_ended: bool,
    past: Vec<Outage>,
}

impl Heartbeat {
    /// How many such outages a node remembers.
    const OWN: usize = 1000;
    /// The pause between two beats while the store does not answer.
    const AGAIN: Duration = Duration::from_secs(1);
    /// The least pause after a failed beat, however many callers request one.
    const LEAST: Duration = Duration::from_millis(100);
    /// Longer than the beat under way and the next one take together.
    const CONFIRM: Duration = limits::STORE.saturating_mul(5);
    /// A beat is late when the last answered one began this long ago: the store may be out, or this process stood still.
    const LATE_MS: u64 = (limits::BEAT.as_millis() + limits::STORE.as_millis()) as u64;

    /// Whether the store has answered lately. If not, no deadline is enforced: an outage may be about to be noticed.
    pub(crate) fn is_fresh(&self, now: u64) -> bool {
        now.saturating_sub(self.last.load(Ordering::Relaxed)) <= limits::SILENCE_MS
    }

    /// Whether every node that has been silent since `at` is known by now.
    pub(crate) fn knows(&self, at: u64) -> bool {
        self.last.load(Ordering::Relaxed) > at + limits::SILENCE_MS
    }

    /// Whether the store is known not to answer.
    pub(crate) fn is_failing(&self) -> bool {
        self.own().failing.is_some()
    }

    /// Whether no outage is under way as far as is known at `now`, and the store has answered a beat that began after what
    /// was `due`.
    pub(crate) fn is_sure(&self, now: u64, due: Option<u64>) -> bool {
        let last = self.last.load(Ordering::Relaxed);
        let is_late = now.saturating_sub(last) > Self::LATE_MS;
        !is_late && due.is_none_or(|due| last >= due) && !self.is_failing()
    }

    /// The last outage of the node that has `seen` a player, if the player was connected to it when the outage began.
    pub(crate) fn cut_off(&self, seen: Presence) -> Option<Outage> {
        let all = Arc::clone(&self.outages.lock().unwrap_or_else(PoisonError::into_inner));
        let theirs = all.iter().filter(|outage| outage.node == Some(seen.node) && outage.began < seen.until);
        theirs.max_by_key(|outage| outage.began).copied()
    }

    /// The outages that affect this node; a current one lasts until `now`.
    pub(crate) fn outages(&self, now: u64) -> Vec<Outage> {
        let all = Arc::clone(&self.outages.lock().unwrap_or_else(PoisonError::into_inner));
        let mut all: Vec<Outage> = all.iter().filter(|outage| outage.node.is_none()).copied().collect();
        let own = self.own();
        all.extend_from_slice(&own.past);
        all.extend(own.failing.map(|began| Outage { began, ended: now, node: None }));
        all
    }

    /// The start of the outage if the store turns out to be out at `now`: the last successful write.
    pub(crate) fn out_since(&self, now: u64) -> u64 {
        let own = self.own();
        own.failing.unwrap_or(if own.reached > 0 { own.reached.min(now) } else { now })
    }

    /// The store has answered a write, as known at `now`: an outage is over.
    pub(crate) fn reached(&self, now: u64) {
        let mut own = self.own();
        own.reached = own.reached.max(now);
        if let Some(began) = own.failing.take() {
            own.has_ended = true;
            own.past.push(Outage { began, ended: now, node: None });
            let old = own.past.len().saturating_sub(Self::OWN);
            own.past.drain(..old);
        }
    }

    /// Makes sure that the store answers, by a beat that begins after this call. Concurrent callers share one.
    ///
    /// # Errors
    /// It does not answer; an outage has begun.
    pub(crate) async fn confirm(&self) -> Result<(), GameError> {
        let mut ended = self.ended.subscribe();
        let begun = self.begun.load(Ordering::SeqCst);
        self.asked.notify_one();
        match timeout(Self::CONFIRM, ended.wait_for(|beat| beat.number > begun)).await {
            Ok(Ok(beat)) => match &beat.error {
                Some(error) => Err(StoreErrorKind::Unavailable.caused_by(error.clone()).into()),
                None => Ok(()),
            },
            // The server stops, and so does the heartbeat.
            Ok(Err(_)) | Err(_) => Err(Code::Unavailable.into()),
        }
    }

    /// Whether an outage has ended since the last call.
    fn take_ended(&self) -> bool {
        std::mem::take(&mut self.own().has_ended)
    }

    fn own(&self) -> MutexGuard<'_, Own> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Beats once. Returns whether the store has answered.
    async fn beat(&self, store: &dyn MatchStore, time: &dyn Time) -> bool {
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let now = time.now();
        let error = self.tell(store, now).await.err();
        let is_answered = error.is_none();
        let was_failing = self.is_failing();
        match &error {
            None => {
                if was_failing {
                    let seconds = now.saturating_sub(self.out_since(now)) / 1000;
                    tracing::warn!(seconds, "store_outage_over: the store answers again");
                }
                self.reached(time.now());
            }
            Some(error) => {
                let began = self.out_since(now);
                self.own().failing.get_or_insert(began);
                if !was_failing {
                    let cause = causes(error);
                    tracing::error!(cause, "store_outage: the store does not answer; no move can be stored");
                }
            }
        }
        self.ended.send_replace(Beat { number, error });
        is_answered
    }

    async fn tell(&self, store: &dyn MatchStore, now: u64) -> Result<(), StoreError> {
        unlogged(store.heartbeat(now)).await?;
        let outages = unlogged(store.outages(now.saturating_sub(limits::OUTAGES_MS))).await?;
        *self.outages.lock().unwrap_or_else(PoisonError::into_inner) = outages.into();
        self.last.fetch_max(now.max(1), Ordering::Relaxed);
        Ok(())
    }
}

/// Beats as long as the registry exists: every few seconds, more often while the store does not answer, and on request.
pub(crate) async fn run(registry: Weak<RegistryInner>) {
    while let Some(registry) = registry.upgrade() {
        let is_answered = registry.heartbeat.beat(&*registry.store, &*registry.time).await;
        let asked = Arc::clone(&registry.heartbeat.asked);
        if registry.heartbeat.take_ended() {
            registry.tasks.spawn("outage over", tell_games(Arc::downgrade(&registry)));
        }
        drop(registry);
        if !is_answered {
            tokio::time::sleep(Heartbeat::LEAST).await;
        }
        let pause = if is_answered { limits::BEAT } else { Heartbeat::AGAIN };
        let _ = timeout(pause, asked.notified()).await;
    }
}

/// Lets all live games credit the time of an outage, so that players see it; a few at a time, because each writes.
async fn tell_games(registry: Weak<RegistryInner>) {
    const AT_A_TIME: usize = 100;
    const PAUSE: Duration = Duration::from_millis(100);
    let Some(games) =
        registry.upgrade().map(|registry| registry.running().keys().copied().collect::<Vec<_>>())
    else {
        return;
    };
    for part in games.chunks(AT_A_TIME) {
        let Some(registry) = registry.upgrade() else { return };
        for game in part {
            registry.pass_on(*game, GameMessage::OutageOver);
        }
        drop(registry);
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outages(heartbeat: &Heartbeat, now: u64) -> Vec<(u64, u64)> {
        heartbeat.outages(now).iter().map(|outage| (outage.began, outage.ended)).collect()
    }

    #[test]
    fn an_outage_begins_with_the_last_success_and_counts_while_it_lasts() {
        let heartbeat = Heartbeat::default();
        assert_eq!(heartbeat.out_since(1000), 1000, "nothing is known of the time before the start");
        heartbeat.reached(1000);
        assert_eq!((outages(&heartbeat, 4000), heartbeat.out_since(4000)), (vec![], 1000));
        heartbeat.own().failing = Some(heartbeat.out_since(4000));
        assert_eq!(
            (outages(&heartbeat, 5000), outages(&heartbeat, 9000)),
            (vec![(1000, 5000)], vec![(1000, 9000)])
        );
        assert_eq!(heartbeat.out_since(9000), 1000, "it is one outage");
        heartbeat.reached(9500);
        assert_eq!((outages(&heartbeat, 20_000), heartbeat.is_failing()), (vec![(1000, 9500)], false));
    }

    #[test]
    fn a_beat_from_before_proves_nothing() {
        let heartbeat = Heartbeat::default();
        let (beat, now) = (1_000_000, 1_001_000);
        assert!(!heartbeat.is_sure(now, None), "before the first beat");
        heartbeat.last.store(beat, Ordering::Relaxed);
        assert!(heartbeat.is_sure(now, None) && heartbeat.is_sure(now, Some(beat)));
        assert!(!heartbeat.is_sure(now, Some(beat + 1)), "it was due after the last beat");
        assert!(!heartbeat.is_sure(beat + 1 + Heartbeat::LATE_MS, None), "the last beat is too long ago");
        heartbeat.own().failing = Some(beat);
        assert!(!heartbeat.is_sure(now, None), "the store does not answer");
    }
}
