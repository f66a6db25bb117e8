//! The ways to color the pieces of one occupied set, and what a move makes of a coloring.

use super::Layer;
use super::index::{rank, unrank};
use super::jumps::Jump;

/// The colorings of a layer's blocks, counted in the order of the index. Pieces are counted along the path from 0.
#[derive(Debug)]
pub(super) struct Colorings {
    pieces: usize,
    masks: Vec<u32>,
    /// For each pair of pieces, the first goes to where it is the second.
    moved: Vec<Becomes>,
    /// For each pair of pieces, the two change places; nothing becomes of them where they are of one color.
    swapped: Vec<Becomes>,
    /// For each piece, it leaves the board.
    without: Vec<Becomes>,
}

/// What a move of one piece makes of the colorings in which the player to throw owns it.
#[derive(Debug)]
pub(super) struct Becomes(Vec<Change>);

#[derive(Debug)]
struct Change {
    before: u8,
    after: u8,
    /// The coloring after it as the other player sees it.
    mirrored: u8,
}

impl Becomes {
    /// Visits the colorings in which `jump` is legal: each, what becomes of it, and that as the other player sees it.
    #[inline]
    pub(super) fn follow(&self, jump: Jump, mut visit: impl FnMut(usize, usize, usize)) {
        let mut each =
            |change: &Change| visit(change.before.into(), change.after.into(), change.mirrored.into());
        if jump.always_legal(self.0.len()) {
            self.0.iter().for_each(each);
        } else {
            jump.legal().for_each(|place| each(&self.0[place]));
        }
    }
}

impl Colorings {
    pub(super) fn new(layer: Layer) -> Self {
        let pieces = usize::from(layer.total());
        let masks: Vec<u32> = (0..layer.colorings()).map(|rank| unrank(rank as u32, layer.own())).collect();
        let becomes = |piece: usize, colorings_after: usize, map: &dyn Fn(u32) -> u32| {
            let owned = masks.iter().zip(0u8..).filter(|&(mask, _)| mask >> piece & 1 == 1);
            let change = |(&mask, before): (&u32, u8)| {
                let after = rank(map(mask)) as u8;
                Change { before, after, mirrored: colorings_after as u8 - 1 - after }
            };
            Becomes(owned.map(change).collect())
        };
        let all = masks.len();
        let left = layer.after_exit().map_or(1, Layer::colorings);
        let pairs = || (0..pieces).flat_map(|from| (0..pieces).map(move |to| (from, to)));
        let moved = |(from, to)| becomes(from, all, &|mask| insert(remove(mask, from), to));
        let swapped = |(from, to)| becomes(from, all, &|mask| exchange(mask, from, to));
        let without = |piece| becomes(piece, left, &|mask| remove(mask, piece));
        Self {
            pieces,
            moved: pairs().map(moved).collect(),
            swapped: pairs().map(swapped).collect(),
            without: (0..pieces).map(without).collect(),
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

    /// In how many the player to throw owns a piece.
    pub(super) fn owned(&self) -> usize {
        self.without[0].0.len()
    }

    /// When `piece` goes to an empty square, where it is piece `to`.
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
