//! How positions and moves are written (rules 2.6): `WBWBWBWBWB/WBWB....../.......... w 0/0 -`, `12x15`.

use std::fmt;
use std::str::FromStr;

use super::{Board, Move, Pieces, Position, Roll, Rules, Square, SquareSet};
use crate::{ByPlayer, Chance, Coded, ErrorList, Game, Player};

/// A position as written, not yet checked against rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The squares of each player's pieces, no two on one square.
    pub pieces: ByPlayer<SquareSet>,
    /// How many pieces of each player have left the board.
    pub exited: ByPlayer<u8>,
    /// The player to throw or move; none in a finished game.
    pub to_move: Option<Player>,
    /// The roll on the table.
    pub roll: Option<Roll>,
}

impl Setup {
    /// The pieces each side has in all, on the board and off it.
    pub fn totals(&self) -> ByPlayer<u16> {
        ByPlayer::from_fn(|player| u16::from(self.pieces[player].len()) + u16::from(self.exited[player]))
    }

    /// The playable position.
    ///
    /// # Errors
    /// Everything that keeps it from being one.
    pub fn position(&self, rules: &Rules) -> Result<Position, ErrorList<SetupError>> {
        let mut faults = Vec::new();
        let totals = self.totals();
        let expected = u16::from(rules.pieces.get());
        if totals.one != totals.two {
            faults.push(SetupError::Unequal { white: totals.one, black: totals.two });
        } else if totals.one != expected {
            faults.push(SetupError::Pieces { given: totals.one, expected });
        }
        if self.pieces.one.union(self.pieces.two).contains(Square::WATER) {
            faults.push(SetupError::InWater);
        }
        if let Some(roll) = self.roll
            && !rules.no_dark.throws().iter().any(|&(shown, _)| shown == roll)
        {
            faults.push(SetupError::Roll(roll));
        }
        let finished = Player::BOTH.map(|player| u16::from(self.exited[player]) == expected);
        match finished {
            [true, true] => faults.push(SetupError::TwoWinners),
            [false, false] if self.to_move.is_none() => faults.push(SetupError::NotOver),
            _ => {}
        }
        if !faults.is_empty() {
            return Err(ErrorList(faults));
        }
        let board = Board::from_pieces(self.pieces);
        Ok(Position::from_parts(board, self.exited, self.to_move.unwrap_or(Player::One), self.roll, rules))
    }

    /// The rules for as many pieces as this setup has, if that is a number a game can have.
    pub fn fit(&self, rules: &Rules) -> Option<Rules> {
        let pieces = Pieces::new(u8::try_from(self.totals().one).ok()?)?;
        Some(Rules { pieces, ..*rules })
    }
}

impl FromStr for Setup {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut words = text.split_ascii_whitespace();
        let mut word = || words.next().ok_or(NotationError::Missing);
        let pieces = parse_board(word()?)?;
        let to_move = match word()? {
            "w" => Some(Player::One),
            "b" => Some(Player::Two),
            "-" => None,
            _ => return Err(NotationError::Mover),
        };
        let exited = parse_exits(word()?)?;
        let roll = match word()? {
            "-" => None,
            digit => Some(parse_roll(digit)?),
        };
        if words.next().is_some() {
            return Err(NotationError::Trailing);
        }
        Ok(Self { pieces, exited, to_move, roll })
    }
}

fn parse_board(text: &str) -> Result<ByPlayer<SquareSet>, NotationError> {
    let rows: Vec<&str> = text.split('/').take(4).collect();
    if rows.len() != 3 || rows.iter().any(|row| row.chars().count() != 10) {
        return Err(NotationError::Rows);
    }
    let mut pieces = ByPlayer::<SquareSet>::default();
    let squares = (1..=Square::LAST).filter_map(Square::new);
    for (square, sign) in squares.zip(rows.into_iter().flat_map(str::chars)) {
        match sign {
            '.' => {}
            'W' => pieces.one.insert(square),
            'B' => pieces.two.insert(square),
            sign => return Err(NotationError::Piece { square, sign }),
        }
    }
    Ok(pieces)
}

fn parse_exits(text: &str) -> Result<ByPlayer<u8>, NotationError> {
    let (white, black) = text.split_once('/').ok_or(NotationError::Exits)?;
    let count = |text: &str| small_number(text).filter(|&n| n <= Pieces::MAX).ok_or(NotationError::Exits);
    Ok(ByPlayer { one: count(white)?, two: count(black)? })
}

/// Reads a roll, `1` to `6`.
///
/// # Errors
/// Anything else.
pub(super) fn parse_roll(text: &str) -> Result<Roll, NotationError> {
    small_number(text).and_then(Roll::new).ok_or(NotationError::Roll)
}

/// One or two digits without a leading zero.
fn small_number(text: &str) -> Option<u8> {
    let plain = text.len() <= 2
        && text.bytes().all(|b| b.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}

impl FromStr for Roll {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse_roll(text)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in (1..=Square::LAST).filter_map(Square::new) {
            let sign = if self.pieces.one.contains(square) {
                'W'
            } else if self.pieces.two.contains(square) {
                'B'
            } else {
                '.'
            };
            let row_end = if matches!(square.number(), 10 | 20) { "/" } else { "" };
            write!(f, "{sign}{row_end}")?;
        }
        let side = match self.to_move {
            Some(Player::One) => 'w',
            Some(Player::Two) => 'b',
            None => '-',
        };
        write!(f, " {side} {}/{} ", self.exited.one, self.exited.two)?;
        match self.roll {
            Some(roll) => roll.fmt(f),
            None => f.write_str("-"),
        }
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        Self {
            pieces: ByPlayer::from_fn(|player| position.board().pieces(player)),
            exited: ByPlayer::from_fn(|player| position.exited(player)),
            to_move: position.to_move(),
            roll: position.thrown(),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(self).fmt(f)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to } => write!(f, "{from}-{to}"),
            Self::Swap { from, to } => write!(f, "{from}x{to}"),
            Self::Drown { from, to } => write!(f, "{from}-27>{to}"),
            Self::Return { from, to } => write!(f, "{from}>{to}"),
            Self::Exit { from } => write!(f, "{from}-off"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let square = |text| small_number(text).and_then(Square::new).ok_or(NotationError::Move);
        if text == "pass" {
            Ok(Self::Pass)
        } else if let Some(from) = text.strip_suffix("-off") {
            Ok(Self::Exit { from: square(from)? })
        } else if let Some((from, to)) = text.split_once("-27>") {
            Ok(Self::Drown { from: square(from)?, to: square(to)? })
        } else if let Some((from, to)) = text.split_once('>') {
            Ok(Self::Return { from: square(from)?, to: square(to)? })
        } else if let Some((from, to)) = text.split_once('x') {
            Ok(Self::Swap { from: square(from)?, to: square(to)? })
        } else if let Some((from, to)) = text.split_once('-') {
            Ok(Self::Step { from: square(from)?, to: square(to)? })
        } else {
            Err(NotationError::Move)
        }
    }
}

/// Why a text is not a position, a roll or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// A word is missing.
    #[error("a position is three rows, the side to move, the exits and the roll: `WB../../.. w 0/0 -`")]
    Missing,
    /// The board has another shape.
    #[error("a board is three rows of ten squares with `/` between them")]
    Rows,
    /// A square holds something else.
    #[error("square {square} holds `{sign}`; it may hold `.`, `W` or `B`")]
    Piece {
        /// Where.
        square: Square,
        /// What.
        sign: char,
    },
    /// The side is something else.
    #[error("the side to move is `w`, `b`, or `-` when the game is over")]
    Mover,
    /// The exits are something else.
    #[error("the exits are two numbers from 0 to 10 with `/` between them")]
    Exits,
    /// The roll is something else.
    #[error("a roll is a number from 1 to 6")]
    Roll,
    /// There is more text than a position has.
    #[error("there is something behind the position")]
    Trailing,
    /// Not a move.
    #[error("a move is written like 12-15, 12x15, 26-27>15, 28>15, 30-off or pass")]
    Move,
}

impl Coded for NotationError {
    fn code(&self) -> &'static str {
        match self {
            Self::Move => "bad-move",
            Self::Roll => "bad-roll",
            _ => "bad-position",
        }
    }
}

/// What keeps a setup from being a position of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The sides differ.
    #[error("WHITE has {white} pieces and BLACK {black}, on the board and off it")]
    Unequal {
        /// WHITE's total.
        white: u16,
        /// BLACK's total.
        black: u16,
    },
    /// The rules are for another number.
    #[error("the position has {given} pieces per side, the rules have {expected}")]
    Pieces {
        /// As written.
        given: u16,
        /// As in the rules.
        expected: u16,
    },
    /// Nothing rests on 27.
    #[error("a piece stands in the Water on 27")]
    InWater,
    /// The sticks cannot show it.
    #[error("the sticks cannot show a {0} under these rules")]
    Roll(Roll),
    /// Only one side can be first.
    #[error("both sides have brought all their pieces off")]
    TwoWinners,
    /// `-` stands in a game that goes on.
    #[error("the game is not over, so the position must name the side to move")]
    NotOver,
}

impl Coded for SetupError {
    fn code(&self) -> &'static str {
        "bad-position"
    }
}
