//! What the server tells about itself: lines of JSON without a secret, and numbers for Prometheus.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;

use gebeta_client::{Address, GameClient, draw_secret};
use gebeta_protocol::{Action, ApiToken, CreateRequest, Event, JoinRequest, Password, SeatWish, TimeControl};
use serde_json::Value;

use crate::program::Home;

const PASSWORD: &str = "correct horse battery";

/// A request by hand, and all of the answer.
fn ask(host: &str, method: &str, path: &str, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n{headers}\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// An account: its cookie and a token.
fn sign_up(host: &str, name: &str) -> (String, ApiToken) {
    let body = serde_json::json!({ "name": name, "password": Password::new(PASSWORD) }).to_string();
    let answer = ask(host, "POST", "/api/account", "", &body);
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: sid=")).unwrap();
    let session = cookie.split(';').next().unwrap().to_owned();
    let answer =
        ask(host, "POST", "/api/tokens", &format!("cookie: sid={session}\r\n"), r#"{"label":"tests"}"#);
    let made: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    (session, made["token"].as_str().unwrap().parse().unwrap())
}

#[test]
fn no_secret_of_a_played_game_stands_in_the_log_and_its_moves_are_counted() {
    let home = Home::new();
    home.write("web/index.html", "the page");
    let line = "serve --listen 127.0.0.1:0 --web web --db sqlite:games --log json --metrics 127.0.0.1:0";
    let mut child = home.command(line).env("GEBETA_LOG", "trace").spawn().unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let log = std::thread::spawn(move || {
        let mut log = String::new();
        stderr.read_to_string(&mut log).unwrap();
        log
    });
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut host = || {
        let line = told.next().unwrap().unwrap();
        line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned()
    };
    let (host, metrics) = (host(), host());

    let accounts = ["Abebe", "Sara"].map(|name| sign_up(&host, name));
    ask(&host, "POST", "/api/session", "", r#"{"name":"Abebe","password":"wrong but secret"}"#);
    let servers = accounts
        .clone()
        .map(|(_, token)| format!("http://{host}/").parse::<Address>().unwrap().with_token(token));
    let request = CreateRequest {
        rules: "kendall".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed: true,
        name: "X".parse().unwrap(),
        secret: draw_secret(),
        opponent: None,
    };
    let a = servers[0].create(&request).unwrap();
    let join = JoinRequest { name: "Y".parse().unwrap(), secret: draw_secret() };
    let b = servers[1].join(a.game, &join).unwrap();
    let mut players = [&a, &b].map(|ticket| GameClient::player(servers[0].clone(), ticket));
    for player in &mut players {
        player.connect().unwrap();
    }
    for _ in 0..2 {
        for player in &mut players {
            player.wait(|game| game.names().b.is_some()).unwrap();
            player.tend_envelopes().unwrap();
        }
        for player in &mut players {
            player.wait(|game| game.envelopes().server.is_some()).unwrap();
        }
    }
    for player in &mut players {
        player.wait(|game| game.to_move().is_some()).unwrap();
    }
    let mover = usize::from(players[0].game().unwrap().side_to_move() != players[0].side());
    players[mover].act(Action::Throw).unwrap();
    assert!(players[mover].act(Action::Throw).is_err(), "the sticks lie there");
    players[1].act(Action::Resign).unwrap();
    players[0].wait(|game| matches!(game.stage(), gebeta_match::Stage::Over(_))).unwrap();

    let numbers = ask(&metrics, "GET", "/metrics", "", "");
    for expected in [
        "gebeta_sockets 2",
        "gebeta_live_games 1",
        "gebeta_nacks_total{code=\"thrown\"} 1",
        "gebeta_games_ended_total 1",
        "gebeta_logins_total{result=\"wrong\"} 1",
        "gebeta_append_seconds_bucket{le=\"2\"}",
    ] {
        assert!(numbers.contains(expected), "no {expected}:\n{numbers}");
    }
    assert!(ask(&host, "GET", "/metrics", "", "").starts_with("HTTP/1.1 404 "), "not for everybody");

    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    child.wait().unwrap();
    let log = log.join().unwrap();
    assert!(log.contains("/api/account") && log.contains("game ended"), "it tells something: {log}");
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(lines.iter().all(|line| line["timestamp"].is_string()), "{log}");
    // Every line names the game or the request it belongs to.
    let ended = lines.iter().find(|line| line["message"] == "game ended").expect("the game has ended");
    assert_eq!((&ended["span"]["name"], &ended["span"]["id"]), (&"game".into(), &a.game.to_string().into()));
    let answered = lines.iter().filter(|line| line["message"] == "request answered");
    let ids: Vec<&str> =
        answered.map(|line| line["span"]["id"].as_str().expect("a request has an id")).collect();
    let different: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
    assert!(ids.len() > 5 && ids.len() == different.len(), "each request has an id of its own: {ids:?}");
    let mut secrets = vec![PASSWORD.to_owned(), "wrong but secret".to_owned(), "argon2id".to_owned()];
    secrets.extend([a.secret.reveal(), b.secret.reveal()]);
    secrets.extend(accounts.iter().flat_map(|(session, token)| [session.clone(), token.reveal()]));
    for event in players[0].log() {
        match &event.what {
            Event::Started { seeds: Some(seeds), .. } => secrets.extend([seeds.a.reveal(), seeds.b.reveal()]),
            Event::Ended { seed: Some(seed), .. } => secrets.push(seed.reveal()),
            _ => {}
        }
    }
    assert_eq!(secrets.len(), 12);
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} stands in the log");
    }
}
