use serde::{Deserialize, Serialize};

use crate::{ApiToken, Ending, MatchId, Password, PlayerName, RecoveryCode, TokenId};

/// A name and its password: `POST /api/account` signs up, `POST /api/session` signs in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// What the account is called.
    pub name: PlayerName,
    /// What opens it.
    pub password: Password,
}

/// The password once more: `DELETE /api/account`, `POST /api/account/recovery`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Farewell {
    /// What opens the account.
    pub password: Password,
}

/// Another password: `POST /api/account/password`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// What opens the account so far.
    pub password: Password,
    /// What opens it from now on.
    pub new: Password,
}

/// Who is signed in: `GET /api/account`, and the answer to who signs up or in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Me {
    /// What the account is called.
    pub name: PlayerName,
    /// Since when it is there, in milliseconds since 1970.
    pub created: u64,
    /// What opens the account if the password is lost, each once; told to who signs up and never again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recovery: Vec<RecoveryCode>,
}

/// What everybody may know of an account: `GET /api/players/NAME`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What it is called.
    pub name: PlayerName,
    /// Since when it is there, in milliseconds since 1970.
    pub created: u64,
    /// How strong, by game and rule set.
    pub ratings: Vec<RatingView>,
    /// How the games ended, by game and rule set.
    pub statistics: Vec<Tally>,
    /// The latest games, the last first; `?before=` a time tells those before it.
    pub history: Vec<HistoryEntry>,
    /// How many games it sat at were called off after their envelopes were sealed, by whomever; left out if none were.
    #[serde(default, skip_serializing_if = "is_none_at_all")]
    pub called_off: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_none_at_all(count: &u64) -> bool {
    *count == 0
}

/// How strong somebody plays one rule set, by Glicko-2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RatingView {
    /// `mancala` or `senet`.
    pub kind: String,
    /// What people call the rules.
    pub rule_set: String,
    /// The strength; everybody begins with 1500.
    pub rating: i32,
    /// How far off it may be.
    pub deviation: i32,
    /// Whether too few games are known.
    pub guess: bool,
    /// How many games it rests on.
    pub games: u32,
}

/// How games of one rule set ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// `mancala` or `senet`.
    pub kind: String,
    /// What people call the rules.
    pub rule_set: String,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
}

/// How an account has fared with one rule set against one opponent: a line of `GET /api/account/statistics`. Sums over lines
/// are the statistics by game, rule set or opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct StatisticsLine {
    /// `mancala` or `senet`.
    pub kind: String,
    /// What people call the rules.
    pub rule_set: String,
    /// Who played against.
    pub opponent: PlayerName,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
    /// In how many of them the score is known.
    pub scored: u32,
    /// The sum of what the account had at the end: stones in the store, or pieces off the board.
    pub score: u32,
    /// The sum of what the opponent had.
    pub against: u32,
    /// The sum of their lengths in plies.
    pub plies: u32,
}

/// What came of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// A point.
    Won,
    /// None.
    Lost,
    /// Half of one.
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
    /// What people call the rules.
    pub rule_set: String,
    /// Who played against.
    pub opponent: PlayerName,
    /// How it ended.
    pub result: GameResult,
    /// Why.
    pub how: Ending,
    /// How many plies it had.
    pub plies: u32,
    /// The rating after it; none if it was not rated.
    pub rating: Option<i32>,
    /// By how much that is more.
    pub change: Option<i32>,
    /// Why it was not rated; left out if it was, and for games from before there were reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
}

/// Why a game changed no ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unrated {
    /// A guest or a computer sat there.
    Guest,
    /// The rules are not shipped with the program.
    CustomRules,
    /// Neither player put in a seed, so the chance cannot be checked.
    Unproved,
    /// One of the players has not made a move.
    NotPlayed,
    /// Both seats were taken from one network.
    OneNetwork,
    /// The two accounts have played as many rated games within 24 hours as count.
    Repeated,
}

/// What makes a token for a program: `POST /api/tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// What to call it, by the rules for names.
    pub label: PlayerName,
}

/// A new token. It is told this once.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TokenMade {
    /// Which one, to revoke it by.
    pub id: TokenId,
    /// What it is called.
    pub label: PlayerName,
    /// For `Authorization: Bearer ..`.
    pub token: ApiToken,
}

/// A token as it is listed: `GET /api/tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TokenView {
    /// Which one, to revoke it by: `DELETE /api/tokens/ID`.
    pub id: TokenId,
    /// What it is called.
    pub label: PlayerName,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// Where an account is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionView {
    /// Since when, in milliseconds since 1970.
    pub created: u64,
    /// Until when.
    pub expires: u64,
}

/// Everything that is kept of an account, but for what would open it: `GET /api/account/export`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// The account.
    pub account: Me,
    /// Where it is signed in.
    pub sessions: Vec<SessionView>,
    /// The tokens for programs.
    pub tokens: Vec<TokenView>,
    /// How strong, by game and rule set.
    pub ratings: Vec<RatingView>,
    /// Every finished game; `GET /api/games/ID/record` has the moves.
    pub games: Vec<HistoryEntry>,
    /// Games that are not over.
    pub live: Vec<MatchId>,
}
