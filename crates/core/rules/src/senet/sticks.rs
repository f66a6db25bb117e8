use std::fmt;
use std::num::NonZeroU8;

use super::NoDark;

/// What a throw counts: 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll(NonZeroU8);

impl Roll {
    /// The roll with this value, or none when it is not in `1..=6`.
    #[inline]
    pub const fn new(value: u8) -> Option<Self> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() <= 6 => Some(Self(value)),
            _ => None,
        }
    }

    /// 1 to 6.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    pub(super) const fn constant(value: u8) -> Self {
        match Self::new(value) {
            Some(roll) => roll,
            None => panic!("a roll is 1 to 6"),
        }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of rolls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RollSet {
    /// Bit `n` stands for a roll of `n`.
    bits: u8,
}

impl RollSet {
    /// No roll.
    pub const NONE: Self = Self { bits: 0 };
    /// Every roll there could be.
    pub const ANY: Self = Self { bits: 0b111_1110 };

    /// The rolls with these values, each 1 to 6.
    pub(super) const fn constant(values: &[u8]) -> Self {
        let mut set = Self::NONE;
        let mut i = 0;
        while i < values.len() {
            set.bits |= 1 << Roll::constant(values[i]).get();
            i += 1;
        }
        set
    }

    /// Whether `roll` is one of them.
    #[inline]
    pub const fn contains(self, roll: Roll) -> bool {
        self.bits >> roll.get() & 1 == 1
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The rolls in order.
    pub fn iter(self) -> impl Iterator<Item = Roll> {
        (1..=6).filter_map(Roll::new).filter(move |&roll| self.contains(roll))
    }
}

impl FromIterator<Roll> for RollSet {
    fn from_iter<I: IntoIterator<Item = Roll>>(rolls: I) -> Self {
        Self { bits: rolls.into_iter().fold(0, |bits, roll| bits | 1 << roll.get()) }
    }
}

/// Four thrown sticks, each with its dark or its light side up (rules 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sticks {
    dark: [bool; 4],
}

impl Sticks {
    /// In how many ways four sticks can fall.
    pub const WAYS: u32 = 16;

    /// The sticks from the low four bits of a random number, a set bit being dark.
    pub const fn from_bits(bits: u8) -> Self {
        Self { dark: [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0, bits & 8 != 0] }
    }

    /// The sticks from left to right, true for dark.
    pub const fn dark(self) -> [bool; 4] {
        self.dark
    }

    /// What they count: the dark ones, or `no_dark` if there is none.
    pub fn roll(self, no_dark: NoDark) -> Roll {
        let dark = self.dark.into_iter().filter(|&dark| dark).count() as u8;
        Roll::new(dark).unwrap_or(no_dark.roll())
    }
}

/// `[■ □ □ □]`.
impl fmt::Display for Sticks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, dark) in self.dark.into_iter().enumerate() {
            write!(f, "{}{}", if place == 0 { '[' } else { ' ' }, if dark { '■' } else { '□' })?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chance;
    use crate::senet::{Position, Rules};

    #[test]
    fn the_weights_are_the_ways_the_sticks_can_fall() {
        for no_dark in [NoDark::Five, NoDark::Six] {
            let start = Position::start(&Rules { no_dark, ..Rules::CLASSIC });
            for &(roll, weight) in start.throws() {
                let ways = (0..16).filter(|&bits| Sticks::from_bits(bits).roll(no_dark) == roll).count();
                assert_eq!(ways, weight as usize, "{no_dark:?} {roll}");
            }
            assert_eq!(start.throws().iter().map(|&(_, w)| w).sum::<u32>(), Sticks::WAYS);
        }
    }

    #[test]
    fn sticks_are_shown_dark_and_light() {
        assert_eq!(Sticks::from_bits(0b0001).to_string(), "[■ □ □ □]");
    }
}
