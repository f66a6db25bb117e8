use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Home, PATIENCE};

/// A conversation with `gebeta engine`.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start(home: &Home) -> Self {
        let mut child = home.command("engine").spawn().expect("the program is built and starts");
        let stdout = BufReader::new(child.stdout.take().expect("the output is ours"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            stdout.lines().try_for_each(|line| sender.send(line.expect("answers are text")))
        });
        Self { stdin: child.stdin.take(), child, lines }
    }

    /// Says `lines` without waiting for an answer.
    #[track_caller]
    pub(crate) fn say(&mut self, lines: &str) {
        let stdin = self.stdin.as_mut().expect("the input has not ended");
        writeln!(stdin, "{lines}").expect("the engine listens");
    }

    /// The next line it says; none once it has ended.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> Option<String> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(Disconnected) => None,
            Err(Timeout) => panic!("the engine hangs"),
        }
    }

    /// Hears what it says for so long, and lets it work meanwhile.
    pub(crate) fn listen(&mut self, time: Duration) {
        let until = Instant::now() + time;
        while self.lines.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {}
    }

    /// Says `lines` and hears every answer to them.
    #[track_caller]
    pub(crate) fn ask(&mut self, lines: &str) -> Vec<String> {
        self.say(&format!("{lines}\nisready"));
        let mut answers = Vec::new();
        loop {
            let line = self.hear().expect("nobody said quit");
            if line == "readyok" {
                return answers;
            }
            answers.push(line);
        }
    }

    /// Says nothing more, hears the rest, and gives the exit code.
    #[track_caller]
    pub(crate) fn end(mut self) -> (Vec<String>, Option<i32>) {
        self.stdin = None;
        let mut rest = Vec::new();
        while let Some(line) = self.hear() {
            rest.push(line);
        }
        (rest, self.child.wait().expect("its output has ended, so the engine has").code())
    }
}

/// An engine does not outlive its test, whatever becomes of that.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
