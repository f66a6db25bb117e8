//! The thread between a screen and a server: it owns the connection, passes events on, and carries out commands.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use gebeta_client::{Address, Backoff, ClientError, Connection, Output, Received, Socket, Status};
use gebeta_match::{Match, Stage};
use gebeta_protocol::{Action, Logged, MatchId, MoveId, OpenSeed, Phrase};
use gebeta_tui::{News, Order, Teller, Trouble, Visit};

use super::arrival::{self, random};
use super::seat::Seat;
use super::trouble::{diagnose_failed, diagnose_lost};

/// Why the worker stops.
pub(super) enum End {
    /// The screen is gone.
    Nobody,
    /// It cannot go on.
    Failed(Trouble),
}

impl From<Trouble> for End {
    fn from(trouble: Trouble) -> Self {
        Self::Failed(trouble)
    }
}

/// What it is at a game.
pub(super) enum Place {
    /// A player.
    Seat(Seat),
    /// A watcher.
    Beside(Address, MatchId),
}

/// What it waits for.
enum Input {
    Order(Order),
    /// No more orders will come.
    Hangup,
    /// There may be something to read on the socket.
    Readable,
}

/// Owns the connection to a game on behalf of a screen.
pub(super) struct OnlineWorker {
    tell: Teller,
    inputs: Receiver<Input>,
    /// For the thread that reads from a socket.
    wake: Sender<Input>,
    actions: VecDeque<Action>,
    phrases: VecDeque<Phrase>,
}

impl OnlineWorker {
    pub(super) fn new(tell: Teller, orders: Receiver<Order>) -> Self {
        let (wake, inputs) = channel();
        let forward = wake.clone();
        let forwarder = move || {
            let all = orders.iter().map(Input::Order).chain([Input::Hangup]);
            // Once the worker has gone, there is nothing to forward to.
            let _ = all.into_iter().try_for_each(|input| forward.send(input));
        };
        // Without it no order arrives; a system that has no thread left has none for the screen either.
        let _ = thread::Builder::new().name("orders".to_owned()).spawn(forwarder);
        Self { tell, inputs, wake, actions: VecDeque::new(), phrases: VecDeque::new() }
    }

    /// Goes where it is sent and stays there, and where it leads to.
    pub(super) fn run(mut self, visit: &Visit) {
        let end = match arrival::arrive(&mut self, visit) {
            Ok(mut place) => loop {
                match AtGame::new(&mut self, &place).and_then(|mut game| game.stay()) {
                    Ok(next) => place = next,
                    Err(end) => break end,
                }
            },
            Err(end) => end,
        };
        if let End::Failed(trouble) = end {
            (self.tell)(News::Failed(trouble));
        }
    }

    pub(super) fn say(&mut self, news: News) -> Result<(), End> {
        if (self.tell)(news) { Ok(()) } else { Err(End::Nobody) }
    }

    /// Waits for an input, but no longer than `at_most`. Orders are kept; true if the socket may be read.
    fn wait(&mut self, at_most: Duration) -> Result<bool, End> {
        match self.inputs.recv_timeout(at_most) {
            Ok(Input::Order(Order::Do(action))) => self.actions.push_back(action),
            Ok(Input::Order(Order::Say(phrase))) => self.phrases.push_back(phrase),
            Ok(Input::Readable) => return Ok(true),
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Input::Hangup) | Err(RecvTimeoutError::Disconnected) => return Err(End::Nobody),
        }
        Ok(false)
    }

    /// Waits for so long, unless the screen goes.
    pub(super) fn pause(&mut self, how_long: Duration) -> Result<(), End> {
        let until = Instant::now() + how_long;
        while Instant::now() < until {
            self.wait(until.saturating_duration_since(Instant::now()))?;
        }
        Ok(())
    }
}

/// A new source of waits between attempts.
pub(super) fn backoff() -> Result<Backoff, Trouble> {
    random().map(|seed| Backoff::new(u64::from_le_bytes(seed)))
}

/// The worker at one game.
struct AtGame<'a> {
    worker: &'a mut OnlineWorker,
    place: &'a Place,
    address: Address,
    connection: Connection,
    socket: Option<Socket>,
    began: Instant,
    /// Whether the seat was forgotten, because the game is over.
    is_forgotten: bool,
}

impl<'a> AtGame<'a> {
    fn new(worker: &'a mut OnlineWorker, place: &'a Place) -> Result<Self, End> {
        let (address, id, secret) = match place {
            Place::Seat(seat) => (seat.address.clone(), seat.game, Some(seat.secret)),
            Place::Beside(address, id) => (address.clone(), *id, None),
        };
        let connection = Connection::new(id, secret, backoff()?);
        Ok(Self {
            worker,
            place,
            address,
            connection,
            socket: None,
            began: Instant::now(),
            is_forgotten: false,
        })
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// Stays at the game until another follows it.
    fn stay(&mut self) -> Result<Place, End> {
        self.tell_game()?;
        loop {
            let outputs = self.connection.on_tick(self.now());
            self.perform(outputs)?;
            self.send_orders()?;
            if let Some(id) = self.connection.game().and_then(Match::rematch) {
                return Ok(follow(id, self.place)?);
            }
            let next_tick = self.connection.next_tick().unwrap_or(u64::MAX);
            if self.worker.wait(Duration::from_millis(next_tick.saturating_sub(self.now())))? {
                self.read()?;
            }
        }
    }

    fn tell_game(&mut self) -> Result<(), End> {
        let id = self.connection.id();
        let link = arrival::link(&self.address, id);
        self.worker.say(News::Game { id, link })
    }

    /// Sends what waits to be sent, as far as it may be sent now.
    fn send_orders(&mut self) -> Result<(), End> {
        if !self.connection.is_up() {
            return Ok(());
        }
        while let Some(phrase) = self.worker.phrases.pop_front() {
            let outputs = self.connection.say(phrase);
            self.perform(outputs)?;
        }
        if self.connection.pending().is_some() {
            return Ok(());
        }
        let envelope = match self.place {
            Place::Seat(seat) => self.connection.due_envelope(seat.seed),
            Place::Beside(..) => None,
        };
        if let Some(action) = envelope.or_else(|| self.worker.actions.pop_front()) {
            let outputs = self.connection.decide(MoveId::new(random()?), action);
            self.perform(outputs)?;
        }
        Ok(())
    }

    /// Reads what has come on the socket.
    fn read(&mut self) -> Result<(), End> {
        while let Some(socket) = &mut self.socket {
            let outputs = match socket.read(Duration::ZERO) {
                Ok(None) => break,
                Ok(Some(Received::Control)) => continue,
                Ok(Some(Received::Text(text))) => self.connection.on_text(&text, self.now()),
                Ok(Some(Received::Closed(code))) => self.connection.on_close(code, self.now()),
                Err(_) => self.connection.on_close(None, self.now()),
            };
            self.perform(outputs)?;
        }
        Ok(())
    }

    /// Carries out what the connection wants, and tells the screen.
    fn perform(&mut self, outputs: Vec<Output>) -> Result<(), End> {
        let mut outputs = VecDeque::from(outputs);
        let mut events = Vec::new();
        while let Some(output) = outputs.pop_front() {
            if let Output::Applied(applied) = output {
                events.push(applied.event);
                continue;
            }
            // What was decided is told before its answer: nothing shall be decided in the old position again.
            self.tell_events(std::mem::take(&mut events))?;
            match output {
                Output::Open => match self.open() {
                    Ok(socket) => {
                        self.socket = Some(socket);
                        outputs.extend(self.connection.on_open());
                    }
                    Err(_) => outputs.extend(self.connection.on_close(None, self.now())),
                },
                Output::Send(message) => {
                    if self.socket.as_mut().is_some_and(|socket| socket.send(&message).is_err()) {
                        outputs.extend(self.connection.on_close(None, self.now()));
                    }
                }
                Output::Close => self.lose()?,
                Output::Rewound(_) => {
                    // The game is shown from its start.
                    self.worker.actions.clear();
                    self.tell_game()?;
                }
                Output::Welcome { side, now } => self.worker.say(News::Welcome { side, now })?,
                // An envelope is no decision of the player's.
                Output::Answered(decision, _)
                    if matches!(decision.action, Action::Seal { .. } | Action::Open { .. }) => {}
                Output::Answered(_, answer) => self.worker.say(News::Answer(answer.map(drop)))?,
                Output::Presence(side, online) => self.worker.say(News::Presence(side, online))?,
                Output::LagOf(side, ms) => self.worker.say(News::LagOf(side, ms))?,
                Output::Lag(ms) => self.worker.say(News::Lag(ms))?,
                Output::Said(side, phrase) => self.worker.say(News::Said(side, phrase))?,
                Output::Applied(_) | Output::Status(_) => {}
            }
        }
        self.tell_events(events)
    }

    fn tell_events(&mut self, events: Vec<Logged>) -> Result<(), End> {
        if events.is_empty() {
            return Ok(());
        }
        // Before the screen knows: the program may end when it hears that the game is over.
        let is_over = self.connection.game().is_some_and(|game| matches!(game.stage(), Stage::Over(_)));
        if let (true, Place::Seat(seat), false) = (is_over, self.place, self.is_forgotten) {
            self.is_forgotten = true;
            seat.forget();
        }
        self.worker.say(News::Events(events))
    }

    fn open(&mut self) -> Result<Socket, ClientError> {
        self.socket = None;
        let wake = self.worker.wake.clone();
        Socket::open(&self.address, self.connection.id(), move || {
            // Without a worker there is no socket to read from.
            let _ = wake.send(Input::Readable);
        })
    }

    /// Tells that the connection is gone, and why; fails if it does not come back.
    fn lose(&mut self) -> Result<(), End> {
        self.socket = None;
        match self.connection.status() {
            Status::Failed(why) => Err(diagnose_failed(why).into()),
            Status::Down(why) => self.worker.say(News::Away(diagnose_lost(&self.address, why))),
            Status::Connecting | Status::Up => Ok(()),
        }
    }
}

/// The same place at the game that follows this one.
fn follow(id: MatchId, place: &Place) -> Result<Place, Trouble> {
    Ok(match place {
        // The same secret opens the seat; the envelope is a new one.
        Place::Seat(seat) => {
            let seat = Seat { game: id, seed: OpenSeed::new(random()?), ..seat.clone() };
            seat.keep().map_err(|failure| Trouble::NotKept(failure.sentence().to_owned()))?;
            Place::Seat(seat)
        }
        Place::Beside(address, _) => Place::Beside(address.clone(), id),
    })
}
