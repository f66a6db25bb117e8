use std::fmt;
use std::ops::RangeInclusive;

use gebeta_rules::{Coded, GameKind, nearest};

use crate::Level;

/// A computer player, as `--p2 NAME` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    /// Any legal move.
    Random,
    /// Mancala's classic computer player: another turn, else a capture, else anything (rules 1.9).
    Novice,
    /// Senet's classic computer player: plain expectiminimax over the classic evaluation (rules 2.7).
    Classic {
        /// Plies to look ahead.
        depth: u32,
    },
    /// Plays what can be proved: mancala as far as a proof of so many positions reaches, Senet with up to two pieces a
    /// side on the board. Elsewhere it searches as deep as the strongest level. A budget with a depth limits the search
    /// in mancala and rules out a proof.
    Perfect {
        /// The most positions one proof may take.
        nodes: u64,
    },
    /// An opponent of measured strength: a depth and an amount of noise.
    Level(Level),
    /// The search of the levels without noise at a chosen depth: for matches, hints and experiments.
    Steady {
        /// Plies to look ahead.
        depth: u32,
    },
}

impl Bot {
    /// The depths a player may ask for.
    pub const DEPTHS: RangeInclusive<u32> = 1..=Self::DEEPEST;
    /// The deepest of them.
    pub const DEEPEST: u32 = 10;
    /// A proof that takes a few seconds.
    pub const PROOF_NODES: u64 = 3_000_000;
    /// The pieces a side may have on the board for Senet to be played perfectly: solving more takes
    /// longer than one move may take.
    pub const PERFECT_PIECES: u8 = 2;
    /// The default depth of Senet's players.
    pub const SENET_DEPTH: u32 = 6;
    /// The default depth of mancala's players.
    pub const MANCALA_DEPTH: u32 = 8;

    /// The default opponent. Senet's has a depth, which `-d` sets.
    pub const fn default_of(game: GameKind) -> Self {
        match game {
            GameKind::Mancala => Self::Level(Level::USUAL),
            GameKind::Senet => Self::Steady { depth: Self::SENET_DEPTH },
        }
    }

    /// The strongest player, for advice.
    pub const fn strongest() -> Self {
        Self::Level(Level::TOP)
    }

    /// The bot of `game` with this name, such as `classic:4`.
    pub fn named(game: GameKind, text: &str) -> Result<Self, BotError> {
        let (name, depth) = match text.split_once(':') {
            Some((name, depth)) => (name, Some(parse_depth(depth)?)),
            None => (text, None),
        };
        let deep = depth.unwrap_or(default_depth(game));
        let bot = match (name, game) {
            ("random", _) => Self::Random,
            ("novice", GameKind::Mancala) => Self::Novice,
            ("classic", GameKind::Senet) => Self::Classic { depth: deep },
            ("steady", _) => Self::Steady { depth: deep },
            (level, _) if let Some(level) = level_named(level) => Self::Level(level),
            ("perfect", _) => Self::Perfect { nodes: Self::PROOF_NODES },
            ("novice" | "classic", _) => return Err(BotError::OtherGame { name: name.to_owned(), game }),
            _ => {
                let known = Self::names(game);
                let nearest = nearest(name, known.iter().copied());
                return Err(BotError::Unknown { name: name.chars().take(40).collect(), known, nearest });
            }
        };
        if depth.is_some() && bot.depth().is_none() {
            return Err(BotError::NoDepth(name.to_owned()));
        }
        Ok(bot)
    }

    /// The names that `game` knows.
    pub fn names(game: GameKind) -> &'static [&'static str] {
        match game {
            GameKind::Mancala => &MANCALA_NAMES,
            GameKind::Senet => &SENET_NAMES,
        }
    }

    /// How far it looks ahead, if it does.
    pub const fn depth(self) -> Option<u32> {
        match self {
            Self::Random | Self::Novice | Self::Level(_) | Self::Perfect { .. } => None,
            Self::Classic { depth } | Self::Steady { depth } => Some(depth),
        }
    }

    /// The same bot looking `depth` plies ahead; one that does not look ahead stays as it is.
    #[must_use]
    pub const fn with_depth(self, depth: u32) -> Self {
        match self {
            Self::Random | Self::Novice | Self::Level(_) | Self::Perfect { .. } => self,
            Self::Classic { .. } => Self::Classic { depth },
            Self::Steady { .. } => Self::Steady { depth },
        }
    }
}

const MANCALA_NAMES: [&str; 12] = with_levels(["random", "novice", "steady", "perfect"]);
const SENET_NAMES: [&str; 12] = with_levels(["random", "classic", "steady", "perfect"]);

const fn with_levels([weakest, old, steady, perfect]: [&'static str; 4]) -> [&'static str; 12] {
    [
        weakest, old, "level1", "level2", "level3", "level4", "level5", "level6", "level7", "level8", steady,
        perfect,
    ]
}

fn level_named(name: &str) -> Option<Level> {
    Level::all().find(|level| level.to_string() == name)
}

const fn default_depth(game: GameKind) -> u32 {
    match game {
        GameKind::Mancala => Bot::MANCALA_DEPTH,
        GameKind::Senet => Bot::SENET_DEPTH,
    }
}

fn parse_depth(text: &str) -> Result<u32, BotError> {
    text.parse().ok().filter(|depth| Bot::DEPTHS.contains(depth)).ok_or(BotError::Depth)
}

/// The name as `--p2` takes it, with the depth of a bot that has one.
impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Novice => f.write_str("novice"),
            Self::Classic { depth } => write!(f, "classic:{depth}"),
            Self::Steady { depth } => write!(f, "steady:{depth}"),
            Self::Level(level) => level.fmt(f),
            Self::Perfect { .. } => f.write_str("perfect"),
        }
    }
}

/// Why a name is not a bot's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// No computer player has this name.
    #[error("there is no computer player {name:?}; there are {}{}", known.join(", "),
        nearest.map(|name| format!(" (did you mean {name}?)")).unwrap_or_default())]
    Unknown {
        /// As written.
        name: String,
        /// The names there are.
        known: &'static [&'static str],
        /// The name that was probably meant.
        nearest: Option<&'static str>,
    },
    /// That one plays the other game.
    #[error("{name} does not play {game}; there are {}", Bot::names(*game).join(", "))]
    OtherGame {
        /// As written.
        name: String,
        /// The game at hand.
        game: GameKind,
    },
    /// The depth is out of range.
    #[error("a depth is a number from 1 to 10")]
    Depth,
    /// This player takes no depth.
    #[error("{0} has no depth of its own")]
    NoDepth(String),
}

impl Coded for BotError {
    fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } | Self::OtherGame { .. } => "unknown-bot",
            Self::Depth | Self::NoDepth(_) => "bad-depth",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for game in [GameKind::Mancala, GameKind::Senet] {
            for name in Bot::names(game) {
                let bot = Bot::named(game, name).unwrap();
                assert_eq!(Bot::named(game, &bot.to_string()), Ok(bot));
            }
        }
        assert_eq!(Bot::named(GameKind::Senet, "classic:4"), Ok(Bot::Classic { depth: 4 }));
    }

    #[test]
    fn a_wrong_name_is_explained() {
        let error = |game, name| Bot::named(game, name).unwrap_err().to_string();
        assert_eq!(
            error(GameKind::Mancala, "novise"),
            "there is no computer player \"novise\"; there are random, novice, level1, level2, level3, level4, \
             level5, level6, level7, level8, steady, perfect (did you mean novice?)"
        );
        assert_eq!(
            error(GameKind::Mancala, "classic"),
            "classic does not play mancala; there are random, novice, level1, level2, level3, level4, level5, \
             level6, level7, level8, steady, perfect"
        );
        assert_eq!(error(GameKind::Senet, "classic:11"), "a depth is a number from 1 to 10");
        assert_eq!(error(GameKind::Senet, "random:3"), "random has no depth of its own");
    }
}
