use std::cell::Cell;
use std::future::Future;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use gebeta_protocol::{CreateRequest, JoinRequest, SeatSecret, SeatWish, TimeControl};
use gebeta_server::config::ServerSettings;
use tempfile::TempDir;

use super::client::{self, SERVERS};
use super::{Database, Dice, Seat, SimulatedBus, serve};
use crate::test_server;
use crate::test_server::fault_injector::{FaultInjector, FaultyStore};

/// Servers beside which players do what a test says, on a network that does not fail.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) servers: &'a [&'static str],
    pub(crate) database: Database,
    /// What stands before the database.
    pub(crate) faults: FaultInjector,
    pub(crate) settings: ServerSettings,
    pub(crate) dice: Dice,
    /// The bundle of the servers.
    pub(crate) folder: &'a Path,
    /// Set by the players to end the first server where it is.
    pub(crate) crash: Rc<Cell<bool>>,
}

impl<'a> Scene<'a> {
    /// One server.
    pub(crate) fn new(database: &Database, dice: &Dice, folder: &'a TempDir) -> Self {
        Self {
            servers: &SERVERS[..1],
            database: database.clone(),
            faults: FaultInjector::default(),
            settings: ServerSettings::default(),
            dice: dice.clone(),
            folder: folder.path(),
            crash: Rc::default(),
        }
    }

    /// Runs until the players have done what they do.
    pub(crate) fn run(self, players: impl Future<Output = ()> + 'static) {
        let mut sim = turmoil::Builder::new()
            .rng_seed(7)
            .tick_duration(Duration::from_millis(10))
            .simulation_duration(Duration::from_mins(5))
            .min_message_latency(Duration::from_millis(1))
            .max_message_latency(Duration::from_millis(2))
            .tcp_capacity(1 << 16)
            .build();
        let bus = SimulatedBus::new(self.dice);
        for server in self.servers.iter().copied() {
            let (database, faults, bus) = (self.database.clone(), self.faults.clone(), bus.clone());
            let (settings, folder) = (self.settings.clone(), self.folder.to_owned());
            sim.host(server, move || {
                let store = FaultyStore { store: Arc::new(database.for_node()), faults: faults.clone() };
                serve(Arc::new(store), bus.clone(), 0, settings.clone(), folder.clone())
            });
        }
        sim.client("players", async move {
            players.await;
            Ok(())
        });
        while !sim.step().unwrap() {
            if self.crash.take() {
                sim.crash(self.servers[0]);
            }
        }
    }
}

/// A folder with a bundle.
pub(crate) fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "the page").unwrap();
    folder
}

/// A game of two players at these servers that has begun: the first has the seat `wish`.
pub(crate) async fn begun(
    servers: [&'static str; 2],
    dice: &Dice,
    clock: TimeControl,
    wish: SeatWish,
) -> [Seat; 2] {
    let secret = SeatSecret::new([1; 16]);
    let create = CreateRequest { secret, clock, ..test_server::request("gebeta", wish) };
    let a = client::make(dice, &create).await;
    let join = JoinRequest { name: "Sara".parse().unwrap(), secret: SeatSecret::new([2; 16]) };
    let b = client::join(dice, a.game, &join).await;
    let mut seats = [Seat::enter(servers[0], a).await, Seat::enter(servers[1], b).await];
    for seat in &mut seats {
        seat.wait(|game| game.to_move().is_some(), Duration::from_secs(5)).await;
    }
    seats
}
