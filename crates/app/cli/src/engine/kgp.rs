//! The Kalah Game Protocol, version 1.0.0, as a client in the mode `freeplay` (`docs/developing/interchange.md`).
//!
//! The server sends positions to think about, several at once if it likes; each gets a thread. Only this thread talks to
//! the server: the others tell it what they have found.

mod clock;
mod message;
mod thinker;

use std::collections::HashMap;
use std::io::{self, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use gebeta_rules::interchange::kgp;

use crate::args::EngineArgs;
use crate::console::Line;
use crate::{CliError, Console};

use clock::Clock;
use message::{Message, quoted};
use thinker::{Engines, Thinker};

/// How much may wait to be heard.
const WAITING: usize = 64;
/// How many positions are thought about at once; what comes beyond is refused.
const MOST_THINKERS: usize = 16;
/// Longer lines are ignored, as the specification allows.
const LONGEST_LINE: usize = 16_384;

/// What happens while the connection lasts.
enum Event {
    /// The server says something.
    Line(Result<Line, CliError>),
    /// A thinker has something to say about a position.
    Say(Option<u64>, String),
    /// A thinker is done with a position.
    Done(thinker::Key),
}

/// `gebeta engine --kgp`: talks to a server, or to whoever is behind standard input and output.
pub(super) fn run(address: &str, args: &EngineArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let (sender, events) = sync_channel(WAITING);
    if address == EngineArgs::STANDARD_STREAMS {
        listen(BufReader::new(io::stdin()), sender.clone());
        let mut client = Client::new(args, sender, console.out);
        // Whoever asks and leaves in one breath wants the answer; a server that hangs up does not.
        client.finishes = true;
        return client.serve(events);
    }
    let no_way =
        |error: io::Error| CliError::failed("no-connection", format!("cannot talk to {address}: {error}"));
    let stream = TcpStream::connect(address).map_err(no_way)?;
    stream.set_nodelay(true).map_err(no_way)?;
    listen(BufReader::new(stream.try_clone().map_err(no_way)?), sender.clone());
    let mut out = stream.try_clone().map_err(no_way)?;
    let served = Client::new(args, sender, &mut out).serve(events);
    // The thread that listens hears that it is over.
    let _ = stream.shutdown(Shutdown::Both);
    served
}

/// Reads lines in a thread of its own until they end.
fn listen(mut input: impl io::BufRead + Send + 'static, events: SyncSender<Event>) {
    thread::spawn(move || {
        loop {
            let line = Line::read(&mut input);
            let last = !matches!(line, Ok(Line::Text(_) | Line::BadUtf8 | Line::TooLong));
            if events.send(Event::Line(line)).is_err() || last {
                return;
            }
        }
    });
}

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Over,
}

struct Client<'a> {
    args: &'a EngineArgs,
    events: SyncSender<Event>,
    out: &'a mut dyn Write,
    /// The number of our next message: odd ones are ours.
    next_id: u64,
    /// Whether the server has said which protocol it speaks.
    greeted: bool,
    clock: Clock,
    /// Who thinks about which request; the number counts those without an id.
    thinkers: HashMap<thinker::Key, Thinker>,
    engines: Engines,
    requests: u64,
    /// Whether thoughts are finished after the input has ended, and whether it has.
    finishes: bool,
    ended: bool,
}

impl<'a> Client<'a> {
    fn new(args: &'a EngineArgs, events: SyncSender<Event>, out: &'a mut dyn Write) -> Self {
        let clock = Clock::new(Duration::from_secs(args.seconds));
        Self {
            args,
            events,
            out,
            next_id: 1,
            greeted: false,
            clock,
            thinkers: HashMap::new(),
            engines: Engines::default(),
            requests: 0,
            finishes: false,
            ended: false,
        }
    }

    fn serve(mut self, events: Receiver<Event>) -> Result<(), CliError> {
        let result = self.hear(&events);
        // Whoever thinks must not wait for somebody to listen.
        drop(events);
        for thinker in self.thinkers.into_values() {
            thinker.stop();
            thinker.join();
        }
        result
    }

    fn hear(&mut self, events: &Receiver<Event>) -> Result<(), CliError> {
        while !self.ended || !self.thinkers.is_empty() {
            let Ok(event) = events.recv() else { break };
            match event {
                Event::Line(line) => match line? {
                    Line::Text(text) if text.len() <= LONGEST_LINE => {
                        if self.obey(&text)? == Flow::Over {
                            return Ok(());
                        }
                    }
                    Line::Text(_) | Line::BadUtf8 | Line::TooLong => {}
                    Line::End if self.greeted && self.finishes => self.ended = true,
                    Line::End if self.greeted => return Ok(()),
                    Line::End => {
                        return Err(CliError::failed("no-greeting", "the server left without a word"));
                    }
                },
                Event::Say(request, text) => self.say(request, &text)?,
                Event::Done(key) => {
                    if let Some(thinker) = self.thinkers.remove(&key) {
                        thinker.join();
                    }
                }
            }
        }
        Ok(())
    }

    fn obey(&mut self, line: &str) -> Result<Flow, CliError> {
        let Some(message) = Message::parse(line) else { return Ok(Flow::Continue) };
        let arg = |place: usize| message.args.get(place).map(String::as_str);
        match message.name {
            "kgp" => return self.greet(&message),
            "goodbye" => return Ok(Flow::Over),
            "ping" => {
                let echo = arg(0).map(|echo| format!(" {}", quoted(echo))).unwrap_or_default();
                self.say(message.id, &format!("pong{echo}"))?;
            }
            "set" => {
                if let (Some(option), Some(value)) = (arg(0), arg(1)) {
                    self.clock.set(option, value);
                }
            }
            "state" if self.greeted => self.think(message.id, arg(0).unwrap_or_default())?,
            "stop" => {
                for thinker in self.thinkers.values() {
                    if message.reference.is_none() || thinker.key().0 == message.reference {
                        thinker.stop();
                    }
                }
            }
            // What others make of our messages changes nothing, and what we do not know is no reason to leave.
            _ => {}
        }
        Ok(Flow::Continue)
    }

    fn greet(&mut self, message: &Message<'_>) -> Result<Flow, CliError> {
        if message.args.first().map(String::as_str) != Some("1") {
            self.say(message.id, "error \"this client speaks version 1\"")?;
            self.say(None, "goodbye")?;
            let version = message.args.iter().take(3).cloned().collect::<Vec<_>>().join(".");
            let version: String = version.chars().filter(|c| !c.is_control()).take(40).collect();
            let words =
                format!("the server speaks version {version} of the protocol, this program version 1");
            return Err(CliError::failed("other-protocol", words));
        }
        if self.greeted {
            return Ok(Flow::Continue);
        }
        self.greeted = true;
        self.say(None, &format!("set info:name {}", quoted(&self.args.name)))?;
        self.say(None, "set info:description \"alpha-beta search and proofs\"")?;
        if let Some(token) = &self.args.token {
            self.say(None, &format!("set auth:token {}", quoted(token)))?;
        }
        self.say(None, "mode freeplay")?;
        Ok(Flow::Continue)
    }

    fn think(&mut self, request: Option<u64>, board: &str) -> Result<(), CliError> {
        // A number that is in use already is the server's mistake, not a second question.
        if request.is_some() && self.thinkers.keys().any(|key| key.0 == request) {
            return Ok(());
        }
        let position = match kgp::position(board) {
            Ok(position) => position,
            Err(problem) => return self.say(request, &format!("error {}", quoted(&problem.to_string()))),
        };
        if self.thinkers.len() >= MOST_THINKERS {
            return self.say(request, "error \"too many requests at once\"");
        }
        self.requests += 1;
        let key = (request, self.requests);
        let thinker =
            Thinker::start(key, position, self.clock.share(), self.engines.clone(), self.events.clone());
        self.thinkers.insert(key, thinker);
        Ok(())
    }

    /// Sends a message, about a request of the server if there is one.
    fn say(&mut self, request: Option<u64>, text: &str) -> Result<(), CliError> {
        let reference = request.map(|id| format!("@{id}")).unwrap_or_default();
        let id = self.next_id;
        self.next_id += 2;
        self.out.write_all(format!("{id}{reference} {text}\r\n").as_bytes())?;
        Ok(self.out.flush()?)
    }
}
