//! The thread between a screen and a server: it makes the first requests, and carries texts to the game and back.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use gebeta_client::{Address, Backoff, Received, Socket};
use gebeta_protocol::{MatchId, OpenSeed};
use gebeta_tui::{Arrival, EventSink, NetworkCommand, NetworkEvent, OnlineError, OnlineRequest};

use super::arrival::{self, random};
use super::seat_file::Seat;

/// Why the worker stops.
pub(super) enum End {
    /// The screen is gone.
    Closed,
    /// It cannot go on.
    Failed(OnlineError),
}

impl From<OnlineError> for End {
    fn from(error: OnlineError) -> Self {
        Self::Failed(error)
    }
}

/// A game of a server, and the seat there.
pub(super) struct Place {
    pub(super) address: Address,
    pub(super) game: MatchId,
    /// None for a watcher.
    pub(super) seat: Option<Seat>,
    /// Whether a seat was asked for and both were taken.
    pub(super) is_full: bool,
}

/// What it waits for.
enum Input {
    Command(NetworkCommand),
    /// No more commands will come.
    Hangup,
    /// There may be something to read on the socket.
    Readable,
}

/// Owns the socket of a game on behalf of a screen.
pub(super) struct OnlineWorker {
    tell: EventSink,
    inputs: Receiver<Input>,
    /// For the thread that reads from a socket.
    wake: Sender<Input>,
    socket: Option<Socket>,
}

impl OnlineWorker {
    pub(super) fn new(tell: EventSink, commands: Receiver<NetworkCommand>) -> Self {
        let (wake, inputs) = channel();
        let forward = wake.clone();
        let forwarder = move || {
            let all = commands.iter().map(Input::Command).chain([Input::Hangup]);
            // Once the worker has gone, there is nothing to forward to.
            let _ = all.into_iter().try_for_each(|input| forward.send(input));
        };
        // Without it no command arrives; a system that has no thread left has none for the screen either.
        let _ = thread::Builder::new().name("commands".to_owned()).spawn(forwarder);
        Self { tell, inputs, wake, socket: None }
    }

    /// Goes where it is sent and stays there, and where it leads to.
    pub(super) fn run(mut self, request: &OnlineRequest) {
        let end = match arrival::arrive(&mut self, request) {
            Ok(place) => self.carry(place),
            Err(end) => end,
        };
        if let End::Failed(error) = end {
            (self.tell)(NetworkEvent::Failed(error));
        }
    }

    pub(super) fn say(&mut self, event: NetworkEvent) -> Result<(), End> {
        if (self.tell)(event) { Ok(()) } else { Err(End::Closed) }
    }

    /// Waits for so long, unless the screen goes.
    pub(super) fn pause(&mut self, how_long: Duration) -> Result<(), End> {
        let until = Instant::now() + how_long;
        while let Some(rest) = until.checked_duration_since(Instant::now()).filter(|rest| !rest.is_zero()) {
            match self.inputs.recv_timeout(rest) {
                Ok(Input::Command(_) | Input::Readable) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Input::Hangup) | Err(RecvTimeoutError::Disconnected) => return Err(End::Closed),
            }
        }
        Ok(())
    }

    /// Carries out commands and reports what the socket does, until the screen goes.
    fn carry(&mut self, mut place: Place) -> End {
        let mut done = self.tell_arrival(&place);
        while done.is_ok() {
            done = match self.inputs.recv() {
                Ok(Input::Command(NetworkCommand::Open)) => self.open(&place),
                Ok(Input::Command(NetworkCommand::Close)) => {
                    self.socket = None;
                    Ok(())
                }
                Ok(Input::Command(NetworkCommand::Send(message))) => {
                    match self.socket.as_mut().map(|socket| socket.send(&message)) {
                        Some(Err(_)) => self.lose(None),
                        Some(Ok(())) | None => Ok(()),
                    }
                }
                Ok(Input::Command(NetworkCommand::Follow(game))) => {
                    self.socket = None;
                    follow(game, &place).map_err(End::from).and_then(|next| {
                        place = next;
                        self.tell_arrival(&place)
                    })
                }
                Ok(Input::Readable) => self.read(),
                Ok(Input::Hangup) | Err(_) => Err(End::Closed),
            };
        }
        done.err().unwrap_or(End::Closed)
    }

    fn tell_arrival(&mut self, place: &Place) -> Result<(), End> {
        let arrival = Arrival {
            id: place.game,
            link: arrival::link(&place.address, place.game),
            secret: place.seat.as_ref().map(|seat| seat.secret),
            seed: place.seat.as_ref().map(|seat| seat.seed),
            is_full: place.is_full,
            randomness: random()?,
        };
        self.say(NetworkEvent::Arrived(Box::new(arrival)))
    }

    fn open(&mut self, place: &Place) -> Result<(), End> {
        self.socket = None;
        let wake = self.wake.clone();
        let opened = Socket::open(&place.address, place.game, move || {
            // Without a worker there is no socket to read from.
            let _ = wake.send(Input::Readable);
        });
        match opened {
            Ok(socket) => {
                self.socket = Some(socket);
                self.say(NetworkEvent::Opened)
            }
            Err(_) => self.lose(None),
        }
    }

    /// Reports what has come on the socket.
    fn read(&mut self) -> Result<(), End> {
        while let Some(socket) = &mut self.socket {
            match socket.read(Duration::ZERO) {
                Ok(None) => break,
                Ok(Some(Received::Control)) => {}
                Ok(Some(Received::Text(text))) => self.say(NetworkEvent::Text(text))?,
                Ok(Some(Received::Closed(code))) => self.lose(code)?,
                Err(_) => self.lose(None)?,
            }
        }
        Ok(())
    }

    fn lose(&mut self, code: Option<u16>) -> Result<(), End> {
        self.socket = None;
        self.say(NetworkEvent::Closed(code))
    }
}

/// A new source of waits between attempts.
pub(super) fn backoff() -> Result<Backoff, OnlineError> {
    random().map(|seed| Backoff::new(u64::from_le_bytes(seed)))
}

/// The same seat at the game that follows this one.
fn follow(game: MatchId, place: &Place) -> Result<Place, OnlineError> {
    let seat = match &place.seat {
        // The same secret opens the seat; the envelope is a new one.
        Some(seat) => {
            let seat = Seat { game, seed: OpenSeed::new(random()?), ..seat.clone() };
            arrival::keep(&seat)?;
            Some(seat)
        }
        None => None,
    };
    Ok(Place { address: place.address.clone(), game, seat, is_full: false })
}
