use serde::{Deserialize, Serialize};

use crate::{ApiToken, Ending, MatchId, Password, PlayerName, RecoveryCode, TokenId};

/// A name and its password: `POST /api/account` signs up, `POST /api/session` signs in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name of the account.
    pub name: PlayerName,
    /// Its password.
    pub password: Password,
}

/// Confirms the password: `DELETE /api/account`, `POST /api/account/recovery`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Farewell {
    /// The password of the account.
    pub password: Password,
}

/// Changes the password: `POST /api/account/password`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The old password.
    pub password: Password,
    /// The new password.
    pub new: Password,
}

/// The signed-in account: `GET /api/account`, and the answer to signing up or in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Me {
    /// The name of the account.
    pub name: PlayerName,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Recovery codes, each valid once; only in the answer to signing up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recovery: Vec<RecoveryCode>,
}

/// The public profile of an account: `GET /api/players/NAME`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name of the account.
    pub name: PlayerName,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Ratings by game and rule set.
    pub ratings: Vec<RatingView>,
    /// Results by game and rule set.
    pub statistics: Vec<Tally>,
    /// The latest games, the last first; `?before=TIME` returns earlier ones.
    pub history: Vec<HistoryEntry>,
    /// How many of its games were aborted after they were sealed, by either side; omitted if 0.
    #[serde(default, skip_serializing_if = "is_none_at_all")]
    pub called_off: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_none_at_all(count: &u64) -> bool {
    *count == 0
}

/// The Glicko-2 rating in one rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RatingView {
    /// `mancala` or `senet`.
    pub kind: String,
    /// The name of the rules.
    pub rule_set: String,
    /// The rating; it starts at 1500.
    pub rating: i32,
    /// The rating deviation.
    pub deviation: i32,
    /// Whether the rating is provisional.
    pub guess: bool,
    /// How many games it is based on.
    pub games: u32,
}

/// A place in the leaderboard of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LeaderboardEntry {
    /// The name of the account.
    pub name: PlayerName,
    /// The rating, which is not provisional.
    pub rating: i32,
    /// How many games it is based on.
    pub games: u32,
}

/// Results in one rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// `mancala` or `senet`.
    pub kind: String,
    /// The name of the rules.
    pub rule_set: String,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
}

/// Results with one rule set against one opponent: a line of `GET /api/account/statistics`. Sums over lines are the
/// statistics by game, rule set or opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct StatisticsLine {
    /// `mancala` or `senet`.
    pub kind: String,
    /// The name of the rules.
    pub rule_set: String,
    /// The opponent.
    pub opponent: PlayerName,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
    /// How many of them have a known score.
    pub scored: u32,
    /// The sum of the account's scores: stones in the store, or pieces off the board.
    pub score: u32,
    /// The sum of the opponent's scores.
    pub against: u32,
    /// The sum of their lengths in plies.
    pub plies: u32,
}

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// One point.
    Won,
    /// No point.
    Lost,
    /// Half a point.
    Drawn,
}

/// A finished game of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct HistoryEntry {
    /// The game.
    pub game: MatchId,
    /// When it ended, in milliseconds since 1970.
    pub ended: u64,
    /// `mancala` or `senet`.
    pub kind: String,
    /// The name of the rules.
    pub rule_set: String,
    /// The opponent.
    pub opponent: PlayerName,
    /// How it ended.
    pub result: GameResult,
    /// Why it ended.
    pub how: Ending,
    /// How many plies it had.
    pub plies: u32,
    /// The rating after it; none if it was not rated.
    pub rating: Option<i32>,
    /// The change of the rating.
    pub change: Option<i32>,
    /// Why it was not rated; omitted if it was, and in old games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
}

/// Why a game changed no ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unrated {
    /// The opponent was a guest or a computer player.
    Guest,
    /// The rules are not shipped with the program.
    CustomRules,
    /// No player contributed a seed, so the chance cannot be verified.
    Unproved,
    /// One of the players has not made a move.
    NotPlayed,
    /// Both seats were taken from one network.
    OneNetwork,
    /// The two accounts have played the rated games that count within 24 hours.
    Repeated,
}

/// Makes a token for a program: `POST /api/tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// Its label, by the rules for names.
    pub label: PlayerName,
}

/// A new token. It is shown this once.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TokenMade {
    /// The id to revoke it by.
    pub id: TokenId,
    /// Its label.
    pub label: PlayerName,
    /// For `Authorization: Bearer ..`.
    pub token: ApiToken,
}

/// A token as it is listed: `GET /api/tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TokenView {
    /// The id to revoke it by: `DELETE /api/tokens/ID`.
    pub id: TokenId,
    /// Its label.
    pub label: PlayerName,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// A session of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionView {
    /// When it was opened, in milliseconds since 1970.
    pub created: u64,
    /// When it expires.
    pub expires: u64,
}

/// All stored data of an account, without secrets: `GET /api/account/export`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// The account.
    pub account: Me,
    /// Its sessions.
    pub sessions: Vec<SessionView>,
    /// The tokens for programs.
    pub tokens: Vec<TokenView>,
    /// Ratings by game and rule set.
    pub ratings: Vec<RatingView>,
    /// Every finished game; `GET /api/games/ID/record` has the moves.
    pub games: Vec<HistoryEntry>,
    /// Games that are not over.
    pub live: Vec<MatchId>,
}
