use serde::{Deserialize, Serialize};

use crate::TimeControl;

/// How a game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Setup {
    /// The name of the rules.
    pub rule_set: String,
    /// A rule file with every rule, so that the game does not depend on the rule set.
    pub rules: String,
    /// The time control.
    pub clock: TimeControl,
    /// The seat its maker wants.
    pub seat: SeatWish,
    /// Whether the lobby shows it.
    pub listed: bool,
}

/// The seat that the maker of a game wants.
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
