use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Flow, Session};
use crate::Failure;
use crate::console::Line;

/// How many lines may wait while a search runs; then the sender has to.
const WAITING_LINES: usize = 64;

/// After the input has ended, nobody can say stop any more: a search gets this long to finish.
const GRACE: Duration = Duration::from_mins(1);

/// Whoever says quit does not wait for long, but a script that asks and leaves in one breath wants its answer.
const FAREWELL: Duration = Duration::from_secs(2);

/// Answers standard input line by line; a search hears `stop` and `quit` while it runs.
pub(super) fn serve(session: &mut Session, out: &mut dyn Write) -> Result<(), Failure> {
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
    incoming: Receiver<Result<Line, Failure>>,
    waiting: VecDeque<Result<Line, Failure>>,
    ended: Option<Instant>,
    quit: Option<Instant>,
}

impl Lines {
    fn listen() -> Self {
        let (sender, incoming) = sync_channel(WAITING_LINES);
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
        Self { incoming, waiting: VecDeque::new(), ended: None, quit: None }
    }

    fn next(&mut self) -> Result<Line, Failure> {
        match self.waiting.pop_front() {
            Some(line) => line,
            None => self.incoming.recv().unwrap_or(Ok(Line::End)),
        }
    }

    /// Looks at what has come in during a search: whether its answer is wanted now.
    fn asks_to_stop(&mut self) -> bool {
        while self.waiting.len() < WAITING_LINES && self.ended.is_none() {
            match self.incoming.try_recv() {
                Ok(Ok(Line::End)) | Err(TryRecvError::Disconnected) => self.ended = Some(Instant::now()),
                Ok(line) => self.waiting.push_back(line),
                Err(TryRecvError::Empty) => break,
            }
        }
        // What stands behind another `go` is meant for that one.
        let mut told = self
            .waiting
            .iter()
            .filter_map(|line| if let Ok(Line::Text(text)) = line { Some(text.trim()) } else { None })
            .take_while(|text| text.split_whitespace().next() != Some("go"));
        match told.find(|text| matches!(*text, "stop" | "quit")) {
            Some("stop") => true,
            Some(_) => self.quit.get_or_insert_with(Instant::now).elapsed() >= FAREWELL,
            None => self.ended.is_some_and(|ended| ended.elapsed() >= GRACE),
        }
    }
}
