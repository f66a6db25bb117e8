//! How positions are written (law 4.1): `1,0,5,2,0,14,6,0,3,2,0,9,6,0 2 marks=5:2,12:1`.

use std::fmt;

use super::position::Opening;
use super::{Board, Fresh, Hole, HoleSet, MarkKeeps, MoveRules, Position, Rules};
use crate::mancala::PieRule;
use crate::{Coded, Game, Player};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board();
        write_list(f, board.counts().iter())?;
        match self.to_move() {
            Some(player) => write!(f, " {player}")?,
            None => f.write_str(" -")?,
        }
        let marks: Vec<String> = (0..board.counts().len())
            .map(Hole::new)
            .filter_map(|hole| Some(format!("{}:{}", hole.index(), board.mark_owner(hole)?)))
            .collect();
        if !marks.is_empty() {
            write!(f, " marks={}", marks.join(","))?;
        }
        for (name, holes) in [("fresh", board.fresh()), ("closed", board.closed())] {
            if !holes.is_empty() {
                write!(f, " {name}=")?;
                write_list(f, holes.iter().map(Hole::index))?;
            }
        }
        if let Some(turns) = self.opening_turns() {
            write!(f, " turns={turns}")?;
        }
        if self.bonus() > 0 {
            write!(f, " bonus={}", self.bonus())?;
        }
        f.write_str(match self.pie() {
            PieRule::Off => "",
            PieRule::FirstTurn => " pie",
            PieRule::Available => " swap",
        })
    }
}

fn write_list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = T>) -> fmt::Result {
    for (place, item) in items.enumerate() {
        write!(f, "{}{item}", if place == 0 { "" } else { "," })?;
    }
    Ok(())
}

impl Position {
    /// Reads a position of a rule set. One that is over but names a player is finished at once.
    ///
    /// # Errors
    /// It is not written like a position, or not one of these rules.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, SetupError> {
        let law = &rules.law;
        let mut words = text.split_ascii_whitespace();
        let mut board = Board::empty(law);
        read_counts(words.next().ok_or(NotationError::Empty)?, &mut board)?;
        let total = board.total();
        if total == 0 {
            return Err(SetupError::NoStones);
        }
        if total > u32::from(Self::MOST_STONES) {
            return Err(SetupError::TooManyStones(total));
        }
        let to_move = match words.next().ok_or(NotationError::NoMover)? {
            "1" => Some(Player::One),
            "2" => Some(Player::Two),
            "-" => None,
            _ => return Err(NotationError::Mover.into()),
        };
        let mut opening = Opening { turns: law.opening_moves(), bonus: 0, pie: PieRule::Off };
        let mut known = FIELDS.iter();
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            // The fields have an order, so none can stand there twice.
            let field = known.find(|field| field.name == name);
            let field = field.ok_or_else(|| unknown_field(name))?;
            if !(field.is_known)(rules) {
                return Err(SetupError::UnknownField(field.name));
            }
            (field.read)(value, law, &mut board, &mut opening).ok_or(SetupError::Field(field.name))?;
        }
        if opening.bonus > 0
            && to_move.is_none_or(|player| board.occupied(!player).count() < opening.bonus.into())
        {
            return Err(SetupError::Field("bonus"));
        }
        let with = |player| Self::from_parts(&board, law, player, opening);
        match to_move {
            Some(player) => Ok(with(player)),
            // Who was to move is not written; the game is over if it is for either player.
            None => {
                let mut over =
                    Player::BOTH.into_iter().map(with).filter(|position| position.outcome().is_some());
                over.next().ok_or(SetupError::NotOver)
            }
        }
    }
}

fn unknown_field(name: &str) -> SetupError {
    let known = FIELDS.iter().find(|field| field.name == name);
    known.map_or(SetupError::Notation(NotationError::Trailing), |field| SetupError::Field(field.name))
}

fn read_counts(text: &str, board: &mut Board) -> Result<(), SetupError> {
    let expected = board.counts().len();
    let given = text.split(',').count();
    if given != expected {
        return Err(SetupError::Holes { given, expected });
    }
    for (place, (slot, count)) in board.counts_mut().iter_mut().zip(text.split(',')).enumerate() {
        *slot = number(count).ok_or(NotationError::Count { place: place + 1 })?;
    }
    Ok(())
}

/// A number of at most four digits and nothing else.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let is_plain = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

type ReadField = fn(&str, &MoveRules, &mut Board, &mut Opening) -> Option<()>;

/// A part of a position behind the player to move.
struct Field {
    name: &'static str,
    /// Whether positions of a rule set may have it.
    is_known: fn(&Rules) -> bool,
    read: ReadField,
}

/// The fields in the order in which they are written.
const FIELDS: [Field; 7] = [
    Field {
        name: "marks",
        is_known: |rules| rules.law.mark > 0 || rules.law.mark_pair > 0,
        read: |text, law, board, _| {
            for mark in text.split(',') {
                let (index, owner) = mark.split_once(':')?;
                let hole = pit(index, board)?;
                let owner = match owner {
                    "1" => Player::One,
                    "2" => Player::Two,
                    _ => return None,
                };
                if board.is_marked(hole) || (law.mark_keeps == MarkKeeps::Store && board.stones(hole) > 0) {
                    return None;
                }
                board.marks[owner].insert(hole);
            }
            Some(())
        },
    },
    Field {
        name: "fresh",
        is_known: |rules| rules.law.fresh == Fresh::Safe,
        read: |text, _, board, _| {
            board.fresh = pits(text, board)?;
            Some(())
        },
    },
    Field {
        name: "closed",
        is_known: |_| true,
        read: |text, _, board, _| {
            board.closed = pits(text, board)?;
            let is_clear = |hole| board.stones(hole) == 0 && !board.is_marked(hole);
            board.closed.iter().all(is_clear).then_some(())
        },
    },
    Field {
        name: "turns",
        is_known: |rules| rules.law.opening_moves() > 0,
        read: |text, law, _, opening| {
            opening.turns = number(text).filter(|&turns| turns < law.opening_moves())?;
            Some(())
        },
    },
    Field {
        name: "bonus",
        is_known: |rules| rules.law.bonus > 0,
        read: |text, law, _, opening| {
            opening.bonus = number(text).filter(|bonus| (1..=law.bonus).contains(bonus))?;
            Some(())
        },
    },
    Field {
        name: "pie",
        is_known: |rules| rules.pie,
        read: |text, _, _, opening| {
            opening.pie = PieRule::FirstTurn;
            text.is_empty().then_some(())
        },
    },
    Field {
        name: "swap",
        is_known: |rules| rules.pie,
        read: |text, _, _, opening| {
            opening.pie = PieRule::Available;
            text.is_empty().then_some(())
        },
    },
];

/// The pit with this index.
fn pit(text: &str, board: &Board) -> Option<Hole> {
    let hole = number(text).filter(|&index: &usize| index < board.counts().len()).map(Hole::new)?;
    (!board.is_store(hole)).then_some(hole)
}

/// The pits with these indices, each once.
fn pits(text: &str, board: &Board) -> Option<HoleSet> {
    let mut holes = HoleSet::default();
    for index in text.split(',') {
        let hole = pit(index, board)?;
        if holes.contains(hole) {
            return None;
        }
        holes.insert(hole);
    }
    Some(holes)
}

/// Why a text is not written like a position or a move.
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
    /// The second word is missing.
    #[error("the position does not say who is to move")]
    NoMover,
    /// The second word is something else.
    #[error("the player to move is `1`, `2`, or `-` when the game is over")]
    Mover,
    /// There is more text than a position has.
    #[error("a position ends with fields like marks=5:2; this one has something else there")]
    Trailing,
    /// A move is a pit's number.
    #[error(
        "a move is the number of a pit, with l or r where both directions are open, a pit to take like x5, or `swap`"
    )]
    Move,
}

impl Coded for NotationError {
    fn code(&self) -> &'static str {
        if *self == Self::Move { "bad-move" } else { "bad-position" }
    }
}

/// Why a text is not a position of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// It is not written like a position.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The rules are for another board.
    #[error("the position has {given} counts, the board of these rules has {expected} pits and stores")]
    Holes {
        /// As written.
        given: usize,
        /// As in the rules.
        expected: usize,
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
    /// These rules have no such field.
    #[error("positions of these rules have no field {0}")]
    UnknownField(&'static str),
    /// A field has a value it cannot have, or is not in its place.
    #[error("the field {0} has a value that does not fit, or stands in the wrong place")]
    Field(&'static str),
}

impl Coded for SetupError {
    fn code(&self) -> &'static str {
        "bad-position"
    }
}
