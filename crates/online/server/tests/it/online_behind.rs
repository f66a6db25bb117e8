//! A node whose clock is behind, and one that has lost its database. Where PostgreSQL is missing this is said.

use std::time::Duration;

use gebeta_client::GameClient;
use gebeta_protocol::{Action, ClientMessage, Code, PROTOCOL, SeatWish, ServerMessage, TimeControl};
use gebeta_server::config::ServerSettings;
use gebeta_testkit::postgres::Cluster;

use crate::test_server::TestServer;

fn play(mv: &str) -> Action {
    Action::Play { mv: mv.to_owned() }
}

/// Its machine was asleep: what happens there happens after what it follows, and the others do not pay for it.
#[test]
fn a_node_that_is_behind_writes_nothing_into_the_past() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("behind");
    let [ahead, behind] = [(); 2].map(|()| TestServer::on(&url, ServerSettings::default()));
    ahead.pass(Duration::from_mins(5));
    let a = ahead.create("gebeta", SeatWish::One, TimeControl::Game { seconds: 60, increment: 0 });
    let b = ahead.join(&a);
    let mut one = GameClient::player(ahead.address(), &a);
    let mut two = GameClient::player(behind.address(), &b);
    for player in [&mut one, &mut two] {
        player.wait(|game| game.to_move().is_some()).unwrap();
    }
    for (plies, mv) in ["1", "2", "3"].into_iter().enumerate() {
        let players = if plies % 2 == 0 { [&mut one, &mut two] } else { [&mut two, &mut one] };
        players[0].act(play(mv)).unwrap();
        for player in players {
            player.wait(|game| game.record().plies().len() == plies + 1).unwrap();
        }
    }
    let times: Vec<u64> = one.log().iter().map(|event| event.at).collect();
    assert!(times.is_sorted(), "{times:?}");
    let game = one.game().unwrap();
    for player in gebeta_rules::Player::BOTH {
        let left = game.clock().left(player, *times.last().unwrap()).unwrap();
        assert!(left > 30_000, "{player:?} has {left} ms left");
    }
}

/// A client that has seen more than a node without its store is not refused as ahead: it would give up its pending move.
#[test]
fn no_client_counts_as_ahead_while_the_store_does_not_answer() {
    let Some(cluster) = Cluster::start() else { return };
    let server = TestServer::on(&cluster.database("silent"), ServerSettings::default());
    let ticket = server.create("gebeta", SeatWish::One, TimeControl::None);
    let mut watcher = GameClient::watcher(server.address(), ticket.game);
    watcher.connect().unwrap();
    let greeted = |since| {
        let url = format!("ws://{}/api/games/{}/socket", server.host(), ticket.game);
        let stream = std::net::TcpStream::connect(server.host()).unwrap();
        let (mut socket, _) = tungstenite::client(url, stream).unwrap();
        let hello = ClientMessage::Hello { proto: PROTOCOL, since, secret: Some(ticket.secret) };
        socket.send(tungstenite::Message::text(serde_json::to_string(&hello).unwrap())).unwrap();
        let told = socket.read().unwrap();
        serde_json::from_str::<ServerMessage>(told.to_text().unwrap()).unwrap()
    };
    assert_eq!(greeted(99), ServerMessage::Error { code: Code::Ahead }, "the store says so");
    cluster.end();
    assert_eq!(greeted(99), ServerMessage::Error { code: Code::Unavailable }, "who knows");
    cluster.begin();
}
