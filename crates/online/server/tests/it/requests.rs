//! What a request may cost before it is refused: heads, bodies, methods, pictures, moves.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use gebeta_client::{ClientError, GameClient};
use gebeta_protocol::{Action, Code, SeatSecret, SeatWish, Side, Ticket, TimeControl};
use gebeta_server::config::{Quotas, ServerSettings};
use gebeta_server::limits;

use crate::test_server::TestServer;

fn connect(server: &TestServer) -> TcpStream {
    let stream = TcpStream::connect(server.host()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream
}

/// The head of the next answer, after which the body is read too.
fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => break,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let length =
        head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
    stream.read_exact(&mut vec![0; length]).unwrap();
    head
}

#[test]
fn a_head_without_end_is_refused_after_a_few_kilobytes() {
    let server = TestServer::open();
    let mut stream = connect(&server);
    stream.write_all(format!("GET / HTTP/1.1\r\nhost: {}\r\n", server.host()).as_bytes()).unwrap();
    let line = format!("x: {}\r\n", "a".repeat(1000));
    let mut sent = 0;
    // Until the server has closed; 400 KB is what it took before.
    while sent < 300_000 && stream.write_all(line.as_bytes()).is_ok() {
        sent += line.len();
        // Gives a refusal the time to arrive, so that not everything is in the buffers of the system.
        if sent > 2 * limits::HEAD_BYTES {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    assert!(sent < 150_000, "{sent} bytes were taken");
    // The longest head that is taken.
    let mut stream = connect(&server);
    let most = limits::HEAD_BYTES - 100;
    let request =
        format!("GET /healthz HTTP/1.1\r\nhost: {}\r\nx: {}\r\n\r\n", server.host(), "a".repeat(most));
    stream.write_all(request.as_bytes()).unwrap();
    assert!(head(&mut stream).starts_with("HTTP/1.1 200"));
}

#[test]
fn a_refusal_before_the_body_says_that_the_connection_closes() {
    let quotas = Quotas { new_games: 1, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    server.create("gebeta", SeatWish::One, TimeControl::None);
    let mut stream = connect(&server);
    let request = format!(
        "POST /api/analyse HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n",
        server.host()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let refused = head(&mut stream);
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    assert!(refused.contains("\r\nconnection: close\r\n"), "{refused}");
    // A request that has no body, or whose body was read, keeps its connection.
    let mut stream = connect(&server);
    for _ in 0..2 {
        let request = format!("GET /api/lobby HTTP/1.1\r\nhost: {}\r\n\r\n", server.host());
        stream.write_all(request.as_bytes()).unwrap();
        let answer = head(&mut stream);
        assert!(answer.starts_with("HTTP/1.1 200") && !answer.contains("connection: close"), "{answer}");
    }
}

#[test]
fn a_method_that_a_path_does_not_take_is_405_whatever_the_body() {
    let server = TestServer::open();
    for (request, allowed) in [
        ("POST /api/lobby", "GET,HEAD"),
        ("DELETE /api/lobby", "GET,HEAD"),
        ("POST /api/players/Abebe", "GET,HEAD"),
        ("GET /api/games", "POST"),
        ("PATCH /api/games", "POST"),
    ] {
        let mut stream = connect(&server);
        let kind = "content-type: text/plain\r\ncontent-length: 2\r\n\r\n{}";
        stream
            .write_all(format!("{request} HTTP/1.1\r\nhost: {}\r\n{kind}", server.host()).as_bytes())
            .unwrap();
        let answer = head(&mut stream);
        assert!(answer.starts_with("HTTP/1.1 405"), "{request}: {answer}");
        assert!(answer.contains(&format!("\r\nallow: {allowed}\r\n")), "{request}: {answer}");
    }
}

#[test]
fn pictures_have_a_limit_of_their_own_and_what_is_not_there_is_json() {
    let quotas = Quotas { pictures: 2, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    let game = server.create("gebeta", SeatWish::One, TimeControl::None).game;
    let ask = |path: &str| {
        let mut stream = connect(&server);
        stream
            .write_all(format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.host()).as_bytes())
            .unwrap();
        head(&mut stream)
    };
    let picture = format!("/g/{game}/board.png");
    assert!(ask(&picture).contains("content-type: image/png"));
    let unknown = ask("/g/0/board.png");
    assert!(unknown.starts_with("HTTP/1.1 404") && unknown.contains("application/json"), "{unknown}");
    let refused = ask(&picture);
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("application/json"), "{refused}");
    assert!(ask("/api/lobby").starts_with("HTTP/1.1 200"), "other questions are answered");
}

#[test]
fn wrong_secrets_of_one_game_do_not_lock_an_address_out_of_another() {
    let server = TestServer::open();
    let [one, other] = [(); 2].map(|()| server.create("gebeta", SeatWish::One, TimeControl::None));
    let come = |ticket: &Ticket| GameClient::player(server.address(), ticket).connect();
    for byte in 0..=limits::WRONG_SECRETS as u8 {
        let guess = Ticket { game: one.game, side: Side::A, secret: SeatSecret::new([byte; 16]) };
        assert!(come(&guess).is_err());
    }
    assert!(matches!(come(&one), Err(ClientError::Refused(Code::Rate))), "guessing at one game ends");
    come(&other).unwrap();
}

#[test]
fn moves_beyond_what_an_address_may_write_wait_and_are_played() {
    let quotas = Quotas { decisions: 20, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    let ticket = server.create("gebeta", SeatWish::One, TimeControl::None);
    let mut player = GameClient::player(server.address(), &ticket);
    player.connect().unwrap();
    let began = Instant::now();
    // Refused each time, since there is no opponent: attempts are counted.
    for _ in 0..21 {
        let _ = player.act(Action::Resign);
    }
    let waited = began.elapsed();
    assert!(waited >= Duration::from_millis(900), "twenty at once, and then one a second: {waited:?}");
}
