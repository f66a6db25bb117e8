use std::fmt;

use crate::{Coded, ErrorList, PlyError, RecordError, RuleFileError, mancala};

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Not one of ours.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Not one of theirs.
    #[error(transparent)]
    Foreign(#[from] ForeignError),
}

impl Coded for ReadError {
    fn code(&self) -> &'static str {
        match self {
            Self::Record(error) => error.code(),
            Self::Foreign(error) => error.code(),
        }
    }
}

/// Why a text of another program cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: ForeignErrorKind,
}

impl std::error::Error for ForeignError {}

impl fmt::Display for ForeignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl Coded for ForeignError {
    fn code(&self) -> &'static str {
        "bad-notation"
    }
}

/// What can be wrong in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForeignErrorKind {
    /// Too long for any game.
    #[error("a game has at most 4 MiB")]
    TooLarge,
    /// There is nothing.
    #[error("there is nothing to read")]
    Empty,
    /// Not between angle brackets, or not a number.
    #[error("number {place} of the board is missing or no number from 0 to 1000")]
    BoardNumber {
        /// Which one, from 1.
        place: usize,
    },
    /// No angle brackets.
    #[error("a board is written <pits,south store,north store,south pits..,north pits..>")]
    BoardShape,
    /// The board has another number of pits than it says.
    #[error("a board of {pits} pits has {expected} numbers, not {found}")]
    BoardSize {
        /// As its first number says.
        pits: u16,
        /// How many numbers that makes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The stones make no position.
    #[error("{0}")]
    Setup(ErrorList<mancala::SetupError>),
    /// Something stands behind it.
    #[error("there is something behind the end of the game")]
    Trailing,
    /// Not a pit.
    #[error("action {place} ({text}) is no pit; pits are 1 to 6 and 8 to 13")]
    Action {
        /// Which one, from 1.
        place: usize,
        /// As written.
        text: String,
    },
    /// A list of actions with one bracket, with two that do not belong together, or with too many.
    #[error("the brackets of the list do not match")]
    ListBrackets,
    /// Two commas, or one at the beginning.
    #[error("a comma without an action before it")]
    ListComma,
    /// A pit of the player who waits.
    #[error("move {ply} ({text}) is a pit of the player who is not to move")]
    OtherSide {
        /// Which move, from 1.
        ply: usize,
        /// As written.
        text: String,
    },
    /// The rules refuse it.
    #[error("move {ply} ({text}): {error}")]
    Ply {
        /// Which move, from 1.
        ply: usize,
        /// As written.
        text: String,
        /// Why.
        error: PlyError,
    },
    /// A line in brackets that is no tag.
    #[error("a tag is written [Name \"text\"]")]
    Tag,
    /// The same tag twice.
    #[error("the tag {0} stands here for the second time")]
    SecondTag(String),
    /// The rules are not named.
    #[error("the tag Variant is missing before the moves")]
    NoVariant,
    /// Rules we do not know.
    #[error("the rules {0:?} are not known here")]
    Variant(String),
    /// Rules that are wrong.
    #[error("the rules of the game: {0}")]
    Rules(ErrorList<RuleFileError>),
    /// The start is no position.
    #[error("the tag FEN is the pits of south and north, their stores, and S or N, with hyphens between")]
    Fen,
    /// No moves, or those of both players.
    #[error("{0:?} is no move of one player; moves are letters, A.. in the south and a.. in the north")]
    Token(String),
    /// A comment without its end.
    #[error("the comment that begins here has no end")]
    OpenComment,
    /// A variation without its end, or an end without one.
    #[error("the brackets of a variation do not match here")]
    OpenVariation,
    /// Another result than the moves have.
    #[error("the moves lead to {reached}, not to the result that is written")]
    Result {
        /// As the moves have it.
        reached: String,
    },
}

/// Why a game cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// A game of Senet.
    #[error("only games of the mancala family can be written so")]
    OnlyMancala,
    /// Other rules than that format has.
    #[error("OpenSpiel has 6 pits with 4 stones and the rules of gebeta, begun by Player 1, without a swap")]
    OtherRules,
    /// A law the Kalah protocol does not have.
    #[error("the Kalah protocol has the rules of gebeta, on any board")]
    OtherLaw,
    /// A literal does not say that sides may be swapped.
    #[error("the Kalah protocol has no swap, and the sides may still be swapped here")]
    PendingSwap,
    /// Nothing to be moved.
    #[error("the game begins with its end")]
    Over,
}

impl Coded for FormatError {
    fn code(&self) -> &'static str {
        "not-expressible"
    }
}
