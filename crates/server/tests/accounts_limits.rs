//! What is checked before anything is looked up, and that nobody shuts an owner out.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

mod browser;
mod house;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use gebeta_client::draw_secret;
use gebeta_protocol::Code;
use gebeta_server::online::{Quotas, Settings};
use serde_json::{Value, json};

use browser::Browser;
use house::House;

const PASSWORD: &str = "correct horse";

fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": PASSWORD })
}

/// Waits until the server has asked its accounts so often: what it does by itself at the start is done by then.
fn settled(house: &House, calls: usize) {
    let began = Instant::now();
    while house.desk.calls() < calls {
        assert!(began.elapsed() < Duration::from_secs(10), "{}", house.desk.calls());
        std::thread::yield_now();
    }
}

/// The status of a POST with these lines.
fn post(house: &House, path: &str, lines: &str, body: &Value) -> String {
    let (host, body) = (house.host(), body.to_string());
    let mut stream = TcpStream::connect(&host).unwrap();
    let length = body.len();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n{lines}\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.rsplit("\r\n").next().unwrap().to_owned()
}

/// F7: rate, origin and kind of a request come before every look-up, so that nobody learns who has an account by asking often.
#[test]
fn f7_nothing_is_looked_up_for_who_may_not_ask() {
    const JSON: &str = "content-type: application/json\r\n";
    let quotas = Quotas { new_games: 8, ..Quotas::default() };
    let house = House::with(Settings { quotas, ..Settings::default() });
    Browser::at(&house).post("/api/account", &credentials("Abebe")).ok();
    // The settler looks for what is left over and for names to erase; signing up finds, creates and opens a session.
    settled(&house, 5);
    let ask = |name: &str| json!({ "rules": "gebeta", "name": name, "secret": draw_secret() });
    let foreign = format!("{JSON}origin: https://evil.example\r\n");
    let token = format!("{JSON}authorization: Bearer {}\r\n", "0".repeat(64));
    let paths = ["/api/games", "/api/pair", "/api/games/00000000000000000000/join", "/api/analyse"];
    let calls = house.desk.calls();
    for path in paths {
        for name in ["Abebe", "Nobody"] {
            assert_eq!(post(&house, path, &foreign, &ask(name)), r#"{"code":"foreign"}"#, "{path}");
            let plain = "content-type: text/plain\r\n";
            assert_eq!(post(&house, path, plain, &ask(name)), r#"{"code":"not-json"}"#, "{path}");
        }
    }
    assert_eq!(house.desk.calls(), calls, "nobody was looked up");
    // Names that are refused are counted like games that are made.
    for _ in 0..8 {
        assert_eq!(post(&house, "/api/games", JSON, &ask("Abebe")), r#"{"code":"name-taken"}"#);
    }
    let calls = house.desk.calls();
    for path in paths {
        for name in ["Abebe", "Nobody"] {
            for lines in [JSON, &token] {
                assert_eq!(post(&house, path, lines, &ask(name)), r#"{"code":"rate"}"#, "{path} {name}");
            }
        }
    }
    assert_eq!(house.desk.calls(), calls, "beyond the limit a taken and a free name are alike");
}

/// The same for sockets and questions.
#[test]
fn f7_a_token_is_not_tried_by_who_asks_too_often() {
    let quotas = Quotas { questions: 3, ..Quotas::default() };
    let house = House::with(Settings { quotas, ..Settings::default() });
    settled(&house, 2);
    let lines = format!("authorization: Bearer {}\r\n", "0".repeat(64));
    let mut guesser = Browser { headers: lines, ..Browser::at(&house) };
    for guess in 0..6 {
        let calls = house.desk.calls();
        let answer = guesser.get("/api/games/00000000000000000000/socket");
        answer.is(if guess < 3 { Code::SignedOut } else { Code::Rate });
        assert_eq!(house.desk.calls() > calls, guess < 3);
    }
}
