use std::time::Duration;

use async_nats::connection::State;
use async_nats::{ConnectOptions, ServerAddr};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use gebeta_arena::{Bus, random_id};
use gebeta_protocol::Ring;

use super::world::OsChance;

/// The doorbell between nodes. It may forget, repeat and delay: whoever hears it looks into the store, and who hears
/// nothing looks there every second anyway.
#[derive(Clone, Debug)]
pub struct NatsBus {
    rings: mpsc::Sender<Ring>,
}

/// What is heard of other nodes.
pub type Rings = mpsc::Receiver<Ring>;

/// Why a NATS server cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNats {
    /// The address is none.
    #[error("{0} is no address of a NATS server; write nats://HOST:4222, or tls://HOST:4222 for TLS")]
    Address(String),
    /// It does not answer, or not as it should.
    #[error("the NATS server at {address} cannot be used: {cause}")]
    Unusable {
        /// Where.
        address: String,
        /// Why not.
        cause: String,
    },
}

impl NatsBus {
    const SUBJECT: &str = "gebeta.ring";
    /// How many rings may wait; the rest is forgotten.
    const WAITING: usize = 4096;
    const PUBLISH: Duration = Duration::from_millis(200);
    const SHORTEST: Duration = Duration::from_millis(100);
    const LONGEST: Duration = Duration::from_secs(2);

    /// Connects to the NATS server at `url` in the background, now and whenever the connection is lost. Call it inside a
    /// tokio runtime.
    ///
    /// # Errors
    /// The address is none. That nobody answers there is no error.
    pub fn start(url: &str) -> Result<(Self, Rings), BadNats> {
        let address = Self::address(url)?;
        let (rings, to_send) = mpsc::channel(Self::WAITING);
        let (heard, hear) = mpsc::channel(Self::WAITING);
        tokio::spawn(Self::run(address, to_send, heard));
        Ok((Self { rings }, hear))
    }

    /// The address of a server, in the clear (`nats://`) or over TLS (`tls://`) with a certificate that the system trusts.
    fn address(url: &str) -> Result<ServerAddr, BadNats> {
        let bad = || BadNats::Address(without_password(url));
        let is_known = ["nats://", "tls://"].iter().any(|scheme| url.starts_with(scheme));
        let address: ServerAddr = url.parse().ok().filter(|_| is_known).ok_or_else(bad)?;
        if address.host().is_empty() { Err(bad()) } else { Ok(address) }
    }

    /// Connects to the NATS server at `url` once and asks for a sign of life.
    ///
    /// # Errors
    /// The address is none, or the server does not answer in time or does not let us in.
    pub async fn check(url: &str) -> Result<(), BadNats> {
        const PATIENCE: Duration = Duration::from_secs(5);
        let address = Self::address(url)?;
        let unusable = |cause: String| BadNats::Unusable { address: without_password(url), cause };
        let attempt = async {
            let client =
                ConnectOptions::new().connect(address).await.map_err(|error| unusable(causes(&error)))?;
            client.flush().await.map_err(|error| unusable(causes(&error)))
        };
        timeout(PATIENCE, attempt).await.unwrap_or_else(|_| Err(unusable("no answer".to_owned())))
    }

    async fn run(address: ServerAddr, mut to_send: mpsc::Receiver<Ring>, heard: mpsc::Sender<Ring>) {
        let mut attempts = 0;
        let (client, mut bell) = loop {
            let options = ConnectOptions::new()
                .no_echo()
                .retry_on_initial_connect()
                .reconnect_delay_callback(Self::pause);
            if let Ok(client) = options.connect(address.clone()).await
                && let Ok(bell) = client.subscribe(Self::SUBJECT).await
            {
                break (client, bell);
            }
            attempts += 1;
            sleep(Self::pause(attempts)).await;
        };
        loop {
            tokio::select! {
                ring = to_send.recv() => match ring {
                    // Who is not connected keeps no rings for later: by then everybody has looked.
                    Some(ring) if client.connection_state() == State::Connected => {
                        let _ = timeout(Self::PUBLISH, client.publish(Self::SUBJECT, ring.to_text().into())).await;
                    }
                    Some(_) => {}
                    None => return,
                },
                message = bell.next() => match message {
                    Some(message) => drop(Ring::from_text(&message.payload).map(|ring| heard.try_send(ring))),
                    None => return,
                },
            }
        }
    }

    /// Longer and longer, and not all at once.
    fn pause(attempts: usize) -> Duration {
        let doublings = u32::try_from(attempts).unwrap_or(u32::MAX).min(10);
        let most = (Self::SHORTEST * 2_u32.pow(doublings)).min(Self::LONGEST);
        let [part] = random_id::<1>(&mut OsChance);
        most.mul_f64(0.5 + f64::from(part) / 512.0)
    }
}

/// An address as it may be shown: without the name and password in it.
fn without_password(url: &str) -> String {
    match url.split_once("://") {
        Some((scheme, rest)) => {
            let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
            format!("{scheme}://{place}")
        }
        None => url.rsplit_once('@').map_or(url, |(_, place)| place).to_owned(),
    }
}

/// An error with what stands behind it.
fn causes(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(behind) = cause {
        let text = behind.to_string();
        if !told.contains(&text) {
            told = format!("{told}: {text}");
        }
        cause = behind.source();
    }
    told
}

impl Bus for NatsBus {
    fn ring(&self, ring: Ring) {
        let _ = self.rings.try_send(ring);
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
        for (url, shown) in [
            ("http://localhost", "http://localhost"),
            ("localhost:4222", "localhost:4222"),
            ("ws://localhost", "ws://localhost"),
            ("nats://", "nats://"),
            ("wss://me:secret@host", "wss://host"),
        ] {
            let bad = NatsBus::start(url).unwrap_err();
            assert_eq!(bad, BadNats::Address(shown.to_owned()));
            assert!(bad.to_string().contains("tls://HOST:4222"), "{bad}");
        }
        assert!(NatsBus::start("tls://127.0.0.1:1").is_ok());
        let unusable = NatsBus::check("nats://me:secret@127.0.0.1:1").await.unwrap_err().to_string();
        assert!(unusable.contains("nats://127.0.0.1:1") && !unusable.contains("secret"), "{unusable}");
        let (bus, _rings) = NatsBus::start("nats://127.0.0.1:1").unwrap();
        for _ in 0..2 * NatsBus::WAITING {
            bus.ring(Ring::Wrote { game: MatchId::new([1; 10]), revision: 1 });
        }
    }
}
