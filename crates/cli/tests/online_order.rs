//! An acknowledgement leaves the program after the disk has what it is for: the system calls tell. Where there is no strace
//! nothing is checked, which is said.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

mod program;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use gebeta_client::{Address, Visitor, draw_secret};
use gebeta_protocol::{Action, CreateRequest, JoinRequest, SeatWish, Side, TimeControl};
use gebeta_rules::{AnyPosition, Game as _};
use program::Home;

/// What matters of the system calls, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    /// Something is written to the log of the database.
    Write,
    /// The disk has it.
    Synced,
    /// Somebody is told.
    Ack,
}

/// Reads what strace wrote. A call that was interrupted by another thread's counts when it returns.
fn calls(trace: &str) -> Vec<Call> {
    trace
        .lines()
        .filter_map(|line| {
            if line.contains("\\\"t\\\":\\\"ack\\\"") {
                return Some(Call::Ack);
            }
            let is_sync = line.contains("fdatasync") || line.contains("fsync");
            if is_sync && !line.contains("unfinished") && line.contains("= 0") {
                return Some(Call::Synced);
            }
            let is_write = line.contains("pwrite64(") && line.contains("online.db-wal>");
            is_write.then_some(Call::Write)
        })
        .collect()
}

/// Ends the server whatever happens.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn every_acknowledgement_follows_its_sync() {
    let home = Home::new();
    home.write("web/index.html", "the page");
    let serve = home.command("serve --listen 127.0.0.1:0 --web web --db sqlite:games");
    let mut traced = Command::new("strace");
    traced
        .args([
            "-f",
            "-y",
            "-s",
            "64",
            "-e",
            "trace=pwrite64,fdatasync,fsync,sendto,sendmsg,write,writev",
            "-o",
        ])
        .arg(home.path("trace"))
        .arg(serve.get_program())
        .args(serve.get_args())
        .current_dir(serve.get_current_dir().unwrap())
        .stdout(Stdio::piped())
        .stdin(Stdio::null());
    for (name, value) in serve.get_envs() {
        match value {
            Some(value) => traced.env(name, value),
            None => traced.env_remove(name),
        };
    }
    let Ok(mut child) = traced.spawn() else {
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: strace is not installed, the order of system calls was not checked"
        );
        return;
    };
    let mut told = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
    let child = Killed(child);
    let address: Address =
        told.split_whitespace().find(|word| word.starts_with("http")).unwrap().parse().unwrap();
    let moves = play(&address);
    drop(child);
    let trace = std::fs::read_to_string(home.path("trace")).unwrap();
    let calls = calls(&trace);
    let acks: Vec<usize> =
        calls.iter().enumerate().filter(|(_, call)| **call == Call::Ack).map(|(place, _)| place).collect();
    assert_eq!(acks.len(), moves, "every move was acknowledged");
    // A move is sent when the one before it was acknowledged: whatever is written for it is written in between.
    for pair in acks.windows(2) {
        let between = &calls[pair[0] + 1..pair[1]];
        let write = between.iter().position(|call| *call == Call::Write);
        let write =
            write.unwrap_or_else(|| panic!("nothing was written before an acknowledgement: {between:?}"));
        assert!(between[write..].contains(&Call::Synced), "no sync before an acknowledgement: {between:?}");
    }
}

/// Plays a few moves, one after the other, and says how many.
fn play(address: &Address) -> usize {
    let create = CreateRequest {
        rules: "gebeta".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed: false,
        name: "Abebe".parse().unwrap(),
        secret: draw_secret(),
        opponent: None,
    };
    let a = address.create(&create).unwrap();
    let join = JoinRequest { name: "Sara".parse().unwrap(), secret: draw_secret() };
    let b = address.join(a.game, &join).unwrap();
    let mut players = [&a, &b].map(|ticket| Visitor::player(address.clone(), ticket));
    for player in &mut players {
        player.wait(|game| game.to_move().is_some()).unwrap();
    }
    for turn in 0..12 {
        let game = players[0].game().unwrap();
        let (Some(side), AnyPosition::Mancala(position)) = (game.side_to_move(), game.position()) else {
            return turn;
        };
        let mv = position.legal_moves().next().unwrap().to_string();
        let seq = players[usize::from(side == Side::B)].act(Action::Play { mv }).unwrap();
        for player in &mut players {
            player.wait(|game| game.revision() >= seq).unwrap();
        }
    }
    12
}
