//! The server is killed again and again while games are played: no acknowledged move is lost, none is played twice.
//! `cargo xtask torture` does the same for longer and shows the figures.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

mod program;
mod torture;

use std::time::Duration;

use torture::cluster::Cluster;
use torture::{Pairs, Server, compare, length, row};

/// How many games are played at once.
const PAIRS: usize = 4;

fn killed(server: &mut Server, kills: usize) {
    let address = server.address();
    let pairs = Pairs::start(PAIRS, &[address.clone(), address.clone()]);
    let mut longest = Duration::ZERO;
    for kill in 0..kills {
        // Not a fixed rhythm: at another number of moves each time, with the others' moves under way.
        pairs.play(3 + kill * 7 % 11);
        longest = longest.max(server.kill());
    }
    pairs.play(PAIRS);
    let moves = compare(&address, &pairs.end());
    assert!(moves > kills, "only {moves} moves were played");
    row(&format!(
        "{kills} kills, {moves} moves acknowledged, 0 lost, 0 twice, longest restart {} ms",
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
