use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use gebeta_rules::Player;

use crate::{BotName, ChainMark, Hash, MatchId, MoveId, OpenSeed, PlayerName, Setup, Side};

/// Something that has happened in a game. The log of them is the game; everything else follows from it.
///
/// Events are stored, and read by servers and clients of other versions: unknown fields are ignored, so a field may be added
/// if the event means the same without it. What changes the game is an event of a new kind, which an older program refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "e", rename_all = "kebab-case")]
pub enum Event {
    /// The game is there, and side A with it. Always the first event.
    Created {
        /// What it is played by.
        setup: Setup,
        /// Who made it.
        #[serde(deserialize_with = "kept_name")]
        name: PlayerName,
        /// Which computer player side A is; none for a person. Only in a game that follows another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<BotName>,
    },
    /// Side B is there.
    Joined {
        /// Who joined.
        #[serde(deserialize_with = "kept_name")]
        name: PlayerName,
        /// Which computer player side B is; none for a person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<BotName>,
    },
    /// A player has shown a closed envelope.
    Sealed {
        /// Whose.
        side: Side,
        /// The envelope.
        seal: Hash,
        /// Whether the player put in a seed, or the empty one stands in.
        own: bool,
    },
    /// The server has drawn its seed, after both players had sealed.
    ServerSealed {
        /// Its envelope.
        seal: Hash,
        /// What stands for the rules in the mix, so that everybody sees that it is the same for all.
        rules: Hash,
        /// Where the game stands in the public chain; the store says so when it keeps the event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chain: Option<ChainMark>,
    },
    /// A player has handed in the seed. It is not shown before both have.
    Opened {
        /// Whose.
        side: Side,
    },
    /// The game begins.
    Started {
        /// Where side A sits.
        a: Seat,
        /// Whether the coin said so.
        coin: bool,
        /// Who begins; none unless the coin decides that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<Seat>,
        /// The players' seeds; none in a game without chance.
        seeds: Option<Seeds>,
    },
    /// The sticks have fallen.
    Thrown {
        /// Which throw, from 0; none is skipped or repeated.
        n: u32,
        /// The four sticks as bits, a set one being dark.
        sticks: u8,
    },
    /// Somebody has moved.
    Played {
        /// The move, without the throw.
        mv: String,
        /// Of the position after it, so that who has another one notices.
        hash: Hash,
    },
    /// A draw is offered, until the next move.
    DrawOffered {
        /// By whom.
        side: Side,
    },
    /// It is not wanted.
    DrawDeclined,
    /// Somebody would like to move otherwise.
    TakebackAsked {
        /// Who.
        side: Side,
    },
    /// The other would not.
    TakebackDeclined,
    /// The moves after this many are taken back; a throw stays.
    TakenBack {
        /// How many plies remain.
        plies: u32,
    },
    /// Nobody could move for a while, because the server or its store was away: that time is charged to nobody.
    Resumed {
        /// How long, in milliseconds.
        ms: u64,
        /// Who alone could not, because their server died and others lived; none if nobody could.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// The end of the last outage that is given back with it: an outage that becomes known later, or goes on, is given back
        /// from there. None if that is the time of the event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
    },
    /// It is over.
    Ended {
        /// Why.
        how: Ending,
        /// How; none if the game does not count.
        outcome: Option<Outcome>,
        /// What was in the server's envelope.
        seed: Option<OpenSeed>,
    },
    /// Somebody wants to play again.
    RematchOffered {
        /// Who.
        side: Side,
    },
    /// So they do, there. The same secrets open the seats.
    RematchMade {
        /// The new game; its sides are swapped.
        game: MatchId,
    },
}

/// A log is read whatever is no name any more.
fn kept_name<'de, D: Deserializer<'de>>(from: D) -> Result<PlayerName, D::Error> {
    PlayerName::kept(&String::deserialize(from)?).map_err(D::Error::custom)
}

/// An event in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Logged {
    /// Its number, from 1 without gaps.
    pub seq: u64,
    /// When, in milliseconds since 1970 by the server's clock.
    pub at: u64,
    /// Who caused it; none for the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// What they asked with; only at the first of the events that one request caused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mid: Option<MoveId>,
    /// What happened.
    pub what: Event,
}

/// Both players' seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Seeds {
    /// Side A's.
    pub a: OpenSeed,
    /// Side B's.
    pub b: OpenSeed,
}

/// One of the two players of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Seat {
    /// Player 1, WHITE in Senet.
    #[serde(rename = "p1")]
    One,
    /// Player 2.
    #[serde(rename = "p2")]
    Two,
}

impl From<Player> for Seat {
    fn from(player: Player) -> Self {
        match player {
            Player::One => Self::One,
            Player::Two => Self::Two,
        }
    }
}

impl From<Seat> for Player {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::One => Self::One,
            Seat::Two => Self::Two,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Outcome {
    /// Player 1 won.
    #[serde(rename = "p1")]
    One,
    /// Player 2 won.
    #[serde(rename = "p2")]
    Two,
    /// Nobody did.
    #[serde(rename = "draw")]
    Draw,
}

impl Outcome {
    /// This player won.
    pub const fn win(player: Player) -> Self {
        match player {
            Player::One => Self::One,
            Player::Two => Self::Two,
        }
    }
}

impl From<gebeta_rules::Outcome> for Outcome {
    fn from(outcome: gebeta_rules::Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::win)
    }
}

impl From<Outcome> for gebeta_rules::Outcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::One => Self::Win(Player::One),
            Outcome::Two => Self::Win(Player::Two),
            Outcome::Draw => Self::Draw,
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules.
    Board,
    /// Somebody gave up.
    Resigned,
    /// Both agreed on a draw.
    Agreed,
    /// Somebody had no time left.
    Time,
    /// Somebody went away, and the other claimed the game.
    Claimed,
    /// It was called off before it had really begun, and does not count.
    Aborted,
    /// It went on for longer than any game, and does not count.
    TooLong,
}

impl Ending {
    /// Its word, as on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Resigned => "resigned",
            Self::Agreed => "agreed",
            Self::Time => "time",
            Self::Claimed => "claimed",
            Self::Aborted => "aborted",
            Self::TooLong => "too-long",
        }
    }
}
