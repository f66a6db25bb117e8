//! Scratch arrays for one side of the block being solved.

use super::cell::Real;
use super::coloring::COLORINGS;
use super::lanes::each;
use super::move_masks::{CompiledRules, ROLLS};

/// A number for each coloring of a block.
pub(super) type Numbers<R> = [R; COLORINGS];

/// One side of a block: a number for each coloring, in some cases for each roll and coloring.
pub(super) struct SideScratch<R> {
    /// The best move out of the block; less than any value where there is none.
    pub(super) outside: [Numbers<R>; ROLLS],
    /// The swaps, which stay inside: what coloring becomes what.
    pub(super) swaps: Vec<(u8, u8)>,
    /// Where those with each roll end.
    pub(super) ends: [usize; ROLLS],
    /// What the rolls without a swap bring.
    pub(super) settled: Numbers<R>,
    /// What moving brings in all.
    pub(super) moving: Numbers<R>,
    /// How likely the turn passes unused.
    pub(super) passing: Numbers<R>,
    /// A player who throws again without having moved is where he was: everything else counts for more.
    pub(super) scale: Numbers<R>,
    /// Whether any turn can pass unused, and whether any scale is not 1.
    pub(super) passes: bool,
    pub(super) waits: bool,
    /// The best move with a roll.
    best: Numbers<R>,
}

impl<R: Real> SideScratch<R> {
    pub(super) fn new() -> Self {
        let zero = [R::ZERO; COLORINGS];
        Self {
            outside: [zero; ROLLS],
            swaps: Vec::new(),
            ends: [0; ROLLS],
            settled: zero,
            moving: zero,
            passing: zero,
            scale: [R::ONE; COLORINGS],
            passes: false,
            waits: false,
            best: zero,
        }
    }

    /// Begins with a block of which nothing is known yet, with so many numbers to look at.
    #[inline]
    pub(super) fn clear(&mut self, pad: usize) {
        self.settled[..pad].fill(R::ZERO);
        if std::mem::take(&mut self.passes) {
            self.passing[..pad].fill(R::ZERO);
        }
        if std::mem::take(&mut self.waits) {
            self.scale[..pad].fill(R::ONE);
        }
        self.swaps.clear();
    }

    /// Weighs swaps against the other moves: by the values after them if the player throws again, by what they are worth
    /// to him if the other one throws.
    #[inline]
    pub(super) fn weigh(&mut self, own: &Numbers<R>, turned: &Numbers<R>, law: &CompiledRules, pad: usize) {
        each(&mut self.moving[..pad], &self.settled[..pad], |sum, settled| *sum = settled);
        let mut begin = 0;
        for roll in 0..ROLLS {
            let swaps = &self.swaps[begin..self.ends[roll]];
            begin = self.ends[roll];
            if swaps.is_empty() {
                continue;
            }
            let (best, after) = (&mut self.best, if law.again[roll] { own } else { turned });
            // Cut off here as well as in `add`: a plain copy would become a call, which costs more.
            each(&mut best[..pad], &self.outside[roll][..pad], |best, outside| {
                *best = outside.or_more(R::ZERO);
            });
            raise_listed(best, swaps, |coloring| after[usize::from(coloring)]);
            add(&mut self.moving[..pad], R::of(law.weights[roll]), &best[..pad]);
        }
        if self.waits {
            each(&mut self.moving[..pad], &self.scale[..pad], |sum, scale| *sum = *sum * scale);
        }
    }
}

/// Raises the best of the colorings of a list, each by what becomes of it.
#[inline]
pub(super) fn raise_listed<R: Real>(best: &mut Numbers<R>, changes: &[(u8, u8)], value: impl Fn(u8) -> R) {
    for &(before, after) in changes {
        let best = &mut best[usize::from(before)];
        *best = best.or_more(value(after));
    }
}

/// Adds what is so likely; what cannot move brings nothing.
#[inline]
pub(super) fn add<R: Real>(sum: &mut [R], weight: R, best: &[R]) {
    each(sum, best, |sum, best| *sum = *sum + weight * best.or_more(R::ZERO));
}
