//! The rows of the threat table that concern the server, each with the exact answer. `docs/hosting/security.md` says which test holds
//! which row; the tests of other files are named there too.

use std::io::Write as _;
use std::time::{Duration, Instant};

use gebeta_client::{ClientError, GameClient};
use gebeta_protocol::{Action, Code, Event, SeatSecret, SeatWish, Side, Ticket, TimeControl};
use gebeta_server::limits;
use serde_json::json;
use tungstenite::Message;

use crate::browser::{self, Browser, Socket, closed};
use crate::test_server::{TestServer, next_action};

fn watch(server: &TestServer) -> Socket {
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game;
    Browser::at(server).watch(&game.to_string())
}

/// The next text that is an answer to what this socket said.
fn answer(socket: &mut Socket) -> String {
    loop {
        let Message::Text(text) = socket.read().unwrap() else { continue };
        if text.contains(r#""t":"error""#) || text.contains(r#""t":"pong""#) {
            return text.to_string();
        }
    }
}

#[test]
fn malformed_messages_are_answered_and_the_fourth_closes_the_socket() {
    let server = TestServer::open();
    let deep = format!(r#"{{"t":"ping","n":{}1{}}}"#, "[".repeat(500), "]".repeat(500));
    let bad = [
        "{",
        "[]",
        "null",
        "",
        r#"{"t":"nothing"}"#,
        r#"{"t":"ping"}"#,
        r#"{"t":"ping","n":"1"}"#,
        r#"{"t":"ping","n":NaN}"#,
        r#"{"t":"ping","n":1e999}"#,
        r#"{"t":"ping","n":1,"n":2}"#,
        r#"{"t":"ping","n":1,"more":2}"#,
        "\u{feff}{\"t\":\"ping\",\"n\":1}",
        r#"{"t":"hello","proto":1,"since":0}"#,
        &deep,
    ];
    for three in bad.chunks(3) {
        let mut socket = watch(&server);
        for text in three {
            socket.send(Message::text(*text)).unwrap();
            assert_eq!(answer(&mut socket), r#"{"t":"error","code":"bad-message"}"#, "{text}");
            // And it can still be talked to.
            socket.send(Message::text(r#"{"t":"ping","n":5}"#)).unwrap();
            assert_eq!(answer(&mut socket), r#"{"t":"pong","n":5}"#);
        }
        for _ in three.len()..4 {
            socket.send(Message::text("{")).unwrap();
        }
        assert_eq!(closed(&mut socket), (1008, "bad-message".to_owned()));
    }
}

/// A frame as it goes over the wire: the first byte says which and whether it is the last.
fn frame(first: u8, payload: &[u8], masked: bool) -> Vec<u8> {
    let mask = if masked { 0x80 } else { 0 };
    let mut bytes = vec![first];
    if payload.len() < 126 {
        bytes.push(mask + payload.len() as u8);
    } else {
        bytes.push(mask + 126);
        bytes.extend((payload.len() as u16).to_be_bytes());
    }
    if masked {
        bytes.extend([0; 4]);
    }
    bytes.extend(payload);
    bytes
}

#[test]
fn frames_that_are_none_are_closed_by_their_number() {
    let server = TestServer::open();
    let ping = br#"{"t":"ping","n":1}"#;
    let part = frame(0x00, &[b' '; 1000], true);
    let endless: Vec<u8> =
        [frame(0x01, &[b' '; 1000], true), part.clone(), part.clone(), part.clone(), part].concat();
    for (what, bytes, expected) in [
        ("too long", frame(0x81, &[b' '; 5000], true), (1009, "too-large")),
        ("fragments without end", endless, (1009, "too-large")),
        ("not masked", frame(0x81, ping, false), (1002, "bad-message")),
        ("binary", frame(0x82, ping, true), (1003, "bad-message")),
        ("compressed", frame(0xc1, ping, true), (1002, "bad-message")),
        ("no UTF-8", frame(0x81, &[0xff, 0xfe], true), (1007, "bad-message")),
        ("a kind that is none", frame(0x83, ping, true), (1002, "bad-message")),
        ("a ping that is too long", frame(0x89, &[0; 200], true), (1002, "bad-message")),
    ] {
        let mut socket = watch(&server);
        socket.get_mut().write_all(&bytes).unwrap();
        let (code, word) = closed(&mut socket);
        assert_eq!((code, word.as_str()), expected, "{what}");
    }
}

/// Empty fragments form no message, however many there are, and are not counted as messages.
#[test]
fn fragments_with_nothing_in_them_have_an_end() {
    let server = TestServer::open();
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game;
    let flood = [frame(0x01, &[], true), frame(0x00, &[], true).repeat(20_000)].concat();
    let mut socket = Browser::at(&server).watch(&game.to_string());
    // The server may have closed before all of it is sent.
    let _ = socket.get_mut().write_all(&flood);
    assert_eq!(closed(&mut socket), (1009, "too-large".to_owned()));
    // Nor before the first message.
    let url = format!("ws://{}/api/games/{game}/socket", server.host());
    let stream = std::net::TcpStream::connect(server.host()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let mut socket = tungstenite::client(&url, stream).unwrap().0;
    let _ = socket.get_mut().write_all(&flood);
    assert_eq!(closed(&mut socket), (1009, "too-large".to_owned()));
    // The longest message in the smallest pieces is one.
    let mut socket = Browser::at(&server).watch(&game.to_string());
    let text = format!(r#"{{"t":"ping","n":5{}}}"#, " ".repeat(limits::MESSAGE_BYTES - 18));
    assert_eq!(text.len(), limits::MESSAGE_BYTES);
    for _ in 0..3 {
        let (first, last) = (&text[..1], &text[text.len() - 1..]);
        let mut pieces = frame(0x01, first.as_bytes(), true);
        for piece in &text.as_bytes()[1..text.len() - 1] {
            pieces.extend(frame(0x00, &[*piece], true));
        }
        pieces.extend(frame(0x80, last.as_bytes(), true));
        socket.get_mut().write_all(&pieces).unwrap();
        assert_eq!(answer(&mut socket), r#"{"t":"pong","n":5}"#);
    }
}

#[test]
fn sockets_without_hello_are_closed_and_their_number_is_limited() {
    let server = TestServer::open();
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game;
    let url = format!("ws://{}/api/games/{game}/socket", server.host());
    let open =
        || tungstenite::client(&url, std::net::TcpStream::connect(server.host()).unwrap()).map_err(Box::new);
    let began = Instant::now();
    let mut sockets: Vec<Socket> = (0..limits::SOCKETS_PER_ADDRESS).map(|_| open().unwrap().0).collect();
    let Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(refused))) =
        open().map_err(|error| *error)
    else {
        panic!("one more socket than an address may have")
    };
    // Not 503: a balancer would take the whole server for ill because of one address.
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()["retry-after"], "60");
    assert_eq!(refused.body().as_deref(), Some(&br#"{"code":"rate"}"#[..]));
    // None of them sends `hello`.
    let mut first = sockets.swap_remove(0);
    assert_eq!(closed(&mut first), (1008, "bad-message".to_owned()));
    assert!(began.elapsed() >= limits::HELLO, "{:?}", began.elapsed());
    drop((first, sockets));
    let began = Instant::now();
    while open().is_err() {
        assert!(began.elapsed() < Duration::from_secs(10), "sockets are given back");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn unknown_games_and_wrong_secrets_are_the_same_and_guessing_ends() {
    let server = TestServer::open();
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game;
    let other: gebeta_protocol::MatchId = gebeta_protocol::MatchId::new([7; 10]);
    let guess = |game, byte: u8| {
        let ticket = Ticket { game, side: Side::A, secret: SeatSecret::new([byte; 16]) };
        match GameClient::player(server.address(), &ticket).connect() {
            Err(ClientError::Refused(code)) => code,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((guess(game, 1), guess(other, 1)), (Code::NotFound, Code::NotFound));
    let codes: Vec<Code> = (2..2 + limits::WRONG_SECRETS as u8).map(|byte| guess(game, byte)).collect();
    assert_eq!(codes.last(), Some(&Code::Rate), "{codes:?}");
    // Watching needs no secret.
    GameClient::watcher(server.address(), game).connect().unwrap();
}

#[test]
fn names_that_could_deceive_are_refused() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    let mut named = |name: &str| {
        let secret = gebeta_client::draw_secret().reveal();
        page.post("/api/games", &json!({ "rules": "gebeta", "name": name, "secret": secret }))
    };
    for bad in [
        "",
        "a\u{202e}b",
        "a\u{0}b",
        "a\u{1b}[2Jb",
        "a\r\nb",
        "<b>x</b>",
        "a\u{200b}b",
        "Аbebe",
        "123456789012345678901",
    ] {
        named(bad).is(Code::BadMessage);
    }
    for good in ["Abebe", "ሳራ", "ليلى", "Zoë"] {
        named(good).ok();
    }
}

#[test]
fn what_looks_like_another_language_is_only_text() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    for path in [
        "/api/games/'%20OR%201=1--",
        "/api/games/%00",
        "/api/games/x%0d%0aset-cookie:%20a=b",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/games/http:%2f%2f127.0.0.1%2f",
    ] {
        let refused = page.get(path);
        refused.is(Code::NotFound);
        assert!(!refused.head.contains("set-cookie: a=b"), "{}", refused.head);
    }
    assert_eq!(page.get("/api/players/';%20DROP%20TABLE%20accounts;%20--").status, 404);
    server.create("gebeta", SeatWish::One, TimeControl::None);
}

/// The server's seed is in no public data before the game is over.
#[test]
fn the_server_seed_is_revealed_only_at_the_end() {
    let server = TestServer::open();
    let mut players = server.game("classic");
    let game = players[0].game().unwrap().id();
    for turn in 0..4 {
        let (side, action) = {
            let game = players[0].game().unwrap();
            (game.side_to_move().unwrap(), next_action(game, turn))
        };
        let seq = players[usize::from(side == Side::B)].act(action).unwrap();
        for player in &mut players {
            player.wait(|game| game.revision() >= seq).unwrap();
        }
    }
    let told = |path: &str| server.address().get(&format!("/api/games/{game}{path}")).unwrap();
    let before = [told(""), told("/record"), serde_json::to_string(players[0].log()).unwrap()];
    players[0].act(Action::Resign).unwrap();
    let sealed = |event: &gebeta_protocol::Logged| match &event.what {
        Event::Ended { .. } => Some(serde_json::to_value(event).unwrap()),
        _ => None,
    };
    let end = players[0].log().iter().find_map(sealed).unwrap().to_string();
    // Any 64 digits at the end that were not there before are the seed.
    let digits = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_ascii_hexdigit());
        words.filter(|word| word.len() == 64).map(ToOwned::to_owned).collect()
    };
    let seeds = digits(&end);
    assert!(!seeds.is_empty(), "{end}");
    for seed in seeds {
        assert!(before.iter().all(|text| !text.contains(&seed)), "{seed} was known before the end");
    }
}

#[test]
fn https_clients_are_told_to_stay_with_https() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    let told = |answer: browser::Answer| answer.head.contains("strict-transport-security: max-age=63072000");
    assert!(!told(page.get("/healthz")), "there is no safe connection to come back to");
    page.headers.push_str("x-forwarded-proto: https\r\n");
    for path in ["/", "/healthz", "/api/lobby", "/nowhere"] {
        assert!(told(page.get(path)), "{path}");
    }
}

#[test]
fn the_page_that_checks_a_game_is_here_and_may_do_nothing_else() {
    let server = TestServer::open();
    let answer = Browser::at(&server).get("/verify").ok();
    let policy = answer.header("content-security-policy", "default-src 'none'; script-src 'sha256-");
    assert!(!policy.contains("unsafe") && !policy.contains("connect-src"), "{policy}");
    assert!(answer.body.contains("crypto.subtle"), "{}", answer.body);
}

#[test]
fn a_get_changes_nothing_and_other_methods_are_refused() {
    let server = TestServer::open();
    let ticket = server.create("gebeta", SeatWish::One, TimeControl::None);
    let mut page = Browser::at(&server);
    for path in ["/api/games", "/api/pair"] {
        assert_eq!(page.get(path).status, 405, "{path}");
    }
    assert_eq!(page.get(&format!("/api/games/{}/join", ticket.game)).status, 405);
    page.headers = "sec-fetch-site: cross-site\r\norigin: http://evil.example\r\n".to_owned();
    page.post(&format!("/api/games/{}/join", ticket.game), &json!({ "name": "Sara" })).is(Code::Foreign);
    assert!(server.address().get(&format!("/api/games/{}", ticket.game)).unwrap().contains("Abebe"));
}

/// A page whose name points to us asks us by that name.
#[test]
fn a_host_that_is_not_ours_is_foreign_and_none_or_two_are_none() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    let own = page.host.clone();
    let ask = |head: &str| {
        let mut stream = std::net::TcpStream::connect(&own).unwrap();
        write!(stream, "{head}connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        std::io::Read::read_to_string(&mut stream, &mut answer).unwrap();
        answer
    };
    let evil = "host: evil.example\r\norigin: http://evil.example\r\n";
    let refused = ask(&format!("DELETE /api/session HTTP/1.1\r\n{evil}"));
    assert!(refused.starts_with("HTTP/1.1 403 ") && refused.ends_with(r#"{"code":"foreign"}"#), "{refused}");
    for hosts in ["", "host: a\r\nhost: b\r\n"] {
        let refused = ask(&format!("GET /api/lobby HTTP/1.1\r\n{hosts}"));
        assert!(refused.starts_with("HTTP/1.1 400 "), "{refused}");
        assert!(refused.ends_with(r#"{"code":"bad-message"}"#), "{refused}");
    }
    page.get("/api/lobby").ok();
    // A body that is none.
    let chunked = format!(
        "POST /api/games HTTP/1.1\r\nhost: {own}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n"
    );
    let mut stream = std::net::TcpStream::connect(&own).unwrap();
    write!(stream, "{chunked}connection: close\r\n\r\nzz\r\n{{}}\r\n0\r\n\r\n").unwrap();
    let mut answer = [0; 16];
    std::io::Read::read_exact(&mut stream, &mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 400 "), "{}", String::from_utf8_lossy(&answer));
}

#[test]
fn guests_cannot_have_reserved_names() {
    let server = TestServer::open();
    for name in ["Former player", "FORMER PLAYER", "computer", "Com-puter"] {
        let secret = gebeta_client::draw_secret();
        let body = json!({ "rules": "gebeta", "clock": { "kind": "none" }, "name": name, "secret": secret });
        let answer = Browser::at(&server).post("/api/pair", &body);
        assert_eq!((answer.status, answer.body.as_str()), (409, r#"{"code":"name-taken"}"#), "{name}");
    }
}

/// JSON under `/api/`, a page where people look.
#[test]
fn every_refusal_has_the_form_of_its_place() {
    let quotas = gebeta_server::config::Quotas { questions: 3, ..Default::default() };
    let server = TestServer::with(gebeta_server::config::ServerSettings { quotas, ..Default::default() });
    let mut page = Browser::at(&server);
    for (method, path, status, body) in [
        ("GET", "/api/nope", 404, r#"{"code":"not-found"}"#),
        ("GET", "/api", 404, r#"{"code":"not-found"}"#),
        ("GET", "/api/status/", 404, r#"{"code":"not-found"}"#),
        ("POST", "/api/nope", 404, r#"{"code":"not-found"}"#),
        ("PUT", "/api/games", 405, r#"{"code":"bad-message"}"#),
        ("GET", "/%ff", 404, "<h1>There is nothing here"),
        ("GET", "/nope", 404, "<h1>There is nothing here"),
        ("POST", "/nope", 405, "<h1>This cannot"),
        ("GET", "/g/%ff", 404, "<h1>There is nothing here"),
        ("GET", "/g/nope", 404, "<h1>There is nothing here"),
        ("GET", "/g/nope", 404, "<h1>There is nothing here"),
        ("GET", "/g/nope", 429, "<h1>This cannot"),
        ("GET", "/api/lobby", 429, r#"{"code":"rate"}"#),
    ] {
        let answer = page.ask(method, path, None);
        let kind = if path.starts_with("/api") { "application/json" } else { "text/html" };
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
        assert!(answer.head.contains(&format!("content-type: {kind}")), "{method} {path}: {}", answer.head);
        assert!(answer.body.contains(body), "{method} {path}: {}", answer.body);
        assert_eq!(answer.head.contains("retry-after: 60"), status == 429, "{}", answer.head);
        assert_eq!(answer.head.contains("allow: "), status == 405, "{}", answer.head);
    }
}

#[test]
fn a_game_has_an_id_and_no_path() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    for id in ["..", "%2e%2e", "a%2fb", "x".repeat(5000).as_str(), "00000000000000000000%00"] {
        let status = page.get(&format!("/api/games/{id}")).status;
        assert!(status == 404, "{id}: {status}");
    }
    let long = "x".repeat(limits::BODY_BYTES + 1);
    assert_eq!(page.post("/api/games", &json!({ "rules": long })).status, 413);
}
