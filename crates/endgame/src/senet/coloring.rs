//! The ways to color the pieces of one occupied set, and what a move makes of a coloring.

use super::Layer;
use super::index::{rank, unrank};

/// The colorings of a layer's blocks, counted in the order of the index. Pieces are counted along the path from 0.
#[derive(Debug)]
pub(super) struct Colorings {
    pieces: usize,
    masks: Vec<u32>,
    /// For each piece the colorings in which the player to throw owns it.
    owned: Vec<Vec<u8>>,
    /// For each pair of pieces what becomes of those colorings when the first goes to where it is the second.
    moved: Vec<Vec<u8>>,
    /// The same when the two change places; itself where they are of one color.
    swapped: Vec<Vec<u8>>,
    /// For each piece what becomes of those colorings when it leaves the board.
    without: Vec<Vec<u8>>,
}

impl Colorings {
    pub(super) fn new(layer: Layer) -> Self {
        let pieces = usize::from(layer.total());
        let masks: Vec<u32> = (0..layer.colorings()).map(|rank| unrank(rank as u32, layer.own())).collect();
        let owned: Vec<Vec<u8>> = (0..pieces)
            .map(|piece| {
                (0..masks.len() as u8).filter(|&c| masks[usize::from(c)] >> piece & 1 == 1).collect()
            })
            .collect();
        let mapped = |piece: usize, map: &dyn Fn(u32) -> u32| -> Vec<u8> {
            owned[piece].iter().map(|&c| rank(map(masks[usize::from(c)])) as u8).collect()
        };
        let pairs = || (0..pieces).flat_map(|from| (0..pieces).map(move |to| (from, to)));
        Self {
            pieces,
            moved: pairs().map(|(from, to)| mapped(from, &|mask| insert(remove(mask, from), to))).collect(),
            swapped: pairs().map(|(from, to)| mapped(from, &|mask| exchange(mask, from, to))).collect(),
            without: (0..pieces).map(|piece| mapped(piece, &|mask| remove(mask, piece))).collect(),
            owned,
            masks,
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.masks.len()
    }

    /// The pieces of the player to throw in every coloring, a bit for each.
    pub(super) fn masks(&self) -> &[u32] {
        &self.masks
    }

    /// The colorings in which the player to throw owns `piece`. The other lists go along with this one.
    #[inline]
    pub(super) fn owned(&self, piece: usize) -> &[u8] {
        &self.owned[piece]
    }

    /// The colorings after `piece` has gone to an empty square, where it is piece `to`.
    #[inline]
    pub(super) fn moved(&self, piece: usize, to: usize) -> &[u8] {
        &self.moved[piece * self.pieces + to]
    }

    /// The colorings after `piece` has changed places with `other`.
    #[inline]
    pub(super) fn swapped(&self, piece: usize, other: usize) -> &[u8] {
        &self.swapped[piece * self.pieces + other]
    }

    /// The colorings of the pieces that are left when `piece` leaves the board.
    #[inline]
    pub(super) fn without(&self, piece: usize) -> &[u8] {
        &self.without[piece]
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

fn exchange(mask: u32, piece: usize, other: usize) -> u32 {
    let differ = (mask >> piece ^ mask >> other) & 1;
    mask ^ (differ << piece | differ << other)
}
