//! Games by a link: what the screens ask of the network, and what it tells them.

use std::sync::mpsc::Sender;

use gebeta_protocol::{Action, Code, Logged, MatchId, Phrase, SeatWish, Side, TimeControl};

/// Where somebody goes, and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// A server, or the link of a game there.
    pub place: String,
    /// What is wanted.
    pub wish: Wish,
    /// What the visitor is called.
    pub name: String,
}

/// What is wanted of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
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
        /// The computer player on the other seat; none for whoever has the link.
        opponent: Option<String>,
    },
    /// Anybody who wants the same.
    Pair {
        /// The name of a shipped rule set.
        rules: String,
        /// How much time there is.
        clock: TimeControl,
    },
}

/// What somebody at a game wants to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// A decision; it is sent until it is answered.
    Do(Action),
    /// Something to the other.
    Say(Phrase),
}

/// What the network tells of a visit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Which game it is. Comes again when another follows it.
    Game {
        /// Its id.
        id: MatchId,
        /// Its link, for others.
        link: String,
    },
    /// There is a connection.
    Welcome {
        /// The visitor's seat; none for whoever watches.
        side: Option<Side>,
        /// The server's clock, in milliseconds since 1970.
        now: u64,
    },
    /// Both seats were taken, so one watches.
    SeatTaken,
    /// What has happened.
    Events(Vec<Logged>),
    /// The decision is on the server's disk, or why it is refused.
    Answer(Result<(), Code>),
    /// Somebody has come or gone.
    Presence(Side, bool),
    /// Somebody says something.
    Said(Side, Phrase),
    /// How long a message goes there and back, in milliseconds.
    Lag(u64),
    /// The same for a player, as the server measures it.
    LagOf(Side, u32),
    /// The connection is gone; it is tried again.
    Away(Trouble),
    /// Nothing more will come.
    Failed(Trouble),
}

/// What is wrong with the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The address is none.
    BadAddress,
    /// The address of a game is needed, and names none.
    NoGame,
    /// A name that the server would not take.
    NameError,
    /// Nobody knows this host.
    UnknownHost(String),
    /// Nobody listens there.
    NobodyThere(String),
    /// There is no answer, or the connection was cut.
    Silent,
    /// Something else listens there.
    NotGebeta(String),
    /// The server refuses.
    Refused(Code),
    /// The server says what cannot be: its log, or its envelopes.
    Strange,
    /// The seat cannot be kept in the user's folder.
    NotKept(String),
}

/// Whom the network tells; false when nobody listens any more.
pub type Teller = Box<dyn FnMut(News) -> bool + Send>;

/// The way to servers.
pub trait Network: Send + Sync {
    /// Goes there in a thread of its own, and comes back when the orders end or nobody listens.
    fn visit(&self, visit: Visit, tell: Teller) -> Sender<Order>;
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
