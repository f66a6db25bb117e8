use std::fmt;

use gebeta_engine::{Bot, BotError};
use gebeta_i18n::Language;
use gebeta_rules::GameKind;

/// Who moves for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at this device.
    Human,
    /// A computer player.
    Bot(Bot),
}

impl PlayerKind {
    /// The word for a person, on the command line and in records.
    pub const HUMAN: &str = "human";
    /// The word for a person at another device, in the records of finished online games.
    pub const ONLINE: &str = "online";

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

    /// What people call it.
    pub fn name(self, l: Language) -> String {
        let Self::Bot(bot) = self else { return l.human().to_owned() };
        match bot {
            Bot::Random => l.bot_random().to_owned(),
            Bot::Novice => l.bot_novice().to_owned(),
            Bot::Classic { depth } => format!("{} {depth}", l.bot_classic()),
            Bot::Perfect { .. } => l.bot_perfect().to_owned(),
            Bot::Level(level) => l.bot_level(level.get()),
            Bot::Steady { depth } => l.bot_steady(depth),
        }
    }

    /// What people call the player with this [word](Self::named); the word itself where there is none.
    pub fn name_of(game: GameKind, word: &str, l: Language) -> String {
        if word == Self::ONLINE {
            return l.opponent_online().to_owned();
        }
        Self::named(game, word).map_or_else(|_| word.to_owned(), |kind| kind.name(l))
    }

    /// A line about it.
    pub fn about(self, l: Language) -> &'static str {
        let Self::Bot(bot) = self else { return l.bot_human_about() };
        match bot {
            Bot::Random => l.bot_random_about(),
            Bot::Novice => l.bot_novice_about(),
            Bot::Classic { .. } => l.bot_classic_about(),
            Bot::Perfect { .. } => l.bot_perfect_about(),
            Bot::Steady { .. } => l.bot_steady_about(),
            Bot::Level(level) => match level.get() {
                1 => l.bot_level_1_about(),
                2 => l.bot_level_2_about(),
                3 => l.bot_level_3_about(),
                4 => l.bot_level_4_about(),
                5 => l.bot_level_5_about(),
                6 => l.bot_level_6_about(),
                7 => l.bot_level_7_about(),
                _ => l.bot_level_8_about(),
            },
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str(Self::HUMAN),
            Self::Bot(bot) => bot.fmt(f),
        }
    }
}
