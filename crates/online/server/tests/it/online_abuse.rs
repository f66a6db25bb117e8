//! What strangers try, on real sockets, and the exact answer each gets.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use gebeta_client::{ClientError, GameClient};
use gebeta_protocol::{
    Action, ClientMessage, Code, CreateRequest, Phrase, SeatWish, ServerMessage, Side, TimeControl,
};
use gebeta_server::config::{Quotas, ServerSettings};
use gebeta_server::limits;
use tungstenite::Message;

use crate::test_server::{self, TestServer};

/// The status line and all of the answer to a raw request.
fn raw(server: &TestServer, request: &str) -> String {
    let mut stream = TcpStream::connect(server.host()).unwrap();
    stream.write_all(request.replace("HOST", &server.host()).as_bytes()).unwrap();
    let mut answer = Vec::new();
    // A socket that was opened stays open: its first bytes are enough.
    let mut part = [0; 4096];
    while !answer.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut part).unwrap() {
            0 => break,
            read => answer.extend_from_slice(&part[..read]),
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

fn post(server: &TestServer, path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    raw(
        server,
        &format!(
            "POST {path} HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        ),
    )
}

const JSON: &str = "content-type: application/json\r\n";

/// A request for a game, with a secret of its own.
fn good() -> String {
    serde_json::to_string(&test_server::request("gebeta", SeatWish::One)).unwrap()
}

#[track_caller]
fn check(answer: &str, status: u16, code: Code) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    assert_eq!(status, code.status());
    assert!(answer.ends_with(&format!(r#"{{"code":"{}"}}"#, code.word())), "{answer}");
}

#[test]
fn a_page_of_another_site_can_neither_post_nor_connect() {
    let server = TestServer::open();
    for foreign in ["origin: http://evil.example\r\n", "origin: null\r\n", "sec-fetch-site: cross-site\r\n"] {
        check(&post(&server, "/api/games", &format!("{JSON}{foreign}"), &good()), 403, Code::Foreign);
    }
    let made = post(&server, "/api/games", &format!("{JSON}origin: http://{}\r\n", server.host()), &good());
    assert!(made.starts_with("HTTP/1.1 200 "), "{made}");
    assert!(made.contains("HttpOnly; SameSite=Strict"), "{made}");
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game;
    let upgrade = |origin: &str| {
        raw(
            &server,
            &format!(
                "GET /api/games/{game}/socket HTTP/1.1\r\nhost: HOST\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{origin}\r\n"
            ),
        )
    };
    assert!(upgrade("origin: http://evil.example\r\n").starts_with("HTTP/1.1 403 "));
    assert!(upgrade("sec-fetch-site: cross-site\r\n").starts_with("HTTP/1.1 403 "));
    assert!(upgrade("origin: http://HOST\r\n").starts_with("HTTP/1.1 101 "));
}

#[test]
fn requests_are_checked() {
    let server = TestServer::open();
    check(&post(&server, "/api/games", "content-type: text/plain\r\n", &good()), 415, Code::NotJson);
    check(&post(&server, "/api/games", "", &good()), 415, Code::NotJson);
    for (body, status, code) in [
        ("", 400, Code::BadMessage),
        ("{}", 400, Code::BadMessage),
        (r#"{"rules":"gebeta","name":"a\u202eb",SECRET}"#, 400, Code::BadMessage),
        (r#"{"rules":"gebeta","name":"Abebe"}"#, 400, Code::BadMessage),
        (r#"{"rules":"gebeta","name":"Abebe","admin":true,SECRET}"#, 400, Code::BadMessage),
        (r#"{"rules":"chess","name":"Abebe",SECRET}"#, 422, Code::BadRules),
        (r#"{"rules":"game = \"mancala\"\npits = 99","name":"Abebe",SECRET}"#, 422, Code::BadRules),
        (
            r#"{"rules":"gebeta","name":"Abebe","clock":{"kind":"move","seconds":0},SECRET}"#,
            422,
            Code::BadClock,
        ),
        (r#"{"rules":"gebeta","name":"Abebe","opponent":"classic",SECRET}"#, 422, Code::BadBot),
        (r#"{"rules":"gebeta","name":"Abebe","opponent":"level9",SECRET}"#, 422, Code::BadBot),
        (r#"{"rules":"gebeta","name":"Abebe","opponent":"classic:4",SECRET}"#, 400, Code::BadMessage),
    ] {
        let body = body.replace("SECRET", r#""secret":"abababababababababababababababab""#);
        check(&post(&server, "/api/games", JSON, &body), status, code);
    }
    let long = format!(r#"{{"rules":"{}","name":"Abebe"}}"#, "x".repeat(limits::BODY_BYTES));
    check(&post(&server, "/api/games", JSON, &long), 413, Code::TooLarge);
}

#[test]
fn games_are_not_made_without_end() {
    let server = TestServer::open();
    let answers: Vec<String> =
        (0..=limits::NEW_GAMES).map(|_| post(&server, "/api/games", JSON, &good())).collect();
    let last = answers.last().unwrap();
    check(last, 429, Code::Rate);
    assert!(last.contains("retry-after: 60"), "{last}");
}

#[test]
fn quotas_are_configurable() {
    let quotas =
        Quotas { new_games: 2, questions: 5, sockets_per_address: 2, sockets: 1, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    let [game, _] = [(); 2].map(|()| server.create("gebeta", SeatWish::One, TimeControl::None).game);
    check(&post(&server, "/api/games", JSON, &good()), 429, Code::Rate);
    let socket = format!("ws://{}/api/games/{game}/socket", server.host());
    let _only = tungstenite::connect(&socket).unwrap();
    assert!(tungstenite::connect(&socket).is_err(), "the server has room for one");
    // Opening a socket counts as a request.
    let asked = (0..=3).map(|_| server.address().get(&format!("/api/games/{game}")));
    assert_eq!(asked.flatten().count(), 3);
}

/// A watcher that sends `messages`, and what it receives until it is closed. Checks that the server closes it, and not
/// because of silence.
fn cut_off(server: &TestServer, messages: &[Message]) -> Option<Code> {
    let began = Instant::now();
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game;
    let mut client = GameClient::watcher(server.address(), game);
    client.connect().unwrap();
    for message in messages {
        if client.say_raw(message.clone()).is_err() {
            break;
        }
    }
    let mut last = None;
    loop {
        match client.hear() {
            Ok(Some(ServerMessage::Error { code })) => last = Some(code),
            Ok(_) => {}
            Err(ClientError::Gone(_)) => {
                assert!(began.elapsed() < limits::HELLO, "it was only given up for lost");
                return last;
            }
            Err(other) => panic!("{other}"),
        }
    }
}

/// What a watcher receives after sending `text`; none if it is closed.
fn pong(server: &TestServer, text: &str) -> Option<ServerMessage> {
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game;
    let mut client = GameClient::watcher(server.address(), game);
    client.connect().unwrap();
    client.wait(|_| true).unwrap();
    client.say_raw(Message::text(text)).unwrap();
    loop {
        match client.hear().ok()? {
            Some(ServerMessage::Error { .. }) => return None,
            Some(tell @ ServerMessage::Pong { .. }) => return Some(tell),
            // Something else, or the server asks whether we are there.
            _ => {}
        }
    }
}

#[test]
fn bad_frames_and_floods_are_cut_off() {
    let server = TestServer::open();
    let text = |text: String| Message::text(text);
    let ping = serde_json::to_string(&ClientMessage::Ping { n: 1 }).unwrap();
    // The rest of the message is not read, so the reason may get lost on the way.
    let told = cut_off(&server, &[text("x".repeat(limits::MESSAGE_BYTES + 1))]);
    assert!(matches!(told, Some(Code::TooLarge) | None), "{told:?}");
    let longest = format!(r#"{{"t":"ping","n":1}}{}"#, " ".repeat(limits::MESSAGE_BYTES - 18));
    assert_eq!(longest.len(), limits::MESSAGE_BYTES);
    assert_eq!(pong(&server, &longest), Some(ServerMessage::Pong { n: 1 }), "as long as it may be");
    assert_eq!(pong(&server, &format!("{longest} ")), None, "one byte longer");
    assert_eq!(cut_off(&server, &[Message::binary(vec![1, 2, 3])]), Some(Code::BadMessage));
    assert_eq!(cut_off(&server, &vec![text("{".to_owned()); 9]), Some(Code::BadMessage));
    assert_eq!(cut_off(&server, &vec![text(ping); 200]), Some(Code::Rate));
    assert_eq!(cut_off(&server, &vec![Message::Ping(Vec::new().into()); 200]), Some(Code::Rate));
    let say = r#"{"t":"say","phrase":"hello"}"#.to_owned();
    assert_eq!(cut_off(&server, &vec![text(say); 200]), Some(Code::Rate));
}

#[test]
fn an_unsupported_protocol_version_is_refused() {
    let server = TestServer::open();
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game;
    let hello = |text: &str| {
        let url = format!("ws://{}/api/games/{game}/socket", server.host());
        let (mut socket, _) =
            tungstenite::client::client(url, TcpStream::connect(server.host()).unwrap()).unwrap();
        socket.send(Message::text(text)).unwrap();
        socket.read().unwrap().into_text().unwrap().to_string()
    };
    assert_eq!(hello(r#"{"t":"hello","proto":2,"since":0}"#), r#"{"t":"error","code":"version"}"#);
    assert_eq!(hello(r#"{"t":"ping","n":1}"#), r#"{"t":"error","code":"bad-message"}"#);
    assert_eq!(hello(r#"{"t":"hello","proto":1,"since":99}"#), r#"{"t":"error","code":"ahead"}"#);
}

#[test]
fn health_is_told() {
    let server = TestServer::open();
    assert_eq!(server.address().get("/healthz").unwrap(), "ok\n");
    assert_eq!(server.address().get("/readyz").unwrap(), "ready\n");
    assert_eq!(server.address().get("/").unwrap(), "the page");
}

#[test]
fn phrases_beyond_the_limit_are_dropped_and_close_no_socket() {
    let server = TestServer::open();
    let [mut loud, mut other] = server.game("gebeta");
    for _ in 0..limits::PLAYER_MESSAGES - 20 {
        loud.say(&ClientMessage::Say { phrase: Phrase::Oops }).unwrap();
    }
    loud.act(Action::Play { mv: "1".to_owned() }).unwrap();
    let mut heard = 0;
    while other.game().unwrap().record().plies().is_empty() {
        heard += u32::from(matches!(other.hear().unwrap(), Some(ServerMessage::Said { .. })));
    }
    assert!((1..=limits::PHRASES).contains(&heard), "{heard}");
}

#[test]
fn questions_are_not_answered_without_end() {
    let server = TestServer::open();
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game;
    let path = format!("/api/games/{game}");
    // Some more come in while one asks.
    let refused = (0..3 * limits::QUESTIONS).map(|_| server.address().get(&path)).find_map(Result::err);
    assert!(matches!(refused, Some(ClientError::Refused(Code::Rate))), "{refused:?}");
}

#[test]
fn the_lobby_hides_games_whose_maker_has_left() {
    let server = TestServer::open();
    let make = CreateRequest { listed: true, ..test_server::request("gebeta", SeatWish::One) };
    let ticket = server.address().create(&make).unwrap();
    let is_shown = || server.address().get("/api/lobby").unwrap().contains(&ticket.game.to_string());
    assert!(is_shown());
    server.pass(Duration::from_millis(limits::UNCONNECTED_MS + 1));
    assert!(!is_shown(), "nobody has come");
    let mut maker = GameClient::player(server.address(), &ticket);
    maker.connect().unwrap();
    let becomes_shown = |wanted: bool| {
        let began = Instant::now();
        while is_shown() != wanted {
            assert!(began.elapsed() < Duration::from_secs(10), "shown: {}, expected: {wanted}", !wanted);
            // A maker is missed after 5 s; asking more often would reach the rate limit of an address.
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    becomes_shown(true);
    // The server hides the game as soon as it notices that the socket is gone, which takes a moment.
    maker.cut();
    becomes_shown(false);
    // The link still leads to the free seat.
    server.join(&ticket);
}

/// At the pace of a game the buffers of a client that does not read never fill.
#[test]
fn a_client_that_sends_without_reading_is_closed() {
    let server = TestServer::open();
    let (tickets, [mut one, two]) = server.tickets_and_game("gebeta");
    let hears = |one: &mut GameClient, wanted: &ServerMessage| {
        let began = Instant::now();
        while one.hear().unwrap().as_ref() != Some(wanted) {
            assert!(began.elapsed() < Duration::from_secs(10), "nobody says it");
        }
    };
    drop(two);
    hears(&mut one, &ServerMessage::Presence { side: Side::B, online: false });
    let url = format!("ws://{}/api/games/{}/socket", server.host(), tickets[0].game);
    let stream = TcpStream::connect(server.host()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let (mut deaf, _) = tungstenite::client::client(url, stream).unwrap();
    let hello = ClientMessage::Hello { proto: 1, since: 0, secret: Some(tickets[1].secret) };
    deaf.send(Message::text(serde_json::to_string(&hello).unwrap())).unwrap();
    hears(&mut one, &ServerMessage::Presence { side: Side::B, online: true });
    // It is asked at once whether it listens.
    std::thread::sleep(Duration::from_millis(500));
    server.pass(limits::GONE + Duration::from_secs(1));
    deaf.send(Message::text(r#"{"t":"ping","n":1}"#)).unwrap();
    hears(&mut one, &ServerMessage::Presence { side: Side::B, online: false });
    let why = loop {
        if let Message::Close(Some(frame)) = deaf.read().unwrap() {
            break (u16::from(frame.code), frame.reason.to_string());
        }
    };
    assert_eq!(why, (1013, "slow".to_owned()));
}

/// The buffers of a client that asks without end and never reads fill after a while: a write waits no longer than 5 s.
#[test]
fn a_socket_closes_when_a_write_takes_too_long() {
    let quotas = Quotas { pings: u32::MAX, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    let (tickets, [mut one, two]) = server.tickets_and_game("gebeta");
    drop(two);
    let mut witness = GameClient::watcher(server.address(), tickets[0].game);
    witness.connect().unwrap();
    let url = format!("ws://{}/api/games/{}/socket", server.host(), tickets[0].game);
    let stream = TcpStream::connect(server.host()).unwrap();
    stream.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let (mut deaf, _) = tungstenite::client::client(url, stream).unwrap();
    let hello = ClientMessage::Hello { proto: 1, since: 0, secret: Some(tickets[1].secret) };
    deaf.send(Message::text(serde_json::to_string(&hello).unwrap())).unwrap();
    // As many as the server takes, until it hangs up.
    let ping = br#"{"t":"ping","n":1}"#;
    let mut frame = vec![0x81, 0x80 + ping.len() as u8, 0, 0, 0, 0];
    frame.extend_from_slice(ping);
    let pings = frame.repeat(1000);
    let mut stream = deaf.get_ref().try_clone().unwrap();
    let began = Instant::now();
    // Sooner than an unanswered ping of the server would tell.
    let most = limits::GONE.mul_f64(0.9);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut at = 0;
            while began.elapsed() < most {
                match stream.write(&pings[at..]) {
                    Ok(written) => at = (at + written) % pings.len(),
                    Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                    Err(_) => return,
                }
            }
        });
        // Meanwhile the other plays as if nothing were the matter.
        let asked = Instant::now();
        one.act(Action::Play { mv: "1".to_owned() }).unwrap();
        assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
        let goes = Some(ServerMessage::Presence { side: Side::B, online: false });
        while witness.poll(Duration::from_secs(1)).unwrap() != goes {
            assert!(began.elapsed() < most, "somebody still waits for it");
        }
    });
}
