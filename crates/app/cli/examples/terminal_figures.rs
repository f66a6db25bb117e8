//! How long the full screen takes to its first frame, and how much memory it needs while an opponent thinks
//! (docs/researching/benchmarks.md):
//!
//! ```sh
//! cargo build --release -p gebeta-cli
//! cargo run --release -p gebeta-cli --example terminal_figures -- target/release/gebeta
//! ```

use std::error::Error;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use portable_pty::{Child, CommandBuilder, PtyPair, PtySize, native_pty_system};

/// What ends a frame.
const END_OF_FRAME: &[u8] = b"\x1b[?2026l";
/// How often each start is timed.
const RUNS: usize = 25;
/// How long the opponent thinks before its memory is looked at.
const THINKING: Duration = Duration::from_secs(6);
/// Nothing takes so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program in a terminal of its own.
struct Running {
    // The terminal is there as long as this is.
    _pair: PtyPair,
    child: Box<dyn Child + Send + Sync>,
    frames: Receiver<Instant>,
    keyboard: Box<dyn Write + Send>,
    began: Instant,
}

impl Running {
    fn start(
        program: &Path,
        home: &Path,
        line: &str,
        (cols, rows): (u16, u16),
    ) -> Result<Self, Box<dyn Error>> {
        let pair = native_pty_system().openpty(PtySize { rows, cols, ..PtySize::default() })?;
        let mut reader = pair.master.try_clone_reader()?;
        let keyboard = pair.master.take_writer()?;
        let (sender, frames) = channel();
        thread::spawn(move || {
            let (mut bytes, mut seen) = ([0; 1 << 12], Vec::new());
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                seen.extend_from_slice(&bytes[..n]);
                if let Some(at) = seen.windows(END_OF_FRAME.len()).rposition(|part| part == END_OF_FRAME) {
                    seen.drain(..at + END_OF_FRAME.len());
                    if sender.send(Instant::now()).is_err() {
                        return;
                    }
                }
            }
        });
        let mut command = CommandBuilder::new(program);
        command.args(line.split_whitespace());
        for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8")] {
            command.env(name, value);
        }
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
            command.env(name, home);
        }
        let began = Instant::now();
        let child = pair.slave.spawn_command(command)?;
        Ok(Self { _pair: pair, child, frames, keyboard, began })
    }

    /// From the start to the end of the first frame.
    fn first_frame(&self) -> Result<Duration, Box<dyn Error>> {
        Ok(self.frames.recv_timeout(PATIENCE)?.duration_since(self.began))
    }

    /// The most memory it ever had, in megabytes; only Linux says so.
    fn most_memory(&self) -> Option<f64> {
        let told = fs::read_to_string(format!("/proc/{}/status", self.child.process_id()?)).ok()?;
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
    }

    fn end(mut self) -> Result<(), Box<dyn Error>> {
        self.keyboard.write_all(b"\x03")?;
        self.keyboard.flush()?;
        self.child.wait()?;
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let program = env::args().nth(1).ok_or("say which program: target/release/gebeta")?;
    let program = fs::canonicalize(program)?;
    let mut out = io::stdout();
    // Whoever has never played: no settings, no games.
    let home = tempfile::tempdir()?;
    for (line, size) in [("", (80, 24)), ("", (160, 50)), ("senet --seed 1", (160, 50))] {
        let mut times = Vec::new();
        for _ in 0..RUNS {
            let running = Running::start(&program, home.path(), line, size)?;
            times.push(running.first_frame()?);
            running.end()?;
        }
        times.sort();
        let millis = |time: Duration| 1e3 * time.as_secs_f64();
        writeln!(
            out,
            "gebeta {line:<15} {:>3}x{}  first frame: best {:>5.1} ms, median {:>5.1} ms, worst {:>5.1} ms",
            size.0,
            size.1,
            millis(times[0]),
            millis(times[RUNS / 2]),
            millis(times[RUNS - 1])
        )?;
    }
    // With computers on both seats somebody thinks all the time.
    for line in [
        "mancala --p1 level5 --p2 level5",
        "senet --p1 level5 --p2 level5",
        "mancala --p1 level8 --p2 level8",
    ] {
        let running =
            Running::start(&program, home.path(), &format!("{line} --delay 0 --animation off"), (160, 50))?;
        running.first_frame()?;
        thread::sleep(THINKING);
        match running.most_memory() {
            Some(megabytes) => writeln!(out, "gebeta {line:<33} memory: {megabytes:.1} MB at most")?,
            None => writeln!(out, "gebeta {line:<33} memory: this system does not tell")?,
        }
        running.end()?;
    }
    Ok(())
}
