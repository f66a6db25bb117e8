use serde::{Deserialize, Serialize};

use crate::TimeControl;

/// What a game is played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Setup {
    /// What people call the rules.
    pub rule_set: String,
    /// A rule file that says every rule, so that the game outlives the rule set.
    pub rules: String,
    /// How much time there is.
    pub clock: TimeControl,
    /// Who is Player 1.
    pub seat: SeatWish,
    /// Whether the lobby shows it.
    pub listed: bool,
}

/// Where who makes a game wants to sit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SeatWish {
    /// As Player 1, who is WHITE in Senet.
    One,
    /// As Player 2.
    Two,
    /// The coin decides.
    #[default]
    Coin,
}
