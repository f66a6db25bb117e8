use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};

use gebeta_protocol::{Action, BySide, ClockView, MatchView, MoveId, Phrase, PlayerName, SeatSecret, Side};
use gebeta_rules::AnyPosition;
use gebeta_store::ports::SeatOwner;

use crate::game_error::GameError;

/// The number of a socket, unique in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SocketId(pub(crate) u64);

/// The queue of messages to a socket.
pub(crate) type Outbox = mpsc::Sender<Outgoing>;

/// An item in the queue of a socket.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// A message to send.
    Text(Utf8Bytes),
    /// The last item: too many sockets have the same seat.
    Replaced,
}

/// Where the answer to a message goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, GameError>>;

/// A message to the actor of a game.
#[derive(Debug)]
pub(crate) enum GameMessage {
    /// A socket is opened by a client that has seen `since` events.
    Enter { socket: SocketId, secret: Option<SeatSecret>, since: u64, outbox: Outbox, answer: Reply<Entered> },
    /// A socket is closed.
    Leave { socket: SocketId },
    /// A player makes a decision.
    Do { socket: SocketId, mid: MoveId, base: u64, action: Action },
    /// A player sends a phrase.
    Say { socket: SocketId, phrase: Phrase },
    /// A player has sent a phrase at another node.
    SaidElsewhere { side: Side, phrase: Phrase },
    /// The round-trip time of a socket.
    Lag { socket: SocketId, ms: u32 },
    /// The round-trip time of a player at another node.
    LagElsewhere { side: Side, ms: u32 },
    /// A player takes the free seat.
    Join { name: PlayerName, secret: SeatSecret, owner: SeatOwner, answer: Reply<Side> },
    /// Aborts the game for a player who has found another one; with `if_open` only while no opponent has joined. Answers
    /// whether the game is aborted.
    CallOff { side: Side, if_open: bool, answer: Reply<bool> },
    /// A search has found a move for the board after this event.
    SearchResult { board: u64, mv: String },
    /// Another node may have written events.
    Look,
    /// The stored log has changed: a name was removed from it.
    Reload,
    /// An outage of the store is over; a clock may have to be credited.
    OutageOver,
    /// Which players are connected to other nodes.
    Elsewhere { here: BySide<bool> },
    /// Asks for the public view.
    View { answer: Reply<MatchView> },
    /// Asks for the line in the list of games to watch.
    PublicView { answer: Reply<Option<MatchView>> },
    /// Asks for what the players have left.
    Clock { answer: Reply<ClockView> },
    /// Asks for the position.
    Board { answer: Reply<AnyPosition> },
    /// Asks for the record.
    Record { answer: Reply<String> },
}

/// What a new socket receives first.
#[derive(Debug)]
pub(crate) struct Entered {
    /// Its side; none for a watcher.
    pub(crate) side: Option<Side>,
    /// How many events there are.
    pub(crate) revision: u64,
    /// The events it has not seen, as messages.
    pub(crate) missed: Vec<Utf8Bytes>,
    /// The presence of the players, as messages.
    pub(crate) present: Vec<Utf8Bytes>,
}
