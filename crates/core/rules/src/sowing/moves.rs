use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use super::{MoveRules, NotationError};

/// A pit as its owner counts it (law 1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit(NonZeroU8);

impl Pit {
    /// The pit with this number; none if no side has as many.
    #[inline]
    pub const fn new(number: u8) -> Option<Self> {
        match NonZeroU8::new(number) {
            Some(number) if number.get() as usize <= MoveRules::MAX_SIDE => Some(Self(number)),
            _ => None,
        }
    }

    /// Its number, from 1.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0.get()
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A way round the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Heading {
    /// Towards lower indices: `l`.
    Left,
    /// Towards higher indices: `r`.
    Right,
}

impl Heading {
    /// The other way round.
    #[inline]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::Left => 'l',
            Self::Right => 'r',
        }
    }
}

/// What a player may decide (law 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Sow the stones of a pit, in the given direction where the rules leave a choice.
    Sow(Pit, Option<Heading>),
    /// Take a pit of the opponent, after a capture that gives this right.
    Take(Pit),
    /// Take over the other side (the pie rule).
    Swap,
}

/// `3`, `3l`, `x5` or `swap`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sow(pit, None) => pit.fmt(f),
            Self::Sow(pit, Some(heading)) => write!(f, "{pit}{}", heading.letter()),
            Self::Take(pit) => write!(f, "x{pit}"),
            Self::Swap => f.write_str("swap"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text == "swap" {
            return Ok(Self::Swap);
        }
        let mv = match (text.strip_prefix('x'), text.strip_suffix('l'), text.strip_suffix('r')) {
            (Some(number), ..) => pit(number).map(Self::Take),
            (None, Some(number), _) => pit(number).map(|pit| Self::Sow(pit, Some(Heading::Left))),
            (None, None, Some(number)) => pit(number).map(|pit| Self::Sow(pit, Some(Heading::Right))),
            (None, None, None) => pit(text).map(|pit| Self::Sow(pit, None)),
        };
        mv.ok_or(NotationError::Move)
    }
}

fn pit(text: &str) -> Option<Pit> {
    let is_plain = text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| is_plain).and_then(Pit::new)
}
