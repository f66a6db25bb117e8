//! How positions are written (rules 1.8): `4,4,4,4,4,4,0,4,4,4,4,4,4,0 1`.

use std::fmt;
use std::str::FromStr;

use super::{Board, PieRule, Position, Rules};
use crate::{Coded, ErrorList, Game, Player};

/// A position as written: any counts, any mover, not yet checked against rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The stones.
    pub board: Board,
    /// The player to move; none in a finished game.
    pub to_move: Option<Player>,
    /// Whether the second player may still swap.
    pub pie: PieRule,
}

impl Setup {
    /// The playable position, finished at once if the board says so.
    ///
    /// # Errors
    /// Everything that keeps it from being one.
    pub fn position(&self, rules: &Rules) -> Result<Position, ErrorList<SetupError>> {
        let mut faults = Vec::new();
        let (given, expected) = (self.board.pits().get(), rules.pits.get());
        if given != expected {
            faults.push(SetupError::Pits { given, expected });
        }
        let total = self.board.total();
        if total == 0 {
            faults.push(SetupError::NoStones);
        }
        if total > u32::from(Position::MOST_STONES) {
            faults.push(SetupError::TooManyStones(total));
        }
        if self.pie != PieRule::Off && !rules.pie {
            faults.push(SetupError::NoPie);
        }
        if !faults.is_empty() {
            return Err(ErrorList(faults));
        }
        let position =
            Position::from_parts(self.board, rules.law, self.to_move.unwrap_or(Player::One), self.pie);
        if self.to_move.is_none() && position.outcome().is_none() {
            return Err(ErrorList(vec![SetupError::NotOver]));
        }
        Ok(position)
    }
}

impl FromStr for Setup {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut words = text.split_ascii_whitespace();
        let counts = words.next().ok_or(NotationError::Empty)?;
        let board = parse_board(counts)?;
        let to_move = match words.next().ok_or(NotationError::NoMover)? {
            "1" => Some(Player::One),
            "2" => Some(Player::Two),
            "-" => None,
            _ => return Err(NotationError::Mover),
        };
        let pie = match words.next() {
            None => PieRule::Off,
            Some("pie") => PieRule::FirstTurn,
            Some("swap") => PieRule::Available,
            Some(_) => return Err(NotationError::Trailing),
        };
        match words.next() {
            None => Ok(Self { board, to_move, pie }),
            Some(_) => Err(NotationError::Trailing),
        }
    }
}

fn parse_board(text: &str) -> Result<Board, NotationError> {
    // One more than any board has: enough to see that there are too many.
    let mut counts = [0; 27];
    let mut holes = 0;
    for (place, count) in text.split(',').enumerate() {
        let digits = !count.is_empty() && count.len() <= 4 && count.bytes().all(|b| b.is_ascii_digit());
        let slot = counts.get_mut(place).ok_or(NotationError::Holes)?;
        *slot = count.parse().ok().filter(|_| digits).ok_or(NotationError::Count { place: place + 1 })?;
        holes = place + 1;
    }
    Board::from_counts(&counts[..holes]).ok_or(NotationError::Holes)
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, count) in self.counts().iter().enumerate() {
            write!(f, "{}{count}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)?;
        match self.to_move {
            Some(player) => write!(f, " {player}")?,
            None => f.write_str(" -")?,
        }
        f.write_str(match self.pie {
            PieRule::Off => "",
            PieRule::FirstTurn => " pie",
            PieRule::Available => " swap",
        })
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        Self { board: *position.board(), to_move: position.to_move(), pie: position.pie() }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(self).fmt(f)
    }
}

/// Why a text is not a position or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Nothing was written.
    #[error("a position is the counts of all holes, a space and the player to move")]
    Empty,
    /// A count is not a number.
    #[error("count {place} of the position is not a number from 0 to 1000")]
    Count {
        /// Which count, from 1.
        place: usize,
    },
    /// No board has that many holes.
    #[error("a board has 4, 6, .. or 26 holes: 1 to 12 pits and a store on each side")]
    Holes,
    /// The second word is missing.
    #[error("the position does not say who is to move")]
    NoMover,
    /// The second word is something else.
    #[error("the player to move is `1`, `2`, or `-` when the game is over")]
    Mover,
    /// There is more text than a position has.
    #[error("there is something behind the position")]
    Trailing,
    /// A move is a pit's number.
    #[error("a move is the number of a pit, 1 to 12 from the mover's left, or `swap`")]
    Move,
}

impl Coded for NotationError {
    fn code(&self) -> &'static str {
        if *self == Self::Move { "bad-move" } else { "bad-position" }
    }
}

/// What keeps a setup from being a position of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The rules are for another board.
    #[error("the position has {given} pits per side, the rules have {expected}")]
    Pits {
        /// As written.
        given: u8,
        /// As in the rules.
        expected: u8,
    },
    /// There are no stones.
    #[error("there are no stones")]
    NoStones,
    /// Beyond any game.
    #[error("{0} stones are more than 1000")]
    TooManyStones(u32),
    /// `-` stands in a game that goes on.
    #[error("the game is not over, so the position must name the player to move")]
    NotOver,
    /// The swap is not in the rules.
    #[error("these rules have no swap of sides")]
    NoPie,
}

impl Coded for SetupError {
    fn code(&self) -> &'static str {
        "bad-position"
    }
}
