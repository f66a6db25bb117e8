use std::fmt;
use std::ops::RangeInclusive;

/// How strong an opponent is, from 1, for a first game, to 8, the strongest there is (`docs/playing/levels.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The numbers there are.
    pub const RANGE: RangeInclusive<u8> = 1..=8;
    /// The strongest.
    pub const TOP: Self = Self(8);
    /// The default: a match for most players.
    pub const USUAL: Self = Self(4);

    /// From this level on, players use tablebases.
    pub const KNOWING: Self = Self(7);

    /// The level with this number, or none when it is not in `1..=8`.
    pub fn new(number: u8) -> Option<Self> {
        Self::RANGE.contains(&number).then_some(Self(number))
    }

    /// Its number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Every level, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        Self::RANGE.map(Self)
    }

    /// Its entry in a list of one for each level.
    pub(crate) fn of<T: Copy>(self, list: &[T; 8]) -> T {
        list[usize::from(self.0) - 1]
    }
}

/// The name as `--p2` takes it.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level{}", self.0)
    }
}
