//! Analysis over real sockets: answers, refusals, and many requests at once.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use gebeta_match::read_rules;
use gebeta_protocol::{Analysis, Code, Endgame};
use gebeta_rules::{AnyPly, AnyPosition, Game as _};
use gebeta_server::config::ServerSettings;
use gebeta_server::limits;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::test_server::TestServer;

/// The positions of a game in which both play the first legal move.
fn positions(rules: &str) -> Vec<AnyPosition> {
    let mut all = vec![read_rules(rules).unwrap().rules.start()];
    loop {
        let AnyPosition::Mancala(position) = &all[all.len() - 1] else { return all };
        let Some(mv) = position.legal_moves().next() else { return all };
        let next = all[all.len() - 1].play(AnyPly::Mancala(mv)).unwrap();
        all.push(next);
    }
}

fn about(rules: &str, position: &str) -> Value {
    json!({ "rules": rules, "position": position })
}

#[test]
fn positions_and_records_are_judged() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    let all = positions("gebeta");
    let start = all[0].to_string();
    let mut question = about("gebeta", &start);
    question["nodes"] = json!(3000);
    let found: Analysis = serde_json::from_str(&page.post("/api/analyse", &question).ok().body).unwrap();
    assert_eq!((found.game.as_str(), found.unit.as_str()), ("mancala", "stones"));
    assert_eq!(found.position, start);
    assert!(found.moves.len() > 1 && found.moves[0].loss == 0.0 && found.nodes > 0, "{found:?}");
    assert!(found.moves.windows(2).all(|two| two[0].loss <= two[1].loss));
    assert_eq!(found.line.first(), Some(&found.moves[0].mv));
    // A shipped rule set of Senet, with the throw; before the throw no player can move.
    let thrown = "WBWBWBWBWB/WBWB....../.......... w 0/0 2";
    let mut question = about("classic", thrown);
    question["nodes"] = json!(200);
    let found: Analysis = serde_json::from_str(&page.post("/api/analyse", &question).ok().body).unwrap();
    assert!(!found.moves.is_empty() && found.unit == "probability", "{found:?}");
    // A record as the server itself hands it out.
    let mut players = server.game("gebeta");
    for mv in ["1", "2"] {
        let side = players[0].game().unwrap().side_to_move().unwrap();
        let revision = players[0].game().unwrap().revision();
        let action = gebeta_protocol::Action::Play { mv: mv.to_owned() };
        players[usize::from(side == gebeta_protocol::Side::B)].act(action).unwrap();
        for player in &mut players {
            player.wait(|game| game.revision() > revision).unwrap();
        }
    }
    let id = players[0].game().unwrap().id();
    let record = server.address().get(&format!("/api/games/{id}/record")).unwrap();
    let asked = json!({ "record": record, "nodes": 500 });
    let found: Analysis = serde_json::from_str(&page.post("/api/analyse", &asked).ok().body).unwrap();
    let played: Vec<_> = found.plies.iter().map(|ply| (ply.player.as_str(), ply.played.as_str())).collect();
    assert_eq!(played, [("1", "1"), ("2", "2")]);
    assert!(found.plies.iter().all(|ply| !ply.grade.is_empty() && ply.loss >= 0.0));
}

#[test]
fn the_end_of_a_game_is_known_exactly() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    let all = positions("gebeta");
    let question = about("gebeta", "0,0,0,0,1,1,22,0,0,0,0,1,1,22 1");
    let ask = |page: &mut Browser| -> Endgame {
        serde_json::from_str(&page.post("/api/endgame", &question).ok().body).unwrap()
    };
    let mut found = ask(&mut page);
    // A slow machine needs its time to make a table first; then it is there.
    for _ in 0..9 {
        if !found.known {
            found = ask(&mut page);
        }
    }
    assert!(found.known && found.value.is_some() && found.moves.iter().all(|mv| mv.exact), "{found:?}");
    assert_eq!(found.value, Some(found.moves[0].value));
    // The start cannot be proved so quickly; then nothing is claimed.
    let found = page.post("/api/endgame", &about("gebeta", &all[0].to_string())).ok();
    assert_eq!(found.json(), json!({ "known": false, "value": null, "moves": [] }));
}

#[test]
fn what_cannot_be_read_is_refused_with_its_code() {
    let server = TestServer::open();
    let mut page = Browser::at(&server);
    let start = positions("gebeta")[0].to_string();
    for (body, code) in [
        (about("nonsense", &start), Code::BadRules),
        (about("gebeta", "nonsense"), Code::BadPosition),
        (about("kendall", &start), Code::BadPosition),
        (json!({ "record": "nonsense" }), Code::BadRecord),
        (json!({ "record": "x", "rules": "gebeta", "position": start }), Code::BadMessage),
        (json!({ "position": start }), Code::BadMessage),
        (json!({}), Code::BadMessage),
        (json!({ "rules": "gebeta", "position": start, "depth": 3 }), Code::BadMessage),
    ] {
        page.post("/api/analyse", &body).is(code);
    }
    page.post("/api/endgame", &about("gebeta", "nonsense")).is(Code::BadPosition);
    page.post("/api/endgame", &json!({ "rules": "gebeta" })).is(Code::BadMessage);
    let mut foreign = Browser { headers: "origin: http://evil.example\r\n".to_owned(), ..page.clone() };
    foreign.post("/api/analyse", &about("gebeta", &start)).is(Code::Foreign);
    assert_eq!(page.get("/api/analyse").status, 405);
    let long = json!({ "record": "x".repeat(limits::BODY_BYTES) });
    assert_eq!(page.post("/api/analyse", &long).status, 413);
}

/// Asks from an address, as a proxy tells it, and does not wait for the answer.
fn ask_only(server: &TestServer, address: &str, body: &Value) -> TcpStream {
    let (host, body) = (server.host(), body.to_string());
    let mut stream = TcpStream::connect(&host).unwrap();
    write!(
        stream,
        "POST /api/analyse HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: {address}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

#[test]
fn a_full_queue_refuses_and_a_client_that_leaves_makes_room() {
    const LATE: usize = 4;
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let server = TestServer::with(ServerSettings { proxies, ..ServerSettings::default() });
    let hard = about("gebeta", &positions("gebeta")[0].to_string());
    // Some more than there is room for; they arrive in any order, and those beyond the limit are refused at once.
    let all = limits::ANALYSES + limits::ANALYSES_WAITING + LATE;
    let waiting: Vec<TcpStream> =
        (0..all).map(|n| ask_only(&server, &format!("198.51.100.{n}"), &hard)).collect();
    let until = Instant::now() + Duration::from_secs(4);
    let mut refused = vec![false; all];
    while refused.iter().filter(|refused| **refused).count() < LATE {
        assert!(Instant::now() < until, "the queue takes more than it should");
        for (mut one, refused) in waiting.iter().zip(&mut refused).filter(|(_, refused)| !**refused) {
            let mut answer = [0; 12];
            one.set_nonblocking(true).unwrap();
            if one.read_exact(&mut answer).is_ok() {
                assert_eq!(&answer, b"HTTP/1.1 503");
                *refused = true;
            }
        }
    }
    // One that waits, but is not looked at yet: that is the last of those.
    let patient = refused.iter().rposition(|refused| !refused).unwrap();
    let from = |address: &str| {
        let page = Browser::at(&server);
        Browser { headers: format!("{}x-forwarded-for: {address}\r\n", page.headers), ..page }
    };
    let mut easy = hard.clone();
    easy["nodes"] = json!(10);
    let answer = from("192.0.2.2").post("/api/analyse", &easy);
    answer.is(Code::Full);
    assert_eq!(answer.header("retry-after", ""), "2");
    // A client that waits has a request already.
    let answer = from(&format!("198.51.100.{patient}")).post("/api/analyse", &easy);
    answer.is(Code::Rate);
    assert_eq!(answer.header("retry-after", ""), "60");
    drop(waiting);
    let began = Instant::now();
    while from("192.0.2.3").post("/api/analyse", &easy).status != 200 {
        assert!(began.elapsed() < Duration::from_secs(20), "there is no room");
    }
}
