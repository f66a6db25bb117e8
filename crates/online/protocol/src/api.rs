use serde::{Deserialize, Serialize};

use crate::{BotName, Code, Ending, MatchId, Outcome, PlayerName, SeatSecret, SeatWish, Side, TimeControl};

/// What makes a game: `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    /// Drawn by the client once for this game and sent again until answered: it is the seat's secret, and the game's id
    /// follows from it. So the same request makes one game, however often it is sent.
    pub secret: SeatSecret,
    /// The computer player that takes the other seat at once; none waits for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<BotName>,
}

/// What takes the free seat: `POST /api/games/ID/join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// Who joins.
    pub name: PlayerName,
    /// Drawn by the client once for this seat and sent again until answered: the same secret gets the same seat.
    pub secret: SeatSecret,
}

/// What finds anybody: `POST /api/pair`. An open game of the lobby with these rules and this clock is joined, or one made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PairRequest {
    /// The name of a shipped rule set.
    pub rules: String,
    /// How much time there is.
    #[serde(default)]
    pub clock: TimeControl,
    /// Who asks.
    pub name: PlayerName,
    /// Drawn by the client once for this pairing and sent again until answered: the same secret gets the same seat.
    pub secret: SeatSecret,
}

/// A seat: the answer to who makes, joins or pairs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    /// The computer player among them, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotName>,
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ErrorBody {
    /// Why.
    pub code: Code,
}
