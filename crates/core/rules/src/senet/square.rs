use std::fmt;
use std::num::NonZeroU8;

/// A square along the path, 1 to 30 (rules 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(NonZeroU8);

impl Square {
    /// The last square.
    pub const LAST: u8 = 30;
    /// 15, the House of Rebirth.
    pub const REBIRTH: Self = Self::constant(15);
    /// 26, the House of Happiness.
    pub const HAPPINESS: Self = Self::constant(26);
    /// 27, the House of Water.
    pub const WATER: Self = Self::constant(27);
    /// 28, the House of Three Truths.
    pub const THREE_TRUTHS: Self = Self::constant(28);
    /// 29, the House of Re-Atoum.
    pub const RE_ATOUM: Self = Self::constant(29);
    /// 30, the House of Horus.
    pub const HORUS: Self = Self::constant(30);

    /// The square with this number, or none when it is not in `1..=30`.
    #[inline]
    pub const fn new(number: u8) -> Option<Self> {
        match NonZeroU8::new(number) {
            Some(number) if number.get() <= Self::LAST => Some(Self(number)),
            _ => None,
        }
    }

    /// 1 to 30.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The house on this square, if it is one.
    pub const fn house(self) -> Option<House> {
        match self.number() {
            15 => Some(House::Rebirth),
            26 => Some(House::Happiness),
            27 => Some(House::Water),
            28 => Some(House::ThreeTruths),
            29 => Some(House::ReAtoum),
            30 => Some(House::Horus),
            _ => None,
        }
    }

    const fn constant(number: u8) -> Self {
        match Self::new(number) {
            Some(square) => square,
            None => panic!("a house stands on the board"),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A square with a meaning of its own (rules 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum House {
    /// 15, where the drowned come back.
    Rebirth,
    /// 26, the gate.
    Happiness,
    /// 27, which drowns.
    Water,
    /// 28, left with a 3.
    ThreeTruths,
    /// 29, left with a 2.
    ReAtoum,
    /// 30, left with any throw.
    Horus,
}

impl House {
    /// The sign drawn on the square.
    pub const fn symbol(self) -> char {
        match self {
            Self::Rebirth => '☥',
            Self::Happiness => '⚮',
            Self::Water => '≈',
            Self::ThreeTruths => '⚶',
            Self::ReAtoum => '☉',
            Self::Horus => '⊙',
        }
    }

    /// Its English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rebirth => "House of Rebirth",
            Self::Happiness => "House of Happiness",
            Self::Water => "House of Water",
            Self::ThreeTruths => "House of Three Truths",
            Self::ReAtoum => "House of Re-Atoum",
            Self::Horus => "House of Horus",
        }
    }
}

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet {
    /// Bit `n` stands for square `n`, so that moving along the path is a shift.
    bits: u32,
}

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self { bits: 0 };

    /// These squares.
    pub const fn of(squares: &[Square]) -> Self {
        let mut set = Self::EMPTY;
        let mut i = 0;
        while i < squares.len() {
            set.bits |= 1 << squares[i].number();
            i += 1;
        }
        set
    }

    /// The squares of these bits, which stand for squares only.
    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self { bits }
    }

    /// The squares strictly between two numbers, in whatever order they come.
    #[inline]
    pub(super) const fn between(a: u8, b: u8) -> Self {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let below_high = (1u64 << high) - 1;
        let up_to_low = (1u64 << (low + 1)) - 1;
        Self { bits: (below_high & !up_to_low) as u32 }
    }

    /// Whether `square` is one of them.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.bits >> square.number() & 1 == 1
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u8 {
        self.bits.count_ones() as u8
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.bits |= 1 << square.number();
    }

    /// Takes a square out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.bits &= !(1 << square.number());
    }

    /// The squares of both sets.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self { bits: self.bits | other.bits }
    }

    /// The squares that are in both sets.
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self { bits: self.bits & other.bits }
    }

    /// The squares of this set whose predecessor or successor is in it too.
    #[inline]
    pub(super) const fn paired(self) -> Self {
        Self { bits: self.bits & (self.bits << 1 | self.bits >> 1) }
    }

    /// The squares of this set that stand in an unbroken run of at least `length`, which is 1 to 3.
    #[inline]
    pub(super) const fn in_runs_of(self, length: u8) -> Self {
        let mut last_of_run = self.bits;
        let mut i = 1;
        while i < length {
            last_of_run &= self.bits << i;
            i += 1;
        }
        let mut bits = last_of_run;
        let mut i = 1;
        while i < length {
            bits |= last_of_run >> i;
            i += 1;
        }
        Self { bits }
    }

    /// Bit `n` for square `n`, for evaluations that count with shifts.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.bits
    }
}

/// From the lowest square to the highest.
impl Iterator for SquareSet {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let lowest = Square::new(self.bits.trailing_zeros() as u8)?;
        self.remove(lowest);
        Some(lowest)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.len());
        (left, Some(left))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[u8]) -> SquareSet {
        numbers.iter().map(|&n| Square::new(n).unwrap()).collect()
    }

    #[test]
    fn runs_and_pairs_are_found_where_they_stand() {
        assert_eq!(set(&[1, 2, 3, 5, 6, 9]).in_runs_of(3), set(&[1, 2, 3]));
        assert_eq!(set(&[1, 2, 3, 5, 6, 9]).in_runs_of(2), set(&[1, 2, 3, 5, 6]));
        assert_eq!(set(&[9, 10, 11, 26, 28, 29, 30]).in_runs_of(3), set(&[9, 10, 11, 28, 29, 30]));
        assert_eq!(set(&[1, 3, 4, 30]).paired(), set(&[3, 4]));
    }

    #[test]
    fn between_leaves_both_ends_out() {
        assert_eq!(SquareSet::between(3, 6), set(&[4, 5]));
        assert_eq!(SquareSet::between(6, 3), set(&[4, 5]));
        assert_eq!(SquareSet::between(26, 31), set(&[27, 28, 29, 30]));
        assert_eq!(SquareSet::between(4, 5), SquareSet::EMPTY);
    }
}
