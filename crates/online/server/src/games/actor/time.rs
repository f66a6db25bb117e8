//! Timed events of a game, and time that is not charged.

use std::time::Duration;

use tokio::time::{Instant, timeout};

use gebeta_match::{Outage, Stage, next_tick, resume, tick};
use gebeta_protocol::Code;

use super::Actor;
use super::event_log::Written;
use crate::game_error::GameError;
use crate::{OsChance, limits};

impl Actor {
    /// How long the actor may wait for a message.
    pub(super) fn patience(&self) -> Duration {
        let now = self.now();
        let next = self.next_event(now).into_iter().chain(self.seats.next_farewell());
        let next = next.min().map(|at| at.saturating_sub(now).max(1));
        let wait =
            next.map_or(self.registry.idle, |wait| Duration::from_millis(wait).min(self.registry.idle));
        let wait = if self.is_shown() { wait.min(limits::SHOWN) } else { wait };
        let wait = if self.registry.store.is_shared() { wait.min(limits::HERE) } else { wait };
        let soon = self.computer_waits() || self.unsure.is_some() || self.owes_news();
        let wait = if soon { wait.min(limits::AGAIN) } else { wait };
        self.retry.map_or(wait, |retry| wait.max(retry.saturating_duration_since(Instant::now())))
    }

    /// When the next timed event is due, as far as is known at `now`.
    fn next_event(&self, now: u64) -> Option<u64> {
        let tick = next_tick(&self.game, &self.own_moment(now));
        tick.into_iter().chain(self.next_failover()).min()
    }

    /// Whether a timed event is due and may be tried now, before waiting messages.
    pub(super) fn is_overdue(&self) -> bool {
        let now = self.now();
        let is_due = self.next_event(now).is_some_and(|at| at <= now);
        is_due && self.retry.is_none_or(|retry| Instant::now() >= retry)
    }

    /// Carries out timed events. Returns whether there was one. If the store does not answer, the pause before the next
    /// attempt grows; an attempt is short, because a player may be waiting.
    pub(super) async fn pass_time(&mut self) -> bool {
        let is_out = self.silent.is_some() || self.registry.heartbeat.is_failing();
        let patience = if is_out { limits::AGAIN } else { limits::STORE };
        let done = timeout(patience, self.tick()).await.unwrap_or_else(|_| Err(Code::Unavailable.into()));
        self.publish();
        self.pause = match done {
            Ok(_) => Duration::ZERO,
            Err(_) => (2 * self.pause).clamp(limits::AGAIN, limits::AGAIN_AT_MOST),
        };
        let is_done = done.unwrap_or(false);
        // An event that is still due after an attempt is not retried at once.
        let now = self.now();
        let is_due = !is_done && self.next_event(now).is_some_and(|at| at <= now);
        let pause = if is_due { self.pause.max(limits::AGAIN) } else { self.pause };
        self.retry = (!pause.is_zero()).then(|| Instant::now() + pause);
        is_done
    }

    async fn tick(&mut self) -> Result<bool, GameError> {
        let now = self.now();
        if let Some(until) = self.unsure {
            // A write that was thought lost may have succeeded.
            self.catch_up().await?;
            self.unsure = (now < until).then_some(until);
        }
        if !self.registry.heartbeat.is_fresh(now) {
            return Err(Code::Unavailable.into());
        }
        self.forgive().await?;
        self.judge().await?;
        let moment = self.own_moment(self.now());
        if !self.is_sure() {
            return Err(Code::Unavailable.into());
        }
        let Some(decision) = tick(&self.game, &self.secrets, &moment, &mut OsChance) else {
            return Ok(false);
        };
        self.write(&decision, None, None).await?;
        Ok(true)
    }

    /// Whether all outages until now are known, as far as clocks run. Before a player's time is declared over, the store
    /// must have answered a request made after the deadline.
    pub(super) fn is_sure(&self) -> bool {
        let now = self.now();
        let due = next_tick(&self.game, &self.own_moment(now)).filter(|due| *due <= now);
        let is_timed = self.game.stage() == Stage::Sealing || self.game.clock().deadline().is_some();
        if due.is_none() && !is_timed {
            return true;
        }
        self.silent.is_none() && self.registry.heartbeat.is_sure(self.registry.time.now(), due)
    }

    /// Writes that outages are not charged. Nothing is decided while the store does not answer.
    pub(super) async fn forgive(&mut self) -> Result<(), GameError> {
        const ATTEMPTS: usize = 3;
        if !self.is_sure() {
            self.registry.heartbeat.confirm().await?;
        }
        for _ in 0..ATTEMPTS {
            let now = self.now();
            let mut outages = self.registry.heartbeat.outages(now);
            outages.extend(self.silent.map(|began| Outage { began, ended: now, node: None }));
            self.up = outages.iter().map(|outage| outage.ended.min(now)).fold(self.up, u64::max);
            let is_done = match resume(&self.game, &outages, now) {
                Some(decision) => matches!(self.write(&decision, None, None).await?, Written::Done),
                None => true,
            };
            if is_done {
                self.silent = None;
                return self.forgive_failovers().await;
            }
        }
        Err(Code::Unavailable.into())
    }
}
