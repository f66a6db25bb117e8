use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, BitAnd, BitOr};

use super::Size;

/// The stones in the pits of one side in one word, a byte for each pit from the left.
///
/// The narrow word is the fast one and has room for eight pits; every board fits into the wide one.
pub trait SideWord:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + 'static
{
    /// The most pits there is room for.
    const PITS: u8;
    /// A byte holds no more, so all pits of a board together must not.
    const MOST_STONES: u32 = u8::MAX as u32;

    /// A stone in every pit.
    const ONES: Self;

    /// So many stones in one pit, counted from 0, and none in the others.
    fn lone(stones: u32, pit: u32) -> Self;

    /// The stones in a pit.
    fn stones_in(self, pit: u32) -> u32;

    /// The side after a change that may take stones away, and then is more than fits: the sum wraps around.
    #[must_use]
    fn plus(self, change: Self) -> Self;

    /// The side without some stones, or a change that takes some away.
    #[must_use]
    fn minus(self, stones: Self) -> Self;

    /// All stones, which stay below 256.
    fn sum(self) -> u32;

    /// In place of the stones of each pit, those in it and all pits left of it.
    #[must_use]
    fn prefix_sums(self) -> Self;

    /// A 1 in place of the stones of every pit that holds some.
    #[must_use]
    fn occupied(self) -> Self;

    /// The leftmost pit that holds stones, and the side without it; the pits hold at most a stone each.
    fn split_first(self) -> Option<(u32, Self)>;

    /// The side without its leftmost pit, the others moved there.
    #[must_use]
    fn rest(self) -> Self;

    /// Whether all pits are empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The side with these stones from the left.
    fn of(stones: &[u16]) -> Self {
        let pits = (0..).zip(stones);
        pits.fold(Self::default(), |side, (pit, &n)| side | Self::lone(n.into(), pit))
    }
}

macro_rules! side {
    ($word:ty, $pits:expr) => {
        impl SideWord for $word {
            const PITS: u8 = $pits;
            const ONES: Self = Self::MAX / 0xFF;

            #[inline]
            fn lone(stones: u32, pit: u32) -> Self {
                Self::from(stones) << (8 * pit)
            }

            #[inline]
            fn stones_in(self, pit: u32) -> u32 {
                u32::from((self >> (8 * pit)) as u8)
            }

            #[inline]
            fn plus(self, change: Self) -> Self {
                self.wrapping_add(change)
            }

            #[inline]
            fn minus(self, stones: Self) -> Self {
                self.wrapping_sub(stones)
            }

            #[inline]
            fn sum(self) -> u32 {
                (self.prefix_sums() >> (Self::BITS - 8)) as u32
            }

            #[inline]
            fn prefix_sums(self) -> Self {
                self.wrapping_mul(Self::ONES)
            }

            #[inline]
            fn occupied(self) -> Self {
                // A byte that is not zero carries into its upper bit.
                const LOW: $word = <$word>::ONES * 0x7F;
                ((((self & LOW) + LOW) | self) & !LOW) >> 7
            }

            #[inline]
            fn rest(self) -> Self {
                self >> 8
            }

            #[inline]
            fn split_first(self) -> Option<(u32, Self)> {
                (self != 0).then(|| (self.trailing_zeros() / 8, self & (self - 1)))
            }
        }
    };
}

side!(u64, 8);
side!(u128, Size::MAX);
