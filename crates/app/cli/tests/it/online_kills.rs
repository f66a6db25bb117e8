//! The server is killed again and again while games are played: no acknowledged move is lost, none is played twice.
//! `cargo xtask chaos` does the same for longer and shows the figures.

use gebeta_testkit::postgres::Cluster;
use std::thread;
use std::time::Duration;

use crate::chaos::{Dice, Pairs, Server, compare, length, row};

/// How many games are played at once.
const PAIRS: usize = 12;
/// Within how many microseconds of an acknowledgement a kill comes, longer than a write takes.
const INSTANTS: usize = 20_000;

fn killed(server: &mut Server, kills: usize) {
    let address = server.address();
    let pairs = Pairs::start(PAIRS, &[address.clone(), address.clone()]);
    let mut longest = Duration::ZERO;
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for _ in 0..kills {
        // Not in the rhythm of acknowledgements, which come just after a write, but at any instant of what comes next.
        pairs.play(3 + dice.throw(11));
        thread::sleep(Duration::from_micros(dice.throw(INSTANTS) as u64));
        longest = longest.max(server.kill());
    }
    pairs.play(PAIRS);
    let promised = pairs.end();
    let moves = compare(&address, &promised.acked);
    assert!(moves > kills, "only {moves} moves were played");
    row(&format!(
        "{kills} kills, {moves} moves acknowledged, {} of them kept before anybody was told, 0 lost, 0 twice, longest restart {} ms",
        promised.untold,
        longest.as_millis()
    ));
    // The promise is 2 s; beside all other tests, which a short run is, a machine may be slower.
    let promise = Duration::from_secs(if kills >= 100 { 2 } else { 10 });
    assert!(longest < promise, "{longest:?}");
}

#[test]
fn what_was_acknowledged_survives_every_kill_and_happens_once() {
    killed(&mut Server::start(), length("GEBETA_KILLS", 10));
}

#[test]
fn and_on_postgres() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database("kills");
    killed(&mut Server::on(&format!("--db {database}")), length("GEBETA_KILLS_POSTGRES", 3));
}
