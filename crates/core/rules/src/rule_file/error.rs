use std::fmt;

use crate::{AnyConflictError, Coded, GameKind};

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
    pub(super) const fn whole_file(problem: RuleFileErrorKind) -> Self {
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
    #[error("is no shipped rule set; `gebeta rules list` names them{}",
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
