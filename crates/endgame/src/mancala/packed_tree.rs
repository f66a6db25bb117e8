use gebeta_rules::mancala::{Leftovers, Packed, Sower};

use super::fit::Fit;
use super::table::Table;
use super::tree::{Child, Tree};

/// The tree of packed positions, with a table below it.
pub(super) struct PackedTree<'a> {
    table: &'a Table,
    fit: Fit,
}

impl<'a> PackedTree<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        Self { table, fit: Fit::of(table) }
    }

    pub(super) fn sower(&self) -> &Sower {
        self.table.sower()
    }
}

impl Tree for PackedTree<'_> {
    type Node = Packed;

    #[inline]
    fn children(&self, node: Packed, children: &mut Vec<Child<Packed>>) {
        children.clear();
        for pit in node.pits() {
            let sown = self.sower().sow(node, pit);
            children.push(Child {
                mv: Sower::move_of(pit),
                next: sown.next,
                gain: sown.gain,
                turn: sown.turn,
            });
        }
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
        self.fit.guess(node)
    }

    #[inline]
    fn hash(&self, node: Packed) -> u64 {
        let mixed =
            node.own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ node.theirs.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ mixed >> 32
    }

    fn step(&self) -> i32 {
        match self.sower().law().leftovers {
            Leftovers::OwnSide => 2,
            Leftovers::Uncounted => 1,
        }
    }
}
