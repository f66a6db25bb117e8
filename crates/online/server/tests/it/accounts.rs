//! Accounts over real sockets: signing up, in and out, permissions, and the results of finished games.

use std::time::{Duration, Instant};

use gebeta_client::{Address, ClientError, GameClient, draw_secret};
use gebeta_protocol::{
    Action, ApiToken, Code, CreateRequest, Ending, Event, GameResult, JoinRequest, Logged, MatchId, Outcome,
    Profile, SeatWish, Side, StatisticsLine, Ticket, TimeControl, TokenMade,
};
use gebeta_server::config::{Quotas, ServerSettings};
use gebeta_server::limits;
use gebeta_store::ports::{Appended, Batch, MatchStore as _};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;

use crate::browser::{Browser, Socket, closed};
use crate::test_server::{TestServer, begin, next_action, request};

const PASSWORD: &str = "correct horse";

fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": PASSWORD })
}

#[test]
fn signing_up_out_and_in_again() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    page.get("/api/account").is(Code::SignedOut);
    let answer = page.post("/api/account", &credentials("Abebe")).ok();
    assert_eq!(answer.json()["name"], "Abebe");
    let cookie = answer.header("set-cookie", "sid=");
    assert!(cookie.ends_with("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"), "{cookie}");
    assert!(!answer.body.contains(&page.cookie), "scripts do not see it");
    assert_eq!(page.get("/api/account").ok().json()["name"], "Abebe");
    let first = page.cookie.clone();
    // Signing in again makes a new session and ends the old one.
    page.post("/api/session", &credentials("ABEBE")).ok();
    assert_ne!(page.cookie, first);
    Browser { cookie: first, ..Browser::at(&server) }.get("/api/account").is(Code::SignedOut);
    let last = page.cookie.clone();
    assert_eq!(page.delete("/api/session", None).status, 204);
    assert_eq!(page.cookie, "", "the browser is told to forget it");
    Browser { cookie: last, ..Browser::at(&server) }.get("/api/account").is(Code::SignedOut);
    // Behind a proxy with https the cookie is bound to the host.
    let mut secure = Browser { headers: "x-forwarded-proto: https\r\n".to_owned(), ..Browser::at(&server) };
    let answer = secure.post("/api/session", &credentials("Abebe")).ok();
    let cookie = answer.header("set-cookie", "__Host-sid=");
    assert!(cookie.ends_with("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure"), "{cookie}");
}

#[test]
fn what_is_refused_is_refused_by_its_code() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    page.post("/api/account", &credentials("Abebe")).ok();
    let mut other = Browser::at(&server);
    for (body, code) in [
        (credentials("abe-be"), Code::NameTaken),
        (credentials("Former player"), Code::NameTaken),
        (credentials("former-PLAYER"), Code::NameTaken),
        (credentials("Computer"), Code::NameTaken),
        (json!({ "name": "Sara", "password": "password" }), Code::BadPassword),
        (json!({ "name": "Sara", "password": "12345678" }), Code::BadPassword),
        (json!({ "name": "Sara", "password": "short" }), Code::BadPassword),
        (json!({ "name": "Sara", "password": "x".repeat(300) }), Code::BadPassword),
        (json!({ "name": "S\u{202e}ara", "password": PASSWORD }), Code::BadMessage),
        (json!({ "name": "Sara", "password": PASSWORD, "admin": true }), Code::BadMessage),
    ] {
        other.post("/api/account", &body).is(code);
    }
    // A wrong name and a wrong password are the same.
    let wrong = [
        json!({ "name": "Abebe", "password": "wrong horse" }),
        json!({ "name": "Nobody", "password": PASSWORD }),
        json!({ "name": "Abebe", "password": "x".repeat(3000) }),
    ];
    let answers = wrong.map(|body| other.post("/api/session", &body));
    for answer in &answers {
        assert_eq!((answer.status, &answer.body), (401, &answers[0].body));
    }
    other.get("/api/players/Nobody").is(Code::NotFound);
    other.get("/api/players/%00").is(Code::NotFound);
    other.get("/api/players/Abebe?before=x").is(Code::BadMessage);
    other.delete("/api/account", Some(&json!({ "password": PASSWORD }))).is(Code::SignedOut);
    other.post("/api/tokens", &json!({ "label": "bot" })).is(Code::SignedOut);
    let mut foreign = Browser { headers: "origin: http://evil.example\r\n".to_owned(), ..page.clone() };
    foreign.post("/api/session", &credentials("Abebe")).is(Code::Foreign);
    foreign.delete("/api/account", Some(&json!({ "password": PASSWORD }))).is(Code::Foreign);
    foreign.delete("/api/session", None).is(Code::Foreign);
    // A guest cannot have the name of an account, however it is written.
    let guest = CreateRequest { name: "A.BEBE".parse().unwrap(), ..request("gebeta", SeatWish::One) };
    assert!(matches!(server.address().create(&guest), Err(ClientError::Refused(Code::NameTaken))));
}

#[test]
fn another_password_signs_out_everywhere_else() {
    let server = TestServer::open();
    let (mut page, program) = signed_up(&server, "Abebe");
    let mut other = Browser::at(&server);
    other.post("/api/session", &credentials("Abebe")).ok();
    let change = |old: &str, new: &str| json!({ "password": old, "new": new });
    let path = "/api/account/password";
    Browser::at(&server).post(path, &change(PASSWORD, "battery staple")).is(Code::SignedOut);
    page.post(path, &change("wrong horse", "battery staple")).is(Code::WrongLogin);
    page.post(path, &change(PASSWORD, "short")).is(Code::BadPassword);
    page.post(path, &json!({ "password": PASSWORD })).is(Code::BadMessage);
    let mut foreign = Browser { headers: "origin: http://evil.example\r\n".to_owned(), ..page.clone() };
    foreign.post(path, &change(PASSWORD, "battery staple")).is(Code::Foreign);
    other.get("/api/account").ok();
    let before = page.cookie.clone();
    assert_eq!(page.post(path, &change(PASSWORD, "battery staple")).ok().json()["name"], "Abebe");
    assert_ne!(page.cookie, before, "a new session");
    page.get("/api/account").ok();
    other.get("/api/account").is(Code::SignedOut);
    other.post("/api/session", &credentials("Abebe")).is(Code::WrongLogin);
    other.post("/api/session", &json!({ "name": "Abebe", "password": "battery staple" })).ok();
    let refused = program.get("/api/account");
    assert!(
        matches!(refused, Err(ClientError::Refused(Code::SignedOut))),
        "who knew the old one may have made tokens"
    );
}

/// On a shared computer, the seat of an account is closed to the next user.
#[test]
fn the_seat_of_an_account_needs_the_account_in_a_browser() {
    let server = TestServer::open();
    let (mut page, program) = signed_up(&server, "Abebe");
    let (sara, _) = signed_up(&server, "Sara");
    let guest = Browser::at(&server);
    let ask = serde_json::to_value(request("gebeta", SeatWish::One)).unwrap();
    let made: Ticket = serde_json::from_str(&page.post("/api/games", &ask).ok().body).unwrap();
    let joined = server.join(&made);
    let refused = (1008, "signed-out".to_owned());
    let mut socket = page.sit(&made).unwrap();
    assert_eq!(page.delete("/api/session", None).status, 204);
    assert_eq!(closed(&mut socket), refused);
    for other in [&page, &guest, &sara] {
        assert_eq!(other.sit(&made).unwrap_err(), refused);
        // Everyone may watch, and the seat of a guest belongs to the browser.
        other.watch(&made.game.to_string());
        other.sit(&joined).unwrap();
    }
    page.post("/api/session", &credentials("Abebe")).ok();
    page.sit(&made).unwrap();
    // A program is not shared, so it keeps its seat.
    for program in [program, server.address()] {
        GameClient::player(program, &made).connect().unwrap();
    }
}

#[test]
fn signing_out_closes_the_sockets() {
    let server = TestServer::open();
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game.to_string();
    let (mut page, _) = signed_up(&server, "Abebe");
    let mut other = Browser::at(&server);
    other.post("/api/session", &credentials("Abebe")).ok();
    let (mut sara, _) = signed_up(&server, "Sara");
    let mut sockets = [&page, &other, &sara].map(|browser| browser.watch(&game));
    let signed_out = (1008, "signed-out".to_owned());
    // One place.
    let began = Instant::now();
    assert_eq!(page.delete("/api/session", None).status, 204);
    assert_eq!(closed(&mut sockets[0]), signed_out);
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    // All places.
    Browser::at(&server).delete("/api/sessions", None).is(Code::SignedOut);
    page.post("/api/session", &credentials("Abebe")).ok();
    let mut again = page.watch(&game);
    assert_eq!(page.delete("/api/sessions", None).status, 204);
    assert_eq!([closed(&mut again), closed(&mut sockets[1])], [signed_out.clone(), signed_out.clone()]);
    other.get("/api/account").is(Code::SignedOut);
    sara.get("/api/account").ok();
    // An expired session is found without being announced.
    server.pass(limits::SESSION + Duration::from_hours(1));
    assert_eq!(closed(&mut sockets[2]), signed_out);
}

#[test]
fn guessing_passwords_is_stopped_for_the_name_alone() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    page.post("/api/account", &credentials("Sara")).ok();
    let wrong = json!({ "name": "Abebe", "password": "wrong horse" });
    let statuses: Vec<u16> =
        (0..=limits::LOGINS_PER_NAME).map(|_| page.post("/api/session", &wrong).status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), limits::LOGINS_PER_NAME as usize);
    let answer = page.post("/api/session", &wrong);
    answer.is(Code::Rate);
    assert_eq!(answer.header("retry-after", ""), "60");
    page.post("/api/session", &credentials("Sara")).ok();
    let more = (1..=limits::SIGN_UPS).map(|n| page.post("/api/account", &credentials(&format!("Guest {n}"))));
    assert_eq!(more.last().unwrap().status, 429);
}

#[test]
fn a_wrong_password_and_an_unknown_name_take_the_same_time() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    page.post("/api/account", &credentials("Sara")).ok();
    // Alternating, so that other load on the machine slows both.
    let mut times = [("Sara", Vec::new()), ("Nobody", Vec::new())];
    for _ in 0..9 {
        for (name, times) in &mut times {
            let wrong = json!({ "name": name, "password": "wrong horse" });
            let began = Instant::now();
            page.post("/api/session", &wrong).is(Code::WrongLogin);
            times.push(began.elapsed());
        }
    }
    let [known, unknown] = times.map(|(_, mut times)| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    // One hash takes a hundred times as long as everything else.
    assert!(unknown * 3 > known && known * 3 > unknown, "{known:?} {unknown:?}");
}

#[test]
fn an_account_has_so_many_sockets_and_games_and_no_more() {
    let quotas = Quotas { sockets_per_account: 2, new_games_per_account: 3, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    let mut page = Browser::at(&server);
    page.post("/api/account", &credentials("Sara")).ok();
    let mut make = || {
        page.post("/api/games", &json!({ "rules": "gebeta", "name": "x", "secret": draw_secret().reveal() }))
    };
    let game = make().ok().json()["game"].as_str().unwrap().to_owned();
    make().ok();
    make().ok();
    make().is(Code::Rate);
    let _two = [(); 2].map(|()| page.watch(&game));
    page.get(&format!("/api/games/{game}/socket")).is(Code::Rate);
    // A guest is counted by address alone.
    let _guest = Browser::at(&server).watch(&game);
}

/// An account, as a program.
fn signed_up(server: &TestServer, name: &str) -> (Browser, Address) {
    let mut page = Browser::at(server);
    page.post("/api/account", &credentials(name)).ok();
    let made: TokenMade =
        serde_json::from_str(&page.post("/api/tokens", &json!({ "label": "tests" })).ok().body).unwrap();
    (page, server.address().with_token(made.token))
}

/// Two players at a game that has begun, by their addresses.
fn game(a: &Address, b: &Address, rules: &str) -> [GameClient; 2] {
    let ours = a.create(&request(rules, SeatWish::One)).unwrap();
    let theirs =
        b.join(ours.game, &JoinRequest { name: "X".parse().unwrap(), secret: draw_secret() }).unwrap();
    let mut players = [GameClient::player(a.clone(), &ours), GameClient::player(b.clone(), &theirs)];
    for player in &mut players {
        player.connect().unwrap();
    }
    begin(&mut players);
    players
}

/// A pause between two requests, which keeps them below the rate limit.
fn pause() {
    std::thread::sleep(Duration::from_millis(50));
}

/// A server for people behind one address, as all are in tests.
fn club() -> TestServer {
    let quotas = Quotas { rated_per_pair_of_one_network: 9, ..Quotas::default() };
    TestServer::with(ServerSettings { quotas, ..ServerSettings::default() })
}

/// A move of each in a game of gebeta, without another turn.
fn open_both(players: &mut [GameClient; 2]) {
    for (at, ply) in [(0, 1), (1, 2)] {
        players[at].act(Action::Play { mv: "1".to_owned() }).unwrap();
        for player in players.iter_mut() {
            player.wait(|game| game.record().plies().len() == ply).unwrap();
        }
    }
}

fn resign(player: &mut GameClient) -> MatchId {
    let id = player.game().unwrap().id();
    player.act(Action::Resign).unwrap();
    id
}

#[test]
fn games_between_accounts_are_rated_once_and_survive_a_restart() {
    let mut server = club();
    let (mut page, abebe) = signed_up(&server, "Abebe");
    let (_, sara) = signed_up(&server, "Sara");
    let mut players = game(&abebe, &sara, "kendall");
    assert_eq!(players[0].game().unwrap().names().b.as_ref().unwrap().to_string(), "Sara", "her own name");
    // Until both have moved, so that the game counts: a player with good throws moves several times in a row.
    let has_moved = |player: &GameClient, side| {
        let is_move = |event: &Logged| event.by == Some(side) && matches!(event.what, Event::Played { .. });
        player.log().iter().any(is_move)
    };
    for turn in 0.. {
        if has_moved(&players[0], Side::A) && has_moved(&players[0], Side::B) {
            break;
        }
        let game = players[0].game().unwrap();
        let side = game.side_to_move().expect("nobody wins before the other has moved");
        let (action, revision) = (next_action(game, turn), game.revision());
        players[usize::from(side == Side::B)].act(action).unwrap();
        for player in &mut players {
            player.wait(|game| game.revision() > revision).unwrap();
        }
    }
    let first = resign(&mut players[1]);
    let after = server.profile("Abebe", 1);
    let played = &after.history[0];
    assert_eq!((played.game, played.result, played.change), (first, GameResult::Won, Some(162)));
    assert_eq!((after.ratings[0].rating, after.ratings[0].kind.as_str()), (1662, "senet"));
    server.restart();
    assert_eq!(server.profile("Abebe", 1), after, "a restart settles nothing twice");
    assert_eq!(server.profile("Sara", 1).ratings[0].rating, 1338);
    // The rematch swaps the sides.
    players[0].act(Action::Rematch).unwrap();
    players[1].wait(|game| game.rematch_offer().is_some()).unwrap();
    players[1].act(Action::Rematch).unwrap();
    players[1].wait(|game| game.rematch().is_some()).unwrap();
    let again = players[1].game().unwrap().rematch().unwrap();
    let text = server.address().get(&format!("/api/games/{again}")).unwrap();
    assert!(text.contains("Abebe") && text.contains("Sara"), "{text}");
    // Another rule set has another rating.
    let mut players = game(&abebe, &sara, "gebeta");
    open_both(&mut players);
    resign(&mut players[0]);
    let sara = server.profile("Sara", 2);
    let sets: Vec<_> = sara.ratings.iter().map(|rating| (rating.rule_set.as_str(), rating.rating)).collect();
    assert_eq!(sets, [("gebeta", 1662), ("five-piece", 1338)]);
    Browser::at(&server).get("/api/account/statistics").is(Code::SignedOut);
    let lines: Vec<StatisticsLine> =
        serde_json::from_str(&page.get("/api/account/statistics").ok().body).unwrap();
    let line =
        |line: &StatisticsLine| (line.rule_set.clone(), line.opponent.to_string(), line.won, line.lost);
    let sara = "Sara".to_owned();
    let told: Vec<_> = lines.iter().map(line).collect();
    assert_eq!(told, [("gebeta".to_owned(), sara.clone(), 0, 1), ("five-piece".to_owned(), sara, 1, 0)]);
    assert_eq!((lines[0].scored, lines[0].plies), (1, 2));
}

/// The server is killed after the end of a game is stored and before its result is recorded.
#[test]
fn a_result_that_a_crash_has_left_is_written_once_at_the_next_start() {
    let mut server = club();
    let (_, abebe) = signed_up(&server, "Abebe");
    let (_, sara) = signed_up(&server, "Sara");
    let mut players = game(&abebe, &sara, "gebeta");
    open_both(&mut players);
    let id = players[0].game().unwrap().id();
    drop(players);
    server.while_down(async |logs| {
        let revision = logs.load(id).await.unwrap().unwrap().revision;
        let what = Event::Ended { how: Ending::Resigned, outcome: Some(Outcome::One), seed: None };
        let end = Logged { seq: revision + 1, at: 1_700_000_000_000, by: Some(Side::B), mid: None, what };
        let (game, expected, events) = (id, revision, vec![end]);
        let batch = Batch { game, expected, events, secrets: None, listed: false, joiner: None, seals: None };
        assert_eq!(logs.append(batch).await.unwrap(), Appended::Done);
    });
    let after = server.profile("Abebe", 1);
    let played = &after.history[0];
    assert_eq!((played.game, played.result, played.change), (id, GameResult::Won, Some(162)));
    for _ in 0..2 {
        server.restart();
        assert_eq!(server.profile("Abebe", 1), after, "once");
    }
    assert_eq!((after.ratings[0].games, after.ratings[0].rating), (1, 1662));
}

#[test]
fn guests_computers_and_games_called_off_change_no_rating() {
    let server = TestServer::open();
    let (_, abebe) = signed_up(&server, "Abebe");
    let (_, sara) = signed_up(&server, "Sara");
    // Called off before it began: no trace at all.
    let mut players = game(&abebe, &sara, "gebeta");
    players[0].act(Action::Abort).unwrap();
    // Against a guest: in the history, not in the rating.
    let mut players = game(&abebe, &server.address(), "gebeta");
    resign(&mut players[1]);
    // Against oneself there is no game.
    let ours = sara.create(&request("gebeta", SeatWish::One)).unwrap();
    let join = JoinRequest { name: "X".parse().unwrap(), secret: draw_secret() };
    assert!(matches!(sara.join(ours.game, &join), Err(ClientError::Refused(Code::SameName))));
    let after = server.profile("Abebe", 1);
    assert_eq!((after.history[0].result, after.history[0].rating), (GameResult::Won, None));
    assert_eq!(after.ratings, []);
    assert_eq!(server.profile("Sara", 0).ratings, []);
    // A game that is aborted after it was sealed is counted for both.
    assert_eq!(after.called_off, 0, "without sticks and coin nothing is sealed");
    let mut players = game(&abebe, &sara, "kendall");
    players[1].act(Action::Abort).unwrap();
    let told = ["Abebe", "Sara"].map(|name| server.address().get(&format!("/api/players/{name}")).unwrap());
    for told in told {
        assert_eq!(serde_json::from_str::<Profile>(&told).unwrap().called_off, 1, "{told}");
    }
}

#[test]
fn deleting_an_account_keeps_only_its_games() {
    let server = TestServer::open();
    let (mut page, abebe) = signed_up(&server, "Abebe");
    let (_, sara) = signed_up(&server, "Sara");
    let mut players = game(&abebe, &sara, "gebeta");
    players[0].act(Action::Play { mv: "1".to_owned() }).unwrap();
    let id = resign(&mut players[1]);
    server.profile("Abebe", 1);
    let export = page.get("/api/account/export").ok();
    let told = export.json();
    assert_eq!(told["games"][0]["game"], id.to_string());
    assert_eq!(
        (told["account"]["name"].as_str(), told["tokens"].as_array().unwrap().len()),
        (Some("Abebe"), 1)
    );
    assert!(!export.body.contains("argon2") && !export.body.contains(&page.cookie), "{}", export.body);

    let wrong = json!({ "password": "wrong horse" });
    page.delete("/api/account", Some(&wrong)).is(Code::WrongLogin);
    assert_eq!(page.delete("/api/account", Some(&json!({ "password": PASSWORD }))).status, 204);
    page.get("/api/account").is(Code::SignedOut);
    assert!(
        matches!(abebe.get("/api/account"), Err(ClientError::Refused(Code::SignedOut))),
        "its tokens too"
    );
    page.get("/api/players/Abebe").is(Code::NotFound);
    // Also out of a live game with a watcher.
    let until = Instant::now() + Duration::from_secs(10);
    let named = |text: &str| server.address().get(&format!("/api/games/{id}")).unwrap().contains(text);
    while named("Abebe") && Instant::now() < until {
        pause();
    }
    assert!(!named("Abebe") && named("Former player") && named("Sara"));
    let until = Instant::now() + Duration::from_secs(10);
    let mut name = String::new();
    while name != "Former player" && Instant::now() < until {
        name = server.profile("Sara", 1).history[0].opponent.to_string();
        pause();
    }
    assert_eq!(name, "Former player");
}

#[test]
fn a_token_plays_for_an_account_and_does_not_rule_over_it() {
    let quotas = Quotas { sockets_per_account: 2, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    let mut page = Browser::at(&server);
    page.post("/api/account", &credentials("Sara")).ok();
    let made = page.post("/api/tokens", &json!({ "label": "bot" })).ok().json();
    let (token, id) = (made["token"].as_str().unwrap(), made["id"].as_str().unwrap());
    let bearer = format!("authorization: Bearer {token}\r\n");
    let mut program = Browser { headers: bearer, ..Browser::at(&server) };
    program.get("/api/account").ok();
    // Not even together with the cookie of a browser.
    let mut both = Browser { cookie: page.cookie.clone(), ..program.clone() };
    for asked in [&mut program, &mut both] {
        asked.post("/api/tokens", &json!({ "label": "more" })).is(Code::SignedOut);
        asked.get("/api/tokens").is(Code::SignedOut);
        asked.get("/api/account/export").is(Code::SignedOut);
        asked.delete(&format!("/api/tokens/{id}"), None).is(Code::SignedOut);
        asked.delete("/api/sessions", None).is(Code::SignedOut);
        let change = json!({ "password": PASSWORD, "new": "battery staple" });
        asked.post("/api/account/password", &change).is(Code::SignedOut);
        asked.delete("/api/account", Some(&json!({ "password": PASSWORD }))).is(Code::SignedOut);
    }
    page.get("/api/account").ok();
    // Its sockets are the account's, and go with it.
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game.to_string();
    let _one = page.watch(&game);
    let mut two = watch_with(&server, &game, token);
    program.get(&format!("/api/games/{game}/socket")).is(Code::Rate);
    assert_eq!(page.delete(&format!("/api/tokens/{id}"), None).status, 204);
    assert_eq!(closed(&mut two), (1008, "signed-out".to_owned()));
}

/// Watches a game as a program does.
fn watch_with(server: &TestServer, game: &str, token: &str) -> Socket {
    let mut request =
        format!("ws://{}/api/games/{game}/socket", server.host()).into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    let stream = std::net::TcpStream::connect(server.host()).unwrap();
    let (mut socket, _) = tungstenite::client(request, stream).unwrap();
    socket.send(tungstenite::Message::text(r#"{"t":"hello","proto":1,"since":0}"#)).unwrap();
    assert!(socket.read().unwrap().to_text().unwrap().contains("welcome"));
    socket
}

#[test]
fn a_token_is_shown_once_and_can_be_revoked() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    page.post("/api/account", &credentials("Abebe")).ok();
    let made = page.post("/api/tokens", &json!({ "label": "My bot" })).ok().json();
    let token: ApiToken = made["token"].as_str().unwrap().parse().unwrap();
    let program = server.address().with_token(token);
    assert!(program.get("/api/account").unwrap().contains("Abebe"));
    let listed = page.get("/api/tokens").ok();
    assert!(listed.body.contains("My bot") && !listed.body.contains(&token.reveal()), "{}", listed.body);
    for _ in 1..limits::TOKENS_PER_ACCOUNT {
        page.post("/api/tokens", &json!({ "label": "more" })).ok();
    }
    page.post("/api/tokens", &json!({ "label": "too many" })).is(Code::TooMany);
    let id = made["id"].as_str().unwrap();
    assert_eq!(page.delete(&format!("/api/tokens/{id}"), None).status, 204);
    page.delete(&format!("/api/tokens/{id}"), None).is(Code::NotFound);
    assert!(matches!(program.get("/api/account"), Err(ClientError::Refused(Code::SignedOut))));
    // An invalid token is refused instead of being treated as a guest.
    let refused = program.create(&request("gebeta", SeatWish::One));
    assert!(matches!(refused, Err(ClientError::Refused(Code::SignedOut))));
}
