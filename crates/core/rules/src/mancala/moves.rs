use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use super::{NotationError, Size};

/// A pit as its owner counts it: 1 is leftmost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit(NonZeroU8);

impl Pit {
    /// The pit with this number, or none when it is not in `1..=12`.
    #[inline]
    pub const fn new(number: u8) -> Option<Self> {
        match NonZeroU8::new(number) {
            Some(number) if number.get() <= Size::MAX => Some(Self(number)),
            _ => None,
        }
    }

    /// 1 to 12.
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

/// What a player may decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Sow the stones of a pit.
    Sow(Pit),
    /// Take over the other side (the pie rule).
    Swap,
}

/// `1` to `12`, or `swap`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sow(pit) => pit.fmt(f),
            Self::Swap => f.write_str("swap"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let plain_number =
            text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
        match text {
            "swap" => Ok(Self::Swap),
            _ if plain_number => {
                text.parse().ok().and_then(Pit::new).map(Self::Sow).ok_or(NotationError::Move)
            }
            _ => Err(NotationError::Move),
        }
    }
}

/// The legal moves of a position: pits from the left, then the swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Moves {
    /// Bit `i` stands for pit `i + 1`, [`Self::SWAP`] for the swap.
    bits: u16,
}

impl Moves {
    const SWAP: u16 = 1 << 15;

    /// The pits of `side` that hold stones.
    #[inline]
    pub(super) fn occupied(side: &[u16]) -> Self {
        let bits = side.iter().rev().fold(0, |bits, &n| (bits << 1) | u16::from(n != 0));
        Self { bits }
    }

    #[inline]
    pub(super) const fn with_swap(self) -> Self {
        Self { bits: self.bits | Self::SWAP }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.bits == 0 {
            return None;
        }
        let lowest = self.bits.trailing_zeros() as u8;
        self.bits &= self.bits - 1;
        Some(Pit::new(lowest + 1).map_or(Move::Swap, Move::Sow))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.bits.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Moves {}
