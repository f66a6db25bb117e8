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

/// An address that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a doorbell has an address like nats://localhost:4222")]
pub struct BadNats;

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
        let address: ServerAddr = url.parse().map_err(|_| BadNats)?;
        if !url.starts_with("nats://") {
            return Err(BadNats);
        }
        let (rings, to_send) = mpsc::channel(Self::WAITING);
        let (heard, hear) = mpsc::channel(Self::WAITING);
        tokio::spawn(Self::run(address, to_send, heard));
        Ok((Self { rings }, hear))
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
        assert!(NatsBus::start("http://localhost").is_err());
        let (bus, _rings) = NatsBus::start("nats://127.0.0.1:1").unwrap();
        for _ in 0..2 * NatsBus::WAITING {
            bus.ring(Ring::Wrote { game: MatchId::new([1; 10]), revision: 1 });
        }
    }
}
