use std::ops::ControlFlow;
use std::sync::Arc;

use gebeta_rules::mancala::{Leftovers, Packed, Sower};

use super::fit::Fit;
use super::lookahead::{INFINITY, Lookahead};
use super::memory::{Bounds, Memory};
use super::table::Table;
use super::tree::{Child, Tree};

/// The tree of packed positions, with a table below it.
pub(super) struct PackedTree {
    table: Arc<Table>,
    memory: Memory,
    /// Guesses for positions above the table, the first for the fewest stones.
    fits: Vec<Fit>,
}

impl PackedTree {
    /// How many layers above the table have the near part of the memory. Half of the nodes of (6,4) lie there, and with
    /// those in the large part every look waits for the machine's memory: 34 % of the time.
    const NEAR: u32 = 3;
    /// How many layers share a fit.
    const BAND: u32 = 6;
    /// Positions a fit is made from.
    const SAMPLES: usize = 10_000;
    /// How far ahead worths are looked for where the table has none.
    const DEPTH: i32 = 3;

    /// The tree below positions of up to `most` stones.
    ///
    /// The first fit is made from the table, each other from looks ahead that end in the one before. One fit for all
    /// does not extrapolate ((6,4) above 16 stones: 63 million nodes, with a fit for every six layers 44 million).
    pub(super) fn new(table: Arc<Table>, megabytes: usize, most: u32) -> Self {
        let memory = Memory::new(megabytes, table.sower().pits(), table.stones() + Self::NEAR);
        let mut stones = table.stones();
        let mut tree = Self { table, memory, fits: Vec::new() };
        let mut dice = Dice { state: 1 };
        let mut lookahead = Lookahead::new();
        while tree.fits.is_empty() || stones + Self::BAND / 2 <= most {
            let depth = if tree.fits.is_empty() { 0 } else { Self::DEPTH };
            let fit = {
                let samples = (0..Self::SAMPLES)
                    .map(|_| dice.position(tree.sower().pits(), stones))
                    .filter(|position| position.own != 0 && position.theirs != 0)
                    .map(|position| {
                        let sixteenths = lookahead.worth(&tree, position, depth, -INFINITY, INFINITY);
                        (position, f64::from(sixteenths) / 16.0)
                    });
                Fit::to(samples, tree.sower().pits() as usize)
            };
            stones += if tree.fits.is_empty() { Self::BAND + Self::BAND / 2 } else { Self::BAND };
            tree.fits.push(fit);
        }
        tree
    }

    pub(super) const fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(super) fn sower(&self) -> &Sower {
        self.table.sower()
    }
}

impl Tree for PackedTree {
    type Node = Packed;

    #[inline]
    fn visit<B>(
        &self,
        node: Packed,
        mut visit: impl FnMut(Child<Packed>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for pit in node.pits() {
            let sown = self.sower().sow(node, pit);
            visit(Child {
                mv: Sower::move_of(pit),
                next: sown.next,
                gain: sown.gain,
                turn: sown.turn,
                promise: 0,
            })?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn known(&self, node: Packed) -> Option<i32> {
        self.table.value(node)
    }

    #[inline]
    fn stones(&self, node: Packed) -> i32 {
        node.stones().cast_signed()
    }

    fn distance(&self, node: Packed) -> i32 {
        self.stones(node) - self.table.stones().cast_signed()
    }

    #[inline]
    fn guess(&self, node: Packed) -> i32 {
        let above = node.stones().saturating_sub(self.table.stones() + 1) / Self::BAND;
        self.fits[(above as usize).min(self.fits.len() - 1)].guess(node)
    }

    #[inline]
    fn recall(&self, node: Packed) -> Option<Bounds> {
        self.memory.get(node)
    }

    fn remember(&self, node: Packed, bounds: Bounds) {
        self.memory.put(node, bounds);
    }

    #[inline]
    fn mark(&self, node: Packed) -> u64 {
        let mixed = node.own.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32) ^ node.theirs;
        mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1
    }

    fn step(&self) -> i32 {
        match self.sower().law().leftovers {
            Leftovers::OwnSide => 2,
            Leftovers::Uncounted => 1,
        }
    }
}

/// A small generator, the same on every machine.
struct Dice {
    state: u64,
}

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.state >> 33) % u64::from(bound)) as u32
    }

    /// Any way to lay so many stones, each as probable as the other: stones and the walls between pits, in a row.
    fn position(&mut self, pits: u32, stones: u32) -> Packed {
        let mut sides = [0; 2];
        let mut place = 0;
        let walls = 2 * pits - 1;
        for left in (1..=stones + walls).rev() {
            if self.below(left) < walls - place {
                place += 1;
            } else {
                sides[(place / pits) as usize] += 1 << (8 * (place % pits));
            }
        }
        let [own, theirs] = sides;
        Packed { own, theirs }
    }
}
