use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::mpsc;

use gebeta_protocol::ClusterEvent;
use gebeta_server::Time;
use gebeta_server::config::ServerSettings;
use gebeta_server::games::GameService;
use gebeta_server::{App, RuleFolder, Tasks, WebBundle, app, run_on};
use gebeta_store::ports::{Bus, MatchStore};

use super::network::{PORT, SimulatedListener};

/// A small source of chance that can be repeated.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Arc<Mutex<u64>>);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)))
    }

    pub(crate) fn throw(&self, sides: u64) -> u64 {
        let mut state = self.0.lock().unwrap();
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 16) % sides
    }

    pub(crate) fn millis(&self, most: u64) -> Duration {
        Duration::from_millis(self.throw(most))
    }
}

/// The simulation's time, which is a little wrong at each server.
#[derive(Debug)]
pub(crate) struct SimulatedTime {
    pub(crate) ahead: u64,
}

impl SimulatedTime {
    /// When a simulation begins.
    pub(crate) const START: u64 = 1_700_000_000_000;
}

impl Time for SimulatedTime {
    fn now(&self) -> u64 {
        let elapsed = turmoil::sim_elapsed().unwrap_or_default().as_millis() as u64;
        Self::START + self.ahead + elapsed
    }
}

/// A bus between the servers that loses and repeats events.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedBus {
    receivers: Arc<Mutex<Vec<mpsc::Sender<ClusterEvent>>>>,
    dice: Dice,
}

impl SimulatedBus {
    pub(crate) fn new(dice: Dice) -> Self {
        Self { receivers: Arc::default(), dice }
    }
}

impl Bus for SimulatedBus {
    fn publish(&self, event: ClusterEvent) {
        for receiver in self.receivers.lock().unwrap().iter() {
            for _ in 0..self.dice.throw(3) {
                let _ = receiver.try_send(event);
            }
        }
    }
}

/// A server, from its start until it is ended.
pub(crate) async fn serve(
    store: Arc<dyn MatchStore>,
    bus: SimulatedBus,
    ahead: u64,
    settings: ServerSettings,
    folder: std::path::PathBuf,
) -> turmoil::Result {
    let listener = SimulatedListener(turmoil::net::TcpListener::bind(("0.0.0.0", PORT)).await?);
    let (receiver, events) = mpsc::channel(16);
    bus.receivers.lock().unwrap().push(receiver);
    let time = Arc::new(SimulatedTime { ahead });
    let online = GameService::new(store, Arc::new(bus), time, settings, None, Tasks::default());
    online.listen(events);
    let site = WebBundle::folder(folder).unwrap();
    let app = app(App { site, rules: RuleFolder::default(), online: Some(online), accounts: None });
    run_on(listener, app, std::future::pending()).await?;
    Ok(())
}
