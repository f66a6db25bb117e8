//! Checks before any look-up, and limits that do not lock an owner out.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use gebeta_client::draw_secret;
use gebeta_protocol::Code;
use gebeta_server::config::{Quotas, ServerSettings};
use gebeta_server::limits;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::test_server::TestServer;

const PASSWORD: &str = "correct horse";

fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": PASSWORD })
}

/// Waits until the server has asked its accounts so often: what it does by itself at the start is done by then.
fn settled(server: &TestServer, calls: usize) {
    let began = Instant::now();
    while server.account_faults.calls() < calls {
        assert!(began.elapsed() < Duration::from_secs(10), "{}", server.account_faults.calls());
        std::thread::yield_now();
    }
}

/// The status of a POST with these lines.
fn post(server: &TestServer, path: &str, lines: &str, body: &Value) -> String {
    let (host, body) = (server.host(), body.to_string());
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

/// Rate, origin and content type are checked before every look-up, so that repeated requests do not reveal which accounts
/// exist.
#[test]
fn limits_are_checked_before_any_look_up() {
    const JSON: &str = "content-type: application/json\r\n";
    let quotas = Quotas { new_games: 8, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    Browser::at(&server).post("/api/account", &credentials("Abebe")).ok();
    // The settler looks for what is left over and for names to erase; signing up finds, creates and opens a session.
    settled(&server, 5);
    let ask = |name: &str| json!({ "rules": "gebeta", "name": name, "secret": draw_secret() });
    let foreign = format!("{JSON}origin: https://evil.example\r\n");
    let token = format!("{JSON}authorization: Bearer {}\r\n", "0".repeat(64));
    let paths = ["/api/games", "/api/pair", "/api/games/00000000000000000000/join", "/api/analyse"];
    let calls = server.account_faults.calls();
    for path in paths {
        for name in ["Abebe", "Nobody"] {
            assert_eq!(post(&server, path, &foreign, &ask(name)), r#"{"code":"foreign"}"#, "{path}");
            let plain = "content-type: text/plain\r\n";
            assert_eq!(post(&server, path, plain, &ask(name)), r#"{"code":"not-json"}"#, "{path}");
        }
    }
    assert_eq!(server.account_faults.calls(), calls, "nobody was looked up");
    // Names that are refused are counted like games that are made.
    for _ in 0..8 {
        assert_eq!(post(&server, "/api/games", JSON, &ask("Abebe")), r#"{"code":"name-taken"}"#);
    }
    let calls = server.account_faults.calls();
    for path in paths {
        for name in ["Abebe", "Nobody"] {
            for lines in [JSON, &token] {
                assert_eq!(post(&server, path, lines, &ask(name)), r#"{"code":"rate"}"#, "{path} {name}");
            }
        }
    }
    assert_eq!(server.account_faults.calls(), calls, "beyond the limit a taken and a free name are alike");
}

/// The same for sockets and questions.
#[test]
fn a_token_is_not_looked_up_beyond_the_rate_limit() {
    let quotas = Quotas { questions: 3, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    settled(&server, 2);
    let lines = format!("authorization: Bearer {}\r\n", "0".repeat(64));
    let mut guesser = Browser { headers: lines, ..Browser::at(&server) };
    for guess in 0..6 {
        let calls = server.account_faults.calls();
        let answer = guesser.get("/api/games/00000000000000000000/socket");
        answer.is(if guess < 3 { Code::SignedOut } else { Code::Rate });
        assert_eq!(server.account_faults.calls() > calls, guess < 3);
    }
}

/// A server behind a proxy that says where requests come from, with few attempts for each.
fn behind_proxy() -> TestServer {
    let quotas = Quotas { logins_per_name: 3, ..Quotas::default() };
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    TestServer::with(ServerSettings { proxies, quotas, ..ServerSettings::default() })
}

const HOME: &str = "192.0.2.1";
const ELSEWHERE: &str = "198.51.100.1";

/// A browser in some network.
fn from(server: &TestServer, address: &str) -> Browser {
    Browser::at(server).with(&format!("x-forwarded-for: {address}"))
}

/// Tries wrong passwords until it is no longer heard.
fn flood(server: &TestServer, address: &str, name: &str) {
    let wrong = json!({ "name": name, "password": "wrong horse" });
    let statuses = [(); 5].map(|()| from(server, address).post("/api/session", &wrong).status);
    assert_eq!(statuses, [401, 401, 401, 429, 429], "{address}");
}

/// Whatever strangers try with a name, its owner gets in, changes the password and leaves.
#[test]
fn failed_attempts_elsewhere_do_not_lock_the_owner_out() {
    let server = behind_proxy();
    let mut owner = from(&server, HOME);
    let signed_up = owner.post("/api/account", &credentials("Abebe")).ok();
    let device = signed_up.header("set-cookie", "device=").split(';').next().unwrap().to_owned();
    assert!(signed_up.header("set-cookie", "device=").ends_with("; HttpOnly; SameSite=Lax"));
    from(&server, ELSEWHERE).post("/api/account", &credentials("Sara")).ok();
    flood(&server, ELSEWHERE, "Abebe");
    from(&server, HOME).post("/api/session", &credentials("Abebe")).ok();
    // Even behind the same address: a device that has signed in before has attempts of its own.
    let wrong = json!({ "name": "Abebe", "password": "wrong horse" });
    while from(&server, HOME).post("/api/session", &wrong).status != 429 {}
    from(&server, HOME).post("/api/session", &credentials("Abebe")).is(Code::Rate);
    let with = |cookie: &str| from(&server, HOME).with(&format!("cookie: {cookie}"));
    with(&device).post("/api/session", &credentials("Abebe")).ok();
    // The device cookie cannot be forged or used for another name.
    let last = device.chars().last().unwrap();
    let forged = format!("{}{}", &device[..device.len() - 1], if last == '0' { '1' } else { '0' });
    for bad in [forged.as_str(), "device=", "device=.", "device=0.0", "device=zz"] {
        with(bad).post("/api/session", &credentials("Abebe")).is(Code::Rate);
    }
    flood(&server, HOME, "Sara");
    with(&device).post("/api/session", &credentials("Sara")).is(Code::Rate);
    // Its attempts are limited too.
    let statuses = [(); 3].map(|()| with(&device).post("/api/session", &wrong).status);
    assert_eq!(statuses, [401, 401, 429]);
    // Confirmations of the password are counted by session alone.
    let change = |old: &str, new: &str| json!({ "password": old, "new": new });
    owner.post("/api/account/password", &change(PASSWORD, "battery staple")).ok();
    let mut thief = owner.clone();
    let statuses =
        [(); 11].map(|()| thief.post("/api/account/password", &change(PASSWORD, "other staple")).status);
    assert_eq!((statuses[9], statuses[10]), (401, 429), "a page left open does not guess for ever");
    let mut again = from(&server, "203.0.113.5");
    again.post("/api/session", &json!({ "name": "Abebe", "password": "battery staple" })).ok();
    assert_eq!(again.delete("/api/account", Some(&json!({ "password": "battery staple" }))).status, 204);
}

/// Recovery codes help an owner who has lost the password.
#[test]
fn a_recovery_code_opens_an_account_once_and_sets_a_new_password() {
    let server = behind_proxy();
    let mut owner = from(&server, HOME);
    let codes = owner.post("/api/account", &credentials("Abebe")).ok().json()["recovery"].clone();
    assert_eq!(codes.as_array().unwrap().len(), limits::RECOVERY_CODES);
    assert_eq!(owner.get("/api/account").ok().json()["recovery"], Value::Null, "they are told once");
    let path = "/api/session/recovery";
    let recover = |code: &Value, new: &str| json!({ "name": "abebe", "code": code, "new": new });
    let mut other = from(&server, ELSEWHERE);
    other.post(path, &recover(&codes[0], "short")).is(Code::BadPassword);
    other.post(path, &recover(&codes[0], "password1")).is(Code::BadPassword);
    other.post(path, &recover(&json!("nonsense"), "battery staple")).is(Code::BadMessage);
    other
        .post(path, &json!({ "name": "Nobody", "code": codes[0], "new": "battery staple" }))
        .is(Code::WrongLogin);
    // As typed from paper, while the attempts for the name are used up elsewhere.
    flood(&server, ELSEWHERE, "Abebe");
    let typed = json!(codes[0].as_str().unwrap().to_lowercase().replace('-', " "));
    assert_eq!(other.post(path, &recover(&typed, "battery staple")).ok().json()["name"], "Abebe");
    other.get("/api/account").ok();
    owner.get("/api/account").is(Code::SignedOut);
    let mut page = from(&server, HOME);
    page.post(path, &recover(&codes[0], "third staple")).is(Code::WrongLogin);
    page.post("/api/session", &credentials("Abebe")).is(Code::WrongLogin);
    // New codes require the password.
    let renew = "/api/account/recovery";
    Browser::at(&server).post(renew, &json!({ "password": "battery staple" })).is(Code::SignedOut);
    other.post(renew, &json!({ "password": PASSWORD })).is(Code::WrongLogin);
    let new = other.post(renew, &json!({ "password": "battery staple" })).ok().json()["codes"].clone();
    assert_eq!(new.as_array().unwrap().len(), limits::RECOVERY_CODES);
    // Guessing codes is limited.
    for guess in 0..=limits::RECOVERIES_PER_NAME {
        let answer = from(&server, "203.0.113.5").post(path, &recover(&codes[1], "third staple"));
        answer.is(if guess < limits::RECOVERIES_PER_NAME { Code::WrongLogin } else { Code::Rate });
    }
    page.post(path, &recover(&new[0], "third staple")).ok();
}
