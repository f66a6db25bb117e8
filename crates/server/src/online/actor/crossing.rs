//! Players whose node has died: they come over to another one, and are not charged for the way.

use tokio::time::timeout;

use gebeta_arena::{Outage, Seen, Stage, give_back};
use gebeta_protocol::{Action, BySide, Code, Side, limits};

use super::{Actor, Written};
use crate::patience::in_time;

/// Somebody came here from another node, which had not said that they left. It may have died; that is known in a while.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// Whose time ran meanwhile.
    side: Side,
    from: Seen,
    /// Since when it ran.
    charged: u64,
    /// When they came.
    at: u64,
}

impl Crossing {
    /// When it is time to find out whether that node has died.
    const fn due(&self) -> u64 {
        self.at + limits::SILENCE_MS + 1
    }
}

impl Actor {
    /// Where the players are, by what the nodes have told the store.
    async fn whereabouts(&self) -> Result<BySide<Seen>, Code> {
        let glances = in_time(self.hall.store.look(vec![self.id])).await?;
        Ok(glances.first().map(|glance| glance.here).unwrap_or_default())
    }

    /// Who has to be connected for `side` to move: a computer moves where the other player is.
    fn mover(&self, side: Side) -> Side {
        if self.game.bots()[side].is_some() { !side } else { side }
    }

    /// A player is about to sit down here.
    pub(super) async fn comes_over(&mut self, player: Side) {
        let Some(node) = self.hall.store.node() else { return };
        // While the store is silent nobody is charged anyway.
        let is_silent = self.silent.is_some() || !self.hall.pulse.is_fresh(self.now());
        if is_silent || self.seats.is_connected(player) {
            return;
        }
        let Ok(Ok(seen)) = timeout(limits::AGAIN, self.whereabouts()).await else { return };
        if seen[player].until > 0 && seen[player].node != node {
            let now = self.now();
            // What was expected of them at the other node is expected anew.
            self.up = self.up.max(now);
            self.cross(player, seen[player], now);
        }
    }

    /// A player was elsewhere until `at`, and somebody's time may have run.
    fn cross(&mut self, player: Side, from: Seen, at: u64) {
        for side in Side::BOTH {
            if let Some(charged) = self.game.charged_since(side).filter(|_| self.mover(side) == player) {
                self.crossings.retain(|known| (known.side, known.from.node) != (side, from.node));
                self.crossings.push(Crossing { side, from, charged, at });
            }
        }
    }

    /// When it is to be found out why somebody came here.
    pub(super) fn next_crossing(&self) -> Option<u64> {
        self.crossings.iter().map(Crossing::due).min()
    }

    /// Gives time back to those whose node is known to have died, or to have stood still.
    pub(super) async fn forgive_crossings(&mut self) -> Result<(), Code> {
        let now = self.now();
        let pulse = &self.hall.pulse;
        let is_due = self.crossings.iter().any(|known| now >= known.due() && !pulse.knows(known.at));
        if is_due || (self.hall.store.is_shared() && !pulse.is_fresh(now)) {
            pulse.confirm().await?;
        }
        self.wake().await?;
        for crossing in self.crossings.clone() {
            let Crossing { side, from, charged, at } = crossing;
            let died = self.hall.pulse.cut_off(from).filter(|outage| outage.began < at);
            if let Some(outage) = died {
                self.give_back(side, &outage, charged, at).await?;
            }
            if died.is_some() || self.hall.pulse.knows(at) {
                self.crossings.retain(|known| (known.side, known.at) != (side, at));
            }
        }
        Ok(())
    }

    /// If this node has stood still: who is connected to it could not move meanwhile, unless another node has seen them since.
    pub(super) async fn wake(&mut self) -> Result<(), Code> {
        let Some(node) = self.hall.store.node() else { return Ok(()) };
        let stood = self.hall.pulse.cut_off(Seen { until: u64::MAX, node });
        let Some(stood) = stood.filter(|stood| stood.ended > self.woke) else { return Ok(()) };
        // What is known here is from before.
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

    /// Writes that `side` is not charged, unless another node has.
    async fn give_back(&mut self, side: Side, outage: &Outage, charged: u64, back: u64) -> Result<(), Code> {
        const ATTEMPTS: usize = 3;
        self.up = self.up.max(back.min(self.now()));
        for _ in 0..ATTEMPTS {
            let Some(decision) = give_back(&self.game, side, outage, charged, back) else { return Ok(()) };
            if let Written::Done = self.write(&decision, None, None).await? {
                return Ok(());
            }
        }
        Err(Code::Unavailable)
    }

    /// Whether somebody's time is really over, which `action` is about.
    pub(super) async fn check_time(&mut self, action: &Action) -> Result<(), Code> {
        let is_about_time = matches!(action, Action::Play { .. } | Action::Throw | Action::Flag);
        if is_about_time { self.judge().await } else { Ok(()) }
    }

    /// If somebody's time is over, whether that is theirs to answer for: not while the node that they were connected to may
    /// have died, and not by any other as long as it lives.
    pub(super) async fn judge(&mut self) -> Result<(), Code> {
        let now = self.now();
        let is_over = self.game.clock().deadline().is_some_and(|deadline| now > deadline);
        let side = self.game.side_to_move().filter(|_| is_over && self.game.stage() == Stage::Playing);
        let (Some(node), Some(side)) = (self.hall.store.node(), side) else { return Ok(()) };
        if !self.hall.pulse.is_fresh(now) || self.crossings.iter().any(|crossing| crossing.side == side) {
            return Err(Code::Unavailable);
        }
        let mover = self.mover(side);
        if self.seats.is_connected(mover) {
            return Ok(());
        }
        let seen = self.whereabouts().await?[mover];
        if seen.node == node {
            return Ok(());
        }
        match self.hall.pulse.cut_off(seen).filter(|outage| outage.ended > now) {
            Some(outage) if now <= outage.began + limits::CUT_OFF_MS => Err(Code::Unavailable),
            Some(outage) => match self.game.charged_since(side) {
                Some(charged) => self.give_back(side, &outage, charged, now).await,
                None => Ok(()),
            },
            None if seen.until > now => Err(Code::Unavailable),
            None => Ok(()),
        }
    }
}
