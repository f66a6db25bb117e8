use std::future::Future;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::mpsc;
use tokio::time::sleep;

use gebeta_protocol::ClusterEvent;

use super::PostgresLogs;
use crate::ports::Bus;

/// The bus over PostgreSQL's NOTIFY, for nodes without NATS and for rare events. New events of a match are not published:
/// such notifications would serialize all commits, and all nodes poll every second anyway.
#[derive(Clone, Debug)]
pub struct PostgresNotifier {
    events: mpsc::Sender<ClusterEvent>,
}

impl PostgresNotifier {
    const CHANNEL: &str = "gebeta_ring";
    /// How many events may wait; later ones are dropped.
    const WAITING: usize = 1024;
    const AGAIN: Duration = Duration::from_secs(1);

    /// Publishes and listens in the database of `logs`, as the node with the unique name `name`, as long as the returned
    /// future runs.
    pub fn new(
        logs: &PostgresLogs,
        name: u128,
    ) -> (Self, mpsc::Receiver<ClusterEvent>, impl Future<Output = ()> + Send + 'static) {
        let (events, to_send) = mpsc::channel(Self::WAITING);
        let (heard, hear) = mpsc::channel(Self::WAITING);
        // Every listener gets every notification, so a sender is recognized by its name.
        let me = format!("{name:032x} ");
        let (sending, listening) =
            (send(logs.pool.clone(), me.clone(), to_send), listen(logs.pool.clone(), me, heard));
        let work = async move {
            tokio::join!(sending, listening);
        };
        (Self { events }, hear, work)
    }
}

impl Bus for PostgresNotifier {
    fn publish(&self, event: ClusterEvent) {
        if !matches!(event, ClusterEvent::Wrote { .. }) {
            let _ = self.events.try_send(event);
        }
    }
}

async fn send(pool: PgPool, me: String, mut events: mpsc::Receiver<ClusterEvent>) {
    while let Some(event) = events.recv().await {
        let text = format!("{me}{}", event.to_text());
        // Events may be lost.
        let sent = sqlx::query("SELECT pg_notify($1, $2)")
            .bind(PostgresNotifier::CHANNEL)
            .bind(text)
            .execute(&pool)
            .await;
        if let Err(error) = sent {
            tracing::warn!(cause = %error, "the other nodes were not notified");
        }
    }
}

async fn listen(pool: PgPool, me: String, heard: mpsc::Sender<ClusterEvent>) {
    while !heard.is_closed() {
        // A lost connection is replaced later.
        if let Err(error) = hear(&pool, &me, &heard).await {
            tracing::warn!(cause = %error, "notifications of other nodes are not received");
        }
        sleep(PostgresNotifier::AGAIN).await;
    }
}

async fn hear(pool: &PgPool, me: &str, heard: &mpsc::Sender<ClusterEvent>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(PostgresNotifier::CHANNEL).await?;
    while !heard.is_closed() {
        let told = listener.recv().await?;
        let text = told.payload();
        let event = text.split_once(' ').filter(|_| !text.starts_with(me));
        if let Some(event) = event.and_then(|(_, event)| ClusterEvent::from_text(event.as_bytes())) {
            let _ = heard.try_send(event);
        }
    }
    Ok(())
}
