//! Players who look for an opponent at the same moment find each other.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use gebeta_client::{ClientError, GameClient, draw_secret};
use gebeta_protocol::{
    Action, Code, CreateRequest, JoinRequest, LobbyEntry, PairRequest, SeatWish, Side, Ticket, TimeControl,
};
use gebeta_server::config::{Quotas, ServerSettings};
use gebeta_server::limits;
use gebeta_testkit::postgres::Cluster;

use crate::test_server::{self, TestServer};

const ROUNDS: usize = 25;

fn settings() -> ServerSettings {
    let quotas = Quotas {
        new_games: u32::MAX,
        questions: u32::MAX,
        open_games_per_address: u32::MAX,
        ..Quotas::default()
    };
    ServerSettings { quotas, ..ServerSettings::default() }
}

fn pair(server: &TestServer, name: &str) -> Ticket {
    let (name, secret) = (name.parse().unwrap(), draw_secret());
    let request = PairRequest { rules: "gebeta".to_owned(), clock: TimeControl::None, name, secret };
    server.address().pair(&request).unwrap()
}

/// Both have made a game and joined the other's, or one has, and the answers are lost: every repeated request gets the one
/// game that both keep.
#[test]
fn a_repeated_request_gets_the_game_that_both_keep() {
    let server = TestServer::with(settings());
    let asks = ["Abebe", "Sara"].map(|name| {
        let (name, secret) = (name.parse().unwrap(), draw_secret());
        PairRequest { rules: "gebeta".to_owned(), clock: TimeControl::None, name, secret }
    });
    let make = |ask: &PairRequest| {
        let PairRequest { rules, clock, name, secret } = ask.clone();
        let made =
            CreateRequest { rules, clock, seat: SeatWish::Coin, listed: true, name, secret, opponent: None };
        server.address().create(&made).unwrap()
    };
    let join = |ask: &PairRequest, other: &Ticket| {
        let request = JoinRequest { name: ask.name.clone(), secret: ask.secret };
        server.address().join(other.game, &request).unwrap()
    };
    let made = asks.each_ref().map(make);
    join(&asks[0], &made[1]);
    join(&asks[1], &made[0]);
    for round in 0..3 {
        let [a, b] = asks.each_ref().map(|ask| server.address().pair(ask).unwrap());
        assert_eq!((a.game, a.side), (b.game, !b.side), "round {round}");
        assert_eq!(a.game, made[0].game.min(made[1].game));
        let kept = server.address().get(&format!("/api/games/{}", a.game)).unwrap();
        assert!(!kept.contains("aborted"), "{kept}");
    }
    // Only one has joined the other's.
    let alone = PairRequest { secret: draw_secret(), ..asks[0].clone() };
    let open = PairRequest { secret: draw_secret(), ..asks[1].clone() };
    let (own, other) = (make(&alone), make(&open));
    join(&alone, &other);
    for _ in 0..3 {
        assert_eq!(server.address().pair(&alone).unwrap().game, other.game);
        assert_eq!(server.address().pair(&open).unwrap().game, other.game);
    }
    let left = server.address().get(&format!("/api/games/{}", own.game)).unwrap();
    assert!(left.contains("aborted"), "{left}");
}

/// Both press at once, again and again: every time they sit at one game, on different sides, and no other one is left open.
fn press_at_once(one: &TestServer, two: &TestServer) {
    for round in 0..ROUNDS {
        let barrier = Barrier::new(2);
        let press = |server, name| {
            barrier.wait();
            pair(server, name)
        };
        let [a, b] = std::thread::scope(|scope| {
            let both = [(one, "Abebe"), (two, "Sara")];
            both.map(|(server, name)| scope.spawn(move || press(server, name)))
                .map(|seat| seat.join().unwrap())
        });
        assert_eq!((a.game, a.side), (b.game, !b.side), "round {round}");
        let mut player = GameClient::player(two.address(), &b);
        player.wait(|game| game.names().b.is_some()).unwrap();
        assert_eq!(player.side(), Some(b.side));
        for server in [one, two] {
            server.pass(Duration::from_millis(limits::LOBBY_MS));
            assert_eq!(server.address().get("/api/lobby").unwrap(), "[]", "round {round}");
        }
    }
}

/// Several requests at once, again and again: each gets a seat at a live game, no seat is given twice, at most one player
/// waits, and a repeated request gets the same answer.
fn many_at_once(servers: &[&TestServer], players: usize) {
    let lives = |ticket: &Ticket| {
        // The node that has ended a game knows it; another may not yet.
        let views = servers.iter().map(|server| server.address().get(&format!("/api/games/{}", ticket.game)));
        !views.map(Result::unwrap).any(|view| view.contains("aborted"))
    };
    for round in 0..ROUNDS / 3 {
        let barrier = Barrier::new(players);
        let press = |at: usize| {
            let (name, secret) = (format!("Abebe {at}").parse().unwrap(), draw_secret());
            let ask = PairRequest { rules: "gebeta".to_owned(), clock: TimeControl::None, name, secret };
            barrier.wait();
            let ticket = servers[at % servers.len()].address().pair(&ask).unwrap();
            (ask, ticket)
        };
        let mut seats: Vec<(PairRequest, Ticket)> = std::thread::scope(|scope| {
            let press = &press;
            let all: Vec<_> = (0..players).map(|at| scope.spawn(move || press(at))).collect();
            all.into_iter().map(|seat| seat.join().unwrap()).collect()
        });
        for (at, (ask, ticket)) in seats.iter().enumerate() {
            assert!(lives(ticket), "round {round}: {ticket:?}");
            let again = servers[(at + 1) % servers.len()].address().pair(ask).unwrap();
            assert_eq!((again.game, again.side), (ticket.game, ticket.side), "round {round}, again");
        }
        // One more for the player who is left over.
        if players % 2 == 1 {
            seats.push(press_alone(servers[0]));
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

fn press_alone(server: &TestServer) -> (PairRequest, Ticket) {
    let (name, secret) = ("Sara".parse().unwrap(), draw_secret());
    let ask = PairRequest { rules: "gebeta".to_owned(), clock: TimeControl::None, name, secret };
    let ticket = server.address().pair(&ask).unwrap();
    (ask, ticket)
}

#[test]
fn concurrent_pairing_never_returns_an_aborted_game() {
    let server = TestServer::with(settings());
    for players in [3, 4, 6] {
        many_at_once(&[&server], players);
    }
}

#[test]
fn nor_at_two_nodes() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("crowds");
    let nodes = [(); 2].map(|()| TestServer::on(&url, settings()));
    for players in [3, 4, 6] {
        many_at_once(&[&nodes[0], &nodes[1]], players);
    }
}

/// The game of a ticket is aborted; the repeated request gets another one.
#[test]
fn a_repeated_request_never_gets_a_finished_game() {
    let server = TestServer::with(settings());
    let (ask, first) = press_alone(&server);
    let mut player = GameClient::player(server.address(), &first);
    player.wait(|_| true).unwrap();
    player.act(Action::Abort).unwrap();
    let second = server.address().pair(&ask).unwrap();
    assert_ne!(second.game, first.game);
    assert_eq!(server.address().pair(&ask).unwrap().game, second.game);
    let (_, namesake) = press_alone(&server);
    assert_ne!(namesake.game, second.game, "nobody plays their namesake");
    let others = ["Abebe", "Lemlem"].map(|name| pair(&server, name));
    assert!(others.iter().any(|other| (other.game, other.side) == (second.game, Side::B)), "{others:?}");
    let mut player = GameClient::player(server.address(), &second);
    player.wait(|game| game.names().b.is_some()).unwrap();
    assert_eq!(player.side(), Some(Side::A), "the secret of the ticket opens it");
}

#[test]
fn players_who_pair_at_the_same_moment_play_each_other() {
    let server = TestServer::with(settings());
    press_at_once(&server, &server);
}

#[test]
fn also_at_two_nodes() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("pairs");
    let nodes = [(); 2].map(|()| TestServer::on(&url, settings()));
    press_at_once(&nodes[0], &nodes[1]);
}

fn lobby(server: &TestServer) -> Vec<LobbyEntry> {
    server.pass(Duration::from_millis(limits::LOBBY_MS));
    serde_json::from_str(&server.address().get("/api/lobby").unwrap()).unwrap()
}

fn list(server: &TestServer, rules: &str) -> Result<Ticket, ClientError> {
    server.address().create(&CreateRequest { listed: true, ..test_server::request(rules, SeatWish::Coin) })
}

/// A game is in the lobby as long as its maker is connected, and no player is paired with an absent one.
#[test]
fn no_player_is_paired_with_an_absent_one() {
    let server = TestServer::with(settings());
    let ghosts: Vec<Ticket> = (0..30).map(|_| list(&server, "gebeta").unwrap()).collect();
    server.pass(Duration::from_millis(limits::UNCONNECTED_MS));
    assert_eq!(lobby(&server), [], "nobody has come to any of them");
    let seeker = pair(&server, "Sara");
    assert_eq!(seeker.side, Side::A, "a game of her own");
    let mut maker = GameClient::player(server.address(), &ghosts[7]);
    maker.connect().unwrap();
    let began = Instant::now();
    while !lobby(&server).iter().any(|open| open.game == ghosts[7].game) {
        assert!(began.elapsed() < Duration::from_secs(5), "who is there is shown");
    }
    assert_eq!(pair(&server, "Lemlem").game, ghosts[7].game);
    // A maker who leaves is soon removed.
    let left = list(&server, "avalanche").unwrap();
    let mut maker = GameClient::player(server.address(), &left);
    maker.connect().unwrap();
    drop(maker);
    let began = Instant::now();
    loop {
        // The server's clock is ahead of its timers; a question wakes the game.
        server.pass(Duration::from_millis(limits::PRESENCE_MS));
        server.address().get(&format!("/api/games/{}", left.game)).unwrap();
        if !lobby(&server).iter().any(|open| open.game == left.game) {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(5), "who has gone is not shown");
    }
}

/// One address does not fill the lobby, and says nothing there.
#[test]
fn the_lobby_shows_few_games_of_one_address_and_no_free_text() {
    let server = TestServer::open();
    let file = "game = \"mancala\"\nname = \"win money at evil.example\"\nbase = \"gebeta\"\nstones = 5\n";
    let changed = "game = \"mancala\"\nname = \"gebeta\"\nbase = \"gebeta\"\nstones = 3\n";
    let made = [file, changed, "tainted"].map(|rules| list(&server, rules).unwrap());
    let _makers = made.each_ref().map(|ticket| {
        let mut maker = GameClient::player(server.address(), ticket);
        maker.connect().unwrap();
        maker
    });
    let refused = |rules: &str| matches!(list(&server, rules), Err(ClientError::Refused(Code::TooMany)));
    assert!(refused("gebeta") && refused(file), "three are enough");
    let pairing = PairRequest {
        rules: "avalanche".to_owned(),
        clock: TimeControl::None,
        name: "Sara".parse().unwrap(),
        secret: draw_secret(),
    };
    assert!(matches!(server.address().pair(&pairing), Err(ClientError::Refused(Code::TooMany))));
    server.create("gebeta", SeatWish::One, TimeControl::None);
    let joined =
        server.address().pair(&PairRequest { rules: "tainted".to_owned(), ..pairing.clone() }).unwrap();
    assert_eq!(joined.side, Side::B, "who finds an opponent needs no game of their own");
    assert_eq!(
        server.address().pair(&PairRequest { secret: draw_secret(), ..pairing }).unwrap().side,
        Side::A
    );
    let mut names: Vec<String> = lobby(&server).into_iter().map(|open| open.rule_set).collect();
    names.sort_unstable();
    assert_eq!((names.len(), &names[0][..], &names[2][..]), (3, "avalanche", "gebeta*"));
    assert!(names[1].starts_with("custom-") && names[1].len() == 15, "{names:?}");
    let page = server.address().get(&format!("/g/{}", made[0].game)).unwrap();
    assert!(page.contains("Custom rules") && !page.contains("evil"), "{page}");
}
