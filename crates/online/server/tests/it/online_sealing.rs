//! The time to reveal a seed does not run while it cannot be stored.

use std::time::{Duration, Instant};

use gebeta_client::GameClient;
use gebeta_protocol::{MatchView, SeatWish, TimeControl};
use gebeta_server::config::ServerSettings;
use gebeta_server::limits;

use crate::test_server::TestServer;
use crate::test_server::fault_injector::{Fault, FaultInjector};

#[test]
fn no_player_is_reported_silent_while_the_store_does_not_answer() {
    let faults = FaultInjector::default();
    let server = TestServer::faulty(ServerSettings::default(), faults.clone());
    let a = server.create("classic", SeatWish::One, TimeControl::None);
    let b = server.join(&a);
    let mut players = [&a, &b].map(|ticket| GameClient::player(server.address(), ticket));
    for player in &mut players {
        player.wait(|game| game.names().b.is_some()).unwrap();
        player.tend_envelopes().unwrap();
    }
    for player in &mut players {
        player.wait(|game| game.envelopes().server.is_some()).unwrap();
    }
    let [mut one, mut two] = players;
    faults.set(Fault::AllFail);
    // One player reveals, and retries until it is stored.
    let opens = std::thread::spawn(move || {
        one.tend_envelopes().unwrap();
        one
    });
    let began = Instant::now();
    while faults.calls() == 0 {
        assert!(began.elapsed() < Duration::from_secs(10), "nobody has asked the store");
    }
    server.pass(2 * Duration::from_millis(limits::SEAL_MS));
    faults.set(Fault::None);
    let mut one = opens.join().unwrap();
    two.wait(|game| game.envelopes().opened.a).unwrap();
    // The other was silent for twenty seconds, in which the server could not store anything. The server checks again when
    // the store has answered.
    let heard = Instant::now() + limits::BEAT + Duration::from_secs(1);
    let path = format!("/api/games/{}", a.game);
    while Instant::now() < heard {
        let view: MatchView = serde_json::from_str(&server.address().get(&path).unwrap()).unwrap();
        assert_eq!(view.ended, None);
        std::thread::sleep(Duration::from_millis(100));
    }
    two.tend_envelopes().unwrap();
    for player in [&mut one, &mut two] {
        player.wait(|game| game.to_move().is_some()).unwrap();
    }
}
