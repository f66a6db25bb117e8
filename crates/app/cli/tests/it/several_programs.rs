//! Several programs on one file, and programs that are ended in the middle of it. This test starts itself anew as
//! those programs.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use gebeta_cli::history::{FinishedGame, History};
use gebeta_rules::{AnyRules, ByPlayer, GameKind, Record, Seat};

const FILE: &str = "GEBETA_TEST_STORE";
const GAMES: &str = "GEBETA_TEST_GAMES";

fn game() -> FinishedGame {
    let rules = AnyRules::default_of(GameKind::Mancala);
    let start = rules.position("0,0,0,0,0,1,20,1,0,0,0,0,4,20 1").expect("a position");
    let players = ByPlayer::from_fn(|player| Seat { name: player.to_string(), kind: "human".to_owned() });
    let mut record = Record::new("gebeta", rules, start, players);
    record.play(AnyRules::default_of(GameKind::Mancala).ply("6").expect("a move")).expect("legal");
    FinishedGame::new(&record, 1).expect("the game is over")
}

/// The other program: adds games and says after each that it has been kept. Nothing when run as an ordinary test.
#[test]
fn the_other_program() {
    let (Ok(path), Ok(games)) = (env::var(FILE), env::var(GAMES)) else { return };
    let mut store = History::open(Path::new(&path)).expect("the file opens");
    for n in 1..=games.parse().expect("a number") {
        store.add(&game()).expect("a game is added");
        // Around the harness, which would keep the line.
        writeln!(std::io::stderr(), "kept {n}").expect("somebody listens");
    }
}

fn start(path: &Path, games: u32) -> Child {
    Command::new(env::current_exe().expect("a test is a program"))
        .args(["--exact", "several_programs::the_other_program", "--nocapture"])
        .env(FILE, path)
        .env(GAMES, games.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a test can be started again")
}

#[test]
fn programs_that_write_at_once_lose_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    let programs: Vec<_> = (0..4).map(|_| start(&path, 25)).collect();
    for program in programs {
        let done = program.wait_with_output().expect("it ends");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let mut store = History::open(&path).expect("the file opens");
    assert_eq!(store.games().expect("rows").len(), 100);
}

#[test]
fn a_program_that_is_killed_leaves_what_it_said_was_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    let mut told = 0;
    for _ in 0..5 {
        let mut program = start(&path, 1_000_000);
        let heard = BufReader::new(program.stderr.take().expect("it is piped"));
        let before = told;
        for line in heard.lines().map_while(Result::ok).filter(|line| line.starts_with("kept ")) {
            let _ = line;
            told += 1;
            if told == before + 7 {
                program.kill().expect("it runs");
                break;
            }
        }
        program.wait().expect("it was killed");
        assert_eq!(told, before + 7, "it has told of every game");
        let mut store = History::open(&path).expect("the file opens");
        assert!(store.is_sound().expect("a check"));
        let kept = store.games().expect("rows").len();
        assert!(kept >= told, "{kept} games, {told} were told");
        told = kept;
    }
}
