use std::collections::HashMap;

use gebeta_rules::{Deterministic, Player};

use crate::limits::StopCheck;
use crate::{Eval, Report};
use crate::{Limits, Nodes};

/// Proves the value of positions by following every line to its end, remembering each position it has met.
///
/// It prunes nothing: it is the oracle for solvers that do. Games that may repeat a position are not for it.
#[derive(Debug)]
pub struct Solver<G, E> {
    eval: E,
    /// The value to Player 1 of every position met.
    known: HashMap<G, i32>,
}

impl<G: Deterministic, E: Eval<G, Value = i32>> Solver<G, E> {
    /// A solver that knows nothing yet; `eval` is asked for finished positions only.
    pub fn new(eval: E) -> Self {
        Self { eval, known: HashMap::new() }
    }

    /// The final result of every legal move for the mover under perfect play; none if stopped before.
    pub fn solve(&mut self, position: &G, limits: Limits<'_>) -> Option<Report<G::Move, i32>> {
        let mut run = Run {
            solver: self,
            nodes: Nodes::default(),
            watchdog: StopCheck::new(limits, Limits::STOP_INTERVAL),
        };
        let mover = position.to_move()?;
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv, &mut ());
            moves.push((mv, sign(mover) * run.value(&next)?));
        }
        Some(Report { moves, pv: Vec::new(), depth: u32::MAX, nodes: run.nodes, exact: true })
    }
}

struct Run<'s, 'l, G, E> {
    solver: &'s mut Solver<G, E>,
    nodes: Nodes,
    watchdog: StopCheck<'l>,
}

impl<G: Deterministic, E: Eval<G, Value = i32>> Run<'_, '_, G, E> {
    /// The result for Player 1.
    fn value(&mut self, position: &G) -> Option<i32> {
        let Some(mover) = position.to_move() else {
            return Some(self.solver.eval.eval(position, Player::One));
        };
        if let Some(&value) = self.solver.known.get(position) {
            return Some(value);
        }
        match mover {
            Player::One => self.nodes.max += 1,
            Player::Two => self.nodes.min += 1,
        }
        if self.watchdog.should_stop(&self.nodes) {
            return None;
        }
        let mut best = i32::MIN;
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv, &mut ());
            best = best.max(sign(mover) * self.value(&next)?);
        }
        let value = sign(mover) * best;
        self.solver.known.insert(position.clone(), value);
        Some(value)
    }
}

const fn sign(mover: Player) -> i32 {
    match mover {
        Player::One => 1,
        Player::Two => -1,
    }
}
