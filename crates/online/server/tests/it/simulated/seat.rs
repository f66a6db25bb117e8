//! A player who does only what a test says.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::{WebSocketStream, client_async};
use tungstenite::Message;
use turmoil::net::TcpStream;

use gebeta_match::Match;
use gebeta_protocol::{Action, ClientMessage, Code, Logged, MoveId, PROTOCOL, ServerMessage, Ticket};

use super::network::connect;

/// How long anything is waited for: longer than the server takes for it.
const PATIENCE: Duration = Duration::from_secs(8);

pub(crate) struct Seat {
    server: &'static str,
    ticket: Ticket,
    socket: Option<WebSocketStream<TcpStream>>,
    pub(crate) log: Vec<Logged>,
}

impl Seat {
    /// Connected to `server`.
    pub(crate) async fn enter(server: &'static str, ticket: Ticket) -> Self {
        let mut seat = Self { server, ticket, socket: None, log: Vec::new() };
        seat.connect().await;
        seat
    }

    /// Connects, and asks again until the server lets it in.
    pub(crate) async fn connect(&mut self) {
        loop {
            let stream = connect(self.server).await.unwrap();
            let url = format!("ws://{}/api/games/{}/socket", self.server, self.ticket.game);
            self.socket = Some(client_async(url, stream).await.unwrap().0);
            let (since, secret) = (self.log.len() as u64, Some(self.ticket.secret));
            self.say(&ClientMessage::Hello { proto: PROTOCOL, since, secret }).await;
            match self.hear().await {
                ServerMessage::Welcome { ver, .. } => {
                    while (self.log.len() as u64) < ver {
                        self.hear().await;
                    }
                    return;
                }
                ServerMessage::Error { code: Code::Unavailable } => sleep(Duration::from_millis(200)).await,
                other => panic!("{other:?}"),
            }
        }
    }

    /// Connects to another server.
    pub(crate) async fn move_to(&mut self, server: &'static str) {
        self.server = server;
        self.connect().await;
    }

    /// Goes without a word.
    pub(crate) fn leave(&mut self) {
        self.socket = None;
    }

    pub(crate) fn game(&self) -> Match {
        Match::fold(self.ticket.game, &self.log).unwrap()
    }

    pub(crate) async fn say(&mut self, ask: &ClientMessage) {
        let text = serde_json::to_string(ask).unwrap();
        self.socket.as_mut().unwrap().send(Message::text(text)).await.unwrap();
    }

    /// The next thing the server says; events are noted.
    async fn next(&mut self) -> ServerMessage {
        loop {
            let heard = self.socket.as_mut().unwrap().next().await;
            let Message::Text(text) = heard.unwrap().unwrap() else { continue };
            let tell: ServerMessage = serde_json::from_str(&text).unwrap();
            if let ServerMessage::Events { list } = &tell {
                let known = self.log.len() as u64;
                self.log.extend(list.iter().filter(|event| event.seq > known).cloned());
            }
            return tell;
        }
    }

    async fn hear(&mut self) -> ServerMessage {
        timeout(PATIENCE, self.next()).await.expect("the server answers")
    }

    /// Waits for something to be in the log.
    pub(crate) async fn wait(&mut self, until: impl Fn(&Match) -> bool, longest: Duration) {
        let waiting = async {
            while !until(&self.game()) {
                self.next().await;
            }
        };
        timeout(longest, waiting).await.expect("it happens in time");
    }

    /// Listens for so long and does nothing.
    pub(crate) async fn listen(&mut self, for_so_long: Duration) {
        let listening = async {
            loop {
                self.next().await;
            }
        };
        let _: Result<(), _> = timeout(for_so_long, listening).await;
    }

    /// Reads until `wanted` arrives; nothing of `forbidden` may arrive before.
    pub(crate) async fn hears(&mut self, wanted: &ServerMessage, forbidden: &[ServerMessage]) {
        let waiting = async {
            loop {
                let heard = self.next().await;
                assert!(!forbidden.contains(&heard), "{heard:?}");
                if heard == *wanted {
                    return;
                }
            }
        };
        timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("nobody says {wanted:?}"));
    }

    /// Sends an action, and does not wait for the answer.
    pub(crate) async fn send(&mut self, mid: MoveId, action: Action) {
        self.say(&ClientMessage::Do { mid, base: self.log.len() as u64, action }).await;
    }

    /// Tries once; why it is refused.
    pub(crate) async fn attempt(&mut self, mid: MoveId, action: Action) -> Result<(), Code> {
        self.send(mid, action).await;
        loop {
            match self.hear().await {
                ServerMessage::Ack { mid: told, ver, .. } if told == mid => {
                    while (self.log.len() as u64) < ver {
                        self.hear().await;
                    }
                    return Ok(());
                }
                ServerMessage::Nack { mid: told, code, .. } if told == mid => return Err(code),
                _ => {}
            }
        }
    }

    /// Repeats a decision until it is stored, as clients do.
    pub(crate) async fn insist(&mut self, mid: MoveId, action: Action) {
        loop {
            match self.attempt(mid, action.clone()).await {
                Ok(()) => return,
                Err(Code::Unavailable) => sleep(Duration::from_millis(500)).await,
                Err(code) => panic!("refused: {}", code.word()),
            }
        }
    }
}
