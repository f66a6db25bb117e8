use std::ops::ControlFlow;
use std::sync::Arc;

use gebeta_rules::mancala::{Bitboard, Position};

use super::bit_packed_index::BitPackedIndex;
use super::pits_tree::PitsTree;
use super::transposition_table::{Bounds, TranspositionTable};
use super::tree::{Child, Tree};
use super::values::Values;

/// The tree of bitboards of up to eight pits, with a transposition table: the fast one.
pub(super) struct BitboardTree {
    pits: PitsTree<u64>,
    squeeze: BitPackedIndex,
    memory: TranspositionTable,
}

impl BitboardTree {
    /// How many layers above the table have the near part of the table. Half of the nodes of (6,4) lie there, and with
    /// those in the large part every look waits for the machine's memory: 34 % of the time.
    pub(super) const NEAR: u32 = 3;

    /// The tree below positions of up to `most` stones; none if `stop` says so before it is ready.
    pub(super) fn new(
        values: Arc<Values<u64>>,
        megabytes: usize,
        most: u32,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (near, squeeze) = (values.stones() + Self::NEAR, BitPackedIndex::new(values.sower().pits()));
        let pits = PitsTree::new(values, most, stop)?;
        Some(Self { pits, squeeze, memory: TranspositionTable::new(megabytes, near) })
    }
}

impl Tree for BitboardTree {
    type Node = Bitboard;

    fn node(&self, position: &Position) -> Option<Bitboard> {
        self.pits.node(position)
    }

    #[inline]
    fn visit<B>(
        &self,
        node: Bitboard,
        visit: impl FnMut(Child<Bitboard>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.pits.visit(node, visit)
    }

    #[inline]
    fn probe(&self, node: Bitboard) -> Option<i32> {
        self.pits.probe(node)
    }

    #[inline]
    fn stones(&self, node: Bitboard) -> i32 {
        self.pits.stones(node)
    }

    fn distance(&self, node: Bitboard) -> i32 {
        self.pits.distance(node)
    }

    #[inline]
    fn eval(&self, node: Bitboard) -> i32 {
        self.pits.eval(node)
    }

    #[inline]
    fn recall(&self, node: Bitboard) -> Option<Bounds> {
        self.memory.get(self.squeeze.key(node)?)
    }

    fn remember(&self, node: Bitboard, bounds: Bounds) {
        if let Some(key) = self.squeeze.key(node) {
            self.memory.put(key, bounds);
        }
    }

    fn memory(&self) -> Option<&TranspositionTable> {
        Some(&self.memory)
    }

    #[inline]
    fn mark(&self, node: Bitboard) -> u64 {
        let mixed = node.own.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32) ^ node.theirs;
        mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1
    }

    fn step(&self) -> i32 {
        self.pits.step()
    }
}
