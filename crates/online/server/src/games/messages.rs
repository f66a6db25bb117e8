use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};

use gebeta_protocol::{Action, BySide, MatchView, MoveId, Phrase, PlayerName, SeatSecret, Side};
use gebeta_rules::AnyPosition;
use gebeta_store::ports::SeatOwner;

use crate::game_error::GameError;

/// Which socket; no two are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SocketId(pub(crate) u64);

/// Where a socket's messages wait.
pub(crate) type Outbox = mpsc::Sender<Outgoing>;

/// What waits for a socket.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// To be sent.
    Text(Utf8Bytes),
    /// Nothing more comes: too many sockets have the same seat.
    Replaced,
}

/// Who waits for an answer.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, GameError>>;

/// What a running game is asked.
#[derive(Debug)]
pub(crate) enum GameMessage {
    /// A socket has come and has seen `since` events.
    Enter { socket: SocketId, secret: Option<SeatSecret>, since: u64, outbox: Outbox, answer: Reply<Entered> },
    /// A socket has gone.
    Leave { socket: SocketId },
    /// A player decides.
    Do { socket: SocketId, mid: MoveId, base: u64, action: Action },
    /// A player says something.
    Say { socket: SocketId, phrase: Phrase },
    /// Another node tells what a player says.
    SaidElsewhere { side: Side, phrase: Phrase },
    /// Messages of a socket take so long there and back.
    Lag { socket: SocketId, ms: u32 },
    /// Another node tells how long those of a player take.
    LagElsewhere { side: Side, ms: u32 },
    /// Somebody takes the free seat.
    Join { name: PlayerName, secret: SeatSecret, owner: SeatOwner, answer: Reply<Side> },
    /// A player has found another game: this one is not played, at least not if nobody else has come. Whether that is so.
    CallOff { side: Side, if_open: bool, answer: Reply<bool> },
    /// A computer has found a move for the board after this event.
    SearchResult { board: u64, mv: String },
    /// Another node may have written.
    Look,
    /// The log in the store is another: a name was taken out of it.
    Reload,
    /// An outage of the store is over, and may have cost somebody time.
    OutageOver,
    /// These players are connected to other nodes.
    Elsewhere { here: BySide<bool> },
    /// What does it look like?
    View { answer: Reply<MatchView> },
    /// The position alone.
    Board { answer: Reply<AnyPosition> },
    /// The record, please.
    Record { answer: Reply<String> },
}

/// What a socket is told when it has come.
#[derive(Debug)]
pub(crate) struct Entered {
    /// Whose seat it is.
    pub(crate) side: Option<Side>,
    /// How many events there are.
    pub(crate) revision: u64,
    /// Those it has not seen, as messages.
    pub(crate) missed: Vec<Utf8Bytes>,
    /// Who is there.
    pub(crate) present: Vec<Utf8Bytes>,
}
