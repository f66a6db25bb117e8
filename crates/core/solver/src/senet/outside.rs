//! What a block at work finds around it.

use super::cell::{Cell, Real};
use super::coloring::{COLORINGS, Colorings};
use super::move_masks::CompiledRules;
use super::successors::SuccessorTable;
use super::sweep_order::Order;

/// What a sweep knows about a layer: its colorings, what an exit leads to, and its moves where they are kept.
pub(super) struct Side<'a, E, R, const WORDS: usize> {
    pub(super) colorings: Colorings<WORDS>,
    /// For each piece what to add to a number so that it only counts where the player to throw owns the piece.
    pub(super) handicaps: Vec<[R; COLORINGS]>,
    /// None if the last piece leaves and the game is won.
    pub(super) exit: Option<Exit<'a, E>>,
    pub(super) known: Option<&'a SuccessorTable<WORDS>>,
}

/// The finished values after an exit, in the order of their index.
#[derive(Debug)]
pub(super) struct Exit<'a, E> {
    /// If the player throws again.
    pub(super) own: &'a [E],
    /// If not.
    pub(super) theirs: &'a [E],
    pub(super) colorings: usize,
}

impl<'a, E> Exit<'a, E> {
    #[inline]
    pub(super) fn block(&self, rank: usize, again: bool) -> &'a [E] {
        let cells = if again { self.own } else { self.theirs };
        &cells[rank * self.colorings..(rank + 1) * self.colorings]
    }
}

impl<'a, E, R: Real, const WORDS: usize> Side<'a, E, R, WORDS> {
    pub(super) fn new(
        colorings: Colorings<WORDS>,
        exit: Option<Exit<'a, E>>,
        known: Option<&'a SuccessorTable<WORDS>>,
    ) -> Self {
        Self { handicaps: colorings.handicaps(), colorings, exit, known }
    }
}

/// The values of a layer but for the blocks at work, in the order of the sweep.
#[derive(Debug)]
pub(super) struct Around<'a, C> {
    /// The blocks before those at work.
    pub(super) done: &'a [C],
    /// The blocks behind them, and the place of the first.
    pub(super) rest: &'a [C],
    pub(super) rest_from: usize,
}

impl<C> Default for Around<'_, C> {
    fn default() -> Self {
        Self { done: &[], rest: &[], rest_from: 0 }
    }
}

impl<'a, C> Around<'a, C> {
    #[inline]
    pub(super) fn block(&self, place: usize, len: usize) -> &'a [C] {
        if place < self.rest_from {
            &self.done[place * len..(place + 1) * len]
        } else {
            let place = place - self.rest_from;
            &self.rest[place * len..(place + 1) * len]
        }
    }
}

/// Everything outside the block at work.
pub(super) struct Outside<'a, C, E, const WORDS: usize>
where
    C: Cell,
{
    pub(super) law: &'a CompiledRules,
    pub(super) order: &'a Order,
    /// The layer, and its mirror image where that is another.
    pub(super) sides: &'a [Side<'a, E, C::Real, WORDS>],
    /// Their values.
    pub(super) values: &'a [Around<'a, C>],
}

impl<'a, C: Cell, E, const WORDS: usize> Outside<'a, C, E, WORDS> {
    /// The values of the block at a place, as seen from a side by the player who throws there.
    #[inline]
    pub(super) fn block(&self, side: usize, place: usize, again: bool) -> &'a [C] {
        let seen = if again { side } else { self.values.len() - 1 - side };
        self.values[seen].block(place, self.sides[side].colorings.len())
    }
}
