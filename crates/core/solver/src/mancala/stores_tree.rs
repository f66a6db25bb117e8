use std::ops::ControlFlow;
use std::sync::Arc;

use gebeta_rules::Game;
use gebeta_rules::mancala::{Bitboard, End, Move, MoveRules, PieRule, Position, SideWord, Turn};

use super::bitboard_tree::BitboardTree;
use super::pits_tree::PitsTree;
use super::position_index::Numbers;
use super::stop_poll::Pace;
use super::transposition_table::{Bounds, Key, TranspositionTable};
use super::tree::{Child, Tree};
use super::values::Values;

/// The tree of bitboards of any board, with as much of the stores as the rules ask for: where a majority ends the
/// game, and as long as sides may be swapped.
///
/// Its table is that of the game without a majority, which has the same winner: more than half of the stones cannot be lost again. So where
/// a majority ends the game the table gives the winner and every draw, but not by how much.
pub(super) struct StoresTree<S> {
    pits: PitsTree<S>,
    numbers: Numbers,
    memory: TranspositionTable,
    law: MoveRules,
    /// All stones of the game, those in the stores included.
    total: i32,
    /// Whether its numbers have room for the stores.
    numbers_stores: bool,
}

/// The pits as the player to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node<S> {
    pits: Bitboard<S>,
    /// How many stones this player is ahead in the stores, where that makes a difference to what follows; elsewhere 0.
    ahead: i32,
    pie: PieRule,
}

impl<S: SideWord> StoresTree<S> {
    /// The tree below `position`, which has the rules and the board of the table but for the majority; none if `stop` says so
    /// before it is ready.
    pub(super) fn new(
        values: Arc<Values<S>>,
        megabytes: usize,
        position: &Position,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let near = values.stones() + BitboardTree::NEAR;
        let (law, total) = (position.law(), position.board().total());
        let pits = PitsTree::new(values, position.board().in_pits(), stop)?;
        let memory = TranspositionTable::new(megabytes, near);
        let numbers_stores = law.end == End::Majority || position.pie() != PieRule::Off;
        let leads = if numbers_stores { 2 * u64::from(total) + 1 } else { 1 };
        let numbers = Numbers::new(pits.sower().pits(), Self::PIES * leads);
        Some(Self { pits, numbers, memory, law, total: total.cast_signed(), numbers_stores })
    }

    /// How many states of the pie a number tells apart.
    const PIES: u64 = 3;

    fn key(&self, node: Node<S>) -> Option<Key> {
        let pie = match node.pie {
            PieRule::Off => 0,
            PieRule::FirstTurn => 1,
            PieRule::Available => 2,
        };
        let lead = if self.counts_stores(node.pie) { node.ahead + self.total } else { 0 };
        self.numbers.key(node.pits, Self::PIES * u64::from(lead.cast_unsigned()) + pie)
    }

    const fn counts_stores(&self, pie: PieRule) -> bool {
        matches!(self.law.end, End::Majority) || !matches!(pie, PieRule::Off)
    }

    fn sow(&self, node: Node<S>, child: Child<Bitboard<S>>) -> Child<Node<S>> {
        let pie = match (node.pie, child.turn) {
            (PieRule::FirstTurn, Turn::Again) => PieRule::FirstTurn,
            (PieRule::FirstTurn, Turn::Passes) => PieRule::Available,
            _ => PieRule::Off,
        };
        let ahead = node.ahead + child.gain;
        // What is in no pit is in the stores.
        let in_stores = self.total - child.next.stones().cast_signed();
        let majority = self.law.end == End::Majority && in_stores + ahead > self.total;
        let turn = if majority { Turn::Over } else { child.turn };
        let ahead = match turn {
            _ if !self.counts_stores(pie) => 0,
            Turn::Passes => -ahead,
            Turn::Again | Turn::Over => ahead,
        };
        Child {
            mv: child.mv,
            next: Node { pits: child.next, ahead, pie },
            gain: child.gain,
            turn,
            promise: 0,
        }
    }
}

impl<S: SideWord> Tree for StoresTree<S> {
    type Node = Node<S>;

    const PACE: Pace = if S::PITS > 8 { Pace::WIDE } else { Pace::PACKED };

    fn node(&self, position: &Position) -> Option<Node<S>> {
        let mover = position.to_move()?;
        let board = position.board();
        let pie = position.pie();
        let fits = u32::from(board.pits().get()) == self.pits.sower().pits()
            && position.law() == self.law
            && board.total().cast_signed() == self.total
            && (self.numbers_stores || pie == PieRule::Off);
        let pits = Bitboard::of(position).filter(|_| fits)?;
        Some(Node { pits, ahead: if self.counts_stores(pie) { position.lead(mover) } else { 0 }, pie })
    }

    #[inline]
    fn visit<B>(
        &self,
        node: Node<S>,
        mut visit: impl FnMut(Child<Node<S>>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.pits.visit(node.pits, |child| visit(self.sow(node, child)))?;
        if node.pie == PieRule::Available {
            // The opponent moves on what was this player's side, and owns its store.
            let ahead = if self.counts_stores(PieRule::Off) { node.ahead } else { 0 };
            let next = Node { pie: PieRule::Off, ahead, ..node };
            visit(Child { mv: Move::Swap, next, gain: -2 * node.ahead, turn: Turn::Passes, promise: 0 })?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn probe(&self, node: Node<S>) -> Option<i32> {
        if node.pie != PieRule::Off {
            return None;
        }
        let value = self.pits.probe(node.pits)?;
        (self.law.end == End::SideEmpty || node.ahead + value == 0).then_some(value)
    }

    fn span(&self, node: Node<S>) -> Bounds {
        let all = Bounds::of_stones(self.stones(node));
        if node.pie != PieRule::Off || self.law.end == End::SideEmpty {
            return all;
        }
        match self.pits.probe(node.pits).map(|value| node.ahead + value) {
            Some(1..) => Bounds { low: all.low.max(1 - node.ahead), ..all },
            Some(..0) => Bounds { high: all.high.min(-1 - node.ahead), ..all },
            Some(0) | None => all,
        }
    }

    #[inline]
    fn stones(&self, node: Node<S>) -> i32 {
        let in_pits = self.pits.stones(node.pits);
        // Before a swap the stores can change hands as well.
        if node.pie == PieRule::Off { in_pits } else { in_pits + 2 * node.ahead.abs() }
    }

    fn distance(&self, node: Node<S>) -> i32 {
        self.pits.distance(node.pits)
    }

    #[inline]
    fn eval(&self, node: Node<S>) -> i32 {
        self.pits.eval(node.pits)
    }

    #[inline]
    fn recall(&self, node: Node<S>) -> Option<Bounds> {
        self.memory.get(self.key(node)?)
    }

    fn remember(&self, node: Node<S>, bounds: Bounds) {
        if let Some(key) = self.key(node) {
            self.memory.put(key, bounds);
        }
    }

    fn memory(&self) -> Option<&TranspositionTable> {
        Some(&self.memory)
    }

    fn mark(&self, node: Node<S>) -> u64 {
        self.key(node).map_or(1, |key| key.shuffled() | 1)
    }

    fn step(&self) -> i32 {
        // A majority leaves stones in the pits.
        if self.law.end == End::Majority { 1 } else { self.pits.step() }
    }
}
