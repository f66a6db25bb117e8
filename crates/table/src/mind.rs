use std::fmt;

use gebeta_bots::{Bot, BotError};
use gebeta_rules::GameKind;

/// Who moves for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mind {
    /// A person at this device.
    Human,
    /// A computer player.
    Bot(Bot),
}

impl Mind {
    /// The word for a person, on the command line and in records.
    pub const HUMAN: &str = "human";

    /// Reads `human` or a bot's name.
    pub fn named(game: GameKind, name: &str) -> Result<Self, BotError> {
        if name == Self::HUMAN { Ok(Self::Human) } else { Bot::named(game, name).map(Self::Bot) }
    }

    /// The computer player, if it is one.
    pub const fn bot(self) -> Option<Bot> {
        match self {
            Self::Human => None,
            Self::Bot(bot) => Some(bot),
        }
    }
}

impl fmt::Display for Mind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str(Self::HUMAN),
            Self::Bot(bot) => bot.fmt(f),
        }
    }
}
