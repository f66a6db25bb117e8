use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::Message;

use gebeta_match::{Match, OwnEnvelope};
use gebeta_protocol::{
    Action, ClientMessage, Code, Logged, MatchId, MoveId, OpenSeed, ServerMessage, Side, Ticket,
};

use super::seat::random;
use super::socket::{Received, Socket};
use crate::{Address, Backoff, ClientError, Connection, Down, Failed, Output, Status};

/// A player or a watcher for programs that wait for answers: a [`Connection`] that its caller's thread drives.
#[derive(Debug)]
pub struct GameClient {
    address: Address,
    connection: Connection,
    socket: Option<Socket>,
    seed: OpenSeed,
    patience: Duration,
    began: Instant,
    log: Vec<Logged>,
    /// Why there is no connection.
    failure: Option<ClientError>,
    /// Since when there is no connection.
    away_since: Option<Instant>,
    answer: Option<Result<u64, Code>>,
    rewound: u32,
    repeated: u32,
}

impl GameClient {
    const PATIENCE: Duration = Duration::from_secs(20);
    /// How long a message may take that must come.
    const ANSWER: Duration = Duration::from_secs(10);
    /// Programs have little to lose by asking often, and much by waiting.
    const LONGEST_WAIT_MS: u64 = 250;

    /// The player on this seat.
    pub fn player(address: Address, ticket: &Ticket) -> Self {
        let connection = Connection::new(ticket.game, Some(ticket.secret), backoff()).with_side(ticket.side);
        Self::new(address, connection)
    }

    /// A watcher.
    pub fn watcher(address: Address, id: MatchId) -> Self {
        Self::new(address, Connection::new(id, None, backoff()))
    }

    fn new(address: Address, connection: Connection) -> Self {
        Self {
            address,
            connection,
            socket: None,
            seed: OpenSeed::new(random()),
            patience: Self::PATIENCE,
            began: Instant::now(),
            log: Vec::new(),
            failure: None,
            away_since: None,
            answer: None,
            rewound: 0,
            repeated: 0,
        }
    }

    /// The same client, which waits for the server for so long and no longer.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The game as far as it is known here.
    pub fn game(&self) -> Option<&Match> {
        self.connection.game()
    }

    /// Every event that is known here.
    pub fn log(&self) -> &[Logged] {
        &self.log
    }

    /// The seat, as the server sees it.
    pub fn side(&self) -> Option<Side> {
        self.connection.side()
    }

    /// How often the server has turned out to know less than was known here, and all was read again.
    pub const fn rewound(&self) -> u32 {
        self.rewound
    }

    /// How many decisions the server had stored already when they were to be sent again.
    pub const fn repeated(&self) -> u32 {
        self.repeated
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// Cuts the connection, as a bad network does.
    pub fn cut(&mut self) {
        self.closed(None);
    }

    /// Connects once, and asks for what has happened since; what was not acknowledged is sent again.
    ///
    /// # Errors
    /// The server refuses or does not answer.
    pub fn connect(&mut self) -> Result<(), ClientError> {
        let outputs = self.connection.connect();
        self.perform(outputs);
        while !self.connection.is_up() {
            self.check_connection()?;
            // If it was closed, the connection knows why.
            if let Ok(Incoming::Nothing) = self.receive(Self::ANSWER) {
                self.closed(None);
                return Err(ClientError::Gone("no answer in time".to_owned()));
            }
        }
        Ok(())
    }

    /// Fails if there is no connection, with the reason.
    fn check_connection(&mut self) -> Result<(), ClientError> {
        match self.connection.status() {
            Status::Connecting | Status::Up => Ok(()),
            Status::Failed(why) => Err(why.into()),
            Status::Down(Down::Refused(code)) => Err(ClientError::Refused(code)),
            Status::Down(Down::Lost | Down::Offline) => {
                Err(self.failure.take().unwrap_or_else(|| ClientError::Gone("not connected".to_owned())))
            }
        }
    }

    /// Carries out what the connection wants.
    fn perform(&mut self, outputs: Vec<Output>) {
        let mut outputs = VecDeque::from(outputs);
        while let Some(output) = outputs.pop_front() {
            let done = match output {
                Output::Open => {
                    // The old one goes first: it may be the last that the server lets in.
                    self.socket = None;
                    Socket::open(&self.address, self.connection.id(), || {}).map(|socket| {
                        self.socket = Some(socket);
                        outputs.extend(self.connection.on_open());
                    })
                }
                Output::Send(message) => self.say(&message),
                other => {
                    self.note(other);
                    Ok(())
                }
            };
            if let Err(failure) = done {
                self.failure = Some(failure);
                outputs.extend(self.connection.on_close(None, self.now()));
            }
        }
    }

    fn note(&mut self, output: Output) {
        match output {
            Output::Close => {
                self.socket = None;
                self.away_since.get_or_insert_with(Instant::now);
            }
            Output::Status(Status::Up) => self.away_since = None,
            Output::Applied(applied) => self.log.push(applied.event),
            Output::Answered(_, answer) => self.answer = Some(answer),
            Output::Rewound(_) => {
                self.log.clear();
                self.rewound += 1;
            }
            _ => {}
        }
    }

    fn closed(&mut self, code: Option<u16>) {
        self.socket = None;
        let outputs = self.connection.on_close(code, self.now());
        self.perform(outputs);
    }

    /// Waits for whatever comes next, but no longer than until then: a message, or the time to ask or to connect again.
    fn listen(&mut self, until: Instant) -> Result<(), ClientError> {
        let outputs = self.connection.on_tick(self.now());
        self.perform(outputs);
        if let Status::Failed(why) = self.connection.status() {
            return Err(why.into());
        }
        let tick = self
            .connection
            .next_tick()
            .map_or(Duration::MAX, |at| Duration::from_millis(at.saturating_sub(self.now())));
        let wait = until.saturating_duration_since(Instant::now()).min(tick);
        if self.socket.is_none() {
            thread::sleep(wait);
            return Ok(());
        }
        // A connection that is gone comes back by itself.
        let _ = self.receive(wait);
        Ok(())
    }

    /// Does something, and comes back when it is on the server's disk. Whatever happens to the connection meanwhile, it is
    /// done once.
    ///
    /// # Errors
    /// The server refuses, or does not come back.
    pub fn act(&mut self, action: Action) -> Result<u64, ClientError> {
        self.act_as(MoveId::new(random()), action)
    }

    /// The same with an id of the caller's choice.
    ///
    /// # Errors
    /// The server refuses, or does not come back.
    pub fn act_as(&mut self, mid: MoveId, action: Action) -> Result<u64, ClientError> {
        self.send_only(mid, action);
        self.wait_for_answer(Instant::now() + self.patience)
    }

    /// Sends a decision without waiting. It stays pending until it is answered.
    pub fn send_only(&mut self, mid: MoveId, action: Action) {
        self.answer = None;
        let outputs = self.connection.decide(mid, action);
        self.perform(outputs);
    }

    /// Waits until the decision is acknowledged and known here, or refused.
    ///
    /// # Errors
    /// The server refuses, or does not come back.
    pub fn wait_for_answer(&mut self, until: Instant) -> Result<u64, ClientError> {
        loop {
            if let Some(answer) = self.answer.take() {
                return answer.map_err(ClientError::Refused);
            }
            if Instant::now() >= until {
                return Err(ClientError::Gone("no answer in time".to_owned()));
            }
            self.listen(until)?;
        }
    }

    /// Listens until `enough` is true of the game, coming back if the connection breaks.
    ///
    /// # Errors
    /// It does not happen in time.
    pub fn wait(&mut self, enough: impl Fn(&Match) -> bool) -> Result<(), ClientError> {
        let until = Instant::now() + self.patience;
        loop {
            if self.game().is_some_and(&enough) {
                return Ok(());
            }
            if Instant::now() >= until {
                return Err(ClientError::Gone("it did not happen in time".to_owned()));
            }
            self.listen(until)?;
        }
    }

    /// The same for what people do, who take their time: however long it takes, as long as the server is there.
    ///
    /// # Errors
    /// The server does not come back.
    pub fn wait_long(&mut self, enough: impl Fn(&Match) -> bool) -> Result<(), ClientError> {
        while !self.game().is_some_and(&enough) {
            if self.away_since.is_some_and(|since| since.elapsed() >= self.patience) {
                return Err(ClientError::Gone("the server does not come back".to_owned()));
            }
            self.listen(Instant::now() + self.patience)?;
        }
        Ok(())
    }

    /// Seals and opens this player's envelope as far as that can be done now; true if something was done.
    ///
    /// # Errors
    /// The server refuses, or does not come back.
    pub fn tend_envelopes(&mut self) -> Result<bool, ClientError> {
        let envelope = self.side().map(|side| OwnEnvelope::new(side, self.seed));
        match envelope.zip(self.game()).and_then(|(envelope, game)| envelope.next(game)) {
            Some(action) => self.act(action).map(|_| true),
            None => Ok(false),
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// There is no connection.
    pub fn say(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.socket()?.send(message)
    }

    /// Sends anything at all.
    ///
    /// # Errors
    /// There is no connection.
    pub fn say_raw(&mut self, message: Message) -> Result<(), ClientError> {
        self.socket()?.send_raw(message)
    }

    fn socket(&mut self) -> Result<&mut Socket, ClientError> {
        self.socket.as_mut().ok_or_else(|| ClientError::Gone("not connected".to_owned()))
    }

    /// Waits for one message; none for what is no message.
    ///
    /// # Errors
    /// The connection is gone, or the server's log does not fit ours.
    pub fn hear(&mut self) -> Result<Option<ServerMessage>, ClientError> {
        match self.receive(Self::ANSWER)? {
            Incoming::Message(message) => Ok(Some(message)),
            Incoming::Control => Ok(None),
            Incoming::Nothing => Err(ClientError::Gone("no message in time".to_owned())),
        }
    }

    /// Waits for a message, but no longer than `at_most`; none if no message came.
    ///
    /// # Errors
    /// The connection is gone, or the server's log does not fit ours.
    pub fn poll(&mut self, at_most: Duration) -> Result<Option<ServerMessage>, ClientError> {
        Ok(match self.receive(at_most)? {
            Incoming::Message(message) => Some(message),
            Incoming::Nothing | Incoming::Control => None,
        })
    }

    /// What comes next on the socket, after the connection has taken note of it.
    fn receive(&mut self, at_most: Duration) -> Result<Incoming, ClientError> {
        let text = match self.socket()?.read(at_most) {
            Ok(Some(Received::Text(text))) => text,
            Ok(Some(Received::Control)) => return Ok(Incoming::Control),
            Ok(Some(Received::Closed(code))) => {
                self.closed(code);
                return Err(ClientError::Gone("the server has closed the connection".to_owned()));
            }
            Ok(None) => return Ok(Incoming::Nothing),
            Err(gone) => {
                self.failure = Some(ClientError::Gone(gone.to_string()));
                self.closed(None);
                return Err(gone);
            }
        };
        let message = serde_json::from_str::<ServerMessage>(&text).ok();
        let (was_up, pending) =
            (self.connection.is_up(), self.connection.pending().map(|pending| pending.mid));
        let outputs = self.connection.on_text(&text, self.now());
        let is_late = outputs.iter().any(|output| matches!(output, Output::Answered(_, Ok(_)))) && !was_up;
        let is_repeated =
            matches!(message, Some(ServerMessage::Ack { mid, dup: true, .. }) if pending == Some(mid));
        self.repeated += u32::from(is_late || is_repeated);
        self.perform(outputs);
        match self.connection.status() {
            Status::Failed(why) => Err(why.into()),
            _ => Ok(message.map_or(Incoming::Control, Incoming::Message)),
        }
    }
}

/// What was read from the socket.
enum Incoming {
    /// Nothing in time.
    Nothing,
    /// Something that is not a message of the protocol.
    Control,
    Message(ServerMessage),
}

fn backoff() -> Backoff {
    Backoff::new(u64::from_le_bytes(random())).up_to(GameClient::LONGEST_WAIT_MS)
}

impl From<Failed> for ClientError {
    fn from(why: Failed) -> Self {
        match why {
            Failed::Refused(code) => Self::Refused(code),
            Failed::Unreadable => Self::Strange("a message"),
            Failed::Untrusted(broken) => Self::FoldError(broken),
        }
    }
}
