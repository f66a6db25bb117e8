use std::future::Future;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::mpsc;
use tokio::time::sleep;

use gebeta_protocol::ClusterEvent;

use super::PostgresLogs;
use crate::ports::Bus;

/// The doorbell that PostgreSQL has itself, for nodes without another: for what is said now and then. That a match has new events
/// is not published: such notifications would wait for each other at every commit, and all nodes look every second anyway.
#[derive(Clone, Debug)]
pub struct PostgresNotifier {
    events: mpsc::Sender<ClusterEvent>,
}

impl PostgresNotifier {
    const CHANNEL: &str = "gebeta_ring";
    /// How many events may wait; later ones are dropped.
    const WAITING: usize = 1024;
    const AGAIN: Duration = Duration::from_secs(1);

    /// Rings and listens where `logs` are, as the node `name`, which no other is called, for as long as the returned future is
    /// run.
    pub fn new(
        logs: &PostgresLogs,
        name: u128,
    ) -> (Self, mpsc::Receiver<ClusterEvent>, impl Future<Output = ()> + Send + 'static) {
        let (events, to_send) = mpsc::channel(Self::WAITING);
        let (heard, hear) = mpsc::channel(Self::WAITING);
        // Everybody hears everything, also who has said it: that is told by who speaks.
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
        // A bell may forget.
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
        // Whatever happens to the connection, there is another one later.
        if let Err(error) = hear(&pool, &me, &heard).await {
            tracing::warn!(cause = %error, "notifications of the other nodes are not heard");
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
