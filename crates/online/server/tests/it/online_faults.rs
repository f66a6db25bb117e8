//! Every call to the store fails once, in turn, or is done and only its answer lost: nothing is lost, nothing happens
//! twice, and the game goes on.
#![allow(clippy::print_stdout, reason = "chaos shows figures")]

use std::time::{Duration, Instant};

use gebeta_client::{Address, GameClient, draw_secret};
use gebeta_match::{Match, Stage};
use gebeta_protocol::{Action, Code, Event, JoinRequest, Profile, SeatWish};
use gebeta_server::config::{Quotas, ServerSettings};
use gebeta_testkit::postgres::Cluster;
use serde_json::json;

use crate::browser::{Answer, Browser};
use crate::test_server::fault_injector::{Fault, FaultInjector};
use crate::test_server::{TestServer, begin, next_action, request};

/// A whole game: made, joined, sealed, opened, thrown, played, given up, and played again.
fn scene(server: &TestServer, [here, there]: [&Address; 2]) {
    let a = here.create(&request("classic", SeatWish::One)).unwrap();
    let join = JoinRequest { name: "Sara".parse().unwrap(), secret: draw_secret() };
    let b = there.join(a.game, &join).unwrap();
    let mut players = [GameClient::player(here.clone(), &a), GameClient::player(there.clone(), &b)];
    for player in &mut players {
        player.wait(|game| game.names().b.is_some()).unwrap();
    }
    begin(&mut players);
    let mut played = Vec::new();
    for turn in 0..4 {
        let game = players[0].game().unwrap();
        let action = next_action(game, turn);
        let mover = usize::from(game.side_to_move() == Some(gebeta_protocol::Side::B));
        let seq = players[mover].act(action.clone()).unwrap();
        played.push(action);
        for player in &mut players {
            player.wait(|game| game.revision() >= seq).unwrap();
        }
    }
    players[0].act(Action::Resign).unwrap();
    players[0].act(Action::Rematch).unwrap();
    players[1].wait(|game| game.rematch_offer().is_some()).unwrap();
    players[1].act(Action::Rematch).unwrap();
    players[0].wait(|game| game.rematch().is_some()).unwrap();
    // Both players and a new watcher have the same log, with every decision once.
    let mut witness = GameClient::watcher(server.address(), a.game);
    witness.wait(|game| game.rematch().is_some()).unwrap();
    assert_eq!(witness.log(), players[0].log());
    assert!(Match::fold(a.game, witness.log()).is_ok());
    let stored: Vec<Action> = witness
        .log()
        .iter()
        .filter_map(|event| match &event.what {
            Event::Thrown { .. } => Some(Action::Throw),
            Event::Played { mv, .. } => Some(Action::Play { mv: mv.clone() }),
            _ => None,
        })
        .collect();
    assert_eq!(stored, played);
    assert_eq!(played.len(), 4);
    let ends = witness.log().iter().filter(|event| matches!(event.what, Event::Ended { .. })).count();
    assert_eq!(ends, 1);
    assert!(matches!(witness.game().unwrap().stage(), Stage::Over(_)));
}

/// Asks until the store answers.
fn insist(mut ask: impl FnMut() -> Answer) -> Answer {
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let answer = ask();
        if answer.status != Code::Unavailable.status() || Instant::now() > until {
            return answer;
        }
    }
}

/// Signs up, and makes a token.
fn sign_up(server: &TestServer, name: &str) -> (Browser, Address) {
    let credentials = json!({ "name": name, "password": "correct horse" });
    let mut page = Browser::at(server);
    let answer = insist(|| page.post("/api/account", &credentials));
    if answer.status != 200 {
        // The answer was lost, the account was not.
        answer.is(Code::NameTaken);
        insist(|| page.post("/api/session", &credentials)).ok();
    }
    let made = insist(|| page.post("/api/tokens", &json!({ "label": "bot" }))).ok().json();
    let token = made["token"].as_str().unwrap().parse().unwrap();
    (page, server.address().with_token(token))
}

/// Two people sign up, play a game with its rematch, are rated for it once, look at what is kept of them, and go.
fn accounts_scene(server: &TestServer, number: usize) {
    let names = ["Abebe", "Sara"].map(|name| format!("{name}{number}"));
    let [(mut page, one), (_, two)] = names.each_ref().map(|name| sign_up(server, name));
    scene(server, [&one, &two]);
    // What could not be written down at once is tried again.
    let until = Instant::now() + Duration::from_secs(20);
    let profile = loop {
        let answer = insist(|| page.get(&format!("/api/players/{}", names[0]))).ok();
        let profile: Profile = serde_json::from_str(&answer.body).unwrap();
        if !profile.history.is_empty() {
            break profile;
        }
        assert!(Instant::now() < until, "the game is never written down");
    };
    assert_eq!((profile.history.len(), profile.ratings.len()), (1, 1), "{profile:?}");
    for path in ["/api/account", "/api/account/statistics", "/api/account/export", "/api/tokens"] {
        insist(|| page.get(path)).ok();
    }
    let answer = insist(|| page.delete("/api/account", Some(&json!({ "password": "correct horse" }))));
    // If the answer was lost, the repeated request has no session any more.
    assert!(answer.status == 204 || answer.status == Code::SignedOut.status(), "{answer:?}");
    assert_eq!(insist(|| page.get(&format!("/api/players/{}", names[0]))).status, Code::NotFound.status());
}

/// Plays one scene after the other, in each of which another call behind `faults` fails, until all have.
fn every_call(
    what: &str,
    server: &TestServer,
    faults: &FaultInjector,
    fault: fn(usize) -> Fault,
    scene: impl Fn(usize),
) {
    for n in 0.. {
        faults.set(fault(n));
        scene(n);
        let calls = faults.calls();
        // So many games in a minute are too many for one address.
        server.pass(Duration::from_mins(1));
        if calls <= n {
            assert!(n > 15, "only {calls} calls were made");
            println!("chaos: {n} games, {what}, 0 lost, 0 twice");
            return;
        }
    }
}

fn every_call_of_games(what: &str, fault: fn(usize) -> Fault) {
    let faults = FaultInjector::default();
    let server = TestServer::faulty(ServerSettings::default(), faults.clone());
    let address = server.address();
    every_call(what, &server, &faults, fault, |_| scene(&server, [&address; 2]));
}

#[test]
fn any_call_may_fail() {
    every_call_of_games("in each another call to the store failed", Fault::CallFails);
}

#[test]
fn any_answer_may_be_lost() {
    every_call_of_games("in each another answer of the store was lost", Fault::AnswerLost);
}

fn every_call_of_a_node(what: &str, name: &str, fault: fn(usize) -> Fault) {
    let Some(cluster) = Cluster::start() else { return };
    let faults = FaultInjector::default();
    let server = TestServer::faulty_on(&cluster.database(name), ServerSettings::default(), faults.clone());
    let address = server.address();
    every_call(what, &server, &faults, fault, |_| scene(&server, [&address; 2]));
}

/// Nodes that share a store also poll it and write presence.
#[test]
fn any_call_of_a_node_may_fail() {
    every_call_of_a_node(
        "in each another call of a node to its PostgreSQL failed",
        "fails",
        Fault::CallFails,
    );
}

#[test]
fn any_answer_to_a_node_may_be_lost() {
    every_call_of_a_node("in each another answer of PostgreSQL was lost", "forgets", Fault::AnswerLost);
}

fn every_call_about_accounts(what: &str, fault: fn(usize) -> Fault) {
    let quotas = Quotas {
        sign_ups: u32::MAX,
        logins_per_address: u32::MAX,
        account_reads: u32::MAX,
        rated_per_pair_of_one_network: u32::MAX,
        ..Quotas::default()
    };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    let faults = server.account_faults.clone();
    every_call(what, &server, &faults, fault, |number| accounts_scene(&server, number));
}

#[test]
fn any_call_about_accounts_may_fail() {
    every_call_about_accounts("in each another call about accounts failed", Fault::CallFails);
}

#[test]
fn any_answer_about_accounts_may_be_lost() {
    every_call_about_accounts("in each another answer about accounts was lost", Fault::AnswerLost);
}
