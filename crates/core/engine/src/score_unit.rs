use gebeta_rules::{GameKind, Keyword};
use serde::{Deserialize, Serialize};

use crate::Bot;

/// What the numbers of a computer player count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScoreUnit {
    /// Stones ahead at the end.
    Stones,
    /// The probability to win.
    Win,
    /// Points of the player's own.
    Points,
}

impl Keyword for ScoreUnit {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("stones", Self::Stones), ("win", Self::Win), ("points", Self::Points)];
}

impl ScoreUnit {
    /// What `bot` counts in `game`.
    pub const fn of(game: GameKind, bot: Bot) -> Self {
        match (game, bot) {
            (GameKind::Mancala, _) => Self::Stones,
            (GameKind::Senet, Bot::Classic { .. }) => Self::Points,
            (GameKind::Senet, _) => Self::Win,
        }
    }
}
