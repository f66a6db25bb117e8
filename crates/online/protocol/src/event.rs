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
    /// The game is made, with side A. Always the first event.
    Created {
        /// How it is played.
        setup: Setup,
        /// The name of side A.
        #[serde(deserialize_with = "stored_name")]
        name: PlayerName,
        /// The computer player of side A; none for a person. Only in a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<BotName>,
    },
    /// Side B has joined.
    Joined {
        /// The name of side B.
        #[serde(deserialize_with = "stored_name")]
        name: PlayerName,
        /// The computer player of side B; none for a person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<BotName>,
    },
    /// A player has committed to a seed.
    Sealed {
        /// The player.
        side: Side,
        /// The commitment.
        seal: Hash,
        /// Whether the player contributed a seed; otherwise the empty one is used.
        own: bool,
    },
    /// The server has drawn its seed, after both players had committed.
    ServerSealed {
        /// Its commitment.
        seal: Hash,
        /// The hash of the rules in the key, so that everyone can see that it is the same for all.
        rules: Hash,
        /// The place of the game in the public chain; the store adds it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chain: Option<ChainMark>,
    },
    /// A player has revealed the seed. It is not published before both have.
    Opened {
        /// The player.
        side: Side,
    },
    /// The game begins.
    Started {
        /// The seat of side A.
        a: Seat,
        /// Whether the coin decided that.
        coin: bool,
        /// Who begins; none unless the coin decides that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<Seat>,
        /// The players' seeds; none in a game without chance.
        seeds: Option<Seeds>,
    },
    /// The sticks were thrown.
    Thrown {
        /// The number of the throw, from 0; none is skipped or repeated.
        n: u32,
        /// The four sticks as bits, a set one being dark.
        sticks: u8,
    },
    /// A move was played.
    Played {
        /// The move, without the throw.
        mv: String,
        /// A hash of the position after it, by which clients notice a difference.
        hash: Hash,
    },
    /// A draw is offered, until the next move.
    DrawOffered {
        /// The player.
        side: Side,
    },
    /// The draw is declined.
    DrawDeclined,
    /// A player asks to take back the last move.
    TakebackAsked {
        /// The player.
        side: Side,
    },
    /// The takeback is declined.
    TakebackDeclined,
    /// The moves after this many are taken back; a throw stays.
    TakenBack {
        /// How many plies remain.
        plies: u32,
    },
    /// An outage of the server or its store: that time is not charged.
    Resumed {
        /// How long, in milliseconds.
        ms: u64,
        /// The only player who was affected, because their node died and others ran; none if both were.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// The end of the last outage that is credited with it: an outage that becomes known later, or continues, is
        /// credited from there. None if that is the time of the event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
    },
    /// The game is over.
    Ended {
        /// Why.
        how: Ending,
        /// The result; none if the game does not count.
        outcome: Option<Outcome>,
        /// The server's seed.
        seed: Option<OpenSeed>,
    },
    /// A player wants a rematch.
    RematchOffered {
        /// The player.
        side: Side,
    },
    /// The rematch is made. The same secrets open its seats.
    RematchMade {
        /// The new game; its sides are swapped.
        game: MatchId,
    },
}

/// Logs are read although the rules for names have changed.
fn stored_name<'de, D: Deserializer<'de>>(from: D) -> Result<PlayerName, D::Error> {
    PlayerName::from_stored(&String::deserialize(from)?).map_err(D::Error::custom)
}

/// An event in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Logged {
    /// Its number, from 1 without gaps.
    pub seq: u64,
    /// When, in milliseconds since 1970 by the server's clock.
    pub at: u64,
    /// The side that caused it; none for the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// The id of the decision; only at the first of its events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mid: Option<MoveId>,
    /// The event.
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

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Outcome {
    /// Player 1 won.
    #[serde(rename = "p1")]
    One,
    /// Player 2 won.
    #[serde(rename = "p2")]
    Two,
    /// A draw.
    #[serde(rename = "draw")]
    Draw,
}

impl Outcome {
    /// A win of this player.
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
    /// A player resigned.
    Resigned,
    /// Both agreed on a draw.
    Agreed,
    /// A player ran out of time.
    Time,
    /// A player was absent, and the opponent claimed the game.
    Claimed,
    /// It was aborted early and does not count.
    Aborted,
    /// It reached the largest number of plies or events and does not count.
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
