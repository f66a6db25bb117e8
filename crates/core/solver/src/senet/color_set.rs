//! Sets of colorings of a block, so that a question about who stands where is answered for all of them at once.

use std::ops::{BitAnd, BitOr, Not};

use super::index::bits;

/// Some colorings, a bit for each; as many words as the layer needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColorSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> ColorSet<WORDS> {
    pub(super) const NONE: Self = Self([0; WORDS]);

    pub(super) fn insert(&mut self, coloring: usize) {
        self.0[coloring / 64] |= 1 << (coloring % 64);
    }

    /// Those of this set that are not in another.
    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Visits them in order.
    #[inline]
    pub(super) fn for_each(self, mut visit: impl FnMut(usize)) {
        for (number, word) in self.0.into_iter().enumerate() {
            for half in 0..2 {
                let part = (word >> (32 * half)) as u32;
                bits(part).for_each(|bit| visit(64 * number + 32 * half + bit as usize));
            }
        }
    }
}

impl<const WORDS: usize> BitAnd for ColorSet<WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }
}

impl<const WORDS: usize> BitOr for ColorSet<WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }
}

impl<const WORDS: usize> Not for ColorSet<WORDS> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}
