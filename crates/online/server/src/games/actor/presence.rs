//! Presence: which players are connected to this node, written to the store for the other nodes.

use futures_util::future::join_all;
use tokio::time::{Instant, timeout_at};

use super::Actor;
use crate::limits;

impl Actor {
    /// Writes to the store which players are connected to this node. A failed write is repeated soon: if this node died
    /// before, its players would be charged for the outage.
    pub(super) async fn tell_nodes(&mut self) {
        // Players who are disconnected because the server shuts down have not left.
        if !self.registry.store.is_shared() || self.silent.is_some() || self.registry.tasks.is_closing() {
            return;
        }
        // Nor have those who went to another node while this one stood still.
        if !self.registry.heartbeat.is_fresh(self.now()) || self.wake().await.is_err() {
            return;
        }
        if !self.owes_news() || self.now() < self.tell_again {
            return;
        }
        // A player may be waiting.
        let answered_by = Instant::now() + limits::AGAIN;
        let looking = timeout_at(answered_by, self.look_up_arrivals()).await;
        let is_looked_up = matches!(looking, Ok(Ok(())));
        let news = if is_looked_up { self.seats.news(self.now()) } else { Vec::new() };
        let (store, id) = (&self.registry.store, self.id);
        let telling = news.into_iter().map(async |(side, until)| {
            let told = timeout_at(answered_by, store.set_presence(id, side, until)).await;
            (side, until, matches!(told, Ok(Ok(()))))
        });
        let told = join_all(telling).await;
        if !is_looked_up || told.iter().any(|(.., is_told)| !is_told) {
            self.tell_again = self.now() + limits::LOOK.as_millis() as u64;
        }
        for (side, until, is_told) in told {
            self.seats.has_told(side, until, is_told);
        }
    }

    /// Whether the store does not have the latest presence of the players.
    pub(super) fn owes_news(&self) -> bool {
        self.registry.store.is_shared() && !self.seats.news(self.now()).is_empty()
    }
}
