use gebeta_client::{Decision, Status};
use gebeta_protocol::{Action, ClientMessage, Code, MatchId, OpenSeed, Phrase, SeatSecret, Side};
use gebeta_rules::Record;

use crate::{Effect, OnlineAnnouncement};

/// What a front end reports to an online game beside what people do on the board. Times are milliseconds of any steady clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnlineEvent {
    /// The socket is open.
    Opened,
    /// The server has sent a text.
    Text {
        /// The text.
        text: String,
        /// When it came.
        now: u64,
    },
    /// The socket has closed, or could not be opened.
    Closed {
        /// The close code, if there is one.
        code: Option<u16>,
        /// When it closed.
        now: u64,
    },
    /// Time has passed; a few times in a second, and at [`next_tick`](crate::OnlineSource::next_tick).
    Tick(u64),
    /// The device has lost its network, or has one again.
    Network {
        /// Whether there is one.
        is_there: bool,
        /// When that changed.
        now: u64,
    },
    /// The free seat is asked for, or was not given. A player who joins is never shown as a watcher.
    Joining(bool),
    /// The seat is this player's now: connect again, as the player whom this secret or a cookie proves.
    Seated(Option<SeatSecret>),
    /// The seed of this player's envelope, in answer to [`OnlineEffect::AskSeed`].
    Seed(OpenSeed),
    /// A player decides something beside throwing and moving.
    Act(Action),
    /// A player says something to the other.
    Say(Phrase),
}

/// What an online game asks of a front end.
#[derive(Clone, Debug, PartialEq)]
pub enum OnlineEffect {
    /// As in every game.
    Game(Effect),
    /// Open a socket, and report what it does; an older one is dropped.
    Open,
    /// Drop the socket.
    Close,
    /// Send a message, if the socket is open.
    Send(ClientMessage),
    /// Store the decision before it is sent: a program that is opened again hands it to the new session.
    StorePending(Decision),
    /// The decision is answered: forget it, unless another one is stored.
    ForgetPending(Decision),
    /// This player's envelope is due: store its seed, the same for every program of the player, and report it
    /// ([`OnlineEvent::Seed`]).
    AskSeed,
    /// The status of the connection has changed.
    Status(Status),
    /// The server has greeted this program.
    Welcomed {
        /// The seat; none for a watcher.
        side: Option<Side>,
    },
    /// Say what has just happened between the players.
    Announce(OnlineAnnouncement),
    /// Something that had happened before this program connected. It is not shown on the board.
    History(OnlineAnnouncement),
    /// Say why the server does not do what was decided, or would not do it.
    Refuse(Code),
    /// The server has gone back to an older copy of the game: it is read again from its start.
    Rewound,
    /// The game of a player here is over: store what is to be kept. It is reported again when a rematch follows.
    Finished(Box<FinishedGame>),
    /// Another game follows this one.
    Rematch {
        /// The game that follows.
        id: MatchId,
        /// Whether it was made just now, and not before this program connected.
        is_live: bool,
    },
}

impl From<Effect> for OnlineEffect {
    fn from(effect: Effect) -> Self {
        Self::Game(effect)
    }
}

/// What a player keeps of a game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// The game.
    pub record: Record,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: u64,
    /// The game that follows it, whose seat the same secret opens.
    pub rematch: Option<MatchId>,
    /// Whether it ended just now, and not before this program connected.
    pub is_live: bool,
}
