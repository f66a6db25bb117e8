use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};

use gebeta_rules::mancala::{PieRule, Position, Turn};
use gebeta_rules::{Game, Player};

use super::stop_poll::Pace;
use super::transposition_table::{Bounds, TranspositionTable};
use super::tree::{Child, Tree};

/// The tree of readable positions without a table: for more stones than a bitboard side holds.
pub(super) struct PlainTree {
    /// What is known of positions, in parts: one map of millions would take seconds to grow.
    known: Vec<Mutex<HashMap<Position, Bounds>>>,
    /// How many positions a part remembers before all of them are forgotten.
    most: usize,
}

impl PlainTree {
    const PARTS: usize = 1 << 10;

    pub(super) fn new(megabytes: usize) -> Self {
        let known = std::iter::repeat_with(Mutex::default).take(Self::PARTS).collect();
        // A map keeps up to half of its places free.
        Self { known, most: (megabytes << 20) / size_of::<(Position, Bounds)>() / 2 / Self::PARTS }
    }

    fn part(&self, node: &Position) -> MutexGuard<'_, HashMap<Position, Bounds>> {
        let counts = node.board().counts().iter();
        let mixed = counts.fold(0_u64, |mixed, &n| {
            (mixed.rotate_left(5) ^ u64::from(n)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        let part = &self.known[(mixed >> 54) as usize % Self::PARTS];
        part.lock().expect("nobody panics with it")
    }
}

impl Tree for PlainTree {
    type Node = Position;

    const PACE: Pace = Pace::READABLE;

    fn node(&self, position: &Position) -> Option<Position> {
        position.to_move().map(|_| *position)
    }

    fn visit<B>(
        &self,
        node: Position,
        mut visit: impl FnMut(Child<Position>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(mover) = node.to_move() else { return ControlFlow::Continue(()) };
        for mv in node.legal_moves() {
            let mut next = node;
            next.play_unchecked(mv, &mut ());
            let turn = match next.to_move() {
                None => Turn::Over,
                Some(player) if player == mover => Turn::Again,
                Some(_) => Turn::Passes,
            };
            visit(Child { mv, next, gain: next.lead(mover) - node.lead(mover), turn, promise: 0 })?;
        }
        ControlFlow::Continue(())
    }

    fn probe(&self, _: Position) -> Option<i32> {
        None
    }

    fn stones(&self, node: Position) -> i32 {
        match node.pie() {
            PieRule::Off => in_pits(node, Player::One) + in_pits(node, Player::Two),
            // The stores can change hands as well.
            _ => 2 * node.board().total().cast_signed(),
        }
    }

    fn distance(&self, node: Position) -> i32 {
        // Nothing is known, but so few stones are soon searched.
        in_pits(node, Player::One) + in_pits(node, Player::Two) - 8
    }

    fn eval(&self, node: Position) -> i32 {
        let Some(mover) = node.to_move() else { return 0 };
        in_pits(node, mover) - in_pits(node, !mover)
    }

    fn recall(&self, node: Position) -> Option<Bounds> {
        self.part(&node).get(&node).copied()
    }

    fn remember(&self, node: Position, bounds: Bounds) {
        let mut known = self.part(&node);
        if known.len() >= self.most {
            known.clear();
        }
        known.insert(node, bounds);
    }

    fn memory(&self) -> Option<&TranspositionTable> {
        None
    }

    fn mark(&self, _: Position) -> u64 {
        // A single thread has no others to inform.
        1
    }

    fn step(&self) -> i32 {
        1
    }
}

fn in_pits(node: Position, player: Player) -> i32 {
    node.board().side(player).iter().map(|&n| i32::from(n)).sum()
}
