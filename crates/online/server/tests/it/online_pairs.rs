//! Two who look for an opponent at the same moment find each other.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use gebeta_client::{ClientError, GameClient, draw_secret};
use gebeta_protocol::{
    Action, Code, CreateRequest, JoinRequest, LobbyEntry, PairRequest, SeatWish, Side, Ticket, TimeControl,
};
use gebeta_server::config::{Quotas, Settings};
use gebeta_server::limits;
use gebeta_testkit::postgres::Cluster;

use crate::house::{self, House};

const ROUNDS: usize = 25;

fn settings() -> Settings {
    let quotas = Quotas {
        new_games: u32::MAX,
        questions: u32::MAX,
        open_games_per_address: u32::MAX,
        ..Quotas::default()
    };
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
        let mut player = GameClient::player(two.address(), &b);
        player.wait(|game| game.names().b.is_some()).unwrap();
        assert_eq!(player.side(), Some(b.side));
        for house in [one, two] {
            house.pass(Duration::from_millis(limits::LOBBY_MS));
            assert_eq!(house.address().get("/api/lobby").unwrap(), "[]", "round {round}");
        }
    }
}

/// Several press at once, again and again: every one has a seat at a game that lives, no seat is given twice, at most one waits,
/// and who asks again is told the same.
fn crowd_at_once(houses: &[&House], crowd: usize) {
    let lives = |ticket: &Ticket| {
        // Whoever has ended a game knows it; another node may not yet.
        let views = houses.iter().map(|house| house.address().get(&format!("/api/games/{}", ticket.game)));
        !views.map(Result::unwrap).any(|view| view.contains("aborted"))
    };
    for round in 0..ROUNDS / 3 {
        let barrier = Barrier::new(crowd);
        let press = |at: usize| {
            let (name, secret) = (format!("Abebe {at}").parse().unwrap(), draw_secret());
            let ask = PairRequest { rules: "gebeta".to_owned(), clock: TimeControl::None, name, secret };
            barrier.wait();
            let ticket = houses[at % houses.len()].address().pair(&ask).unwrap();
            (ask, ticket)
        };
        let mut seats: Vec<(PairRequest, Ticket)> = std::thread::scope(|scope| {
            let press = &press;
            let all: Vec<_> = (0..crowd).map(|at| scope.spawn(move || press(at))).collect();
            all.into_iter().map(|seat| seat.join().unwrap()).collect()
        });
        for (at, (ask, ticket)) in seats.iter().enumerate() {
            assert!(lives(ticket), "round {round}: {ticket:?}");
            let again = houses[(at + 1) % houses.len()].address().pair(ask).unwrap();
            assert_eq!((again.game, again.side), (ticket.game, ticket.side), "round {round}, again");
        }
        // One more for who is left.
        if crowd % 2 == 1 {
            seats.push(press_alone(houses[0]));
        }
        let mut taken: Vec<_> = seats.iter().map(|(_, ticket)| (ticket.game, ticket.side)).collect();
        taken.sort_unstable_by_key(|&(game, side)| (game, side == Side::B));
        for pair in taken.chunks(2) {
            assert_eq!((pair[0], pair[0].0), ((pair[1].0, Side::A), pair[1].0), "round {round}: {taken:?}");
            assert_eq!(pair[1].1, Side::B, "round {round}: {taken:?}");
        }
        taken.dedup_by_key(|(game, _)| *game);
        assert_eq!(taken.len() * 2, seats.len(), "round {round}: two at each");
        assert!(seats.iter().all(|(_, ticket)| lives(ticket)), "round {round}");
    }
}

fn press_alone(house: &House) -> (PairRequest, Ticket) {
    let (name, secret) = ("Sara".parse().unwrap(), draw_secret());
    let ask = PairRequest { rules: "gebeta".to_owned(), clock: TimeControl::None, name, secret };
    let ticket = house.address().pair(&ask).unwrap();
    (ask, ticket)
}

#[test]
fn nobody_of_a_crowd_is_sent_to_a_game_that_was_called_off() {
    let house = House::with(settings());
    for crowd in [3, 4, 6] {
        crowd_at_once(&[&house], crowd);
    }
}

#[test]
fn nor_at_two_nodes() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("crowds");
    let nodes = [(); 2].map(|()| House::on(&url, settings()));
    for crowd in [3, 4, 6] {
        crowd_at_once(&[&nodes[0], &nodes[1]], crowd);
    }
}

/// The game that somebody was told of is called off; asked again, they are told of another one.
#[test]
fn who_asks_again_is_never_told_of_a_game_that_is_over() {
    let house = House::with(settings());
    let (ask, first) = press_alone(&house);
    let mut player = GameClient::player(house.address(), &first);
    player.wait(|_| true).unwrap();
    player.act(Action::Abort).unwrap();
    let second = house.address().pair(&ask).unwrap();
    assert_ne!(second.game, first.game);
    assert_eq!(house.address().pair(&ask).unwrap().game, second.game);
    let (_, namesake) = press_alone(&house);
    assert_ne!(namesake.game, second.game, "nobody plays their namesake");
    let others = ["Abebe", "Lemlem"].map(|name| pair(&house, name));
    assert!(others.iter().any(|other| (other.game, other.side) == (second.game, Side::B)), "{others:?}");
    let mut player = GameClient::player(house.address(), &second);
    player.wait(|game| game.names().b.is_some()).unwrap();
    assert_eq!(player.side(), Some(Side::A), "the secret of the ticket opens it");
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

fn lobby(house: &House) -> Vec<LobbyEntry> {
    house.pass(Duration::from_millis(limits::LOBBY_MS));
    serde_json::from_str(&house.address().get("/api/lobby").unwrap()).unwrap()
}

fn list(house: &House, rules: &str) -> Result<Ticket, ClientError> {
    house.address().create(&CreateRequest { listed: true, ..house::request(rules, SeatWish::Coin) })
}

/// A game is in the lobby for as long as its maker is connected, and nobody is paired with who is not there.
#[test]
fn nobody_is_paired_with_who_is_not_there() {
    let house = House::with(settings());
    let ghosts: Vec<Ticket> = (0..30).map(|_| list(&house, "gebeta").unwrap()).collect();
    house.pass(Duration::from_millis(limits::UNCONNECTED_MS));
    assert_eq!(lobby(&house), [], "nobody has come to any of them");
    let seeker = pair(&house, "Sara");
    assert_eq!(seeker.side, Side::A, "a game of her own");
    let mut maker = GameClient::player(house.address(), &ghosts[7]);
    maker.connect().unwrap();
    let began = Instant::now();
    while !lobby(&house).iter().any(|open| open.game == ghosts[7].game) {
        assert!(began.elapsed() < Duration::from_secs(5), "who is there is shown");
    }
    assert_eq!(pair(&house, "Lemlem").game, ghosts[7].game);
    // Who waits and leaves is soon forgotten.
    let left = list(&house, "avalanche").unwrap();
    let mut maker = GameClient::player(house.address(), &left);
    maker.connect().unwrap();
    drop(maker);
    let began = Instant::now();
    loop {
        // The server's clock is ahead of its timers; a question wakes the game.
        house.pass(Duration::from_millis(limits::PRESENCE_MS));
        house.address().get(&format!("/api/games/{}", left.game)).unwrap();
        if !lobby(&house).iter().any(|open| open.game == left.game) {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(5), "who has gone is not shown");
    }
}

/// One address does not fill the lobby, and says nothing there.
#[test]
fn the_lobby_is_nobodys_billboard() {
    let house = House::open();
    let file = "game = \"mancala\"\nname = \"win money at evil.example\"\nbase = \"gebeta\"\nstones = 5\n";
    let changed = "game = \"mancala\"\nname = \"gebeta\"\nbase = \"gebeta\"\nstones = 3\n";
    let made = [file, changed, "tainted"].map(|rules| list(&house, rules).unwrap());
    let _makers = made.each_ref().map(|ticket| {
        let mut maker = GameClient::player(house.address(), ticket);
        maker.connect().unwrap();
        maker
    });
    let refused = |rules: &str| matches!(list(&house, rules), Err(ClientError::Refused(Code::TooMany)));
    assert!(refused("gebeta") && refused(file), "three are enough");
    let pairing = PairRequest {
        rules: "avalanche".to_owned(),
        clock: TimeControl::None,
        name: "Sara".parse().unwrap(),
        secret: draw_secret(),
    };
    assert!(matches!(house.address().pair(&pairing), Err(ClientError::Refused(Code::TooMany))));
    house.create("gebeta", SeatWish::One, TimeControl::None);
    let joined =
        house.address().pair(&PairRequest { rules: "tainted".to_owned(), ..pairing.clone() }).unwrap();
    assert_eq!(joined.side, Side::B, "who finds an opponent needs no game of their own");
    assert_eq!(
        house.address().pair(&PairRequest { secret: draw_secret(), ..pairing }).unwrap().side,
        Side::A
    );
    let mut names: Vec<String> = lobby(&house).into_iter().map(|open| open.rule_set).collect();
    names.sort_unstable();
    assert_eq!((names.len(), &names[0][..], &names[2][..]), (3, "avalanche", "gebeta*"));
    assert!(names[1].starts_with("custom-") && names[1].len() == 15, "{names:?}");
    let page = house.address().get(&format!("/g/{}", made[0].game)).unwrap();
    assert!(page.contains("Custom rules") && !page.contains("evil"), "{page}");
}
