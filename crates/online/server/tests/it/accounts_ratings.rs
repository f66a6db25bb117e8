//! Which games are rated is decided before they are played, and only games that were played are.

use gebeta_client::{GameClient, draw_secret};
use gebeta_protocol::{Action, Code, SeatSecret, Ticket, Unrated};
use gebeta_server::config::{Quotas, ServerSettings};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::test_server::{TestServer, begin};

/// A server behind a proxy that says where requests come from.
fn server() -> TestServer {
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let quotas = Quotas { rated_per_pair: 2, ..Quotas::default() };
    TestServer::with(ServerSettings { proxies, quotas, ..ServerSettings::default() })
}

/// A browser in some network.
fn from(server: &TestServer, address: &str) -> Browser {
    Browser::at(server).with(&format!("x-forwarded-for: {address}"))
}

fn signed_up(server: &TestServer, address: &str, name: &str) -> Browser {
    let mut browser = from(server, address);
    browser.post("/api/account", &credentials(name)).ok();
    browser
}

fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": "correct horse" })
}

fn make(browser: &mut Browser, secret: SeatSecret) -> Ticket {
    let request = json!({ "rules": "gebeta", "seat": "one", "name": "Guest", "secret": secret });
    serde_json::from_str(&browser.post("/api/games", &request).ok().body).unwrap()
}

fn join(browser: &mut Browser, made: &Ticket, secret: SeatSecret) -> Ticket {
    let request = json!({ "name": "Other", "secret": secret });
    let path = format!("/api/games/{}/join", made.game);
    serde_json::from_str(&browser.post(&path, &request).ok().body).unwrap()
}

/// Both make `plies` moves between them, and side A resigns.
fn play(server: &TestServer, seats: [&Ticket; 2], plies: usize) {
    let mut players = seats.map(|ticket| GameClient::player(server.address(), ticket));
    for player in &mut players {
        player.connect().unwrap();
    }
    begin(&mut players);
    for ply in 1..=plies {
        players[(ply + 1) % 2].act(Action::Play { mv: "1".to_owned() }).unwrap();
        for player in &mut players {
            player.wait(|game| game.record().plies().len() == ply).unwrap();
        }
    }
    players[0].act(Action::Resign).unwrap();
}

/// A guest who has won signs in and repeats the same request.
#[test]
fn a_win_as_a_guest_stays_a_guests() {
    let mut server = server();
    let mut victim = signed_up(&server, "192.0.2.1", "Victim");
    signed_up(&server, "192.0.2.2", "Attacker");
    let mut attacker = from(&server, "192.0.2.2");
    // By joining, with the repeated request after the end ..
    let (ours, theirs) = (draw_secret(), draw_secret());
    let made = make(&mut victim, ours);
    let joined = join(&mut attacker, &made, theirs);
    // .. and before it, by making the game.
    let own = draw_secret();
    let guests = make(&mut attacker, own);
    attacker.post("/api/session", &credentials("Attacker")).ok();
    assert_eq!(make(&mut attacker, own).game, guests.game, "the seat is told again");
    let answer = join(&mut victim, &guests, draw_secret());
    play(&server, [&made, &joined], 2);
    play(&server, [&guests, &answer], 2);
    let before = server.profile("Victim", 2);
    assert_eq!(join(&mut attacker, &made, theirs).side, joined.side, "the seat is told again");
    assert_eq!(make(&mut attacker, own).side, guests.side);
    server.restart();
    // The start looks through all games that have no result; one of another pair comes after them.
    let mut other = from(&server, "192.0.2.2");
    other.post("/api/session", &credentials("Attacker")).ok();
    let made = make(&mut other, draw_secret());
    let joined = join(&mut from(&server, "192.0.2.9"), &made, draw_secret());
    play(&server, [&made, &joined], 2);
    let attacker = server.profile("Attacker", 1);
    assert_eq!((attacker.history[0].game, attacker.ratings), (made.game, vec![]));
    assert_eq!(server.profile("Victim", 2), before);
    assert_eq!(before.ratings, []);
    assert!(before.history.iter().all(|game| game.unrated == Some(Unrated::Guest)), "{before:?}");
}

/// Ratings come from games that two different people have played, and not from the same two all day.
#[test]
fn a_rating_needs_a_game() {
    let server = server();
    let mut abebe = signed_up(&server, "192.0.2.1", "Abebe");
    let mut sara = signed_up(&server, "192.0.2.2", "Sara");
    let mut at_abebes = from(&server, "192.0.2.1");
    at_abebes.post("/api/session", &credentials("Sara")).ok();
    let rows = [
        ("nobody has moved", 0, false, Some(Unrated::NotPlayed)),
        ("one has moved", 1, false, Some(Unrated::NotPlayed)),
        ("both have moved, in one room", 2, true, Some(Unrated::OneNetwork)),
        ("both have moved", 2, false, None),
        ("once more", 2, false, None),
        ("again and again", 2, false, Some(Unrated::Repeated)),
    ];
    for (games, (what, plies, in_one_room, expected)) in rows.into_iter().enumerate() {
        let made = make(&mut abebe, draw_secret());
        let opponent = if in_one_room { &mut at_abebes } else { &mut sara };
        let joined = join(opponent, &made, draw_secret());
        play(&server, [&made, &joined], plies);
        let told = server.profile("Abebe", games + 1);
        let last = &told.history[0];
        assert_eq!(
            (last.game, last.unrated, last.rating.is_none()),
            (made.game, expected, expected.is_some()),
            "{what}"
        );
    }
    assert_eq!(server.profile("Sara", 6).ratings[0].games, 2);
    // A seat cannot be taken over with another account.
    let made = make(&mut abebe, draw_secret());
    let request = json!({ "name": "Sara", "secret": draw_secret() });
    from(&server, "192.0.2.3").post(&format!("/api/games/{}/join", made.game), &request).is(Code::NameTaken);
}

/// Who has played a few games is not ranked yet; what is no shipped rule set has no leaderboard.
#[test]
fn a_leaderboard_is_of_shipped_rules_and_has_pages() {
    let server = server();
    let mut abebe = signed_up(&server, "192.0.2.1", "Abebe");
    let mut sara = signed_up(&server, "192.0.2.2", "Sara");
    let made = make(&mut abebe, draw_secret());
    let joined = join(&mut sara, &made, draw_secret());
    play(&server, [&made, &joined], 2);
    assert!(server.profile("Abebe", 1).ratings[0].guess);
    let mut anybody = from(&server, "192.0.2.9");
    for path in ["gebeta", "kendall", "gebeta?page=0", "gebeta?page=900"] {
        assert_eq!(anybody.get(&format!("/api/leaderboard/{path}")).ok().json(), json!([]), "{path}");
    }
    anybody.get("/api/leaderboard/nonsense").is(Code::NotFound);
    anybody.get("/api/leaderboard/gebeta?page=-1").is(Code::BadMessage);
}
