//! A number for every way pieces can stand, without a gap and without a key.

use gebeta_rules::senet::{Square, SquareSet};

/// How many pieces per side a table covers: 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reach(u8);

impl Reach {
    /// The furthest a table goes: 437 million positions.
    pub const MOST: u8 = 4;

    /// A reach of so many pieces per side, or none when it is not in `1..=4`.
    pub const fn new(pieces: u8) -> Option<Self> {
        if pieces >= 1 && pieces <= Self::MOST { Some(Self(pieces)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// How many positions have up to so many pieces per side, both sides still playing.
    pub fn positions(self) -> u64 {
        self.layers().map(|layer| layer.len() as u64).sum()
    }

    /// Every layer, fewest pieces first: a piece that leaves the board leads to an earlier one.
    pub fn layers(self) -> impl Iterator<Item = Layer> {
        let most = self.0;
        (2..=2 * most)
            .flat_map(move |total| (1..total).map(move |own| (own, total - own)))
            .filter(move |&(own, theirs)| own <= most && theirs <= most)
            .map(|(own, theirs)| Layer { own, theirs })
    }

    /// Whether the table has this layer.
    pub const fn covers(self, layer: Layer) -> bool {
        layer.own <= self.0 && layer.theirs <= self.0
    }
}

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
    /// The layer with so many pieces of the player to throw and of the other, 1 to [`Reach::MOST`] each.
    pub const fn new(own: u8, theirs: u8) -> Option<Self> {
        match (Reach::new(own), Reach::new(theirs)) {
            (Some(Reach(own)), Some(Reach(theirs))) => Some(Self { own, theirs }),
            _ => None,
        }
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

/// The squares on which a piece can rest: all but the Water.
const RESTING: u8 = Square::LAST - 1;

/// The squares below the Water.
const BELOW_WATER: u32 = (1 << (Square::WATER.number() - 1)) - 1;

/// A set of squares on which pieces rest, as bits 0 to 28 without a gap for the Water.
#[inline]
pub(super) const fn resting(squares: SquareSet) -> u32 {
    let bits = squares.bits();
    (bits >> 1 & BELOW_WATER) | (bits >> 2 & !BELOW_WATER)
}

/// The squares behind such bits.
pub(super) fn squares(resting: u32) -> SquareSet {
    bits(resting)
        .filter_map(|bit| Square::new((bit + 1 + u32::from(BELOW_WATER >> bit == 0)) as u8))
        .collect()
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
const MOST_CHOSEN: usize = 2 * Reach::MOST as usize + 1;

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

    use super::*;

    fn layer() -> impl Strategy<Value = Layer> {
        (1..=Reach::MOST, 1..=Reach::MOST).prop_map(|(own, theirs)| Layer::new(own, theirs).unwrap())
    }

    #[test]
    fn small_layers_are_numbered_without_gap_or_double() {
        for layer in Reach::new(2).unwrap().layers() {
            for index in 0..layer.len() {
                let (own, theirs) = layer.unrank(index);
                assert!(own.intersection(theirs).is_empty());
                assert!(!own.union(theirs).contains(Square::WATER));
                assert_eq!((own.len(), theirs.len()), (layer.own(), layer.theirs()));
                assert_eq!(layer.rank(own, theirs), index, "{layer:?}");
            }
        }
    }

    #[test]
    fn there_are_as_many_positions_as_counted() {
        let counts = (1..=4).map(|n| Reach::new(n).unwrap().positions());
        assert!(counts.eq([812, 165_242, 12_230_750, 437_373_650]));
    }

    #[test]
    fn an_exit_leads_to_an_earlier_layer() {
        let layers: Vec<_> = Reach::new(4).unwrap().layers().collect();
        for (place, layer) in layers.iter().enumerate() {
            let next = layer.after_exit();
            assert!(next.is_none_or(|next| layers[..place].contains(&next)), "{layer:?}");
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
