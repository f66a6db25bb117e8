use std::ops::ControlFlow;
use std::sync::Arc;

use gebeta_rules::mancala::{Bitboard, Leftovers, MoveTables, Position, SideWord, move_of};

use super::fit::Fit;
use super::lookahead::{INFINITY, Lookahead};
use super::stop_poll::{Poll, Shared};
use super::transposition_table::{Bounds, TranspositionTable};
use super::tree::{Child, Tree};
use super::values::Values;

/// The tree of bitboards with an endgame table below it and fitted estimates above. It has no transposition table.
pub(super) struct PitsTree<S> {
    values: Arc<Values<S>>,
    /// Estimates for positions above the table, the first for the fewest stones.
    fits: Vec<Fit>,
}

impl<S: SideWord> PitsTree<S> {
    /// How many layers share a fit.
    const BAND: u32 = 6;
    /// Positions a fit is made from.
    const SAMPLES: usize = 10_000;
    /// How far ahead values are looked for where the table has none.
    const DEPTH: i32 = 3;
    /// The most stones above the table that have fits of their own. More cannot be proved, and on wide boards a fit takes
    /// a good part of a second.
    const FARTHEST: u32 = if S::PITS > 8 { 12 } else { 54 };

    /// The tree below positions of up to `most` stones; none if `stop` says so before its fits are made.
    ///
    /// The first fit is made from the table, each other from looks ahead that end in the one before. One fit for all
    /// does not extrapolate ((6,4) above 16 stones: 63 million nodes, with a fit for every six layers 44 million).
    pub(super) fn new(values: Arc<Values<S>>, most: u32, stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut stones = values.stones();
        let most = most.min(stones + Self::FARTHEST);
        let mut tree = Self { values, fits: Vec::new() };
        let mut dice = SmallRng { state: 1 };
        let (shared, mut go_on) = (Shared::default(), |_| !stop());
        let mut lookahead = Lookahead::new(Poll::new(&shared, Self::PACE, &mut go_on));
        while tree.fits.is_empty() || stones + Self::BAND / 2 <= most {
            let depth = if tree.fits.is_empty() { 0 } else { Self::DEPTH };
            let fit = {
                let samples = (0..Self::SAMPLES)
                    .map(|_| dice.position(tree.sower().pits(), stones))
                    .filter(|position: &Bitboard<S>| !position.own.is_empty() && !position.theirs.is_empty())
                    .map(|position| {
                        let sixteenths = lookahead.score(&tree, position, depth, -INFINITY, INFINITY);
                        (position, f64::from(sixteenths) / 16.0)
                    });
                Fit::to(samples, tree.sower().pits() as usize, stop)?
            };
            if lookahead.poll.is_over() {
                return None;
            }
            stones += if tree.fits.is_empty() { Self::BAND + Self::BAND / 2 } else { Self::BAND };
            tree.fits.push(fit);
        }
        Some(tree)
    }

    #[inline]
    pub(super) fn sower(&self) -> &MoveTables<S> {
        self.values.sower()
    }
}

impl<S: SideWord> Tree for PitsTree<S> {
    type Node = Bitboard<S>;

    fn node(&self, position: &Position) -> Option<Bitboard<S>> {
        self.sower().pack(position)
    }

    #[inline]
    fn visit<B>(
        &self,
        node: Bitboard<S>,
        mut visit: impl FnMut(Child<Bitboard<S>>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for pit in node.pits() {
            let sown = self.sower().sow(node, pit);
            visit(Child { mv: move_of(pit), next: sown.next, gain: sown.gain, turn: sown.turn, promise: 0 })?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn probe(&self, node: Bitboard<S>) -> Option<i32> {
        self.values.value(node)
    }

    #[inline]
    fn stones(&self, node: Bitboard<S>) -> i32 {
        node.stones().cast_signed()
    }

    fn distance(&self, node: Bitboard<S>) -> i32 {
        self.stones(node) - self.values.stones().cast_signed()
    }

    #[inline]
    fn eval(&self, node: Bitboard<S>) -> i32 {
        let above = node.stones().saturating_sub(self.values.stones() + 1) / Self::BAND;
        self.fits[(above as usize).min(self.fits.len() - 1)].eval(node)
    }

    fn recall(&self, _: Bitboard<S>) -> Option<Bounds> {
        None
    }

    fn remember(&self, _: Bitboard<S>, _: Bounds) {}

    fn memory(&self) -> Option<&TranspositionTable> {
        None
    }

    fn mark(&self, _: Bitboard<S>) -> u64 {
        // A tree without a table is searched by one thread.
        1
    }

    fn step(&self) -> i32 {
        match self.sower().law().leftovers {
            Leftovers::OwnSide => 2,
            Leftovers::Uncounted => 1,
        }
    }
}

/// A small generator, the same on every machine.
struct SmallRng {
    state: u64,
}

impl SmallRng {
    fn below(&mut self, bound: u32) -> u32 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.state >> 33) % u64::from(bound)) as u32
    }

    /// Any way to lay so many stones, each as probable as the other: stones and the walls between pits, in a row.
    fn position<S: SideWord>(&mut self, pits: u32, stones: u32) -> Bitboard<S> {
        let mut sides = [S::default(); 2];
        let mut place = 0;
        let walls = 2 * pits - 1;
        for left in (1..=stones + walls).rev() {
            if self.below(left) < walls - place {
                place += 1;
            } else {
                let side = &mut sides[(place / pits) as usize];
                *side = *side + S::lone(1, place % pits);
            }
        }
        let [own, theirs] = sides;
        Bitboard { own, theirs }
    }
}
