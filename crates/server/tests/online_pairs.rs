//! Two who look for an opponent at the same moment find each other.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

#[path = "../../store/tests/cluster/mod.rs"]
mod cluster;
mod house;

use std::sync::Barrier;
use std::time::Duration;

use cluster::Cluster;
use gebeta_client::{Visitor, draw_secret};
use gebeta_protocol::{CreateRequest, JoinRequest, PairRequest, SeatWish, Ticket, TimeControl, limits};
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

/// Both have made a game and joined the other's, or one has, and the answers are lost: whoever asks again, and however often,
/// is told of the one game that both keep.
#[test]
fn who_asks_again_is_told_of_the_game_that_is_kept() {
    let house = House::with(settings());
    let asks = ["Abebe", "Sara"].map(|name| {
        let (name, secret) = (name.parse().unwrap(), draw_secret());
        PairRequest { rules: "gebeta".to_owned(), clock: TimeControl::None, name, secret }
    });
    let make = |ask: &PairRequest| {
        let PairRequest { rules, clock, name, secret } = ask.clone();
        let made =
            CreateRequest { rules, clock, seat: SeatWish::Coin, listed: true, name, secret, opponent: None };
        house.address().create(&made).unwrap()
    };
    let join = |ask: &PairRequest, other: &Ticket| {
        let request = JoinRequest { name: ask.name.clone(), secret: ask.secret };
        house.address().join(other.game, &request).unwrap()
    };
    let made = asks.each_ref().map(make);
    join(&asks[0], &made[1]);
    join(&asks[1], &made[0]);
    for round in 0..3 {
        let [a, b] = asks.each_ref().map(|ask| house.address().pair(ask).unwrap());
        assert_eq!((a.game, a.side), (b.game, !b.side), "round {round}");
        assert_eq!(a.game, made[0].game.min(made[1].game));
        let kept = house.address().get(&format!("/api/games/{}", a.game)).unwrap();
        assert!(!kept.contains("aborted"), "{kept}");
    }
    // Only one has joined the other's.
    let alone = PairRequest { secret: draw_secret(), ..asks[0].clone() };
    let open = PairRequest { secret: draw_secret(), ..asks[1].clone() };
    let (own, other) = (make(&alone), make(&open));
    join(&alone, &other);
    for _ in 0..3 {
        assert_eq!(house.address().pair(&alone).unwrap().game, other.game);
        assert_eq!(house.address().pair(&open).unwrap().game, other.game);
    }
    let left = house.address().get(&format!("/api/games/{}", own.game)).unwrap();
    assert!(left.contains("aborted"), "{left}");
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
