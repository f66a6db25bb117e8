//! Two servers on one PostgreSQL, with and without notifications between them. If PostgreSQL is missing, the tests say so.
#![allow(clippy::print_stdout, reason = "chaos shows figures")]

use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use gebeta_client::{ClientError, GameClient};
use gebeta_match::Stage;
use gebeta_protocol::{
    Action, ClientMessage, Code, Event, Phrase, SeatWish, ServerMessage, Side, Ticket, TimeControl,
};
use gebeta_server::config::ServerSettings;
use gebeta_testkit::nats::Nats;
use gebeta_testkit::postgres::Cluster;

use crate::browser::{Browser, closed};
use crate::test_server::fault_injector::Fault;
use crate::test_server::{TestServer, next_action};

/// Two nodes, and a game with both players.
fn nodes(cluster: &Cluster, name: &str, nats: Option<&str>) -> ([TestServer; 2], [Ticket; 2]) {
    let url = cluster.database(name);
    let settings = ServerSettings { nats: nats.map(ToOwned::to_owned), ..ServerSettings::default() };
    let nodes = [(); 2].map(|()| TestServer::on(&url, settings.clone()));
    let a = nodes[0].create("gebeta", SeatWish::One, TimeControl::None);
    let b = nodes[1].join(&a);
    (nodes, [a, b])
}

fn client(node: &TestServer, ticket: &Ticket) -> GameClient {
    let mut client = GameClient::player(node.address(), ticket);
    client.connect().unwrap();
    client.wait(|game| game.to_move().is_some()).unwrap();
    client
}

/// Plays a move on the first node, and how long it takes a watcher on the second to see it.
fn delay(player: &mut GameClient, watcher: &mut GameClient) -> Duration {
    let game = player.game().unwrap();
    let (action, plies) = (next_action(game, 3), game.record().plies().len());
    player.act(action).unwrap();
    let began = Instant::now();
    watcher.wait(|game| game.record().plies().len() > plies).unwrap();
    began.elapsed()
}

/// Both players have a device at either node, and both devices of who is to move play another move at the same time:
/// exactly one wins. The answer is how many plies were played, at most `most`.
fn contest(nodes: &[TestServer; 2], tickets: &[Ticket; 2], most: usize) -> usize {
    let mut devices = tickets.each_ref().map(|ticket| nodes.each_ref().map(|node| client(node, ticket)));
    for plies in 0..most {
        let game = devices[0][0].game().unwrap();
        let Some(side) = game.side_to_move() else { return plies };
        let mover = usize::from(side == Side::B);
        let actions = [next_action(game, plies), next_action(game, plies + 1)];
        let answers: Vec<_> = thread::scope(|scope| {
            let both = devices[mover].iter_mut().zip(actions);
            let both: Vec<_> = both.map(|(device, action)| scope.spawn(move || device.act(action))).collect();
            both.into_iter().map(|attempt| attempt.join().unwrap()).collect()
        });
        let won = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(won, 1, "{answers:?}");
        for refused in answers.into_iter().filter_map(Result::err) {
            let is_late =
                matches!(refused, ClientError::Refused(Code::Stale | Code::NotYourTurn | Code::Over));
            assert!(is_late, "{refused}");
        }
        for device in devices.iter_mut().flatten() {
            let began = Instant::now();
            device.wait(|game| game.record().plies().len() == plies + 1).unwrap();
            assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        }
    }
    let log = devices[0][0].log().to_vec();
    assert!(devices.iter().flatten().all(|device| device.log() == log));
    most
}

#[test]
fn nodes_agree_without_notifications() {
    let Some(cluster) = Cluster::start() else { return };
    let (nodes, tickets) = nodes(&cluster, "agree", None);
    assert!(contest(&nodes, &tickets, 10) > 5);
}

/// `cargo xtask chaos two-nodes N` says how many plies.
#[test]
fn of_two_nodes_exactly_one_wins_every_ply() {
    const PLIES: &str = "GEBETA_NODE_PLIES";
    let Some(cluster) = Cluster::start() else { return };
    let most: usize = std::env::var(PLIES).map_or(40, |plies| plies.parse().unwrap());
    let port = free_port();
    let _nats = Nats::start(port);
    let (nodes, mut tickets) = nodes(&cluster, "winner", Some(&format!("nats://127.0.0.1:{port}")));
    let began = Instant::now();
    let (mut plies, mut games) = (0, 0);
    while plies < most {
        plies += contest(&nodes, &tickets, most - plies);
        games += 1;
        for node in &nodes {
            // So many games in a minute are too many for one address.
            node.pass(Duration::from_mins(1));
        }
        let a = nodes[games % 2].create("gebeta", SeatWish::One, TimeControl::None);
        let b = nodes[(games + 1) % 2].join(&a);
        tickets = [a, b];
    }
    println!(
        "chaos: {plies} plies in {games} games, each submitted at two nodes at once, exactly one winner each, {} s",
        began.elapsed().as_secs()
    );
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Every event in turn is lost, or doubled, and then all are: nothing else is.
#[test]
fn any_notification_may_be_lost_or_doubled() {
    let Some(cluster) = Cluster::start() else { return };
    let port = free_port();
    let _nats = Nats::start(port);
    let (nodes, _) = nodes(&cluster, "rings", Some(&format!("nats://127.0.0.1:{port}")));
    let (mut scenes, mut longest) = (0, Duration::ZERO);
    let mut scene = |fault: Fault| {
        for node in &nodes {
            node.bus_faults.set(fault);
        }
        let a = nodes[0].create("gebeta", SeatWish::One, TimeControl::None);
        let b = nodes[1].join(&a);
        let mut players = [client(&nodes[0], &a), client(&nodes[1], &b)];
        for plies in 0..3 {
            let game = players[0].game().unwrap();
            let (mover, action) =
                (usize::from(game.side_to_move() == Some(Side::B)), next_action(game, plies));
            players[mover].act(action).unwrap();
            let began = Instant::now();
            for player in &mut players {
                player.wait(|game| game.record().plies().len() == plies + 1).unwrap();
            }
            longest = longest.max(began.elapsed());
        }
        assert_eq!(players[0].log(), players[1].log());
        scenes += 1;
        // So many games in a minute are too many for one address.
        for node in &nodes {
            node.pass(Duration::from_mins(1));
        }
        nodes.iter().map(|node| node.bus_faults.calls()).max().unwrap()
    };
    for fault in [Fault::CallFails, Fault::AnswerLost] {
        let mut number = 0;
        while scene(fault(number)) > number {
            number += 1;
        }
        assert!(number > 2, "the doorbell was rung only {number} times");
    }
    scene(Fault::AllFail);
    println!(
        "chaos: {scenes} games, each with another event lost or doubled, seen elsewhere after {longest:?} at most"
    );
    assert!(longest < Duration::from_secs(2), "{longest:?}");
}

/// The database's clock counts: machines with different clocks make no player lose.
#[test]
fn clocks_of_nodes_may_differ() {
    const FIVE_MINUTES: i64 = 300_000;
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("skewed");
    let nodes = [0, FIVE_MINUTES].map(|by| TestServer::wrong(by, &url, ServerSettings::default()));
    let a = nodes[0].create("gebeta", SeatWish::One, TimeControl::Move { seconds: 10 });
    let b = nodes[1].join(&a);
    let mut players = [client(&nodes[0], &a), client(&nodes[1], &b)];
    for plies in 0..6 {
        let game = players[0].game().unwrap();
        let (mover, action) = (usize::from(game.side_to_move() == Some(Side::B)), next_action(game, plies));
        players[mover].act(action).unwrap();
        for player in &mut players {
            player.wait(|game| game.record().plies().len() == plies + 1).unwrap();
        }
    }
    let log = players[0].log();
    assert!(matches!(players[0].game().unwrap().stage(), Stage::Playing));
    assert!(log.is_sorted_by_key(|event| event.at), "time has gone back");
    assert!(!log.iter().any(|event| matches!(event.what, Event::Resumed { .. })), "nobody was away");
    println!("chaos: two nodes five minutes apart, time goes forward, nobody charged, nobody lost on time");
}

#[test]
fn a_player_connected_to_another_node_is_present() {
    let Some(cluster) = Cluster::start() else { return };
    let (nodes, tickets) = nodes(&cluster, "there", None);
    let mut one = client(&nodes[0], &tickets[0]);
    let mut two = client(&nodes[1], &tickets[1]);
    let told = |one: &mut GameClient, online: bool| {
        let began = Instant::now();
        while one.hear().unwrap() != Some(ServerMessage::Presence { side: Side::B, online }) {
            assert!(began.elapsed() < Duration::from_secs(5), "nobody says it");
        }
    };
    told(&mut one, true);
    one.act(Action::Play { mv: "1".to_owned() }).unwrap();
    nodes[0].pass(Duration::from_mins(2));
    assert!(
        matches!(one.act(Action::Claim), Err(ClientError::Refused(Code::NotGone))),
        "B is at the other node"
    );
    two.cut();
    told(&mut one, false);
}

/// Waits for a message that fits.
fn hears(client: &mut GameClient, is_it: impl Fn(&ServerMessage) -> bool) {
    let began = Instant::now();
    while !client.hear().unwrap().is_some_and(|tell| is_it(&tell)) {
        assert!(began.elapsed() < Duration::from_secs(10), "nobody says it");
    }
}

/// Without NATS, PostgreSQL notifies the nodes of rare events.
#[test]
fn phrases_and_sign_outs_reach_the_other_node() {
    let Some(cluster) = Cluster::start() else { return };
    let (nodes, tickets) = nodes(&cluster, "said", None);
    let mut one = client(&nodes[0], &tickets[0]);
    let mut two = client(&nodes[1], &tickets[1]);
    hears(&mut one, |tell| matches!(tell, ServerMessage::Lag { side: Side::A, .. }));
    two.say(&ClientMessage::Say { phrase: Phrase::WellPlayed }).unwrap();
    hears(&mut one, |tell| *tell == ServerMessage::Said { side: Side::B, phrase: Phrase::WellPlayed });
    one.say(&ClientMessage::Say { phrase: Phrase::ThankYou }).unwrap();
    let mut thanks = 0;
    one.say(&ClientMessage::Ping { n: 7 }).unwrap();
    hears(&mut one, |tell| *tell == ServerMessage::Said { side: Side::A, phrase: Phrase::ThankYou });
    while let Ok(Some(tell)) = one.poll(Duration::from_millis(1500)) {
        thanks += usize::from(matches!(tell, ServerMessage::Said { .. }));
    }
    assert_eq!(thanks, 0, "who says it does not hear it twice");
    hears(&mut two, |tell| *tell == ServerMessage::Said { side: Side::A, phrase: Phrase::ThankYou });

    let credentials = serde_json::json!({ "name": "Abebe", "password": "correct horse" });
    let mut page = Browser::at(&nodes[0]);
    page.post("/api/account", &credentials).ok();
    let there = Browser { host: nodes[1].host(), ..Browser::at(&nodes[1]) };
    let there = Browser { cookie: page.cookie.clone(), ..there };
    let mut socket = there.watch(&tickets[0].game.to_string());
    let began = Instant::now();
    assert_eq!(page.delete("/api/session", None).status, 204);
    assert_eq!(closed(&mut socket), (1008, "signed-out".to_owned()));
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
}

/// A sign-out at one node is found by the other without a notification.
#[test]
fn a_sign_out_at_another_node_is_found_without_notifications() {
    let Some(cluster) = Cluster::start() else { return };
    let (nodes, tickets) = nodes(&cluster, "unrung", None);
    nodes[0].bus_faults.set(Fault::AllFail);
    let mut page = Browser::at(&nodes[0]);
    page.post("/api/account", &serde_json::json!({ "name": "Abebe", "password": "correct horse" })).ok();
    let there = Browser { cookie: page.cookie.clone(), ..Browser::at(&nodes[1]) };
    let mut socket = there.watch(&tickets[0].game.to_string());
    let began = Instant::now();
    assert_eq!(page.delete("/api/session", None).status, 204);
    assert_eq!(closed(&mut socket), (1008, "signed-out".to_owned()));
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
}

#[test]
fn notifications_make_other_nodes_quick_and_are_optional() {
    let Some(cluster) = Cluster::start() else { return };
    let port = free_port();
    // The nodes start before NATS.
    let (nodes, tickets) = nodes(&cluster, "quick", Some(&format!("nats://127.0.0.1:{port}")));
    let mut players = [client(&nodes[0], &tickets[0]), client(&nodes[0], &tickets[1])];
    let mut watcher = GameClient::watcher(nodes[1].address(), tickets[0].game);
    watcher.connect().unwrap();
    let mut turn = |most: Duration| {
        let side = players[0].game().unwrap().side_to_move().unwrap();
        let mover = usize::from(side == Side::B);
        let took = delay(&mut players[mover], &mut watcher);
        let revision = players[mover].game().unwrap().revision();
        for player in &mut players {
            player.wait(|game| game.revision() >= revision).unwrap();
        }
        assert!(took < most, "{took:?}");
        took
    };
    turn(Duration::from_secs(2));
    let Some(nats) = Nats::start(port) else { return };
    // After a moment to connect, a move is announced at once, far sooner than the next poll.
    let mut is_quick = |what: &str| {
        let began = Instant::now();
        let mut quick = 0;
        while quick < 3 {
            assert!(began.elapsed() < Duration::from_secs(10), "{what}");
            quick = if turn(Duration::from_secs(2)) < Duration::from_millis(100) { quick + 1 } else { 0 };
        }
    };
    is_quick("once there is a doorbell");
    drop(nats);
    let _nats = Nats::start(port);
    is_quick("once there is a doorbell again");
}
