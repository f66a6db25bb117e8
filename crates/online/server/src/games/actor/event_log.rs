//! The event log of a game: appending to it, and reading what other nodes have appended.

use metrics::{counter, histogram};
use tokio::time::Instant;

use gebeta_match::{Decision, FoldError, Match};
use gebeta_protocol::{ClusterEvent, Code, Event, Logged, MoveId, Side};
use gebeta_store::ports::{Appended, Batch, SeatOwner, StoreErrorKind};

use super::Actor;
use crate::game_error::{GameError, causes};
use crate::games::event_pages::EventPages;
use crate::games::registry::logged;
use crate::limits;
use crate::store_timeouts::{events_since, unlogged};
use crate::telemetry::metrics::{APPEND, ENDED, MOVES};

/// The result of an attempt to write.
pub(super) enum Written {
    /// It is stored.
    Done,
    /// Another node was quicker; its events have been read.
    Conflict,
    /// The decision had been stored before, as this event.
    Duplicate(u64),
}

impl Actor {
    /// Appends to the log. Publishing comes after.
    pub(super) async fn write(
        &mut self,
        decision: &Decision,
        by: Option<Side>,
        mid: Option<MoveId>,
    ) -> Result<Written, GameError> {
        self.append(decision, by, mid, None).await
    }

    /// The same, with the account and network of the joining player, if there is one.
    pub(super) async fn append(
        &mut self,
        decision: &Decision,
        by: Option<Side>,
        mid: Option<MoveId>,
        joiner: Option<SeatOwner>,
    ) -> Result<Written, GameError> {
        let expected = self.game.revision();
        let now = self.now();
        let events = logged(decision, expected, now, by, mid);
        // Events that do not fold must not be stored.
        let after = self.after(&events).map_err(|error| impossible(&error))?;
        let listed = after.lobby_entry().is_some();
        let is_sealed = after.envelopes().server.is_some() && self.game.envelopes().server.is_none();
        let seals = after.envelopes().all_seals().filter(|_| is_sealed);
        let batch = Batch { game: self.id, expected, events, secrets: decision.vault, listed, joiner, seals };
        let before = (self.silent, self.unsure);
        // Until the store answers, the write may or may not have happened, also if this future is dropped.
        let out_since = self.registry.heartbeat.out_since(now);
        self.silent.get_or_insert(out_since);
        self.unsure = Some(now + limits::LATE_MS);
        let began = Instant::now();
        let appended = unlogged(self.registry.store.append(batch.clone())).await;
        histogram!(APPEND).record(began.elapsed().as_secs_f64());
        if let Ok(appended) = appended {
            (self.silent, self.unsure) = before;
            if appended.is_done() {
                self.registry.heartbeat.reached(self.registry.time.now());
            }
        }
        match appended {
            Ok(appended @ (Appended::Done | Appended::Chained(_))) => {
                let (events, after) = match appended {
                    Appended::Chained(mark) => {
                        let events = batch.chained(mark);
                        let after = self.after(&events).map_err(|error| impossible(&error))?;
                        (events, after)
                    }
                    _ => (batch.events, after),
                };
                self.game = after;
                self.secrets = decision.vault.unwrap_or(self.secrets);
                self.count(&events);
                self.note(events);
                self.registry
                    .bus
                    .publish(ClusterEvent::Wrote { game: self.id, revision: self.game.revision() });
                Ok(Written::Done)
            }
            Ok(Appended::Duplicate(seq)) => self.catch_up().await.map(|()| Written::Duplicate(seq)),
            Ok(Appended::Conflict(_)) => self.catch_up().await.map(|()| Written::Conflict),
            Ok(Appended::Seated) => Err(Code::UsedId.into()),
            Ok(Appended::Unknown | Appended::TooManyListed) => Err(Code::NotFound.into()),
            // The outcome is unknown; the log has it.
            Err(error) => {
                tracing::error!(game = %self.id, cause = causes(&error), "events were not stored");
                self.catch_up().await?;
                match mid.and_then(|mid| self.game.done(&mid)) {
                    Some((seq, _)) => Ok(Written::Duplicate(seq)),
                    None => Err(StoreErrorKind::Unavailable.caused_by(error).into()),
                }
            }
        }
    }

    /// Counts the moves among stored events, and reports the end of the game for ratings.
    fn count(&self, events: &[Logged]) {
        let moves = events.iter().filter(|event| matches!(event.what, Event::Played { .. })).count();
        counter!(MOVES).increment(moves as u64);
        if events.iter().any(|event| matches!(event.what, Event::Ended { .. })) {
            counter!(ENDED).increment(1);
            tracing::info!(game = %self.id, "game ended");
            if let Some(finished) = &self.registry.finished {
                // If the channel is full, the periodic search for games without a result finds this one.
                let _ = finished.try_send(self.id);
            }
        }
    }

    /// Reads what other nodes have written: game, log and secrets together, or nothing. New events with old secrets would
    /// write those secrets back.
    pub(super) async fn catch_up(&mut self) -> Result<(), GameError> {
        let unreadable = |error| self.registry.unreadable(self.id, error);
        let log =
            events_since(&*self.registry.store, self.id, self.game.revision()).await.map_err(unreadable)?;
        let game = self.after(&log).map_err(|error| self.registry.damaged(self.id, error.into()))?;
        let stored = unlogged(self.registry.store.load(self.id)).await.map_err(unreadable)?;
        self.secrets = stored.ok_or(Code::NotFound)?.secrets;
        self.game = game;
        self.note(log);
        Ok(())
    }

    /// Reads the whole log again.
    pub(super) async fn reload(&mut self) -> Result<(), GameError> {
        let unreadable = |error| self.registry.unreadable(self.id, error);
        let mut log = events_since(&*self.registry.store, self.id, 0).await.map_err(unreadable)?;
        let game =
            Match::fold(self.id, &log).map_err(|error| self.registry.damaged(self.id, error.into()))?;
        // Events of other nodes are published as usual.
        let known = usize::try_from(self.game.revision()).unwrap_or(usize::MAX).min(log.len());
        let news = log.split_off(known);
        let stored = unlogged(self.registry.store.load(self.id)).await.map_err(unreadable)?;
        self.secrets = stored.ok_or(Code::NotFound)?.secrets;
        self.game = game;
        self.log = EventPages::default();
        self.log.extend(log);
        self.note(news);
        self.publish();
        Ok(())
    }

    /// Adds stored events to the log and to those to be published.
    pub(super) fn note(&mut self, events: Vec<Logged>) {
        self.progress.tell(&self.game);
        self.log.extend(events.iter().cloned());
        self.untold.extend(events);
    }
}

/// A decision does not fold onto the game it was made for: a bug. Nothing of it is stored or published.
fn impossible(error: &FoldError) -> GameError {
    tracing::error!(cause = %error, "a decision does not fold onto its game");
    Code::Unavailable.into()
}
