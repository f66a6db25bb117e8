//! How long a program waits: for the server a while, for people as long as they take.

use std::time::Duration;

use gebeta_client::{ClientError, GameClient};
use gebeta_match::Match;
use gebeta_protocol::{MatchId, SeatWish, Side, TimeControl};

use crate::test_server::{TestServer, next_action};

const PATIENCE: Duration = Duration::from_millis(200);

#[test]
fn waiting_for_an_opponent_has_a_longer_timeout_than_waiting_for_the_server() {
    let server = TestServer::open();
    let a = server.create("gebeta", SeatWish::One, TimeControl::None);
    let b = server.join(&a);
    let [mut person, program] = [&a, &b].map(|ticket| GameClient::player(server.address(), ticket));
    let mut program = program.with_patience(PATIENCE);
    person.wait(|game| game.to_move().is_some()).unwrap();
    assert_eq!(person.game().unwrap().side_to_move(), Some(Side::A));
    let moved = |game: &Match| game.record().plies().len() == 1;
    let late = program.wait(moved);
    assert!(matches!(late, Err(ClientError::Gone(_))), "the person has not moved: {late:?}");
    let waited = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| program.wait_long(moved));
        // A watcher with the same timeout gives up twice before the person moves.
        let mut watcher = GameClient::watcher(server.address(), a.game).with_patience(PATIENCE);
        for _ in 0..2 {
            assert!(watcher.wait(moved).is_err());
        }
        person.act(next_action(person.game().unwrap(), 0)).unwrap();
        waiting.join().unwrap()
    });
    waited.unwrap();
}

#[test]
fn a_server_that_is_gone_is_not_waited_for_for_ever() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let nobody = format!("http://127.0.0.1:{port}/").parse().unwrap();
    let mut client = GameClient::watcher(nobody, MatchId::new([1; 10])).with_patience(PATIENCE);
    assert!(matches!(client.wait_long(|_| true), Err(ClientError::Gone(_))));
}
