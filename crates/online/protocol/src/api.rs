use serde::{Deserialize, Serialize};

use crate::{BotName, Code, Ending, MatchId, Outcome, PlayerName, SeatSecret, SeatWish, Side, TimeControl};

/// Makes a game: `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateRequest {
    /// The name of a shipped rule set, or a rule file.
    pub rules: String,
    /// The time control.
    #[serde(default)]
    pub clock: TimeControl,
    /// The seat of its maker.
    #[serde(default)]
    pub seat: SeatWish,
    /// Whether the lobby shows it.
    #[serde(default)]
    pub listed: bool,
    /// The name of its maker.
    pub name: PlayerName,
    /// Drawn by the client once for this game and sent again until answered: it is the seat's secret, and the game's id is
    /// derived from it. So the same request makes one game, however often it is sent.
    pub secret: SeatSecret,
    /// The computer player that takes the other seat at once; none waits for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<BotName>,
}

/// Takes the free seat: `POST /api/games/ID/join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The name of the joining player.
    pub name: PlayerName,
    /// Drawn by the client once for this seat and sent again until answered: the same secret gets the same seat.
    pub secret: SeatSecret,
}

/// Finds an opponent: `POST /api/pair`. Joins an open game of the lobby with these rules and this clock, or makes one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PairRequest {
    /// The name of a shipped rule set.
    pub rules: String,
    /// The time control.
    #[serde(default)]
    pub clock: TimeControl,
    /// The name of the player.
    pub name: PlayerName,
    /// Drawn by the client once for this pairing and sent again until answered: the same secret gets the same seat.
    pub secret: SeatSecret,
}

/// A seat: the answer to making, joining or pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Ticket {
    /// The game.
    pub game: MatchId,
    /// The seat.
    pub side: Side,
    /// The secret of the seat.
    pub secret: SeatSecret,
}

/// The public view of a game: `GET /api/games/ID`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MatchView {
    /// The game.
    pub game: MatchId,
    /// How many events it has.
    pub ver: u64,
    /// The name of its rules.
    pub rule_set: String,
    /// The time control.
    pub clock: TimeControl,
    /// Player names, A's first; the second is missing while a seat is free.
    pub names: Vec<PlayerName>,
    /// The computer player among them, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotName>,
    /// The position in its notation.
    pub position: String,
    /// The side to move; none before and after the game.
    pub to_move: Option<Side>,
    /// Why it is over, if it is.
    pub ended: Option<Ending>,
    /// The result, if it is over.
    pub outcome: Option<Outcome>,
}

/// The time of the players of a game at the moment of the answer: `GET /api/games/ID/clock`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ClockView {
    /// The side whose time runs, if any does.
    pub runs: Option<Side>,
    /// What A has left, in milliseconds; none without a clock or before the sides are known.
    pub a: Option<u64>,
    /// The same for B.
    pub b: Option<u64>,
}

/// A line of the lobby: `GET /api/lobby`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LobbyEntry {
    /// The game.
    pub game: MatchId,
    /// The name of its maker.
    pub name: PlayerName,
    /// The name of its rules.
    pub rule_set: String,
    /// The time control.
    pub clock: TimeControl,
    /// The seat of its maker.
    pub seat: SeatWish,
}

/// The body of an error response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ErrorBody {
    /// The error code.
    pub code: Code,
}
