//! A whole game as text (`docs/developing/file-formats.md`): tags like PGN, one line per turn, and an `end` line that
//! proves nothing is missing. Reading replays every move through the rules.

mod reader;
mod writer;

use std::fmt;

pub(crate) use reader::{is_record_tag, parse_tag};
pub(crate) use writer::tag as write_tag;

use crate::{
    AnyPly, AnyPosition, AnyRules, AppliedMove, ByPlayer, Coded, Keyword, Outcome, Player, PlyError, Steps,
};

/// A game that can be kept, sent, replayed and gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the rule set.
    pub rule_set: String,
    /// The rules themselves, so that the record outlives the rule file.
    pub rules: AnyRules,
    /// Who plays.
    pub players: ByPlayer<Seat>,
    /// The toss that decided who begins, if there was one.
    pub coin: Option<Coin>,
    /// Where the sticks and the computer's choices come from, so that a resumed game continues as it would have.
    pub seed: Option<u64>,
    /// How the game ended beside the board; the tag `Ended` says why.
    pub decided: Option<Outcome>,
    /// Other tags, kept as they are.
    pub notes: Vec<(String, String)>,
    start: AnyPosition,
    plies: Vec<AnyPly>,
    /// The position before each ply, and the last one.
    positions: Vec<AnyPosition>,
}

impl Record {
    /// The version this program writes; it reads no newer one.
    pub const VERSION: u32 = 1;
    /// No game is longer; more is refused unread.
    pub const MAX_FILE_BYTES: usize = 4 * 1024 * 1024;

    /// A game that has not begun.
    pub fn new(
        rule_set: impl Into<String>,
        rules: AnyRules,
        start: AnyPosition,
        players: ByPlayer<Seat>,
    ) -> Self {
        Self {
            rule_set: rule_set.into(),
            rules,
            players,
            coin: None,
            seed: None,
            decided: None,
            notes: Vec::new(),
            start,
            plies: Vec::new(),
            positions: vec![start],
        }
    }

    /// Where the game began.
    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// Where it stands.
    pub fn position(&self) -> &AnyPosition {
        self.positions.last().expect("a record has its start")
    }

    /// The position before each ply, and the last one.
    pub fn positions(&self) -> &[AnyPosition] {
        &self.positions
    }

    /// What was played.
    pub fn plies(&self) -> &[AnyPly] {
        &self.plies
    }

    /// What was played, by whom.
    pub fn moves(&self) -> impl Iterator<Item = (Player, AnyPly)> {
        self.plies.iter().zip(&self.positions).map(|(&ply, before)| {
            (before.to_move().expect("somebody was to move where a move was played"), ply)
        })
    }

    /// How the game ended on the board, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    /// Plays on, and tells what the move did.
    ///
    /// # Errors
    /// The ply is not legal here.
    pub fn play(&mut self, ply: AnyPly) -> Result<AppliedMove, PlyError> {
        let applied = self.preview(ply)?;
        self.go_on();
        self.plies.push(ply);
        self.positions.push(applied.after);
        Ok(applied)
    }

    /// What `ply` would do, without playing it.
    ///
    /// # Errors
    /// The ply is not legal here.
    pub fn preview(&self, ply: AnyPly) -> Result<AppliedMove, PlyError> {
        apply_after(&self.positions, ply)
    }

    /// What ply number `ply` did, from 0; none where the game is shorter.
    pub fn applied(&self, ply: usize) -> Option<AppliedMove> {
        let (so_far, played) = (self.positions.get(..=ply)?, *self.plies.get(ply)?);
        Some(apply_after(so_far, played).expect("a recorded ply is legal"))
    }

    /// Takes back everything after the first `plies` plies.
    pub fn take_back_to(&mut self, plies: usize) {
        self.go_on();
        self.plies.truncate(plies);
        self.positions.truncate(plies + 1);
    }
}

/// Plays `ply` in the last of these positions of a game. A sowing game may end because a position has come again.
fn apply_after(positions: &[AnyPosition], ply: AnyPly) -> Result<AppliedMove, PlyError> {
    let position = positions.last().expect("a record has its start");
    let mut applied = position.apply(ply)?;
    if let (AnyPosition::Sowing(after), Steps::Sowing(steps)) = (&mut applied.after, &mut applied.steps) {
        let earlier = positions.iter().rev().map_while(|position| match position {
            AnyPosition::Sowing(position) => Some(&**position),
            AnyPosition::Mancala(_) | AnyPosition::Senet(_) => None,
        });
        after.end_if_repeated(earlier, &mut **steps);
    }
    Ok(applied)
}

/// The tag that says why a game is over.
const ENDED: &str = "Ended";

impl Record {
    /// Believes a result that the board does not have, if the tag `Ended` has a reason for it.
    pub(crate) fn decide(&mut self, outcome: Outcome) -> bool {
        let why = self.notes.iter().find(|(name, _)| name == ENDED).map(|(_, why)| why.as_str());
        let is_reason = match outcome {
            Outcome::Win(_) => matches!(why, Some("resigned" | "time" | "claimed")),
            Outcome::Draw => why == Some("agreed"),
        };
        if is_reason && self.outcome().is_none() {
            self.decided = Some(outcome);
        }
        self.decided == Some(outcome)
    }

    /// Removes a result that was decided beside the board, because the game is played on.
    fn go_on(&mut self) {
        if self.decided.take().is_some() {
            self.notes.retain(|(name, _)| name != ENDED);
        }
    }
}

/// Who sits on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// `human`, or the name of a computer player.
    pub kind: String,
}

/// The two sides of a coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoinSide {
    /// Heads.
    Heads,
    /// Tails.
    Tails,
}

impl Keyword for CoinSide {
    const KEYWORDS: &'static [(&'static str, Self)] = &[("heads", Self::Heads), ("tails", Self::Tails)];
}

/// A toss: Player 1 called a side, Player 2 got the other, the coin fell (rules 1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coin {
    /// What Player 1 called.
    pub called: CoinSide,
    /// What the coin showed.
    pub fell: CoinSide,
}

impl Coin {
    /// Whose side came up: the one who begins.
    pub fn first(self) -> Player {
        if self.called == self.fell { Player::One } else { Player::Two }
    }
}

/// Why a text is not a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: RecordErrorKind,
}

impl std::error::Error for RecordError {}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl Coded for RecordError {
    fn code(&self) -> &'static str {
        match self.problem {
            RecordErrorKind::Newer(_) => "newer-record",
            _ => "bad-record",
        }
    }
}

/// What can be wrong in a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordErrorKind {
    /// Another kind of file.
    #[error("this is no gebeta record; it would begin with [Gebeta \"1\"]")]
    NotARecord,
    /// Too long for any game.
    #[error("a record has at most 4 MiB")]
    TooLarge,
    /// Written by a later program.
    #[error("the record has version {0}, this program reads up to version 1")]
    Newer(u32),
    /// A line in brackets that is no tag.
    #[error("a tag is written [Name \"text\"]")]
    Tag,
    /// The same tag twice.
    #[error("the tag {0} stands here for the second time")]
    SecondTag(String),
    /// A tag that must be there is not.
    #[error("the tag {0} is missing before the moves")]
    MissingTag(&'static str),
    /// The tag has another meaning.
    #[error("the tag {tag} must be {expected}")]
    Value {
        /// Which tag.
        tag: &'static str,
        /// What it should hold.
        expected: &'static str,
    },
    /// The rules are wrong.
    #[error("the rules of the game: {0}")]
    Rules(crate::ErrorList<crate::RuleFileError>),
    /// The start is wrong.
    #[error("the start of the game: {0}")]
    Start(crate::PositionError),
    /// The coin gave the first move to the other player.
    #[error("the coin fell for Player {0}, who does not begin")]
    CoinDisagrees(Player),
    /// The line is neither a turn nor the end.
    #[error("a turn is written p1 or p2 and the moves")]
    Turn,
    /// The line names the wrong player.
    #[error("move {ply}: it is Player {to_move}'s turn")]
    OtherPlayer {
        /// Which move, from 1.
        ply: usize,
        /// Who would be next.
        to_move: Player,
    },
    /// A move that cannot be.
    #[error("move {ply} ({text}): {error}")]
    Ply {
        /// Which move, from 1.
        ply: usize,
        /// As written.
        text: String,
        /// What is wrong with it.
        error: PlyError,
    },
    /// The file stops early.
    #[error("the record stops here, after {0} moves, without its end line: the file is cut off")]
    CutOff(usize),
    /// The end line is something else.
    #[error("the last line is written end, the number of moves, and the position")]
    EndLine,
    /// The number of moves is another.
    #[error("the record has {found} moves but its end line counts {counted}: something was edited")]
    Count {
        /// Moves read.
        found: usize,
        /// Moves the end line speaks of.
        counted: usize,
    },
    /// The last position is another.
    #[error("the moves lead to {reached}, not to the position of the end line: something was edited")]
    LastPosition {
        /// Where they lead.
        reached: String,
    },
    /// The result is another.
    #[error("the result is {reached}, not the one of the tag Result: something was edited")]
    Result {
        /// As the moves have it.
        reached: String,
    },
    /// Something stands behind the end.
    #[error("there is something behind the end line")]
    Trailing,
}

#[cfg(test)]
mod tests;
