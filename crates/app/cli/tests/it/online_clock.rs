//! The clock of the machine is set while a server runs on it. Where libfaketime is missing this is said.
#![allow(clippy::print_stdout, reason = "chaos shows figures")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use gebeta_client::GameClient;
use gebeta_protocol::{Action, Event, Side, TimeControl};

use crate::chaos::{Server, next, row, sit, started_by};

/// How far the clock is set, in seconds: further than anybody has for a move.
const STEPS: [i64; 3] = [3600, -3600, 0];

/// What makes a program believe in another time.
fn library() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.flatten().map(|entry| entry.path());
    folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1")).find(|file| file.exists())
}

/// So much of a date tells the hour.
const HOUR: usize = "Mon, 16 Nov 2026 19".len();

/// What the server's clock shows, as it tells every browser. A clock that is set back is noticed there later.
fn date(host: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /healthz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().find_map(|line| line.strip_prefix("date: ")).unwrap().to_owned()
}

fn play(players: &mut [GameClient; 2], pick: usize) {
    let (side, mv) = next(players[0].game().unwrap(), pick).unwrap();
    let seq = players[usize::from(side == Side::B)].act(Action::Play { mv }).unwrap();
    for player in players {
        player.wait(|game| game.revision() >= seq).unwrap();
    }
}

#[test]
fn a_clock_that_is_set_while_the_server_runs_changes_nothing() {
    let Some(library) = library() else {
        gebeta_testkit::tools::missing("libfaketime");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let clock = folder.path().join("clock");
    std::fs::write(&clock, "+0").unwrap();
    let server = Server::through("--db sqlite:games", |serve| {
        let mut env = Command::new("env");
        env.arg(format!("LD_PRELOAD={}", library.display()));
        env.arg(format!("FAKETIME_TIMESTAMP_FILE={}", clock.display()));
        // Only the time of day is set: nothing can set the other clock.
        env.args(["FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1"]);
        started_by(env, serve)
    });
    let address = server.address();
    let control = TimeControl::Move { seconds: 60 };
    let (_, mut players) =
        sit(&[address.clone(), address.clone()], control, &AtomicBool::new(false)).unwrap();
    let before = date(address.host());
    for (turn, step) in STEPS.into_iter().enumerate() {
        play(&mut players, turn);
        std::fs::write(&clock, format!("{step:+}")).unwrap();
        // Longer than the server keeps the text of a date for.
        thread::sleep(Duration::from_millis(1500));
        if turn == 0 {
            let after = date(address.host());
            assert_ne!(before.get(..HOUR), after.get(..HOUR), "it was not set");
        }
        play(&mut players, turn + 1);
    }
    let log = players[0].log();
    assert!(log.windows(2).all(|two| two[0].at <= two[1].at), "something happened before what it follows");
    let took = log.last().unwrap().at - log[0].at;
    assert!(took < 60_000, "the game took {took} ms");
    assert!(!log.iter().any(|event| matches!(event.what, Event::Ended { .. } | Event::Resumed { .. })));
    row(&format!(
        "set by {STEPS:?} s while it runs: {} moves, all in order, nobody charged",
        2 * STEPS.len()
    ));
}
