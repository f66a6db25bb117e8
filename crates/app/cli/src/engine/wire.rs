use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Flow, Session};
use crate::CliError;
use crate::console::Line;

/// How many lines are read ahead of whoever looks at them; then the sender has to wait.
const READ_AHEAD: usize = 64;

/// How much may wait while a search runs. A search behind which more waits is over: it could not hear `stop` any more.
const MOST_WAITING: usize = 4 << 20;

/// What a line takes besides its text.
const OF_A_LINE: usize = 64;

/// After the input has ended, nobody can say stop any more: a search gets this long to finish.
const GRACE: Duration = Duration::from_mins(1);

/// Whoever says quit does not wait for long, but a script that asks and leaves in one breath wants its answer.
const FAREWELL: Duration = Duration::from_secs(2);

/// Answers standard input line by line; a search hears `stop` and `quit` while it runs.
pub(super) fn serve(session: &mut Session, out: &mut dyn Write) -> Result<(), CliError> {
    let lines = RefCell::new(Lines::listen());
    loop {
        let next = lines.borrow_mut().next();
        let flow = match next? {
            Line::Text(text) => session.line(&text, &|| lines.borrow_mut().asks_to_stop(), out)?,
            Line::BadUtf8 => complain(out, "error bad-utf8 a line must be UTF-8 text")?,
            Line::TooLong => complain(out, "error line-too-long a line has at most 512 KiB")?,
            Line::End => Flow::Quit,
        };
        out.flush()?;
        if flow == Flow::Quit {
            return Ok(());
        }
    }
}

fn complain(out: &mut dyn Write, words: &str) -> io::Result<Flow> {
    writeln!(out, "{words}")?;
    Ok(Flow::Continue)
}

/// The lines of standard input, read by a thread of their own.
struct Lines {
    incoming: Receiver<Result<Line, CliError>>,
    waiting: VecDeque<Result<Line, CliError>>,
    /// How many bytes those take.
    bytes: usize,
    /// How many of them this search has looked at, and what they told it.
    seen: usize,
    told: Option<Told>,
    ended: Option<Instant>,
    quit: Option<Instant>,
}

/// The first word to a search among the lines behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Stop,
    Quit,
    /// What stands behind another `go` is meant for that one.
    Go,
}

impl Lines {
    fn listen() -> Self {
        let (sender, incoming) = sync_channel(READ_AHEAD);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let line = Line::read(&mut input);
                let last = !matches!(line, Ok(Line::Text(_) | Line::BadUtf8 | Line::TooLong));
                if sender.send(line).is_err() || last {
                    return;
                }
            }
        });
        Self { incoming, waiting: VecDeque::new(), bytes: 0, seen: 0, told: None, ended: None, quit: None }
    }

    fn next(&mut self) -> Result<Line, CliError> {
        (self.seen, self.told) = (0, None);
        match self.waiting.pop_front() {
            Some(line) => {
                self.bytes -= size(&line);
                line
            }
            None => self.incoming.recv().unwrap_or(Ok(Line::End)),
        }
    }

    /// Looks at what has come in during a search: whether its answer is wanted now.
    fn asks_to_stop(&mut self) -> bool {
        while self.bytes < MOST_WAITING && self.ended.is_none() {
            match self.incoming.try_recv() {
                Ok(Ok(Line::End)) | Err(TryRecvError::Disconnected) => self.ended = Some(Instant::now()),
                Ok(line) => {
                    self.bytes += size(&line);
                    self.waiting.push_back(line);
                }
                Err(TryRecvError::Empty) => break,
            }
        }
        let told = self.waiting.iter().skip(self.seen).find_map(word_to_a_search);
        self.told = self.told.or(told);
        self.seen = self.waiting.len();
        match self.told {
            Some(Told::Stop) => true,
            Some(Told::Quit) => self.quit.get_or_insert_with(Instant::now).elapsed() >= FAREWELL,
            _ if self.bytes >= MOST_WAITING => true,
            _ => self.ended.is_some_and(|ended| ended.elapsed() >= GRACE),
        }
    }
}

fn size(line: &Result<Line, CliError>) -> usize {
    OF_A_LINE + if let Ok(Line::Text(text)) = line { text.len() } else { 0 }
}

fn word_to_a_search(line: &Result<Line, CliError>) -> Option<Told> {
    let Ok(Line::Text(text)) = line else { return None };
    match text.trim() {
        "stop" => Some(Told::Stop),
        "quit" => Some(Told::Quit),
        text => (text.split_whitespace().next() == Some("go")).then_some(Told::Go),
    }
}
