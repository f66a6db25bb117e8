use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, sleep, timeout};

use gebeta_protocol::{ClientMessage, Code, MatchId, PROTOCOL, SeatSecret, ServerMessage, Side, read};

use super::latency::PingTracker;
use super::signed_in_sockets::SignedIn;
use crate::game_error::GameError;
use crate::games::GameService;
use crate::games::messages::{Entered, GameMessage, Outgoing, SocketId};
use crate::games::seats::wire;
use crate::http::limited_listener::{ByteBudget, FloodError};
use crate::http::rate_limits::Bucket;
use crate::limits;
use crate::store_timeouts::in_time;

/// A WebSocket of a player or watcher at one game.
pub(crate) struct WsSession {
    pub(crate) online: GameService,
    pub(crate) game: MatchId,
    pub(crate) address: IpAddr,
    /// The seat's secret from a cookie.
    pub(crate) secret: Option<SeatSecret>,
    /// Whether it is a page in a browser.
    pub(crate) is_page: bool,
    /// How many bytes may arrive before they form a message.
    pub(crate) allowance: ByteBudget,
    /// The session or token it was opened with; none for guests.
    pub(crate) signed_in: Option<SignedIn>,
}

/// Why a socket is closed: a close code of the WebSocket protocol and an error code.
struct Close(u16, Code);

/// Try again later; the library has no name for it.
const TRY_AGAIN: u16 = 1013;
/// The server restarts.
const RESTART: u16 = 1012;
/// Too many sockets have the same seat; a private code.
const REPLACED: u16 = 4001;

impl WsSession {
    /// Serves the client until it leaves, breaks a limit, or the server goes down.
    pub(crate) async fn serve(self, mut socket: WebSocket) {
        self.allowance.renew();
        if let Err(Close(code, why)) = self.talk(&mut socket).await {
            let _ = timeout(limits::SEND, async {
                let _ = socket.send(Message::Text(wire(&ServerMessage::Error { code: why }))).await;
                let reason = Utf8Bytes::from_static(why.word());
                let _ = socket.send(Message::Close(Some(CloseFrame { code, reason }))).await;
                // Unread input would make the system discard the last messages when the connection is closed.
                while let Some(Ok(_)) = socket.recv().await {
                    self.allowance.renew();
                }
            })
            .await;
        }
        self.online.close_socket(self.address);
    }

    async fn talk(&self, socket: &mut WebSocket) -> Result<(), Close> {
        let Some((since, secret)) = timeout(limits::HELLO, self.hello(socket))
            .await
            .map_err(|_| Close(close_code::POLICY, Code::BadMessage))??
        else {
            return Ok(());
        };
        if secret.is_some()
            && !self.online.rates.may_try_secret(self.address, self.game, self.online.time.now())
        {
            return Err(Close(close_code::POLICY, Code::Rate));
        }
        self.check_owner(secret).await.map_err(|error| self.refused(error.code(), secret.is_some()))?;
        let id = next_id();
        let (outbox, mut waiting) = mpsc::channel(limits::OUTBOX);
        let entered = self.online.registry.ask(self.game, |answer| GameMessage::Enter {
            socket: id,
            secret,
            since,
            outbox,
            answer,
        });
        let entered = entered.await.map_err(|error| self.refused(error.code(), secret.is_some()))?;
        let side = entered.side;
        let talked = match self.welcome(socket, entered).await {
            Ok(()) => self.converse(socket, id, side, &mut waiting).await,
            Err(close) => Err(close),
        };
        let _ = self.online.registry.send(self.game, GameMessage::Leave { socket: id }).await;
        talked
    }

    /// In a browser, only the account of a seat can use it, whatever cookies the browser has: after a sign-out the next
    /// user of the browser cannot.
    async fn check_owner(&self, secret: Option<SeatSecret>) -> Result<(), GameError> {
        let Some(secret) = secret.filter(|_| self.is_page) else { return Ok(()) };
        let (store, own) = (&self.online.store, self.signed_in.as_ref().map(SignedIn::account));
        let owners = in_time(store.owners(self.game)).await?.accounts;
        let is_foreign = |side: Side| owners[side].is_some() && owners[side] != own;
        if !Side::BOTH.into_iter().any(is_foreign) {
            return Ok(());
        }
        let stored = in_time(store.load(self.game)).await?;
        let side = stored.and_then(|stored| stored.secrets.side(&secret));
        if side.is_some_and(is_foreign) { Err(Code::SignedOut.into()) } else { Ok(()) }
    }

    /// The close frame for an error. Wrong secrets are counted, so that they cannot be guessed.
    fn refused(&self, code: Code, had_secret: bool) -> Close {
        let guessed = code == Code::NotFound && had_secret;
        let now = self.online.time.now();
        if guessed && !self.online.rates.wrong_secret(self.address, self.game, now) {
            return Close(close_code::POLICY, Code::Rate);
        }
        match code {
            Code::Unavailable | Code::Full => Close(TRY_AGAIN, code),
            _ => Close(close_code::POLICY, code),
        }
    }

    /// The first message; none if the client has gone.
    async fn hello(&self, socket: &mut WebSocket) -> Result<Option<(u64, Option<SeatSecret>)>, Close> {
        let text = tokio::select! {
            text = self.next_text(socket) => text?,
            () = self.online.closing() => return Err(Close(RESTART, Code::Restarting)),
        };
        let Some(text) = text else { return Ok(None) };
        match read::<ClientMessage>(&text) {
            Ok(ClientMessage::Hello { proto: PROTOCOL, since, secret }) => {
                Ok(Some((since, secret.or(self.secret))))
            }
            Ok(ClientMessage::Hello { .. }) => Err(Close(close_code::POLICY, Code::Version)),
            Ok(_) | Err(_) => Err(Close(close_code::POLICY, Code::BadMessage)),
        }
    }

    /// The next text; none if the client has gone.
    async fn next_text(&self, socket: &mut WebSocket) -> Result<Option<Utf8Bytes>, Close> {
        while let Some(message) = socket.recv().await {
            self.allowance.renew();
            if let Some(text) = text(message)? {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    async fn welcome(&self, socket: &mut WebSocket, entered: Entered) -> Result<(), Close> {
        let Entered { side, revision, missed, present } = entered;
        let now = self.online.time.now();
        let welcome = wire(&ServerMessage::Welcome { proto: PROTOCOL, side, ver: revision, now });
        for message in std::iter::once(welcome).chain(missed).chain(present) {
            send(socket, Message::Text(message)).await?;
        }
        Ok(())
    }

    async fn converse(
        &self,
        socket: &mut WebSocket,
        id: SocketId,
        side: Option<Side>,
        waiting: &mut mpsc::Receiver<Outgoing>,
    ) -> Result<(), Close> {
        let now = || self.online.time.now();
        let quotas = &self.online.settings.quotas;
        let most = if side.is_some() { quotas.player_messages } else { quotas.watcher_messages };
        let mut messages = Bucket::new(most, limits::WINDOW, now());
        let mut pings = Bucket::new(quotas.pings, limits::WINDOW, now());
        let mut phrases = Bucket::new(limits::PHRASES, limits::WINDOW, now());
        let mut bad = Bucket::new(limits::BAD_MESSAGES, limits::WINDOW, now());
        let mut signed_in = self.signed_in.clone();
        let mut heard = Instant::now();
        let mut echo = PingTracker::new(now());
        // The first ping is sent at once, so that the delay is known early.
        let mut beat = interval_at(heard, limits::LAG);
        loop {
            tokio::select! {
                outgoing = waiting.recv() => match outgoing {
                    Some(Outgoing::Text(message)) => send(socket, Message::Text(message)).await?,
                    Some(Outgoing::Replaced) => return Err(Close(REPLACED, Code::Replaced)),
                    // The game has dropped this socket.
                    None => return Err(Close(TRY_AGAIN, Code::Slow)),
                },
                message = socket.recv() => {
                    heard = Instant::now();
                    self.allowance.renew();
                    let text = match message {
                        None => return Ok(()),
                        Some(Ok(Message::Pong(answer))) if pings.take(now()) => {
                            if let Some(ms) = echo.answer(&answer, now()).filter(|_| side.is_some()) {
                                self.forward(GameMessage::Lag { socket: id, ms }).await?;
                            }
                            continue;
                        }
                        Some(message) => match text(message)? {
                            Some(text) => text,
                            None if pings.take(now()) => continue,
                            None => return Err(Close(close_code::POLICY, Code::Rate)),
                        },
                    };
                    echo.speaks(now());
                    match read::<ClientMessage>(&text) {
                        Ok(ClientMessage::Ping { n }) if pings.take(now()) => {
                            send(socket, Message::Text(wire(&ServerMessage::Pong { n }))).await?;
                        }
                        Ok(ClientMessage::Do { mid, base, action }) if messages.take(now()) => {
                            // Decisions of one address share its part of the disk's capacity; other addresses are not
                            // delayed.
                            let wait = self.online.rates.decision(self.address, now());
                            if !wait.is_zero() {
                                sleep(wait).await;
                            }
                            let decision = GameMessage::Do { socket: id, mid, base, action };
                            self.forward(decision).await?;
                        }
                        Ok(ClientMessage::Say { phrase }) if messages.take(now()) => {
                            // Phrases beyond the limit are dropped.
                            if phrases.take(now()) {
                                self.forward(GameMessage::Say { socket: id, phrase }).await?;
                            }
                        }
                        Ok(ClientMessage::Ping { .. } | ClientMessage::Do { .. } | ClientMessage::Say { .. }) => {
                            return Err(Close(close_code::POLICY, Code::Rate));
                        }
                        Ok(ClientMessage::Hello { .. }) | Err(_) if bad.take(now()) => {
                            let told = wire(&ServerMessage::Error { code: Code::BadMessage });
                            send(socket, Message::Text(told)).await?;
                        }
                        Ok(ClientMessage::Hello { .. }) | Err(_) => {
                            return Err(Close(close_code::POLICY, Code::BadMessage));
                        }
                    }
                }
                _ = beat.tick() => {
                    if heard.elapsed() > limits::GONE {
                        return Ok(());
                    }
                    // Buffers never fill at the pace of a game, so a client that sends without reading is noticed by its
                    // missing pongs.
                    if echo.is_deaf(now()) {
                        return Err(Close(TRY_AGAIN, Code::Slow));
                    }
                    if let Some(question) = echo.question(now()) {
                        send(socket, Message::Ping(question)).await?;
                    }
                }
                () = async {
                    match &mut signed_in {
                        Some(signed_in) => signed_in.ended().await,
                        None => std::future::pending().await,
                    }
                } => return Err(Close(close_code::POLICY, Code::SignedOut)),
                () = self.online.closing() => return Err(Close(RESTART, Code::Restarting)),
            }
        }
    }

    async fn forward(&self, message: GameMessage) -> Result<(), Close> {
        self.online.registry.send(self.game, message).await.map_err(|error| Close(TRY_AGAIN, error.code()))
    }
}

fn next_id() -> SocketId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    SocketId(NEXT.fetch_add(1, Ordering::Relaxed))
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Close> {
    match timeout(limits::SEND, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Close(TRY_AGAIN, Code::Slow)),
    }
}

fn is_endless(error: &std::io::Error) -> bool {
    error.get_ref().and_then(|cause| cause.downcast_ref::<FloodError>()).is_some()
}

/// The close frame for a broken message.
fn broken(error: axum::Error) -> Close {
    match error.into_inner().downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(_)) => Close(close_code::SIZE, Code::TooLarge),
        Some(tungstenite::Error::Io(error)) if is_endless(error) => Close(close_code::SIZE, Code::TooLarge),
        Some(tungstenite::Error::Utf8(_)) => Close(close_code::INVALID, Code::BadMessage),
        _ => Close(close_code::PROTOCOL, Code::BadMessage),
    }
}

/// The text of a message; none for control frames.
fn text(message: Result<Message, axum::Error>) -> Result<Option<Utf8Bytes>, Close> {
    match message {
        Ok(Message::Text(text)) => Ok(Some(text)),
        Ok(Message::Binary(_)) => Err(Close(close_code::UNSUPPORTED, Code::BadMessage)),
        Ok(Message::Ping(_) | Message::Pong(_) | Message::Close(_)) => Ok(None),
        Err(error) => Err(broken(error)),
    }
}
