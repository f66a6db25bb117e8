//! Searches of the server end: on the hardest boards, when their time is over, and when their client has gone.

use std::io::Write as _;
use std::net::TcpStream;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use gebeta_client::GameClient;
use gebeta_protocol::{Analysis, Code, CreateRequest, SeatWish, Ticket};
use gebeta_server::config::ServerSettings;
use gebeta_server::limits;
use gebeta_testkit::slow_positions::{SLOW_POSITIONS, SlowPosition};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::test_server::{self, TestServer};

/// What a shared machine may take longer than promised.
const LATE: Duration = Duration::from_secs(2);

/// The largest board of a rule file, with relays.
fn hardest() -> SlowPosition {
    SLOW_POSITIONS.into_iter().find(|hard| hard.name == "relay 12x12").unwrap()
}

fn about(hard: &SlowPosition) -> Value {
    json!({ "rules": hard.rules, "position": hard.start().to_string() })
}

#[test]
fn the_position_that_took_the_server_away_is_refused() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    let position = "83,83,83,83,83,83,0,83,83,83,83,83,83,0 1";
    let question = json!({ "rules": "avalanche", "position": position });
    let began = Instant::now();
    page.post("/api/analyse", &question).is(Code::TooLarge);
    page.post("/api/endgame", &question).is(Code::TooLarge);
    let hard = SLOW_POSITIONS.into_iter().find(|hard| hard.name == "relay 12 pits 1000 stones").unwrap();
    page.post("/api/analyse", &json!({ "record": hard.record(20).to_string() })).is(Code::TooLarge);
    assert!(began.elapsed() < LATE, "{:?}", began.elapsed());
    assert_eq!(page.get("/readyz").status, 200);
}

#[test]
fn the_hardest_board_is_answered_in_time() {
    let server = TestServer::open();
    let began = Instant::now();
    let answer = Browser::at(&server).post("/api/analyse", &about(&hardest())).ok();
    let found: Analysis = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(found.moves.len(), 12);
    assert!(began.elapsed() < limits::ANALYSE + LATE, "{:?}", began.elapsed());
}

#[test]
fn a_closed_connection_cancels_its_analysis() {
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let server = TestServer::with(ServerSettings { proxies, ..ServerSettings::default() });
    let (host, body) = (server.host(), about(&hardest()).to_string());
    let mut hard = TcpStream::connect(&host).unwrap();
    write!(
        hard,
        "POST /api/analyse HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: 198.51.100.1\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let page = Browser::at(&server);
    let mut other = Browser { headers: format!("{}x-forwarded-for: 192.0.2.2\r\n", page.headers), ..page };
    let (tell, told) = mpsc::channel();
    let asked = std::thread::spawn(move || {
        let easy = json!({ "rules": "gebeta", "position": "0,0,0,0,1,1,22,0,0,0,0,1,1,22 1" });
        // The first may be on its way still; then this one is answered at once, and asks again.
        loop {
            let began = Instant::now();
            let status = other.post("/api/endgame", &easy).status;
            tell.send((status, began)).unwrap();
            if status != 200 || began.elapsed() > Duration::from_millis(300) {
                return;
            }
        }
    });
    let began = Instant::now();
    while told.recv_timeout(Duration::from_millis(300)).is_ok() {
        assert!(began.elapsed() < limits::ANALYSE, "the hard question is not being worked on");
    }
    let left = Instant::now();
    drop(hard);
    let (status, _) = told.recv_timeout(limits::ANALYSE).unwrap();
    assert_eq!(status, 200);
    assert!(left.elapsed() < LATE, "{:?}", left.elapsed());
    asked.join().unwrap();
}

#[test]
fn a_perfect_player_moves_on_the_hardest_board() {
    let server = TestServer::open();
    let opponent = Some("perfect".parse().unwrap());
    let request = CreateRequest { opponent, ..test_server::request(hardest().rules, SeatWish::Two) };
    let ticket: Ticket = server.address().post("/api/games", &request).unwrap();
    let mut me = GameClient::player(server.address(), &ticket);
    me.connect().unwrap();
    let began = Instant::now();
    me.wait(|game| !game.record().plies().is_empty()).unwrap();
    assert!(began.elapsed() < limits::THINK + LATE, "{:?}", began.elapsed());
}
