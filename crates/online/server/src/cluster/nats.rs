use std::time::Duration;

use async_nats::connection::State;
use async_nats::{ConnectOptions, ServerAddr};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use gebeta_match::random_id;
use gebeta_protocol::ClusterEvent;
use gebeta_store::ports::Bus;

use crate::game_error::causes;
use crate::{OsChance, Tasks};

/// The bus between nodes. Events may be lost, repeated and delayed: a receiver reads the store, and every node polls the
/// store each second anyway.
#[derive(Clone, Debug)]
pub struct NatsBus {
    cluster_events: mpsc::Sender<ClusterEvent>,
}

/// The events of other nodes.
pub type ClusterEvents = mpsc::Receiver<ClusterEvent>;

/// Why a NATS server cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NatsError {
    /// The text is not an address.
    #[error("{0} is not the address of a NATS server; write nats://HOST:4222, or tls://HOST:4222 for TLS")]
    Address(String),
    /// The server does not answer as it should.
    #[error("the NATS server at {address} cannot be used: {cause}")]
    Unusable {
        /// Its address.
        address: String,
        /// The reason.
        cause: String,
    },
}

impl NatsBus {
    const SUBJECT: &str = "gebeta.ring";
    /// How many events may wait; later ones are dropped.
    const WAITING: usize = 4096;
    const PUBLISH: Duration = Duration::from_millis(200);
    const SHORTEST: Duration = Duration::from_millis(100);
    const LONGEST: Duration = Duration::from_secs(2);

    /// Connects to the NATS server at `url` in the background, now and whenever the connection is lost. Call it inside a
    /// tokio runtime.
    ///
    /// # Errors
    /// The text is not an address. A server that does not answer is no error.
    pub fn start(url: &str, tasks: &Tasks) -> Result<(Self, ClusterEvents), NatsError> {
        let address = Self::address(url)?;
        let (cluster_events, to_send) = mpsc::channel(Self::WAITING);
        let (heard, hear) = mpsc::channel(Self::WAITING);
        tasks.spawn("nats", Self::run(address, to_send, heard));
        Ok((Self { cluster_events }, hear))
    }

    /// The address of a server, in plain text (`nats://`) or over TLS (`tls://`) with a certificate the system trusts.
    fn address(url: &str) -> Result<ServerAddr, NatsError> {
        let bad = || NatsError::Address(without_password(url));
        let is_known = ["nats://", "tls://"].iter().any(|scheme| url.starts_with(scheme));
        let address: ServerAddr = url.parse().ok().filter(|_| is_known).ok_or_else(bad)?;
        if address.host().is_empty() { Err(bad()) } else { Ok(address) }
    }

    /// Connects to the NATS server at `url` once and sends a ping.
    ///
    /// # Errors
    /// The text is not an address, or the server does not answer in time or refuses the connection.
    pub async fn check(url: &str) -> Result<(), NatsError> {
        const PATIENCE: Duration = Duration::from_secs(5);
        let address = Self::address(url)?;
        let unusable = |cause: String| NatsError::Unusable { address: without_password(url), cause };
        let attempt = async {
            let client =
                ConnectOptions::new().connect(address).await.map_err(|error| unusable(causes(&error)))?;
            client.flush().await.map_err(|error| unusable(causes(&error)))
        };
        timeout(PATIENCE, attempt).await.unwrap_or_else(|_| Err(unusable("no answer".to_owned())))
    }

    async fn run(
        address: ServerAddr,
        mut to_send: mpsc::Receiver<ClusterEvent>,
        heard: mpsc::Sender<ClusterEvent>,
    ) {
        let mut attempts = 0;
        let (client, mut notifier) = loop {
            let options = ConnectOptions::new()
                .no_echo()
                .retry_on_initial_connect()
                .reconnect_delay_callback(Self::pause);
            match options.connect(address.clone()).await {
                Ok(client) => match client.subscribe(Self::SUBJECT).await {
                    Ok(notifier) => break (client, notifier),
                    Err(error) => tracing::warn!(cause = causes(&error), "NATS refuses the subscription"),
                },
                Err(error) => tracing::warn!(cause = causes(&error), "there is no connection to NATS"),
            }
            attempts += 1;
            sleep(Self::pause(attempts)).await;
        };
        loop {
            tokio::select! {
                event = to_send.recv() => match event {
                    // While disconnected, events are dropped: by the time of the reconnect every node has polled.
                    Some(event) if client.connection_state() == State::Connected => {
                        let _ = timeout(Self::PUBLISH, client.publish(Self::SUBJECT, event.to_text().into())).await;
                    }
                    Some(_) => {}
                    None => return,
                },
                message = notifier.next() => match message {
                    Some(message) => drop(ClusterEvent::from_text(&message.payload).map(|event| heard.try_send(event))),
                    None => return,
                },
            }
        }
    }

    /// Exponential backoff with jitter.
    fn pause(attempts: usize) -> Duration {
        let doublings = u32::try_from(attempts).unwrap_or(u32::MAX).min(10);
        let most = (Self::SHORTEST * 2_u32.pow(doublings)).min(Self::LONGEST);
        let [part] = random_id::<1>(&mut OsChance);
        most.mul_f64(0.5 + f64::from(part) / 512.0)
    }
}

/// An address without user name and password, for logs.
fn without_password(url: &str) -> String {
    match url.split_once("://") {
        Some((scheme, rest)) => {
            let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
            format!("{scheme}://{place}")
        }
        None => url.rsplit_once('@').map_or(url, |(_, place)| place).to_owned(),
    }
}

impl Bus for NatsBus {
    fn publish(&self, event: ClusterEvent) {
        let _ = self.cluster_events.try_send(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_protocol::MatchId;

    #[test]
    fn pauses_grow_and_end() {
        assert!(NatsBus::pause(0) < Duration::from_millis(101));
        for attempts in [20, usize::MAX] {
            let pause = NatsBus::pause(attempts);
            assert!((NatsBus::LONGEST / 2..=NatsBus::LONGEST).contains(&pause), "{pause:?}");
        }
    }

    #[tokio::test]
    async fn an_address_is_checked_and_silence_is_no_error() {
        let tasks = Tasks::default();
        for (url, shown) in [
            ("http://localhost", "http://localhost"),
            ("localhost:4222", "localhost:4222"),
            ("ws://localhost", "ws://localhost"),
            ("nats://", "nats://"),
            ("wss://me:secret@host", "wss://host"),
        ] {
            let bad = NatsBus::start(url, &tasks).unwrap_err();
            assert_eq!(bad, NatsError::Address(shown.to_owned()));
            assert!(bad.to_string().contains("tls://HOST:4222"), "{bad}");
        }
        assert!(NatsBus::start("tls://127.0.0.1:1", &tasks).is_ok());
        let unusable = NatsBus::check("nats://me:secret@127.0.0.1:1").await.unwrap_err().to_string();
        assert!(unusable.contains("nats://127.0.0.1:1") && !unusable.contains("secret"), "{unusable}");
        let (bus, _rings) = NatsBus::start("nats://127.0.0.1:1", &tasks).unwrap();
        for _ in 0..2 * NatsBus::WAITING {
            bus.publish(ClusterEvent::Wrote { game: MatchId::new([1; 10]), revision: 1 });
        }
    }
}
