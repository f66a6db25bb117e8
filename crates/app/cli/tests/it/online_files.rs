//! Every call to the files of the games fails once, in turn: strace lets the system say no. The server says what is wrong or
//! goes on, and what it has acknowledged is there when it starts again. `cargo xtask chaos` tries every single call.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use gebeta_client::{Address, ClientError, GameClient, draw_secret};
use gebeta_protocol::{
    Action, ClientMessage, Code, CreateRequest, Event, JoinRequest, MatchId, MoveId, SeatWish, ServerMessage,
    Side, TimeControl,
};

use crate::chaos::{Server, Trace, length, next, row, started_by};
use crate::program::Home;

/// The calls that matter, and what the system says.
const CALLS: [(&str, &str); 5] = [
    ("pwrite64", "EIO"),
    ("fsync,fdatasync", "EIO"),
    ("pwrite64", "ENOSPC"),
    ("pread64", "EIO"),
    ("ftruncate", "EIO"),
];

/// How many moves each server is asked for.
const MOVES: usize = 6;

/// strace that lets the call with this number fail, of those to the files of the games.
fn failing(serve: &Command, calls: &str, error: &str, number: usize, noted: &Path) -> Command {
    let mut strace = Command::new("strace");
    let games = serve.get_current_dir().unwrap().join("games");
    strace.args(["-D", "-f", "-o"]).arg(noted);
    for file in ["online.db", "online.db-wal", "online.db-shm", "online.db-journal"] {
        strace.arg("-P").arg(games.join(file));
    }
    let inject = format!("inject={calls}:error={error}:when={number}");
    strace.args(["-e", &format!("trace={calls}"), "-e", &inject]);
    started_by(strace, serve)
}

/// A game as far as it got.
#[derive(Default)]
struct Told {
    game: Option<MatchId>,
    acked: Vec<(MoveId, u64)>,
}

/// Plays as long as the server keeps moves; a refusal has to be one by the book.
fn play(address: &Address) -> Told {
    let mut told = Told::default();
    let _ = try_play(address, &mut told).inspect_err(|failure| match failure {
        // Who asks again and again is told that this is too often.
        ClientError::Refused(Code::Unavailable | Code::Rate) | ClientError::Gone(_) => {}
        other => panic!("{other}"),
    });
    told
}

fn try_play(address: &Address, told: &mut Told) -> Result<(), ClientError> {
    let create = CreateRequest {
        rules: "gebeta".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed: false,
        name: "Abebe".parse().unwrap(),
        secret: draw_secret(),
        opponent: None,
    };
    let a = twice(|| address.create(&create))?;
    told.game = Some(a.game);
    let join = JoinRequest { name: "Sara".parse().unwrap(), secret: draw_secret() };
    let b = twice(|| address.join(a.game, &join))?;
    let mut players = [&a, &b].map(|ticket| GameClient::player(address.clone(), ticket));
    for player in &mut players {
        twice(|| player.connect())?;
        player.wait(|game| game.to_move().is_some())?;
    }
    for turn in 0..MOVES {
        let (side, mv) = next(players[0].game().unwrap(), turn).unwrap();
        let mid = MoveId::new([turn as u8 + 1; 16]);
        let mover = &mut players[usize::from(side == Side::B)];
        let seq = twice(|| attempt(mover, mid, &mv))?;
        told.acked.push((mid, seq));
        for player in &mut players {
            player.wait(|game| game.revision() >= seq)?;
        }
    }
    Ok(())
}

/// Once more if it is unavailable: one call has failed, and the next may not.
fn twice<T>(mut work: impl FnMut() -> Result<T, ClientError>) -> Result<T, ClientError> {
    match work() {
        Err(ClientError::Refused(Code::Unavailable)) => work(),
        done => done,
    }
}

fn attempt(player: &mut GameClient, mid: MoveId, mv: &str) -> Result<u64, ClientError> {
    let base = player.game().unwrap().revision();
    player.say(&ClientMessage::Do { mid, base, action: Action::Play { mv: mv.to_owned() } })?;
    loop {
        match player.hear()? {
            Some(ServerMessage::Ack { mid: told, ver, .. }) if told == mid => return Ok(ver),
            Some(ServerMessage::Nack { mid: told, code, .. }) if told == mid => {
                return Err(ClientError::Refused(code));
            }
            _ => {}
        }
    }
}

/// Starts on what is left, with nothing wrong any more: what was acknowledged is there, and play goes on.
fn check(home: Home, told: &Told, what: &str) {
    let server = Server::at_home(home, "--db sqlite:games", |serve| started_by(Command::new("env"), serve));
    let server = server.unwrap_or_else(|(_, told)| panic!("{what}: {told}"));
    if let Some(game) = told.game.filter(|_| !told.acked.is_empty()) {
        let mut witness = GameClient::watcher(server.address(), game);
        let last = told.acked.last().unwrap().1;
        witness.wait(|game| game.revision() >= last).unwrap_or_else(|failure| panic!("{what}: {failure}"));
        let moves = witness.log().iter().filter(|event| matches!(event.what, Event::Played { .. }));
        let kept: Vec<(MoveId, u64)> = moves.filter_map(|event| Some((event.mid?, event.seq))).collect();
        // The last one may be kept although its answer never came.
        assert!(kept.starts_with(&told.acked) && kept.len() <= told.acked.len() + 1, "{what}: {kept:?}");
    }
    assert_eq!(play(&server.address()).acked.len(), MOVES, "{what}: all is well again");
}

/// How many of these calls a server has made when it serves, and when it has kept all moves.
fn count(calls: &str) -> (usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let noted = folder.path().join("trace");
    let made = || fs::read_to_string(&noted).unwrap_or_default().matches('(').count();
    let server = Server::through("--db sqlite:games", |serve| failing(serve, calls, "EIO", 65_000, &noted));
    let started = made();
    assert_eq!(play(&server.address()).acked.len(), MOVES, "nothing fails");
    (started, made())
}

#[test]
fn any_call_to_a_file_may_fail() {
    if !Trace::is_there() {
        return;
    }
    let most = length("GEBETA_FILE_CALLS", 0);
    let (mut failed, mut refused, mut moves, mut ended) = (0, 0, 0, 0);
    let kinds = if most == 0 { &CALLS[..2] } else { &CALLS };
    for (calls, error) in kinds {
        // Every one; or one at the start of a server, and some while it keeps moves.
        let numbers: Vec<usize> = if most == 0 {
            let (started, all) = count(calls);
            vec![3, started + 2, usize::midpoint(started, all), all - 2]
        } else {
            (1..=most).collect()
        };
        for number in numbers {
            let what = format!("{calls} {number} fails with {error}");
            let folder = tempfile::tempdir().unwrap();
            let noted = folder.path().join("trace");
            let around = |serve: &Command| failing(serve, calls, error, number, &noted);
            let (home, told) = match Server::at_home(Home::new(), "--db sqlite:games", around) {
                Ok(mut server) => {
                    let told = play(&server.address());
                    // A disk that has failed once is not written to again: a supervisor has to start the program anew.
                    if told.acked.len() < MOVES && *error == "EIO" && *calls != "pread64" {
                        let code = server.ends_with(Duration::from_secs(10));
                        assert_eq!(code, Some(75), "{what}");
                        ended += 1;
                    }
                    (server.leave(), told)
                }
                Err((home, said)) => {
                    assert!(said.contains("error[") && !said.contains("panicked"), "{what}: {said}");
                    refused += 1;
                    (home, Told::default())
                }
            };
            let happened = fs::read_to_string(&noted).unwrap_or_default().contains("(INJECTED)");
            moves += told.acked.len();
            check(home, &told, &what);
            if !happened {
                break;
            }
            failed += 1;
        }
    }
    row(&format!(
        "{failed} calls to files failed, one in each run; {refused} servers said so and did not start, {ended} ended with 75, {moves} \
         moves acknowledged, 0 lost, every server starts again"
    ));
    assert!(failed > refused, "no call failed while moves were kept");
    assert!(ended > 0, "no server has found its disk failing");
}
