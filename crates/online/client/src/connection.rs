use gebeta_match::{FoldError, Match, OwnEnvelope};
use gebeta_protocol::{
    Action, ClientMessage, Code, Logged, MatchId, MoveId, OpenSeed, PROTOCOL, Phrase, SeatSecret,
    ServerMessage, Side,
};
use gebeta_rules::senet::Sticks;
use gebeta_rules::{AnyPosition, AppliedMove};

use crate::Backoff;

/// One client's connection to one online game, as a state machine without socket, clock, thread or randomness.
///
/// Its owner reports what happens ([`on_open`](Self::on_open), [`on_text`](Self::on_text), [`on_close`](Self::on_close),
/// [`on_tick`](Self::on_tick)) and carries out the [`Output`]s in their order. Times are milliseconds of any steady clock.
///
/// The log is folded into a [`Match`] by the code that the server uses. A lost connection is opened again, first after a short
/// wait, and asks for the events after the last one known. A decision has an id of its own and is sent again, the same, until
/// it is acknowledged or refused, so it takes effect once.
#[derive(Clone, Debug)]
pub struct Connection {
    id: MatchId,
    secret: Option<SeatSecret>,
    side: Option<Side>,
    game: Option<Match>,
    status: Status,
    phase: Phase,
    backoff: Backoff,
    /// Whether the device has a network; without one, nothing is tried.
    has_network: bool,
    /// The last error message, if nothing has come since: the reason of the close that follows it.
    error: Option<Code>,
    pending: Option<Decision>,
    /// The event that the pending decision has become, once it is acknowledged.
    acknowledged: Option<u64>,
    resend_at: Option<u64>,
    pings: u32,
    /// The number of the ping that is not answered, and when it was sent.
    ping: Option<(u32, u64)>,
    ping_at: u64,
    /// For how long the handshake or a pong has been waited for.
    waited: u64,
    ticked_at: u64,
}

/// What the socket is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// There is none. It is opened at this time; none to wait for the owner.
    Closed { retry_at: Option<u64> },
    /// It is being opened, or has not been welcomed.
    Greeting,
    /// The server has greeted us and has this many events.
    Welcomed(u64),
}

/// How a connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is being made, for the first time or by request.
    Connecting,
    /// It works, and everything that has happened is known here.
    Up,
    /// It is lost and will be made again.
    Down(Down),
    /// It is over: the owner has to ask for another one.
    Failed(Failed),
}

/// Why a connection is lost for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Down {
    /// Closed without a reason, silent, or never opened.
    Lost,
    /// The device has no network.
    Offline,
    /// The server has closed it for a reason that passes.
    Refused(Code),
}

/// Why there will be no connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// The server refuses, and would refuse again.
    Refused(Code),
    /// The server sends what this program cannot read: it is newer.
    Unreadable,
    /// The log contradicts itself, the rules or the envelopes.
    Untrusted(FoldError),
}

/// A decision of a player that is sent until the server has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Its id.
    pub mid: MoveId,
    /// The last event that was known when it was made.
    pub base: u64,
    /// What was decided.
    pub action: Action,
}

impl From<Decision> for ClientMessage {
    fn from(Decision { mid, base, action }: Decision) -> Self {
        Self::Do { mid, base, action }
    }
}

/// What the owner of a [`Connection`] does or shows next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Open a socket; an older one is dropped.
    Open,
    /// Drop the socket without waiting for anything.
    Close,
    /// Send a message, if the socket is open.
    Send(ClientMessage),
    /// The status is another one.
    Status(Status),
    /// The server has greeted us.
    Welcome {
        /// Our seat; none for a watcher.
        side: Option<Side>,
        /// The server's clock, in milliseconds since 1970.
        now: u64,
    },
    /// An event that was not known has been applied to the game.
    Applied(Box<Applied>),
    /// The decision is stored as this event, which has been applied; or it is refused.
    Answered(Decision, Result<u64, Code>),
    /// The server has fewer events than were known here, because it was restored from an older copy. What it has counts: the
    /// game is read again from its start, and the pending decision is given up.
    Rewound(Option<Decision>),
    /// A player has come or gone.
    Presence(Side, bool),
    /// How long the messages of a player take, there and back, in milliseconds.
    LagOf(Side, u32),
    /// The same of this client.
    Lag(u64),
    /// A player has said something.
    Said(Side, Phrase),
}

/// An event, and the board around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// What has happened.
    pub event: Logged,
    /// Whether it has happened just now, and not while there was no connection.
    pub is_live: bool,
    /// What it did on the board, if it is a move.
    pub played: Option<AppliedMove>,
    /// The position after it.
    pub position: AnyPosition,
    /// The sticks on the table after it.
    pub sticks: Option<Sticks>,
}

impl Connection {
    /// How often the server is asked whether it is there, in milliseconds.
    pub const PING_MS: u64 = 5_000;
    /// How long the answer may take.
    pub const PONG_MS: u64 = 10_000;
    /// How long the handshake, and each part of the log after it, may take.
    pub const HANDSHAKE_MS: u64 = 20_000;
    /// What passes between two ticks counts as waiting up to this long: a device that slept has not waited.
    pub const TICK_MS: u64 = 5_000;
    /// The longest wait before a decision is sent again, whatever the server asks for.
    const LONGEST_RESEND_MS: u64 = 10_000;
    /// WebSocket close codes: the server restarts; try again later.
    const RESTART: u16 = 1012;
    const TRY_AGAIN: u16 = 1013;

    /// A connection to a game; without a secret, a cookie opens the seat, or one watches.
    pub const fn new(id: MatchId, secret: Option<SeatSecret>, backoff: Backoff) -> Self {
        Self {
            id,
            secret,
            side: None,
            game: None,
            status: Status::Connecting,
            phase: Phase::Closed { retry_at: Some(0) },
            backoff,
            has_network: true,
            error: None,
            pending: None,
            acknowledged: None,
            resend_at: None,
            pings: 0,
            ping: None,
            ping_at: 0,
            waited: 0,
            ticked_at: 0,
        }
    }

    /// The same with a seat that is known before the server says so.
    #[must_use]
    pub fn with_side(self, side: Side) -> Self {
        Self { side: Some(side), ..self }
    }

    /// The same with a decision of an earlier connection that was never answered.
    #[must_use]
    pub fn with_pending(self, pending: Option<Decision>) -> Self {
        Self { pending, ..self }
    }

    /// Opens the seat of this secret from the next connection on.
    pub const fn set_secret(&mut self, secret: Option<SeatSecret>) {
        self.secret = secret;
    }

    /// The id of the game.
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// The game as far as it is known here.
    pub const fn game(&self) -> Option<&Match> {
        self.game.as_ref()
    }

    /// Our seat as the server sees it; none for a watcher.
    pub const fn side(&self) -> Option<Side> {
        self.side
    }

    /// How the connection is.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Whether it works and everything that has happened is known here.
    pub fn is_up(&self) -> bool {
        self.status == Status::Up
    }

    /// The decision that is not answered.
    pub const fn pending(&self) -> Option<&Decision> {
        self.pending.as_ref()
    }

    /// How many events are known here.
    pub fn revision(&self) -> u64 {
        self.game.as_ref().map_or(0, Match::revision)
    }

    /// When [`on_tick`](Self::on_tick) has something to do at the latest; none for never. Calling it more often is harmless.
    pub fn next_tick(&self) -> Option<u64> {
        let tick = self.ticked_at + Self::TICK_MS;
        match self.phase {
            Phase::Closed { retry_at } => retry_at,
            Phase::Welcomed(_) if self.is_up() => {
                let ping = if self.ping.is_none() { self.ping_at } else { tick };
                Some(self.resend_at.map_or(ping, |resend| resend.min(ping)))
            }
            Phase::Greeting | Phase::Welcomed(_) => Some(tick),
        }
    }

    /// What is to be done with this player's envelope now.
    pub fn due_envelope(&self, seed: OpenSeed) -> Option<Action> {
        if !self.is_up() || self.pending.is_some() {
            return None;
        }
        OwnEnvelope::new(self.side?, seed).next(self.game.as_ref()?)
    }

    /// Connects now, whatever was before.
    pub fn connect(&mut self) -> Vec<Output> {
        let mut outputs = Vec::new();
        self.set_status(Status::Connecting, &mut outputs);
        self.open(&mut outputs);
        outputs
    }

    /// The socket is open.
    pub fn on_open(&mut self) -> Vec<Output> {
        self.waited = 0;
        let hello = ClientMessage::Hello { proto: PROTOCOL, since: self.revision(), secret: self.secret };
        vec![Output::Send(hello)]
    }

    /// The server has sent a text.
    pub fn on_text(&mut self, text: &str, now: u64) -> Vec<Output> {
        match serde_json::from_str(text) {
            Ok(message) => self.on_message(message, now),
            Err(_) => {
                let mut outputs = Vec::new();
                self.fail(Failed::Unreadable, &mut outputs);
                outputs
            }
        }
    }

    /// The server has sent a message.
    pub fn on_message(&mut self, message: ServerMessage, now: u64) -> Vec<Output> {
        let mut outputs = Vec::new();
        self.error = None;
        if !self.is_up() {
            self.waited = 0;
        }
        match message {
            ServerMessage::Welcome { side, ver, now: server_now, .. } => {
                self.side = side;
                self.phase = Phase::Welcomed(ver);
                outputs.push(Output::Welcome { side, now: server_now });
                self.catch_up(now, &mut outputs);
            }
            ServerMessage::Events { list } => {
                if let Err(broken) = self.learn(list, &mut outputs) {
                    match broken {
                        // Something was lost on the way; the next connection asks for it.
                        FoldError::Gap { .. } => self.lose(Down::Lost, now, &mut outputs),
                        broken => self.fail(Failed::Untrusted(broken), &mut outputs),
                    }
                    return outputs;
                }
                self.settle(&mut outputs);
                self.catch_up(now, &mut outputs);
            }
            ServerMessage::Ack { mid, ver, .. } if self.waits_for(mid) => {
                self.acknowledged = Some(ver);
                self.settle(&mut outputs);
            }
            ServerMessage::Nack { mid, code, retry, .. } if self.waits_for(mid) => match retry {
                Some(wait) => self.resend_at = Some(now + wait.min(Self::LONGEST_RESEND_MS)),
                None => self.answer(Err(code), &mut outputs),
            },
            ServerMessage::Ack { .. } | ServerMessage::Nack { .. } => {}
            ServerMessage::Presence { side, online } => outputs.push(Output::Presence(side, online)),
            ServerMessage::Lag { side, ms } => outputs.push(Output::LagOf(side, ms)),
            ServerMessage::Said { side, phrase } => outputs.push(Output::Said(side, phrase)),
            ServerMessage::Pong { n } => {
                if let Some((_, sent_at)) = self.ping.take_if(|(asked, _)| *asked == n) {
                    self.backoff.reset();
                    self.ping_at = sent_at + Self::PING_MS;
                    outputs.push(Output::Lag(now.saturating_sub(sent_at)));
                }
            }
            ServerMessage::Error { code } => self.error = Some(code),
        }
        outputs
    }

    /// The socket has closed with this code, or could not be opened.
    pub fn on_close(&mut self, close_code: Option<u16>, now: u64) -> Vec<Output> {
        let mut outputs = Vec::new();
        let error = self.error.take();
        let is_greeting = self.phase == Phase::Greeting;
        if matches!(self.phase, Phase::Closed { .. }) {
            return outputs;
        }
        match (error, close_code) {
            // `Replaced`: another tab has the seat now. If this one came back, that one would have to go, and so on.
            (
                Some(
                    code @ (Code::NotFound
                    | Code::Version
                    | Code::BadMessage
                    | Code::Replaced
                    | Code::Damaged),
                ),
                _,
            ) => self.fail(Failed::Refused(code), &mut outputs),
            // The seat of a guest opens again after the account's session has ended; that of an account does not.
            (Some(Code::SignedOut), _) if is_greeting => {
                self.fail(Failed::Refused(Code::SignedOut), &mut outputs);
            }
            (Some(Code::Ahead), _) if self.revision() > 0 => {
                self.game = None;
                (self.acknowledged, self.resend_at) = (None, None);
                outputs.push(Output::Rewound(self.pending.take()));
                self.set_status(Status::Connecting, &mut outputs);
                self.open(&mut outputs);
            }
            (Some(code), _) => self.lose(Down::Refused(code), now, &mut outputs),
            (None, Some(Self::RESTART)) => {
                self.lose(Down::Refused(Code::Restarting), now, &mut outputs);
            }
            (None, Some(Self::TRY_AGAIN)) => self.lose(Down::Refused(Code::Slow), now, &mut outputs),
            (None, _) => self.lose(Down::Lost, now, &mut outputs),
        }
        outputs
    }

    /// Time has passed.
    pub fn on_tick(&mut self, now: u64) -> Vec<Output> {
        let mut outputs = Vec::new();
        let step = now.saturating_sub(self.ticked_at).min(Self::TICK_MS);
        self.ticked_at = now;
        match self.phase {
            Phase::Closed { retry_at } => {
                if retry_at.is_some_and(|at| at <= now) {
                    self.open(&mut outputs);
                }
            }
            Phase::Greeting | Phase::Welcomed(_) if !self.is_up() => {
                self.waited += step;
                if self.waited >= Self::HANDSHAKE_MS {
                    self.lose(Down::Lost, now, &mut outputs);
                }
            }
            Phase::Greeting | Phase::Welcomed(_) => {
                if self.ping.is_some() {
                    self.waited += step;
                    if self.waited >= Self::PONG_MS {
                        self.lose(Down::Lost, now, &mut outputs);
                        return outputs;
                    }
                } else if self.ping_at <= now {
                    self.pings = self.pings.wrapping_add(1);
                    (self.ping, self.waited) = (Some((self.pings, now)), 0);
                    outputs.push(Output::Send(ClientMessage::Ping { n: self.pings }));
                }
                if self.resend_at.is_some_and(|at| at <= now) {
                    self.send_pending(&mut outputs);
                }
            }
        }
        outputs
    }

    /// The device has lost its network, or has one again.
    pub fn on_network(&mut self, has_network: bool, now: u64) -> Vec<Output> {
        let mut outputs = Vec::new();
        self.has_network = has_network;
        match (has_network, self.status) {
            (_, Status::Failed(_)) => {}
            (false, _) => self.lose(Down::Offline, now, &mut outputs),
            (true, _) => {
                if self.phase == (Phase::Closed { retry_at: None }) {
                    self.phase = Phase::Closed { retry_at: Some(now + self.backoff.next_wait()) };
                }
            }
        }
        outputs
    }

    /// Sends a decision under this id, now or as soon as there is a connection. One that was pending is given up.
    pub fn decide(&mut self, mid: MoveId, action: Action) -> Vec<Output> {
        self.pending = Some(Decision { mid, base: self.revision(), action });
        (self.acknowledged, self.resend_at) = (None, None);
        let mut outputs = Vec::new();
        if self.is_up() {
            self.send_pending(&mut outputs);
        }
        outputs
    }

    /// Says something to the other player. Without a connection it is not said.
    pub fn say(&self, phrase: Phrase) -> Vec<Output> {
        if self.is_up() { vec![Output::Send(ClientMessage::Say { phrase })] } else { Vec::new() }
    }

    fn set_status(&mut self, status: Status, outputs: &mut Vec<Output>) {
        if self.status != status {
            self.status = status;
            outputs.push(Output::Status(status));
        }
    }

    fn open(&mut self, outputs: &mut Vec<Output>) {
        self.phase = Phase::Greeting;
        (self.error, self.ping, self.waited) = (None, None, 0);
        outputs.push(Output::Open);
    }

    /// Goes on without a connection, and tries again later.
    fn lose(&mut self, why: Down, now: u64, outputs: &mut Vec<Output>) {
        let retry_at = self.has_network.then(|| now + self.backoff.next_wait());
        self.phase = Phase::Closed { retry_at };
        outputs.push(Output::Close);
        self.set_status(Status::Down(why), outputs);
    }

    /// Gives up.
    fn fail(&mut self, why: Failed, outputs: &mut Vec<Output>) {
        self.phase = Phase::Closed { retry_at: None };
        outputs.push(Output::Close);
        self.set_status(Status::Failed(why), outputs);
    }

    /// Applies what is new in `list`.
    fn learn(&mut self, list: Vec<Logged>, outputs: &mut Vec<Output>) -> Result<(), FoldError> {
        let is_live = self.is_up();
        for event in list {
            let played = match &mut self.game {
                Some(game) if event.seq <= game.revision() => continue,
                Some(game) => game.apply(&event)?,
                None if event.seq > 1 => return Err(FoldError::Gap { expected: 1, found: event.seq }),
                None => {
                    self.game = Some(Match::new(self.id, &event)?);
                    None
                }
            };
            let Some(game) = &self.game else { continue };
            let (position, sticks) = (game.position(), game.thrown());
            outputs.push(Output::Applied(Box::new(Applied { event, is_live, played, position, sticks })));
        }
        Ok(())
    }

    /// Ends the catching up once everything that had happened before the welcome is known.
    fn catch_up(&mut self, now: u64, outputs: &mut Vec<Output>) {
        let Phase::Welcomed(revision) = self.phase else { return };
        if self.is_up() || self.revision() < revision {
            return;
        }
        self.ping_at = now;
        self.settle(outputs);
        self.set_status(Status::Up, outputs);
        self.send_pending(outputs);
    }

    fn waits_for(&self, mid: MoveId) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.mid == mid)
    }

    fn send_pending(&mut self, outputs: &mut Vec<Output>) {
        self.resend_at = None;
        outputs.extend(self.pending.clone().map(|pending| Output::Send(pending.into())));
    }

    /// Answers the pending decision once its event is known here. The acknowledgement comes first, and the event without it where it
    /// was lost.
    fn settle(&mut self, outputs: &mut Vec<Output>) {
        let Some((game, pending)) = self.game.as_ref().zip(self.pending.as_ref()) else { return };
        let acknowledged = self.acknowledged.filter(|seq| *seq <= game.revision());
        if let Some(seq) = acknowledged.or_else(|| game.done(&pending.mid).map(|(seq, _)| seq)) {
            self.answer(Ok(seq), outputs);
        }
    }

    fn answer(&mut self, answer: Result<u64, Code>, outputs: &mut Vec<Output>) {
        (self.acknowledged, self.resend_at) = (None, None);
        outputs.extend(self.pending.take().map(|pending| Output::Answered(pending, answer)));
    }
}
