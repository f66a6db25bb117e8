//! Rule files (rules 3): a TOML table over a preset, read with all its faults at once.

mod reader;
mod writer;

use std::fmt;

use crate::{AnyConflictError, AnyRules, Coded, ErrorList, GameKind, Preset, RuleSet};
use reader::Reader;

impl RuleSet {
    /// No honest rule file is larger; more is refused unread.
    pub const MAX_FILE_BYTES: usize = 64 * 1024;

    /// Reads a rule file; `stem` is its name where it states none.
    ///
    /// # Errors
    /// Every fault of the file, in the order of its lines.
    pub fn parse(text: &str, stem: &str) -> Result<Self, ErrorList<RuleFileError>> {
        if text.len() > Self::MAX_FILE_BYTES {
            return Err(ErrorList(vec![RuleFileError::whole_file(RuleFileErrorKind::TooLarge)]));
        }
        let mut reader = Reader::new(text);
        let base = reader.preset("base");
        let game = reader.required_choice("game").unwrap_or_else(|| match base {
            Some(preset) => preset.rules.game(),
            None => reader.likely_game(),
        });
        let name = reader.line_of_text("name", LONGEST_NAME).unwrap_or_else(|| presentable(stem));
        let about = reader.line_of_text("about", 200).unwrap_or_default();
        let base = match base {
            Some(preset) if preset.rules.game() == game => preset.rules,
            Some(preset) => {
                reader.fault("base", RuleFileErrorKind::BaseOfOtherGame { base: preset.name, game });
                AnyRules::default_of(game)
            }
            None => AnyRules::default_of(game),
        };
        let rules = reader.rules(base);
        reader.refuse_unknown_keys(game);
        let faults = reader.into_faults();
        if faults.is_empty() { Ok(Self { name, about, rules }) } else { Err(ErrorList(faults)) }
    }
}

/// The most characters of a name.
const LONGEST_NAME: usize = 60;

/// A file's stem as a name: people call files anything.
fn presentable(stem: &str) -> String {
    let shown: String = stem.chars().filter(|&c| !is_hidden(c)).take(LONGEST_NAME).collect();
    if shown.trim().is_empty() { "unnamed".to_owned() } else { shown.trim().to_owned() }
}

/// The keys every rule file may have.
const COMMON_KEYS: [&str; 4] = ["game", "name", "about", "base"];

/// The keys of a game's options.
fn keys_of(game: GameKind) -> impl Iterator<Item = &'static str> {
    game.options().iter().map(|option| option.key)
}

/// One thing wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFileError {
    /// The line, from 1; none if it is about the file as a whole.
    pub line: Option<usize>,
    /// The key it is about.
    pub key: Option<String>,
    /// What is wrong.
    pub problem: RuleFileErrorKind,
}

impl RuleFileError {
    const fn whole_file(problem: RuleFileErrorKind) -> Self {
        Self { line: None, key: None, problem }
    }
}

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        self.problem.fmt(f)
    }
}

impl Coded for RuleFileError {
    fn code(&self) -> &'static str {
        "bad-rules"
    }
}

/// What can be wrong in a rule file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleFileErrorKind {
    /// The file is larger than any rule file needs to be.
    #[error("a rule file has at most 64 KiB")]
    TooLarge,
    /// Not TOML; the words are the parser's.
    #[error("{0}")]
    Syntax(String),
    /// A key that must be there is not.
    #[error("is missing; it says whose rules these are: \"mancala\" or \"senet\"")]
    Missing,
    /// A key of no game, or of the other one.
    #[error("is no rule of {game}{}", nearest.map(|key| format!(" (did you mean {key}?)")).unwrap_or_default())]
    UnknownKey {
        /// The game of the file.
        game: GameKind,
        /// What was probably meant.
        nearest: Option<&'static str>,
    },
    /// The value has another type.
    #[error("must be {0}")]
    Type(&'static str),
    /// The number is too small or too large.
    #[error("must be a number from {low} to {high}")]
    Range {
        /// The least.
        low: u8,
        /// The most.
        high: u8,
    },
    /// The number is none of the few allowed.
    #[error("must be {}", .0.iter().map(u8::to_string).collect::<Vec<_>>().join(" or "))]
    Numbers(Vec<u8>),
    /// The word is none of the few allowed.
    #[error(transparent)]
    Keyword(#[from] crate::KeywordError),
    /// No preset has this name.
    #[error("is no shipped rule set; there are {}{}",
        crate::PRESETS.map(|preset| preset.name).join(", "),
        nearest.map(|name| format!(" (did you mean {name}?)")).unwrap_or_default())]
    UnknownBase {
        /// What was probably meant.
        nearest: Option<&'static str>,
    },
    /// The preset belongs to the other game.
    #[error("{base} is not a rule set of {game}")]
    BaseOfOtherGame {
        /// The preset.
        base: &'static str,
        /// The game of the file.
        game: GameKind,
    },
    /// The text cannot be shown on one line.
    #[error("must be one line of 1 to {0} characters")]
    OneLine(usize),
    /// Two rules that do not go together.
    #[error(transparent)]
    Conflict(AnyConflictError),
}

impl Preset {
    /// The names of all presets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        crate::PRESETS.iter().map(|preset| preset.name)
    }
}

/// Whether a character is invisible or changes the direction of others, so that a reader would mistake the text for another.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests;
