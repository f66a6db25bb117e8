//! Failover: players whose node has died connect to another one and are not charged for the time in between.

use tokio::time::timeout;

use gebeta_match::{Outage, Stage, give_back};
use gebeta_protocol::{Action, BySide, Code, Side};
use gebeta_store::ports::Presence;

use super::Actor;
use super::event_log::Written;
use crate::game_error::GameError;
use crate::limits;
use crate::store_timeouts::in_time;

/// A player came here from another node that had not reported their leaving. Whether that node has died becomes known after
/// a while.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failover {
    /// The side whose clock ran meanwhile.
    side: Side,
    from: Presence,
    /// Since when it ran.
    charged: u64,
    /// When the player connected here.
    at: u64,
}

/// A player who connected here before the store has told where they were connected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    player: Side,
    at: u64,
}

impl Failover {
    /// When it is known whether that node has died.
    const fn due(&self) -> u64 {
        self.at + limits::SILENCE_MS + 1
    }
}

impl Actor {
    /// Where the players are connected, as the nodes have reported to the store.
    async fn whereabouts(&self) -> Result<BySide<Presence>, GameError> {
        let summaries = in_time(self.registry.store.poll(vec![self.id])).await?;
        Ok(summaries.first().map(|summary| summary.here).unwrap_or_default())
    }

    /// The player who has to be connected for `side` to move: a computer player moves where its opponent is.
    fn mover(&self, side: Side) -> Side {
        if self.game.bots()[side].is_some() { !side } else { side }
    }

    /// A player is about to connect here.
    pub(super) async fn comes_over(&mut self, player: Side) {
        if self.registry.store.node().is_none() || self.seats.is_connected(player) {
            return;
        }
        self.arrivals.retain(|known| known.player != player);
        self.arrivals.push(Arrival { player, at: self.now() });
        // While the store does not answer, this is done later, at the latest before the player moves.
        if self.silent.is_none() && self.registry.heartbeat.is_fresh(self.now()) {
            let _ = timeout(limits::AGAIN, self.look_up_arrivals()).await;
        }
    }

    /// Finds out where arrived players were connected before. Until then this node does not write their presence, which
    /// would overwrite the answer, and they cannot move.
    pub(super) async fn look_up_arrivals(&mut self) -> Result<(), GameError> {
        let Some(node) = self.registry.store.node().filter(|_| !self.arrivals.is_empty()) else {
            return Ok(());
        };
        let seen = self.whereabouts().await?;
        for Arrival { player, at } in std::mem::take(&mut self.arrivals) {
            if seen[player].until > 0 && seen[player].node != node {
                // Deadlines of the player start again here.
                self.up = self.up.max(at);
                self.cross(player, seen[player], at);
            }
        }
        Ok(())
    }

    /// Notes that a player was connected elsewhere until `at`, for each side whose clock may have run.
    fn cross(&mut self, player: Side, from: Presence, at: u64) {
        for side in Side::BOTH {
            if let Some(charged) = self.game.charged_since(side).filter(|_| self.mover(side) == player) {
                self.failovers.retain(|known| (known.side, known.from.node) != (side, from.node));
                self.failovers.push(Failover { side, from, charged, at });
            }
        }
    }

    /// When the next failover can be judged.
    pub(super) fn next_failover(&self) -> Option<u64> {
        self.failovers.iter().map(Failover::due).min()
    }

    /// Returns time to players whose node is known to have died or stood still.
    pub(super) async fn forgive_failovers(&mut self) -> Result<(), GameError> {
        self.look_up_arrivals().await?;
        let now = self.now();
        let heartbeat = &self.registry.heartbeat;
        let is_due = self.failovers.iter().any(|known| now >= known.due() && !heartbeat.knows(known.at));
        if is_due || (self.registry.store.is_shared() && !heartbeat.is_fresh(now)) {
            heartbeat.confirm().await?;
        }
        self.wake().await?;
        for failover in self.failovers.clone() {
            let Failover { side, from, charged, at } = failover;
            let died = self.registry.heartbeat.cut_off(from).filter(|outage| outage.began < at);
            if let Some(outage) = died {
                self.give_back(side, &outage, charged, at).await?;
            }
            if died.is_some() || self.registry.heartbeat.knows(at) {
                self.failovers.retain(|known| (known.side, known.at) != (side, at));
            }
        }
        Ok(())
    }

    /// After a standstill of this node: the players connected to it could not move meanwhile, unless another node has seen
    /// them since.
    pub(super) async fn wake(&mut self) -> Result<(), GameError> {
        let Some(node) = self.registry.store.node() else { return Ok(()) };
        let stood = self.registry.heartbeat.cut_off(Presence { until: u64::MAX, node });
        let Some(stood) = stood.filter(|stood| stood.ended > self.woke) else { return Ok(()) };
        // The game in memory is from before the standstill.
        self.catch_up().await?;
        let seen = self.whereabouts().await?;
        for player in Side::BOTH {
            if self.seats.is_connected(player) && seen[player].node == node {
                self.cross(player, seen[player], stood.ended);
            }
        }
        self.woke = stood.ended;
        Ok(())
    }

    /// Writes that `side` is not charged, unless another node has done so.
    async fn give_back(
        &mut self,
        side: Side,
        outage: &Outage,
        charged: u64,
        back: u64,
    ) -> Result<(), GameError> {
        const ATTEMPTS: usize = 3;
        self.up = self.up.max(back.min(self.now()));
        for _ in 0..ATTEMPTS {
            let Some(decision) = give_back(&self.game, side, outage, charged, back) else { return Ok(()) };
            if let Written::Done = self.write(&decision, None, None).await? {
                return Ok(());
            }
        }
        Err(Code::Unavailable.into())
    }

    /// For actions that depend on the clock, checks whether the time is really over.
    pub(super) async fn check_time(&mut self, action: &Action) -> Result<(), GameError> {
        let is_about_time = matches!(action, Action::Play { .. } | Action::Throw | Action::Flag);
        if is_about_time { self.judge().await } else { Ok(()) }
    }

    /// If a player's time is over, checks that it may be enforced: not while the player's node may have died, and by no
    /// other node while it lives.
    pub(super) async fn judge(&mut self) -> Result<(), GameError> {
        let now = self.now();
        let is_over = self.game.clock().deadline().is_some_and(|deadline| now > deadline);
        let side = self.game.side_to_move().filter(|_| is_over && self.game.stage() == Stage::Playing);
        let (Some(node), Some(side)) = (self.registry.store.node(), side) else { return Ok(()) };
        if !self.registry.heartbeat.is_fresh(now)
            || self.failovers.iter().any(|failover| failover.side == side)
        {
            return Err(Code::Unavailable.into());
        }
        let mover = self.mover(side);
        if self.seats.is_connected(mover) {
            return Ok(());
        }
        let seen = self.whereabouts().await?[mover];
        if seen.node == node {
            return Ok(());
        }
        match self.registry.heartbeat.cut_off(seen).filter(|outage| outage.ended > now) {
            Some(outage) if now <= outage.began + limits::CUT_OFF_MS => Err(Code::Unavailable.into()),
            Some(outage) => match self.game.charged_since(side) {
                Some(charged) => self.give_back(side, &outage, charged, now).await,
                None => Ok(()),
            },
            None if seen.until > now => Err(Code::Unavailable.into()),
            None => Ok(()),
        }
    }
}
