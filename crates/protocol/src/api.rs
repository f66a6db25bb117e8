use serde::{Deserialize, Serialize};

use crate::{Code, Ending, MatchId, Outcome, PlayerName, SeatSecret, SeatWish, Side, TimeControl};

/// What makes a game: `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateRequest {
    /// The name of a shipped rule set, or a rule file.
    pub rules: String,
    /// How much time there is.
    #[serde(default)]
    pub clock: TimeControl,
    /// Where its maker sits.
    #[serde(default)]
    pub seat: SeatWish,
    /// Whether the lobby shows it.
    #[serde(default)]
    pub listed: bool,
    /// Who makes it.
    pub name: PlayerName,
}

/// What takes the free seat: `POST /api/games/ID/join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// Who joins.
    pub name: PlayerName,
}

/// What finds anybody: `POST /api/pair`. An open game of the lobby with these rules and this clock is joined, or one made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairRequest {
    /// The name of a shipped rule set.
    pub rules: String,
    /// How much time there is.
    #[serde(default)]
    pub clock: TimeControl,
    /// Who asks.
    pub name: PlayerName,
}

/// A seat: the answer to who makes, joins or pairs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ticket {
    /// The game.
    pub game: MatchId,
    /// The seat.
    pub side: Side,
    /// What opens it.
    pub secret: SeatSecret,
}

/// A game as anybody may see it: `GET /api/games/ID`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchView {
    /// The game.
    pub game: MatchId,
    /// How many events it has.
    pub ver: u64,
    /// What people call its rules.
    pub rule_set: String,
    /// How much time there is.
    pub clock: TimeControl,
    /// Player names, A's first; the second is missing while a seat is free.
    pub names: Vec<PlayerName>,
    /// The position in its notation.
    pub position: String,
    /// Who is to decide; none before and after the game.
    pub to_move: Option<Side>,
    /// Why it is over, if it is.
    pub ended: Option<Ending>,
    /// How.
    pub outcome: Option<Outcome>,
}

/// A line of the lobby: `GET /api/lobby`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LobbyEntry {
    /// The game.
    pub game: MatchId,
    /// Who waits there.
    pub name: PlayerName,
    /// What people call its rules.
    pub rule_set: String,
    /// How much time there is.
    pub clock: TimeControl,
    /// Where the maker sits.
    pub seat: SeatWish,
}

/// What an HTTP answer says that is no success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// Why.
    pub code: Code,
}
