//! Online games: what the screens ask of the network, and what it reports to them.

use std::sync::mpsc::Sender;

use gebeta_protocol::{ClientMessage, Code, MatchId, OpenSeed, SeatSecret, SeatWish, TimeControl};

/// A request to a server for an online game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlineRequest {
    /// A server, or the link of a game there.
    pub place: String,
    /// What is wanted.
    pub goal: OnlineGoal,
    /// The player's name.
    pub name: String,
}

/// What is wanted of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnlineGoal {
    /// The game of the link: the seat one has there, the free one, or else to watch.
    Play,
    /// The game of the link, only to look at.
    Watch,
    /// A new game.
    New {
        /// The name of a shipped rule set, or a rule file.
        rules: String,
        /// How much time there is.
        clock: TimeControl,
        /// Where one sits.
        seat: SeatWish,
        /// The computer player on the other seat; none for a person with the link.
        opponent: Option<String>,
    },
    /// A game with anyone who wants the same rules and clock.
    Pair {
        /// The name of a shipped rule set.
        rules: String,
        /// How much time there is.
        clock: TimeControl,
    },
}

/// What a game asks of the network.
#[derive(Clone, Debug, PartialEq)]
pub enum NetworkCommand {
    /// Open a socket to the game; an older one is dropped.
    Open,
    /// Drop the socket.
    Close,
    /// Send a message, if the socket is open.
    Send(ClientMessage),
    /// Take the same seat at the game that follows this one.
    Follow(MatchId),
}

/// What the network reports.
#[derive(Clone, Debug, PartialEq)]
pub enum NetworkEvent {
    /// The game was found. Comes again when another follows it.
    Arrived(Box<Arrival>),
    /// A request has failed; it is sent again.
    Retrying,
    /// Nothing more will come.
    Failed(OnlineError),
    /// The socket is open.
    Opened,
    /// The server has sent a text.
    Text(String),
    /// The socket has closed with this code, or could not be opened.
    Closed(Option<u16>),
}

/// The game that was found, and the seat there.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// Its id.
    pub id: MatchId,
    /// Its link, for others.
    pub link: String,
    /// What opens the seat; none for a watcher.
    pub secret: Option<SeatSecret>,
    /// The seed of the player's envelope; none for a watcher.
    pub seed: Option<OpenSeed>,
    /// Whether a seat was asked for and both were taken.
    pub is_full: bool,
    /// Random bytes for the session.
    pub randomness: [u8; 32],
}

/// What is wrong with the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnlineError {
    /// The address cannot be parsed.
    BadAddress,
    /// The address of a game is needed, and names none.
    NoGame,
    /// A name that the server would not take.
    BadName,
    /// The host name does not resolve.
    UnknownHost(String),
    /// No program listens at the address.
    NobodyThere(String),
    /// There is no answer, or the connection was cut.
    Silent,
    /// Something else listens there.
    NotGebeta(String),
    /// The server answers, but not by HTTPS.
    NoTls(String),
    /// The server refuses.
    Refused(Code),
    /// What the server says contradicts itself: its log, or its envelopes.
    Strange,
    /// The seat cannot be kept in the user's folder.
    NotKept(String),
}

impl From<gebeta_client::Failed> for OnlineError {
    fn from(why: gebeta_client::Failed) -> Self {
        match why {
            gebeta_client::Failed::Refused(code) => Self::Refused(code),
            gebeta_client::Failed::Unreadable | gebeta_client::Failed::Untrusted(_) => Self::Strange,
        }
    }
}

/// Receives the events of the network; returns false once the receiver is gone.
pub type EventSink = Box<dyn FnMut(NetworkEvent) -> bool + Send>;

/// The way to servers.
pub trait Network: Send + Sync {
    /// Starts a thread that connects; it ends when the sender is dropped or the sink returns false.
    fn connect(&self, request: OnlineRequest, tell: EventSink) -> Sender<NetworkCommand>;
    /// Forgets the seat at a game that is over.
    fn forget(&self, game: MatchId);
    /// The link of the game whose seat was kept last.
    fn latest(&self) -> Option<String>;
}

/// The game that a link names, wherever in it.
pub fn game_of(place: &str) -> Option<MatchId> {
    place.split(|c: char| !c.is_ascii_alphanumeric()).find_map(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_its_game() {
        let id = "000102ff040506070809".parse().ok();
        for link in [
            "http://localhost:8040/#/online/000102ff040506070809",
            "http://localhost:8040/g/000102ff040506070809#s=1",
            "000102ff040506070809",
        ] {
            assert_eq!(game_of(link), id, "{link}");
        }
        for none in ["", "http://localhost:8040/", "http://localhost:8040/000102FF040506070809"] {
            assert_eq!(game_of(none), None, "{none}");
        }
    }
}
