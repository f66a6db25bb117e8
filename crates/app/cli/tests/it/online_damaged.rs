//! A stored game that cannot be read, a client that makes something up, and a clock that was ahead: whoever runs the server
//! is told, and nobody raises a false alarm.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gebeta_client::{Address, ClientError, GameClient, draw_secret};
use gebeta_protocol::{
    ClientMessage, Code, CreateRequest, JoinRequest, PROTOCOL, SeatWish, Ticket, TimeControl,
};
use gebeta_store::online::SqliteLogs;
use gebeta_store::ports::MatchStore as _;

use crate::program::{Answer, Home};

struct Server {
    child: Child,
    /// What it said when it began to serve.
    told: Vec<String>,
    log: Option<JoinHandle<String>>,
}

impl Server {
    /// With its games in `games`, until it has said `lines` lines.
    fn start(home: &Home, words: &str, lines: usize) -> Self {
        home.write("web/index.html", "the page");
        let line = format!("serve --listen 127.0.0.1:0 --web web --db sqlite:games --log json {words}");
        let mut child = home.command(&line).spawn().unwrap();
        let mut stderr = child.stderr.take().unwrap();
        let log = std::thread::spawn(move || {
            let mut log = String::new();
            stderr.read_to_string(&mut log).unwrap();
            log
        });
        let told = BufReader::new(child.stdout.take().unwrap()).lines();
        let told = told.take(lines).map(Result::unwrap).collect();
        Self { child, told, log: Some(log) }
    }

    fn host(&self, line: usize) -> String {
        let line = &self.told[line];
        line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned()
    }

    fn address(&self) -> Address {
        format!("http://{}/", self.host(0)).parse().unwrap()
    }

    /// Ends it in good order; all that it has logged.
    fn end(mut self) -> String {
        let killed = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        self.child.wait().unwrap();
        self.log.take().unwrap().join().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A joined game; the second player has this name.
fn game(address: &Address, name: &str) -> Ticket {
    let create = CreateRequest {
        rules: "gebeta".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed: false,
        name: "Abebe".parse().unwrap(),
        secret: draw_secret(),
        opponent: None,
    };
    let ticket = address.create(&create).unwrap();
    address.join(ticket.game, &JoinRequest { name: name.parse().unwrap(), secret: draw_secret() }).unwrap();
    ticket
}

fn get(host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_damaged_game_is_told_once_counted_and_found_by_check() {
    let home = Home::new();
    let server = Server::start(&home, "", 1);
    let [good, bad] = ["Sara", "Zenebech"].map(|name| game(&server.address(), name));
    server.end();
    let sound = home.run("check --db sqlite:games", "").done();
    assert!(sound.starts_with("2 games with ") && sound.ends_with(" 0 are damaged.\n"), "{sound}");

    // One letter of an event, as a page that has rotted.
    let path = home.path("games/online.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let name = br#""joined","name":"Zenebech"#;
    let at = bytes.windows(name.len()).position(|part| part == name).unwrap();
    bytes[at + 1] = b'J';
    std::fs::write(&path, bytes).unwrap();

    let Answer { code, stdout, stderr } = home.run("check --json --db sqlite:games", "");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("error[damaged-games]: 1 of 2 games are damaged"), "{stderr}");
    let told: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&told["sound"], &told["games"]), (&false.into(), &2.into()), "{told}");
    assert_eq!(told["damaged"][0]["game"], bad.game.to_string(), "{told}");
    assert_eq!(told["damaged"][0]["cause"], "a stored game cannot be read", "{told}");

    let server = Server::start(&home, "--metrics 127.0.0.1:0", 2);
    for _ in 0..3 {
        let answer = get(&server.host(0), &format!("/api/games/{}", bad.game));
        assert!(answer.starts_with("HTTP/1.1 500 ") && answer.ends_with(r#"{"code":"damaged"}"#), "{answer}");
        assert!(!answer.contains("retry-after"), "it does not help: {answer}");
    }
    let refused = GameClient::player(server.address(), &bad).connect();
    assert!(matches!(refused, Err(ClientError::Refused(Code::Damaged))), "{refused:?}");
    server.address().get(&format!("/api/games/{}", good.game)).unwrap();
    let numbers = get(&server.host(1), "/metrics");
    assert!(numbers.contains("gebeta_damaged_games_total 1"), "{numbers}");
    let log = server.end();
    let lines: Vec<_> = log.lines().filter(|line| line.contains("damaged_game")).collect();
    assert_eq!(lines.len(), 1, "{log}");
    assert!(lines[0].contains("ERROR") && lines[0].contains(&bad.game.to_string()), "{}", lines[0]);
    // What cannot be read: a word that this version does not know.
    assert!(lines[0].contains("event 2") && lines[0].contains("unknown variant `Joined`"), "{}", lines[0]);
}

#[test]
fn there_is_nothing_to_check_where_there_are_no_games() {
    let home = Home::new();
    home.run("check --db sqlite:games", "").refused(1, "no-such-file");
    home.run("check --db mysql:x", "").refused(2, "bad-db");
    home.write(
        "games/online.db",
        "this is not a database, and long enough to be read as one, or so it seems",
    );
    home.run("check --db sqlite:games", "").refused(1, "no-games");
}

/// Says hello with a `since` that was made up; what the server answers.
fn hello(host: &str, ticket: &Ticket) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    let path = format!("/api/games/{}/socket", ticket.game);
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    .unwrap();
    let hello = ClientMessage::Hello { proto: PROTOCOL, since: 9_999_999, secret: Some(ticket.secret) };
    let text = serde_json::to_string(&hello).unwrap();
    // A whole text, masked with zeros.
    let mut frame = vec![0x81, 0x80 | u8::try_from(text.len()).unwrap(), 0, 0, 0, 0];
    assert!(text.len() < 126, "it needs no longer length");
    frame.extend(text.as_bytes());
    stream.write_all(&frame).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let mut answer = String::new();
    let mut part = [0; 1024];
    while !answer.contains("ahead") {
        let length = stream.read(&mut part).unwrap();
        assert!(length > 0, "{answer}");
        answer.push_str(&String::from_utf8_lossy(&part[..length]));
    }
    answer
}

#[test]
fn who_makes_up_what_it_has_seen_raises_no_alarm() {
    let home = Home::new();
    let server = Server::start(&home, "--metrics 127.0.0.1:0", 2);
    let ticket = game(&server.address(), "Sara");
    for _ in 0..3 {
        let answer = hello(&server.host(0), &ticket);
        assert!(answer.contains(r#""code":"ahead""#), "{answer}");
    }
    let numbers = get(&server.host(1), "/metrics");
    assert!(numbers.contains("gebeta_clients_ahead_total 3"), "{numbers}");
    let log = server.end();
    assert!(!log.contains("durability_violation") && !log.contains("ERROR"), "{log}");
    let lines: Vec<_> = log.lines().filter(|line| line.contains("client_ahead")).collect();
    assert!(lines.len() == 1 && lines[0].contains("WARN"), "once, and no alarm: {log}");
}

#[test]
fn a_time_that_is_ahead_is_told_and_can_be_set_back() {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let home = Home::new();
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    std::fs::create_dir(home.path("games")).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let logs = SqliteLogs::open(&home.path("games/online.db")).await.unwrap();
        logs.heartbeat(now() + 10 * DAY + DAY / 2).await.unwrap();
    });
    drop(runtime);
    // What time a new game is made at.
    let made = |server: &Server| {
        let ticket = game(&server.address(), "Sara");
        let mut player = GameClient::player(server.address(), &ticket);
        player.wait(|_| true).unwrap();
        player.log()[0].at
    };
    let server = Server::start(&home, "", 2);
    assert!(server.told[1].contains("10 days ahead") && server.told[1].contains("--reset-clock"));
    assert!(made(&server) > now() + 10 * DAY);
    let log = server.end();
    assert!(log.contains("clock_ahead"), "{log}");
    let server = Server::start(&home, "--reset-clock", 1);
    assert!(made(&server) <= now());
    assert!(!server.end().contains("clock_ahead"));
}
