//! A program that panics, and a look at the terminal it leaves behind.

use std::env;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use gebeta_engine::Engine;
use gebeta_rules::{GameKind, Record, senet::Rules, senet::SquareSet};
use gebeta_session::PlayerKind;
use gebeta_solver::{mancala, senet};
use gebeta_tui::look::Surroundings;
use gebeta_tui::{
    EventSink, GameStorage, KeptGame, Model, Network, NetworkCommand, OnlineRequest, Ports, Settings, Start,
    Unfinished, Value,
};

const WHERE: &str = "GEBETA_TEST_PANIC";

/// A network that breaks whoever asks where one was last; that is the screen itself.
struct Nowhere;

impl Network for Nowhere {
    fn forget(&self, _: gebeta_protocol::MatchId) {}

    fn connect(&self, _: OnlineRequest, _: EventSink) -> Sender<NetworkCommand> {
        channel().0
    }
    fn latest(&self) -> Option<String> {
        panic!("nobody was ever there")
    }
}

/// Books that burn when they are opened, if they are to.
struct Books(bool);

impl GameStorage for Books {
    fn games(&mut self) -> Result<Vec<KeptGame>, String> {
        Ok(Vec::new())
    }
    fn game(&mut self, _: i64) -> Result<Record, String> {
        Err("no such game".to_owned())
    }
    fn add(&mut self, _: &Record) -> Result<(), String> {
        Ok(())
    }
    fn clear(&mut self) -> Result<u64, String> {
        Ok(0)
    }
    fn unfinished(&mut self) -> Vec<Unfinished> {
        assert!(!self.0, "the books burn");
        Vec::new()
    }
    fn claim(&mut self, _: &Path) -> Result<(), String> {
        Ok(())
    }
    fn keep(&mut self, _: &Record, _: Option<&Path>) -> Result<(), String> {
        Ok(())
    }
    fn let_go(&mut self, _: &Record, _: Option<&Path>) {}
    fn discard(&mut self, _: &Path) -> Result<(), String> {
        Ok(())
    }
    fn save_as(&mut self, _: &str, _: &Path) -> Result<(), String> {
        Ok(())
    }
    fn save_settings(&mut self, _: &[(&'static str, Value)]) -> Result<(), String> {
        Ok(())
    }
}

/// Knowledge that breaks whoever asks for it.
#[derive(Debug)]
struct Forbidden;

impl mancala::Tablebase for Forbidden {
    fn value(&self, _: &gebeta_rules::mancala::Position) -> Option<i32> {
        panic!("this must not be known")
    }
}

impl senet::Tablebase for Forbidden {
    fn extent(&self, _: &Rules) -> Option<senet::Extent> {
        panic!("this must not be known")
    }
    fn of_board(&self, _: &Rules, _: SquareSet, _: SquareSet) -> Option<f64> {
        panic!("this must not be known")
    }
}

/// The program, if this process was started as one: it panics at the place that the environment names.
pub(crate) fn program() -> bool {
    let Ok(place) = env::var(WHERE) else { return false };
    let mut model = Model::new(Settings::default(), Surroundings::default(), Vec::new(), 1);
    let start = if place == "engine_worker" {
        let mut plan = model.usual_plan(GameKind::Mancala);
        plan.player_kinds.one = PlayerKind::named(GameKind::Mancala, "perfect").expect("a computer player");
        "A".clone_into(&mut plan.names.one);
        model.verbose = true;
        Start::Play(Box::new(plan))
    } else {
        Start::Home
    };
    let library = Box::new(Books(place == "storage"));
    let engine = Engine::default().with_tablebases(Arc::new(Forbidden));
    let ports = Ports { library, network: Arc::new(Nowhere), engine, cap: Duration::from_secs(1) };
    gebeta_tui::run(model, start, ports).expect("a terminal");
    true
}

/// Starts this test anew, in a terminal, as the program that panics at `place`; types `keys` once it is there.
pub(crate) fn check(place: &str, args: &[&str], keys: &str, words: &str) {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("the system has terminals");
    let before = format!("{:?}", pair.master.get_termios());
    let mut command = CommandBuilder::new(env::current_exe().expect("a test is a program"));
    command.args(args);
    command.env(WHERE, place);
    command.env("RUST_BACKTRACE", "0");
    let mut child = pair.slave.spawn_command(command).expect("a test can be started again");
    let mut reader = pair.master.try_clone_reader().expect("a terminal can be read");
    let mut keyboard = pair.master.take_writer().expect("a terminal can be written");
    let keys = keys.to_owned();
    let reading = thread::spawn(move || {
        let (mut written, mut bytes, mut typed) = (Vec::new(), [0; 4096], false);
        while let Ok(n @ 1..) = reader.read(&mut bytes) {
            written.extend_from_slice(&bytes[..n]);
            // The other screen is there, so keys are heard as keys.
            if !typed && String::from_utf8_lossy(&written).contains("\u{1b}[?1049h") {
                typed = true;
                keyboard.write_all(keys.as_bytes()).expect("a terminal can be written");
            }
        }
        String::from_utf8_lossy(&written).into_owned()
    });
    assert_eq!(child.wait().expect("it ends").exit_code(), 101, "{place}");
    assert_eq!(format!("{:?}", pair.master.get_termios()), before, "{place}");
    // With its last other end closed the reader comes to an end.
    drop(pair.slave);
    let written = reading.join().expect("nobody panics here");
    let (_, after) = written.split_once("\u{1b}[?1049l").expect("the ordinary screen is back");
    assert!(after.contains(words), "{place}: {written:?}");
    assert!(after.contains("\u{1b}[?25h"), "the cursor is back: {written:?}");
}
