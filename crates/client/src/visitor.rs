use std::time::{Duration, Instant};

use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};

use gebeta_arena::{Match, OwnEnvelope};
use gebeta_protocol::{
    Action, Ask, Code, Logged, MatchId, MoveId, OpenSeed, PROTOCOL, SeatSecret, Side, Tell, Ticket, limits,
};

use crate::seat::random;
use crate::stream::Stream;
use crate::{Address, Failure};

mod follow;

/// Somebody at a game: a player with a seat, or a watcher.
#[derive(Debug)]
pub struct Visitor {
    address: Address,
    id: MatchId,
    secret: Option<SeatSecret>,
    seed: OpenSeed,
    patience: Duration,
    side: Option<Side>,
    /// The server's clock when it last said welcome.
    welcomed_at: u64,
    game: Option<Match>,
    log: Vec<Logged>,
    socket: Option<WebSocket<Stream>>,
    /// When anything last came from the server.
    heard: Instant,
    pending: Option<Pending>,
    answered: Option<(MoveId, Result<u64, Code>)>,
    rewound: u32,
    repeated: u32,
}

/// A decision that is not acknowledged.
#[derive(Clone, Debug)]
struct Pending {
    mid: MoveId,
    base: u64,
    action: Action,
}

impl Visitor {
    const PATIENCE: Duration = Duration::from_secs(20);
    const PAUSE: Duration = Duration::from_millis(50);
    /// How long an answer may take.
    const ANSWER: Duration = Duration::from_secs(10);
    /// How long nothing may come when nothing was asked: the server says more often that it is there.
    const QUIET: Duration = limits::PING.saturating_add(Duration::from_secs(2));

    /// Who has a seat.
    pub fn player(address: Address, ticket: &Ticket) -> Self {
        Self { secret: Some(ticket.secret), side: Some(ticket.side), ..Self::watcher(address, ticket.game) }
    }

    /// Who only looks.
    pub fn watcher(address: Address, id: MatchId) -> Self {
        Self {
            address,
            id,
            secret: None,
            seed: OpenSeed::new(random()),
            patience: Self::PATIENCE,
            side: None,
            welcomed_at: 0,
            game: None,
            log: Vec::new(),
            socket: None,
            heard: Instant::now(),
            pending: None,
            answered: None,
            rewound: 0,
            repeated: 0,
        }
    }

    /// The same visitor, who waits for the server for so long and no longer.
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The game as far as it is known here.
    pub fn game(&self) -> Option<&Match> {
        self.game.as_ref()
    }

    /// Every event that is known here.
    pub fn log(&self) -> &[Logged] {
        &self.log
    }

    /// The seat, as the server sees it.
    pub fn side(&self) -> Option<Side> {
        self.side
    }

    /// How many events are known here.
    fn revision(&self) -> u64 {
        self.log.len() as u64
    }

    /// Cuts the connection, as a bad network does.
    pub fn cut(&mut self) {
        self.socket = None;
    }

    /// Connects, and asks for what has happened since; what was not acknowledged is sent again.
    ///
    /// # Errors
    /// The server refuses or does not answer.
    pub fn connect(&mut self) -> Result<(), Failure> {
        match self.greet() {
            // The server knows less than we do: it has been given an older copy of its games. What it has counts.
            Err(Failure::Refused(Code::Ahead)) if self.revision() > 0 => {
                self.cut();
                self.log.clear();
                (self.game, self.pending) = (None, None);
                self.rewound += 1;
                self.greet()
            }
            greeted => greeted,
        }
    }

    /// How often the server has turned out to know less than was known here, and all was read again.
    pub const fn rewound(&self) -> u32 {
        self.rewound
    }

    /// How many decisions the server had kept already when they were sent again.
    pub const fn repeated(&self) -> u32 {
        self.repeated
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let stream = self.address.connect()?;
        let path = self.address.path(&format!("/api/games/{}/socket", self.id));
        // What lies underneath is safe or not; the handshake is the same.
        let url = format!("ws://{}{path}", self.address.host());
        let config = WebSocketConfig::default().read_buffer_size(4096);
        let connected = tungstenite::client::client_with_config(url, stream, Some(config));
        let (socket, _) = connected.map_err(|error| match error {
            tungstenite::HandshakeError::Failure(error) => Failure::from(error),
            tungstenite::HandshakeError::Interrupted(_) => Failure::Gone("no answer in time".to_owned()),
        })?;
        self.socket = Some(socket);
        self.say(&Ask::Hello { proto: PROTOCOL, since: self.revision(), secret: self.secret })?;
        loop {
            match self.hear()? {
                Some(Tell::Welcome { side, now, .. }) => {
                    self.side = side;
                    self.welcomed_at = now;
                    break;
                }
                Some(Tell::Error { code }) => return Err(Failure::Refused(code)),
                _ => {}
            }
        }
        if let Some(Pending { mid, base, action }) = self.pending.clone() {
            self.say(&Ask::Do { mid, base, action })?;
        }
        Ok(())
    }

    /// Connects until it succeeds, but not for ever.
    fn reconnect(&mut self, until: Instant) -> Result<(), Failure> {
        loop {
            match self.connect() {
                Err(Failure::Gone(_)) if Instant::now() < until => std::thread::sleep(Self::PAUSE),
                Err(Failure::Refused(Code::Unavailable | Code::Restarting)) if Instant::now() < until => {
                    std::thread::sleep(Self::PAUSE);
                }
                done => return done,
            }
        }
    }

    /// Hears one message, or connects again. A log that cannot be believed is not heard again.
    fn listen(&mut self, until: Instant) -> Result<(), Failure> {
        if self.socket.is_none() {
            return self.reconnect(until);
        }
        let quiet = if self.pending.is_some() { Self::ANSWER } else { Self::QUIET };
        let at_most = until.saturating_duration_since(Instant::now()).min(quiet);
        match self.poll(at_most.max(Self::PAUSE)) {
            Err(broken @ Failure::Broken(_)) => return Err(broken),
            Err(_) => self.cut(),
            Ok(_) if self.heard.elapsed() >= quiet => self.cut(),
            Ok(_) => {}
        }
        Ok(())
    }

    /// Does something, and comes back when it is on the server's disk. Whatever happens to the connection meanwhile, it is
    /// done once.
    ///
    /// # Errors
    /// The server refuses, or does not come back.
    pub fn act(&mut self, action: Action) -> Result<u64, Failure> {
        let mid = MoveId::new(random());
        self.act_as(mid, action)
    }

    /// The same with an id of the caller's choice.
    ///
    /// # Errors
    /// The server refuses, or does not come back.
    pub fn act_as(&mut self, mid: MoveId, action: Action) -> Result<u64, Failure> {
        self.send_only(mid, action)?;
        self.wait_for_answer(Instant::now() + self.patience)
    }

    /// Sends a decision without waiting. It stays pending until [`wait_for_answer`](Self::wait_for_answer).
    ///
    /// # Errors
    /// Nothing that a later connection would not repair.
    pub fn send_only(&mut self, mid: MoveId, action: Action) -> Result<(), Failure> {
        let base = self.revision();
        self.pending = Some(Pending { mid, base, action: action.clone() });
        if self.say(&Ask::Do { mid, base, action }).is_err() {
            self.cut();
        }
        Ok(())
    }

    /// Waits until the pending decision is acknowledged and known here, or refused.
    ///
    /// # Errors
    /// The server refuses, or does not come back.
    pub fn wait_for_answer(&mut self, until: Instant) -> Result<u64, Failure> {
        loop {
            if let Some((_, answer)) = self.answered.take() {
                match answer {
                    // The server asks us to try again; the id makes that safe.
                    Err(Code::Unavailable) if Instant::now() < until => {
                        std::thread::sleep(Self::PAUSE);
                        self.cut();
                    }
                    answer => {
                        self.pending = None;
                        let ver = answer.map_err(Failure::Refused)?;
                        self.catch_up(ver, until)?;
                        return Ok(ver);
                    }
                }
            }
            if Instant::now() >= until {
                return Err(Failure::Gone("no answer in time".to_owned()));
            }
            self.listen(until)?;
        }
    }

    /// The acknowledgement comes before the events: hears them too, so that the game here is after the decision.
    fn catch_up(&mut self, ver: u64, until: Instant) -> Result<(), Failure> {
        while self.revision() < ver && Instant::now() < until {
            self.listen(until)?;
        }
        Ok(())
    }

    /// Listens until `enough` is true of the game, coming back if the connection breaks.
    ///
    /// # Errors
    /// It does not happen in time.
    pub fn wait(&mut self, enough: impl Fn(&Match) -> bool) -> Result<(), Failure> {
        let until = Instant::now() + self.patience;
        loop {
            if self.game.as_ref().is_some_and(&enough) {
                return Ok(());
            }
            if Instant::now() >= until {
                return Err(Failure::Gone("it did not happen in time".to_owned()));
            }
            self.listen(until)?;
        }
    }

    /// The same for what people do, who take their time: however long it takes, as long as the server is there.
    ///
    /// # Errors
    /// The server does not come back.
    pub fn wait_long(&mut self, enough: impl Fn(&Match) -> bool) -> Result<(), Failure> {
        while !self.game.as_ref().is_some_and(&enough) {
            self.listen(Instant::now() + self.patience)?;
        }
        Ok(())
    }

    /// Seals and opens this player's envelope as far as that can be done now; true if something was done.
    ///
    /// # Errors
    /// The server refuses, or does not come back.
    pub fn tend_envelopes(&mut self) -> Result<bool, Failure> {
        match self.due_envelope() {
            Some(action) => self.act(action).map(|_| true),
            None => Ok(false),
        }
    }

    /// What is to be done with this player's envelope now.
    pub fn due_envelope(&self) -> Option<Action> {
        OwnEnvelope::new(self.side?, self.seed).next(self.game.as_ref()?)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The connection is gone.
    pub fn say(&mut self, ask: &Ask) -> Result<(), Failure> {
        let text = serde_json::to_string(ask).map_err(|_| Failure::Strange("the message"))?;
        self.say_raw(Message::text(text))
    }

    /// Sends anything at all.
    ///
    /// # Errors
    /// The connection is gone.
    pub fn say_raw(&mut self, message: Message) -> Result<(), Failure> {
        let socket = self.socket.as_mut().ok_or_else(|| Failure::Gone("not connected".to_owned()))?;
        Ok(socket.send(message)?)
    }

    /// Waits for one message and takes note of it; none for what is not for us.
    ///
    /// # Errors
    /// The connection is gone, or the server's log does not fit ours.
    pub fn hear(&mut self) -> Result<Option<Tell>, Failure> {
        let socket = self.socket.as_mut().ok_or_else(|| Failure::Gone("not connected".to_owned()))?;
        socket.get_ref().tcp().set_read_timeout(Some(Self::ANSWER))?;
        let message = socket.read()?;
        self.take_note(message)
    }

    fn take_note(&mut self, message: Message) -> Result<Option<Tell>, Failure> {
        self.heard = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => {
                self.socket = None;
                return Err(Failure::Gone("the server has closed the connection".to_owned()));
            }
            _ => return Ok(None),
        };
        let tell: Tell = serde_json::from_str(&text).map_err(|_| Failure::Strange("a message"))?;
        match &tell {
            Tell::Events { list } => self.learn(list)?,
            Tell::Ack { mid, ver, dup } => {
                self.repeated += u32::from(*dup && self.waits_for(*mid));
                self.answer(*mid, Ok(*ver));
            }
            Tell::Nack { mid, code, .. } => self.answer(*mid, Err(*code)),
            _ => {}
        }
        Ok(Some(tell))
    }

    fn answer(&mut self, mid: MoveId, answer: Result<u64, Code>) {
        if self.waits_for(mid) {
            self.answered = Some((mid, answer));
        }
    }

    fn waits_for(&self, mid: MoveId) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.mid == mid)
    }

    fn learn(&mut self, list: &[Logged]) -> Result<(), Failure> {
        for event in list {
            if event.seq <= self.revision() {
                continue;
            }
            match &mut self.game {
                Some(game) => game.apply(event)?,
                None => self.game = Some(Match::new(self.id, event)?),
            }
            self.log.push(event.clone());
        }
        Ok(())
    }
}
