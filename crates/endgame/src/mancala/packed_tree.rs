use std::ops::ControlFlow;
use std::sync::Arc;

use gebeta_rules::mancala::{Packed, Position};

use super::memory::{Bounds, Memory};
use super::pits_tree::PitsTree;
use super::squeeze::Squeeze;
use super::tree::{Child, Tree};
use super::values::Values;

/// The tree of packed positions of up to eight pits, with a memory: the fast one.
pub(super) struct PackedTree {
    pits: PitsTree<u64>,
    squeeze: Squeeze,
    memory: Memory,
}

impl PackedTree {
    /// How many layers above the table have the near part of the memory. Half of the nodes of (6,4) lie there, and with
    /// those in the large part every look waits for the machine's memory: 34 % of the time.
    pub(super) const NEAR: u32 = 3;

    /// The tree below positions of up to `most` stones; none if `stop` says so before it is ready.
    pub(super) fn new(
        values: Arc<Values<u64>>,
        megabytes: usize,
        most: u32,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (near, squeeze) = (values.stones() + Self::NEAR, Squeeze::new(values.sower().pits()));
        let pits = PitsTree::new(values, most, stop)?;
        Some(Self { pits, squeeze, memory: Memory::new(megabytes, near) })
    }
}

impl Tree for PackedTree {
    type Node = Packed;

    fn node(&self, position: &Position) -> Option<Packed> {
        self.pits.node(position)
    }

    #[inline]
    fn visit<B>(&self, node: Packed, visit: impl FnMut(Child<Packed>) -> ControlFlow<B>) -> ControlFlow<B> {
        self.pits.visit(node, visit)
    }

    #[inline]
    fn known(&self, node: Packed) -> Option<i32> {
        self.pits.known(node)
    }

    #[inline]
    fn stones(&self, node: Packed) -> i32 {
        self.pits.stones(node)
    }

    fn distance(&self, node: Packed) -> i32 {
        self.pits.distance(node)
    }

    #[inline]
    fn guess(&self, node: Packed) -> i32 {
        self.pits.guess(node)
    }

    #[inline]
    fn recall(&self, node: Packed) -> Option<Bounds> {
        self.memory.get(self.squeeze.key(node)?)
    }

    fn remember(&self, node: Packed, bounds: Bounds) {
        if let Some(key) = self.squeeze.key(node) {
            self.memory.put(key, bounds);
        }
    }

    fn memory(&self) -> Option<&Memory> {
        Some(&self.memory)
    }

    #[inline]
    fn mark(&self, node: Packed) -> u64 {
        let mixed = node.own.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32) ^ node.theirs;
        mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1
    }

    fn step(&self) -> i32 {
        self.pits.step()
    }
}
