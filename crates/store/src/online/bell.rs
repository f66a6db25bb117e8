use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::mpsc;
use tokio::time::sleep;

use gebeta_arena::Bus;
use gebeta_protocol::Ring;

use super::PostgresLogs;

/// The doorbell that PostgreSQL has itself, for nodes without another: for what is said now and then. That a match has
/// events is not rung: such rings would wait for each other at every commit, and all nodes look every second anyway.
#[derive(Clone, Debug)]
pub struct PostgresBell {
    rings: mpsc::Sender<Ring>,
}

impl PostgresBell {
    const CHANNEL: &str = "gebeta_ring";
    /// How many rings may wait; the rest is forgotten.
    const WAITING: usize = 1024;
    const AGAIN: Duration = Duration::from_secs(1);

    /// Rings and listens where `logs` are, as the node `name`, which no other is called. Call it inside a tokio runtime.
    pub fn start(logs: &PostgresLogs, name: u128) -> (Self, mpsc::Receiver<Ring>) {
        let (rings, to_send) = mpsc::channel(Self::WAITING);
        let (heard, hear) = mpsc::channel(Self::WAITING);
        // Everybody hears everything, also who has said it: that is told by who speaks.
        let me = format!("{name:032x} ");
        tokio::spawn(send(logs.pool.clone(), me.clone(), to_send));
        tokio::spawn(listen(logs.pool.clone(), me, heard));
        (Self { rings }, hear)
    }
}

impl Bus for PostgresBell {
    fn ring(&self, ring: Ring) {
        if !matches!(ring, Ring::Wrote { .. }) {
            let _ = self.rings.try_send(ring);
        }
    }
}

async fn send(pool: PgPool, me: String, mut rings: mpsc::Receiver<Ring>) {
    while let Some(ring) = rings.recv().await {
        let text = format!("{me}{}", ring.to_text());
        // A bell may forget.
        let _ = sqlx::query("SELECT pg_notify($1, $2)")
            .bind(PostgresBell::CHANNEL)
            .bind(text)
            .execute(&pool)
            .await;
    }
}

async fn listen(pool: PgPool, me: String, heard: mpsc::Sender<Ring>) {
    while !heard.is_closed() {
        // Whatever happens to the connection, there is another one later.
        let _ = hear(&pool, &me, &heard).await;
        sleep(PostgresBell::AGAIN).await;
    }
}

async fn hear(pool: &PgPool, me: &str, heard: &mpsc::Sender<Ring>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(PostgresBell::CHANNEL).await?;
    while !heard.is_closed() {
        let told = listener.recv().await?;
        let text = told.payload();
        let ring = text.split_once(' ').filter(|_| !text.starts_with(me));
        if let Some(ring) = ring.and_then(|(_, ring)| Ring::from_text(ring.as_bytes())) {
            let _ = heard.try_send(ring);
        }
    }
    Ok(())
}
