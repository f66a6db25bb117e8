//! What other nodes do with the live games of this one: announced at once by events, found by polling every second
//! otherwise.

use std::sync::{Arc, Weak};

use gebeta_protocol::{BySide, ClusterEvent, MatchId};
use gebeta_store::ports::MatchSummary;

use super::ClusterEvents;
use crate::games::messages::GameMessage;
use crate::games::registry::RegistryInner;
use crate::limits;
use crate::store_timeouts::in_time;

impl RegistryInner {
    /// A match is said to have this many events. If that is news, its actor reads the store.
    pub(crate) fn on_wrote(&self, game: MatchId, revision: u64) {
        let running = self.running();
        if let Some(known) = running.get(&game).filter(|known| known.is_news(revision)) {
            // If the queue is full, the next poll will do.
            let _ = known.inbox.try_send(GameMessage::Look);
        }
    }

    /// Handles an event of another node.
    fn hear(&self, event: ClusterEvent) {
        match event {
            ClusterEvent::Wrote { game, revision } => self.on_wrote(game, revision),
            ClusterEvent::Lag { game, side, ms } => {
                self.pass_on(game, GameMessage::LagElsewhere { side, ms });
            }
            ClusterEvent::SignedOut { .. } | ClusterEvent::SignedOutEverywhere { .. } => {
                self.signed_in_sockets.close(event);
            }
            ClusterEvent::Renamed { game } => self.pass_on(game, GameMessage::Reload),
            ClusterEvent::Said { game, side, phrase } => {
                self.pass_on(game, GameMessage::SaidElsewhere { side, phrase });
            }
        }
    }

    /// Sends a message to the actor of a game, if it is live and its queue has room.
    pub(crate) fn pass_on(&self, game: MatchId, message: GameMessage) {
        if let Some(known) = self.running().get(&game) {
            let _ = known.inbox.try_send(message);
        }
    }

    async fn look(&self) {
        let games: Vec<MatchId> = self.running().keys().copied().collect();
        for part in games.chunks(limits::GAMES_PER_LOOK) {
            // If the store does not answer, the next poll will do.
            let Ok(summaries) = in_time(self.store.poll(part.to_vec())).await else { return };
            let now = self.time.now();
            for MatchSummary { game, revision, here } in summaries {
                self.on_wrote(game, revision);
                let here = BySide { a: here.a.until > now, b: here.b.until > now };
                let mut running = self.running();
                if let Some(known) = running.get_mut(&game).filter(|known| known.elsewhere != here)
                    && known.inbox.try_send(GameMessage::Elsewhere { here }).is_ok()
                {
                    known.elsewhere = here;
                }
            }
        }
    }
}

/// Polls every second, as long as the registry exists.
pub(crate) async fn look(registry: Weak<RegistryInner>) {
    while let Some(registry) = registry.upgrade() {
        registry.look().await;
        drop(registry);
        tokio::time::sleep(limits::LOOK).await;
    }
}

/// Handles the events of other nodes.
pub(crate) async fn listen(registry: Arc<RegistryInner>, mut cluster_events: ClusterEvents) {
    while let Some(event) = cluster_events.recv().await {
        registry.hear(event);
    }
}
