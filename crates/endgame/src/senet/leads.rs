//! Where the moves of small layers lead, found once and not in every sweep.

use super::Layer;
use super::color_set::ColorSet;
use super::ways::ROLLS;

/// A move of one piece with one roll, and where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead<const WORDS: usize> {
    /// The colorings in which it is legal.
    pub(super) legal: ColorSet<WORDS>,
    /// The place of the block it leads to, or its rank after an exit.
    pub(super) at: u32,
    pub(super) roll: u8,
    pub(super) piece: u8,
    /// Which piece along the path it is there, or the one it changes places with.
    pub(super) place: u8,
    pub(super) goes: Leads,
}

/// What it does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leads {
    To,
    Swap,
    Off,
}

impl<const WORDS: usize> Lead<WORDS> {
    /// The same with a set of another number of words, of which no more than the first is used.
    #[inline]
    pub(super) fn cast<const OTHER: usize>(&self) -> Lead<OTHER> {
        let &Self { legal, at, roll, piece, place, goes } = self;
        Lead { legal: legal.cast(), at, roll, piece, place, goes }
    }
}

const _: () =
    assert!(size_of::<Lead<1>>() == 16, "half a gigabyte for the layer of three a side would be too much");

/// All moves of the blocks of a layer, in the order of the sweep.
#[derive(Debug)]
pub(super) struct Known {
    leads: Vec<Lead<1>>,
    /// Where those of each block end.
    ends: Vec<u32>,
}

impl Known {
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

    /// Room for the moves of a layer: at most one for each piece and roll, and a few more under rules that know retreats.
    pub(super) fn new(layer: Layer) -> Self {
        let (leads, ends) = (Vec::with_capacity(Self::most(layer)), Vec::with_capacity(layer.blocks()));
        Self { leads, ends }
    }

    fn most(layer: Layer) -> usize {
        ROLLS * usize::from(layer.total()) * layer.blocks()
    }

    fn bytes(layer: Layer) -> u64 {
        layer.with_mirrored().map(|layer| (Self::most(layer) * size_of::<Lead<1>>()) as u64).sum()
    }

    /// Adds the moves of the next block.
    pub(super) fn push<const WORDS: usize>(&mut self, leads: &[Lead<WORDS>]) {
        self.leads.extend(leads.iter().map(Lead::cast));
        self.ends.push(self.leads.len() as u32);
    }

    /// Those of the block at a place.
    #[inline]
    pub(super) fn block(&self, place: usize) -> &[Lead<1>] {
        let begin = place.checked_sub(1).map_or(0, |last| self.ends[last] as usize);
        &self.leads[begin..self.ends[place] as usize]
    }
}
