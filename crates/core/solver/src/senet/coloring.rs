//! The ways to color the pieces of one occupied set, and what a move makes of a coloring.

use super::Layer;
use super::cell::Real;
use super::color_set::ColorSet;
use super::index::{rank, unrank};
use super::lanes::LANES;

/// Room for a number per coloring, of which there are at most 252: as much as a byte can point at, so that nothing
/// need be checked.
pub(super) const COLORINGS: usize = 256;

/// How many numbers a loop over colorings looks at: whole vectors.
pub(super) const fn padded(colorings: usize) -> usize {
    colorings.next_multiple_of(LANES)
}

/// The colorings of a layer's blocks, counted in the order of the index. Pieces are counted along the path from 0.
#[derive(Debug)]
pub(super) struct Colorings<const WORDS: usize> {
    pieces: usize,
    len: usize,
    /// All of them.
    pub(super) all: ColorSet<WORDS>,
    /// For each piece, those in which the player to throw owns it.
    pub(super) own: Vec<ColorSet<WORDS>>,
    /// For each pair of pieces, the first goes to where it is the second.
    moved: Vec<Becomes>,
    /// For each pair of pieces, the two change places where they are of two colors.
    swapped: Vec<Becomes>,
    /// For each piece, it leaves the board.
    without: Vec<Becomes>,
}

/// What a move of one piece makes of the colorings in which the player to throw owns it.
#[derive(Debug)]
pub(super) struct Becomes {
    after: [u8; COLORINGS],
    /// The same as a list: before and after.
    changes: Vec<(u8, u8)>,
}

impl Becomes {
    #[inline]
    pub(super) fn after(&self, coloring: usize) -> u8 {
        self.after[coloring]
    }

    #[inline]
    pub(super) fn changes(&self) -> &[(u8, u8)] {
        &self.changes
    }
}

impl<const WORDS: usize> Colorings<WORDS> {
    pub(super) fn new(layer: Layer) -> Self {
        let pieces = usize::from(layer.total());
        let masks: Vec<u32> = (0..layer.colorings()).map(|rank| unrank(rank as u32, layer.own())).collect();
        let owners = |piece: usize| masks.iter().zip(0u8..).filter(move |&(mask, _)| mask >> piece & 1 == 1);
        let becomes = |piece: usize, map: &dyn Fn(u32) -> Option<u32>| {
            let changes: Vec<_> =
                owners(piece).filter_map(|(&mask, before)| Some((before, rank(map(mask)?) as u8))).collect();
            let mut after = [0; COLORINGS];
            for &(before, becomes) in &changes {
                after[usize::from(before)] = becomes;
            }
            Becomes { after, changes }
        };
        let set = |colorings: &mut dyn Iterator<Item = u8>| {
            let mut set = ColorSet::NONE;
            colorings.for_each(|coloring| set.insert(coloring.into()));
            set
        };
        let pairs = || (0..pieces).flat_map(|from| (0..pieces).map(move |to| (from, to)));
        let moved = |(from, to)| becomes(from, &|mask| Some(insert(remove(mask, from), to)));
        let swapped = |(from, to)| becomes(from, &|mask| exchange(mask, from, to));
        let without = |piece| becomes(piece, &|mask| Some(remove(mask, piece)));
        Self {
            pieces,
            len: masks.len(),
            all: set(&mut (0..masks.len()).map(|coloring| coloring as u8)),
            own: (0..pieces).map(|piece| set(&mut owners(piece).map(|(_, coloring)| coloring))).collect(),
            moved: pairs().map(moved).collect(),
            swapped: pairs().map(swapped).collect(),
            without: (0..pieces).map(without).collect(),
        }
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// How many pieces they color.
    #[inline]
    pub(super) fn pieces(&self) -> usize {
        self.pieces
    }

    /// When `piece` goes to an empty square, where it is piece `to`. Nothing changes if that is the same.
    #[inline]
    pub(super) fn moved(&self, piece: usize, to: usize) -> &Becomes {
        &self.moved[piece * self.pieces + to]
    }

    /// When `piece` changes places with `other`.
    #[inline]
    pub(super) fn swapped(&self, piece: usize, other: usize) -> &Becomes {
        &self.swapped[piece * self.pieces + other]
    }

    /// When `piece` leaves the board.
    #[inline]
    pub(super) fn without(&self, piece: usize) -> &Becomes {
        &self.without[piece]
    }

    /// For each piece what to add to a number so that it only counts where the player to throw owns the piece.
    pub(super) fn handicaps<R: Real>(&self) -> Vec<[R; COLORINGS]> {
        let handicap = |own: &ColorSet<WORDS>| {
            let mut handicap = [R::of(-4.0); COLORINGS];
            own.for_each(|coloring| handicap[coloring] = R::ZERO);
            handicap
        };
        self.own.iter().map(handicap).collect()
    }
}

fn remove(mask: u32, piece: usize) -> u32 {
    let below = (1 << piece) - 1;
    (mask & below) | (mask >> 1 & !below)
}

fn insert(mask: u32, piece: usize) -> u32 {
    let below = (1 << piece) - 1;
    (mask & below) | 1 << piece | (mask & !below) << 1
}

/// None where both are of one color.
fn exchange(mask: u32, piece: usize, other: usize) -> Option<u32> {
    let differ = (mask >> piece ^ mask >> other) & 1 == 1;
    differ.then_some(mask ^ (1 << piece | 1 << other))
}
