//! A number for every way pieces can stand, without a gap and without a key.

use gebeta_rules::Game;
use gebeta_rules::senet::{Position, Square, SquareSet};

/// The positions with so many pieces of each side on the board, seen by the player to throw.
///
/// What has left the board does not matter, and both sides walk the same way under the same rules: so a position is
/// two sets of squares, the mover's first. Its index is the rank of the occupied squares among all such sets, times the
/// number of colorings, plus the rank of the coloring. The colorings of one occupied set are a *block*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layer {
    own: u8,
    theirs: u8,
}

impl Layer {
    /// The most pieces on the board of which there are tables.
    pub const MOST_TOTAL: u8 = 10;

    /// The layer with so many pieces of the player to throw and of the other, at least one each and ten together.
    pub const fn new(own: u8, theirs: u8) -> Option<Self> {
        if own >= 1 && theirs >= 1 && own <= Self::MOST_TOTAL && theirs <= Self::MOST_TOTAL - own {
            Some(Self { own, theirs })
        } else {
            None
        }
    }

    /// The layer of a position; none at the end of a game, and with more pieces than there are tables of.
    pub fn of(position: &Position) -> Option<Self> {
        let (mover, board) = (position.to_move()?, position.board());
        Self::new(board.pieces(mover).len(), board.pieces(!mover).len())
    }

    /// The pieces of the player to throw.
    pub const fn own(self) -> u8 {
        self.own
    }

    /// The pieces of the other player.
    pub const fn theirs(self) -> u8 {
        self.theirs
    }

    /// The layer the other player sees.
    pub const fn mirrored(self) -> Self {
        Self { own: self.theirs, theirs: self.own }
    }

    /// Itself and its mirror image where that is another.
    pub(super) fn with_mirrored(self) -> impl Iterator<Item = Self> {
        [self, self.mirrored()].into_iter().take(if self.own == self.theirs { 1 } else { 2 })
    }

    /// A small number that no other layer has.
    pub(super) const fn code(self) -> usize {
        (self.own as usize - 1) * Self::MOST_TOTAL as usize + self.theirs as usize - 1
    }

    /// The layer after a piece of the player to throw has left the board; none if it was the last.
    pub const fn after_exit(self) -> Option<Self> {
        Self::new(self.own - 1, self.theirs)
    }

    /// All pieces on the board.
    pub const fn total(self) -> u8 {
        self.own + self.theirs
    }

    /// How many sets of squares the pieces can occupy.
    pub const fn blocks(self) -> usize {
        choose(RESTING, self.total()) as usize
    }

    /// How many positions one set of occupied squares holds.
    pub const fn colorings(self) -> usize {
        choose(self.total(), self.own) as usize
    }

    /// How many positions there are.
    pub const fn positions(self) -> u64 {
        self.blocks() as u64 * self.colorings() as u64
    }

    /// The same where they are held in memory.
    #[expect(clippy::len_without_is_empty, reason = "no layer is empty")]
    pub const fn len(self) -> usize {
        self.blocks() * self.colorings()
    }

    /// The index of a position of this layer.
    #[inline]
    pub fn rank(self, own: SquareSet, theirs: SquareSet) -> usize {
        debug_assert_eq!((own.len(), theirs.len()), (self.own, self.theirs));
        let (own, occupied) = (resting(own), resting(own.union(theirs)));
        rank(occupied) as usize * self.colorings() + rank(compress(own, occupied)) as usize
    }

    /// The squares of the player to throw and of the other at an index below [`Self::len`].
    pub fn unrank(self, index: usize) -> (SquareSet, SquareSet) {
        let occupied = unrank((index / self.colorings()) as u32, self.total());
        let coloring = unrank((index % self.colorings()) as u32, self.own);
        let own = expand(coloring, occupied);
        (squares(own), squares(occupied & !own))
    }
}

/// How many pieces a block has at most.
pub(super) const PIECES: usize = Layer::MOST_TOTAL as usize;

/// The squares on which a piece can rest: all but the Water.
const RESTING: u8 = Square::LAST - 1;

/// The squares below the Water.
const BELOW_WATER: u32 = (1 << (Square::WATER.number() - 1)) - 1;

/// A set of squares on which pieces rest, as bits 0 to 28 without a gap for the Water.
#[inline]
const fn resting(squares: SquareSet) -> u32 {
    let bits = squares.bits();
    (bits >> 1 & BELOW_WATER) | (bits >> 2 & !BELOW_WATER)
}

/// Such a set with bit `n` for square `n`.
#[inline]
pub(super) const fn on_squares(resting: u32) -> u32 {
    (resting & BELOW_WATER) << 1 | (resting & !BELOW_WATER) << 2
}

/// The bit of a square in such a set.
#[inline]
pub(super) const fn resting_bit(square: u8) -> u32 {
    square as u32 - if square < Square::WATER.number() { 1 } else { 2 }
}

/// The squares behind such bits.
fn squares(resting: u32) -> SquareSet {
    bits(on_squares(resting)).filter_map(|square| Square::new(square as u8)).collect()
}

/// The numbers of the set bits, lowest first.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(lowest)
    })
}

/// How many sets of the same size are smaller as numbers.
#[inline]
pub(super) fn rank(set: u32) -> u32 {
    bits(set).zip(1..).map(|(bit, nth)| choose(bit as u8, nth)).sum()
}

/// The set of `size` bits with this rank.
pub(super) fn unrank(mut rank: u32, size: u8) -> u32 {
    let mut set = 0;
    let mut bit = RESTING;
    for nth in (1..=size).rev() {
        while choose(bit, nth) > rank {
            bit -= 1;
        }
        rank -= choose(bit, nth);
        set |= 1 << bit;
    }
    set
}

/// The bits of `set` moved together to where they stand among those of `within`.
#[inline]
fn compress(set: u32, within: u32) -> u32 {
    bits(within).zip(0..).fold(0, |packed, (bit, place)| packed | (set >> bit & 1) << place)
}

/// The other way round.
fn expand(packed: u32, within: u32) -> u32 {
    bits(within).zip(0..).fold(0, |set, (bit, place)| set | (packed >> place & 1) << bit)
}

/// In how many ways `k` of `n` can be chosen, for the numbers a table meets.
#[inline]
pub(super) const fn choose(n: u8, k: u8) -> u32 {
    CHOOSE[n as usize][k as usize]
}

/// One more than the pieces there can be: a sweep asks what a piece would add one place further up.
const MOST_CHOSEN: usize = Layer::MOST_TOTAL as usize + 1;

static CHOOSE: [[u32; MOST_CHOSEN + 1]; RESTING as usize + 1] = {
    let mut table = [[0; MOST_CHOSEN + 1]; RESTING as usize + 1];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST_CHOSEN {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use gebeta_testkit::strategy::cases;
    use proptest::prelude::*;

    use super::super::Extent;
    use super::*;

    fn layer() -> impl Strategy<Value = Layer> {
        (1..Layer::MOST_TOTAL, 1..Layer::MOST_TOTAL)
            .prop_filter_map("ten pieces", |(own, theirs)| Layer::new(own, theirs))
    }

    #[test]
    fn small_layers_are_numbered_without_gap_or_double() {
        for layer in Extent::per_side(2).unwrap().layers() {
            for index in 0..layer.len() {
                let (own, theirs) = layer.unrank(index);
                assert!(own.intersection(theirs).is_empty());
                assert!(!own.union(theirs).contains(Square::WATER));
                assert_eq!((own.len(), theirs.len()), (layer.own(), layer.theirs()));
                assert_eq!(layer.rank(own, theirs), index, "{layer:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(cases(512))]

        #[test]
        fn rank_undoes_unrank((layer, seed) in (layer(), any::<usize>())) {
            let index = seed % layer.len();
            let (own, theirs) = layer.unrank(index);
            prop_assert_eq!(layer.rank(own, theirs), index);
        }

        #[test]
        fn the_mirrored_coloring_has_the_mirrored_rank((layer, seed) in (layer(), any::<usize>())) {
            let index = seed % layer.len();
            let (own, theirs) = layer.unrank(index);
            let (block, coloring) = (index / layer.colorings(), index % layer.colorings());
            let mirrored = (block + 1) * layer.colorings() - 1 - coloring;
            prop_assert_eq!(layer.mirrored().rank(theirs, own), mirrored);
        }
    }
}
