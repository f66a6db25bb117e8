use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::{WebSocketStream, client_async};
use tungstenite::Message;
use turmoil::net::TcpStream;

use gebeta_match::{Match, OwnEnvelope, Stage};
use gebeta_protocol::{
    Action, ClientMessage, Code, CreateRequest, JoinRequest, Logged, MatchId, MatchView, MoveId, OpenSeed,
    PROTOCOL, SeatSecret, ServerMessage, Side, Ticket,
};

use super::Dice;
use super::network::{PATIENCE, connect, get, post};
use crate::test_server::next_action;

/// The servers there are.
pub(crate) const SERVERS: [&str; 2] = ["one", "two"];

/// What a client knows at its end.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) log: Vec<Logged>,
    /// The acknowledged decisions.
    pub(crate) acked: Vec<(MoveId, u64)>,
    /// How often it had to connect.
    pub(crate) connected: usize,
}

/// A player or watcher that connects to either server, and reconnects whenever the connection is lost.
pub(crate) struct Client {
    seat: Option<(Side, SeatSecret)>,
    id: MatchId,
    dice: Dice,
    seed: OpenSeed,
    /// Until the board has changed so often.
    plies: usize,
    game: Option<Match>,
    pending: Option<(MoveId, u64, Action)>,
    played: Played,
}

/// Why a connection is given up.
struct Lost;

/// Asks one server after the other until one of them does it.
async fn insist<T: serde::de::DeserializeOwned>(dice: &Dice, path: &str, body: &impl serde::Serialize) -> T {
    loop {
        let server = SERVERS[dice.throw(2) as usize];
        match post(server, path, body).await {
            Some(Ok(answer)) => return answer,
            Some(Err(Code::Unavailable | Code::Rate)) | None => sleep(Duration::from_millis(300)).await,
            Some(Err(code)) => panic!("{}", code.word()),
        }
    }
}

/// Makes a game.
pub(crate) async fn make(dice: &Dice, request: &CreateRequest) -> Ticket {
    insist(dice, "/api/games", request).await
}

/// Joins it.
pub(crate) async fn join(dice: &Dice, game: MatchId, request: &JoinRequest) -> Ticket {
    insist(dice, &format!("/api/games/{game}/join"), request).await
}

/// Looks at a game.
pub(crate) async fn view(server: &str, game: MatchId) -> MatchView {
    let seen = get(server, &format!("/api/games/{game}")).await;
    seen.expect("the server answers").unwrap_or_else(|code| panic!("{}", code.word()))
}

impl Client {
    pub(crate) fn player(ticket: &Ticket, plies: usize, dice: Dice) -> Self {
        Self { seat: Some((ticket.side, ticket.secret)), ..Self::watcher(ticket.game, plies, dice) }
    }

    pub(crate) fn watcher(id: MatchId, plies: usize, dice: Dice) -> Self {
        let seed = OpenSeed::new([dice.throw(256) as u8; 32]);
        let played = Played { log: Vec::new(), acked: Vec::new(), connected: 0 };
        Self { seat: None, id, dice, seed, plies, game: None, pending: None, played }
    }

    fn side(&self) -> Option<Side> {
        self.seat.map(|(side, _)| side)
    }

    /// Until the game is where it is to be, and nothing of this player waits for an answer.
    pub(crate) async fn play(mut self) -> Played {
        while !self.is_done() {
            self.played.connected += 1;
            let _ = self.visit().await;
            sleep(self.dice.millis(300)).await;
        }
        self.played
    }

    fn is_done(&self) -> bool {
        let over = self.game.as_ref().is_some_and(|game| {
            game.record().plies().len() >= self.plies || matches!(game.stage(), Stage::Over(_))
        });
        over && self.pending.is_none()
    }

    async fn visit(&mut self) -> Result<(), Lost> {
        let server = SERVERS[self.dice.throw(2) as usize];
        let stream = connect(server).await.ok_or(Lost)?;
        let url = format!("ws://{server}/api/games/{}/socket", self.id);
        let opened = timeout(PATIENCE, client_async(url, stream)).await;
        let (mut socket, _) = opened.map_err(|_| Lost)?.map_err(|_| Lost)?;
        let secret = self.seat.map(|(_, secret)| secret);
        let since = self.played.log.len() as u64;
        say(&mut socket, &ClientMessage::Hello { proto: PROTOCOL, since, secret }).await?;
        if let Some((mid, base, action)) = self.pending.clone() {
            say(&mut socket, &ClientMessage::Do { mid, base, action }).await?;
        }
        let mut silent = 0;
        while !self.is_done() {
            if let Some((mid, base, action)) = self.decide() {
                say(&mut socket, &ClientMessage::Do { mid, base, action }).await?;
            }
            match timeout(PATIENCE, socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    silent = 0;
                    self.hear(serde_json::from_str(&text).expect("the server speaks our language"))?;
                }
                Ok(Some(Ok(_))) => silent = 0,
                // The connection is lost, or there is nothing to say.
                Err(_) if silent < 2 => {
                    silent += 1;
                    say(&mut socket, &ClientMessage::Ping { n: silent }).await?;
                }
                Ok(Some(Err(_)) | None) | Err(_) => return Err(Lost),
            }
            // A network that fails while something is under way.
            if self.dice.throw(25) == 0 {
                return Err(Lost);
            }
        }
        Ok(())
    }

    /// What this player does next, if it is for him to do something and nothing waits for an answer.
    fn decide(&mut self) -> Option<(MoveId, u64, Action)> {
        let (game, side) = (self.game.as_ref()?, self.side()?);
        if self.pending.is_some() || self.is_done() {
            return None;
        }
        let due = OwnEnvelope::new(side, self.seed).next(game);
        let turn =
            || (game.side_to_move() == Some(side)).then(|| next_action(game, self.dice.throw(9) as usize));
        let action = due.or_else(turn)?;
        let high = u128::from(self.dice.throw(u64::MAX >> 16));
        let mid = MoveId::new((high << 64 | self.played.log.len() as u128).to_be_bytes());
        self.pending = Some((mid, game.revision(), action));
        self.pending.clone()
    }

    fn hear(&mut self, tell: ServerMessage) -> Result<(), Lost> {
        match tell {
            ServerMessage::Events { list } => {
                for event in list {
                    if event.seq <= self.played.log.len() as u64 {
                        continue;
                    }
                    match &mut self.game {
                        Some(game) => drop(game.apply(&event).expect("the log makes sense")),
                        None => self.game = Some(Match::new(self.id, &event).expect("the log makes sense")),
                    }
                    self.played.log.push(event);
                }
            }
            ServerMessage::Ack { mid, ver, .. } if self.waits_for(mid) => {
                self.played.acked.push((mid, ver));
                self.pending = None;
            }
            // The same again, on the next connection.
            ServerMessage::Nack { mid, code: Code::Unavailable, .. } if self.waits_for(mid) => {
                return Err(Lost);
            }
            ServerMessage::Nack { mid, .. } if self.waits_for(mid) => self.pending = None,
            ServerMessage::Error { .. } => return Err(Lost),
            _ => {}
        }
        Ok(())
    }

    fn waits_for(&self, mid: MoveId) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.0 == mid)
    }
}

async fn say(socket: &mut WebSocketStream<TcpStream>, ask: &ClientMessage) -> Result<(), Lost> {
    let text = serde_json::to_string(ask).unwrap();
    match timeout(PATIENCE, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Lost),
    }
}
