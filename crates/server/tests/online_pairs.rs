//! Two who look for an opponent at the same moment find each other.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

#[path = "../../store/tests/cluster/mod.rs"]
mod cluster;
mod house;

use std::sync::Barrier;
use std::time::Duration;

use cluster::Cluster;
use gebeta_client::{Visitor, draw_secret};
use gebeta_protocol::{PairRequest, Ticket, TimeControl, limits};
use gebeta_server::online::{Quotas, Settings};
use house::House;

const ROUNDS: usize = 25;

fn settings() -> Settings {
    let quotas = Quotas { new_games: u32::MAX, questions: u32::MAX, ..Quotas::default() };
    Settings { quotas, ..Settings::default() }
}

fn pair(house: &House, name: &str) -> Ticket {
    let (name, secret) = (name.parse().unwrap(), draw_secret());
    let request = PairRequest { rules: "gebeta".to_owned(), clock: TimeControl::None, name, secret };
    house.address().pair(&request).unwrap()
}

/// Both press at once, again and again: every time they sit at one game, on different sides, and no other one is left open.
fn press_at_once(one: &House, two: &House) {
    for round in 0..ROUNDS {
        let barrier = Barrier::new(2);
        let press = |house, name| {
            barrier.wait();
            pair(house, name)
        };
        let [a, b] = std::thread::scope(|scope| {
            let both = [(one, "Abebe"), (two, "Sara")];
            both.map(|(house, name)| scope.spawn(move || press(house, name))).map(|seat| seat.join().unwrap())
        });
        assert_eq!((a.game, a.side), (b.game, !b.side), "round {round}");
        let mut player = Visitor::player(two.address(), &b);
        player.wait(|game| game.names().b.is_some()).unwrap();
        assert_eq!(player.side(), Some(b.side));
        for house in [one, two] {
            house.pass(Duration::from_millis(limits::LOBBY_MS));
            assert_eq!(house.address().get("/api/lobby").unwrap(), "[]", "round {round}");
        }
    }
}

#[test]
fn who_press_at_once_play_each_other() {
    let house = House::with(settings());
    press_at_once(&house, &house);
}

#[test]
fn also_at_two_nodes() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("pairs");
    let nodes = [(); 2].map(|()| House::on(&url, settings()));
    press_at_once(&nodes[0], &nodes[1]);
}
