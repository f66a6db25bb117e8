//! Successors of all positions of small layers, computed once instead of in every sweep.

use super::Layer;
use super::color_set::ColorSet;
use super::coloring::Colorings;
use super::move_masks::{Block, CompiledRules, Destination, ROLLS};
use super::neighbors::Neighbors;
use super::sweep_order::Order;

/// A move of one piece with one roll, and where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor<const WORDS: usize> {
    /// The colorings in which it is legal.
    pub(super) legal: ColorSet<WORDS>,
    /// The place of the block it leads to, or its rank after an exit.
    pub(super) at: u32,
    pub(super) roll: u8,
    pub(super) piece: u8,
    /// Which piece along the path it is there, or the one it changes places with.
    pub(super) place: u8,
    pub(super) goes: Target,
}

/// What it does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    To,
    Swap,
    Off,
}

/// Finds where every move of a block leads, by roll.
#[inline]
pub(super) fn find<const WORDS: usize>(
    found: &mut Vec<Successor<WORDS>>,
    law: &CompiledRules,
    order: &Order,
    colorings: &Colorings<WORDS>,
    occupied: u32,
) {
    let neighbors = Neighbors::of(occupied);
    let block = Block::new(law, colorings, occupied);
    found.clear();
    for roll in 0..ROLLS {
        block.ways(roll, |way| {
            let piece = way.piece;
            let (goes, place, at) = match way.goes {
                Destination::Swap(with) => (Target::Swap, with, 0),
                Destination::To(to, below) => {
                    let below = usize::from(below);
                    let place = below - usize::from(below > piece);
                    (Target::To, place, neighbors.rank_moved(piece, to.into(), place))
                }
                Destination::Off => (Target::Off, piece, neighbors.rank_without(piece)),
            };
            let (roll, piece, place) = (roll as u8, piece as u8, place as u8);
            found.push(Successor { legal: way.legal, at: at as u32, roll, piece, place, goes });
        });
    }
    for lead in found.iter_mut().filter(|lead| lead.goes == Target::To) {
        lead.at = order.place(lead.at as usize) as u32;
    }
}

const _: () = assert!(
    size_of::<Successor<1>>() == 16,
    "half a gigabyte for the layer of three a side would be too much"
);

/// All moves of the blocks of a layer, in the order of the sweep.
#[derive(Debug)]
pub(super) struct SuccessorTable<const WORDS: usize> {
    leads: Vec<Successor<WORDS>>,
    /// Where those of each block end.
    ends: Vec<u32>,
}

impl SuccessorTable<1> {
    /// The most bytes of moves that are kept.
    const MOST: u64 = 256 << 20;

    /// Whether the moves of a layer and its mirror image may be kept.
    pub(super) fn fits(layer: Layer) -> bool {
        layer.colorings() <= 64 && Self::bytes(layer) <= Self::MOST
    }

    /// The bytes of memory that keeping them takes, nothing where they are not kept.
    pub(super) fn memory(layer: Layer) -> u64 {
        if Self::fits(layer) { Self::bytes(layer) } else { 0 }
    }

    /// Finds the moves of a layer. None if `go_on`, which is asked all the time, answers no.
    pub(super) fn of(
        law: &CompiledRules,
        layer: Layer,
        order: &Order,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        /// Blocks between two questions.
        const INTERVAL: usize = 256;
        let colorings = Colorings::new(layer);
        let mut found = Vec::new();
        let (leads, ends) = (Vec::with_capacity(Self::most(layer)), Vec::with_capacity(layer.blocks()));
        let mut known = Self { leads, ends };
        for (number, &occupied) in order.sets(0..layer.blocks()).iter().enumerate() {
            if number % INTERVAL == 0 && !go_on() {
                return None;
            }
            find(&mut found, law, order, &colorings, occupied);
            known.leads.extend_from_slice(&found);
            known.ends.push(known.leads.len() as u32);
        }
        Some(known)
    }

    /// Room for the moves of a layer: at most one for each piece and roll, and a few more under rules that know retreats.
    fn most(layer: Layer) -> usize {
        ROLLS * usize::from(layer.total()) * layer.blocks()
    }

    fn bytes(layer: Layer) -> u64 {
        layer.with_mirrored().map(|layer| (Self::most(layer) * size_of::<Successor<1>>()) as u64).sum()
    }
}

impl<const WORDS: usize> SuccessorTable<WORDS> {
    /// Those of the block at a place.
    #[inline]
    pub(super) fn block(&self, place: usize) -> &[Successor<WORDS>] {
        let begin = place.checked_sub(1).map_or(0, |last| self.ends[last] as usize);
        &self.leads[begin..self.ends[place] as usize]
    }
}
