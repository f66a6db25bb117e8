use gebeta_rules::{Deterministic, Player};

use crate::limits::Watchdog;
use crate::{Eval, Limits, Nodes, Report};

/// The worth of every legal move to the mover, `limits.depth` plies ahead; none if stopped before.
///
/// Every root move is searched with the full window, so each value is what plain minimax would say. The eval must
/// be zero-sum: what a position is worth to one player it costs the other. None without a legal move.
pub fn alphabeta<G, E>(position: &G, eval: &E, limits: Limits<'_>) -> Option<Report<G::Move, i32>>
where
    G: Deterministic,
    E: Eval<G, Value = i32>,
{
    let mover = position.to_move()?;
    let mut search =
        Search { eval, root: mover, nodes: Nodes::default(), watchdog: Watchdog::new(limits), exact: true };
    search.count(mover);
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(mv, &mut ());
        moves.push((mv, search.child(&next, mover, limits.depth.max(1) - 1, -INFINITY, INFINITY)?));
    }
    Some(Report { moves, line: Vec::new(), depth: limits.depth, nodes: search.nodes, exact: search.exact })
}

/// Beyond every value, and safe to negate.
const INFINITY: i32 = i32::MAX;

/// Below this depth ordering the moves costs more than it saves.
const ORDER_FROM_DEPTH: u32 = 2;

struct Search<'a, 'l, E> {
    eval: &'a E,
    root: Player,
    nodes: Nodes,
    watchdog: Watchdog<'l>,
    /// Whether no unfinished position had to be guessed.
    exact: bool,
}

impl<E> Search<'_, '_, E> {
    fn count(&mut self, mover: Player) {
        if mover == self.root {
            self.nodes.max += 1;
        } else {
            self.nodes.min += 1;
        }
    }

    /// The worth of `next` to `mover`, who has just moved there. The turn may still be the mover's.
    fn child<G>(&mut self, next: &G, mover: Player, depth: u32, alpha: i32, beta: i32) -> Option<i32>
    where
        G: Deterministic,
        E: Eval<G, Value = i32>,
    {
        if next.to_move() == Some(mover) {
            self.value(next, mover, depth, alpha, beta)
        } else {
            self.value(next, !mover, depth, -beta, -alpha).map(|value| -value)
        }
    }

    /// The worth of `position` to `player`, who is to move unless the game is over.
    ///
    /// Exact if it lies strictly between `alpha` and `beta`; a value at or below `alpha` is an upper bound,
    /// one at or above `beta` a lower bound.
    fn value<G>(&mut self, position: &G, player: Player, depth: u32, mut alpha: i32, beta: i32) -> Option<i32>
    where
        G: Deterministic,
        E: Eval<G, Value = i32>,
    {
        self.count(player);
        if self.watchdog.barks(&self.nodes) {
            return None;
        }
        let over = position.outcome().is_some();
        if over || depth == 0 {
            self.exact &= over;
            return Some(self.eval.eval(position, player));
        }
        let mut best = -INFINITY;
        let mut visit = |search: &mut Self, next: &G| -> Option<bool> {
            best = best.max(search.child(next, player, depth - 1, alpha, beta)?);
            alpha = alpha.max(best);
            Some(alpha >= beta)
        };
        if depth < ORDER_FROM_DEPTH {
            for mv in position.legal_moves() {
                let mut next = position.clone();
                next.play_unchecked(mv, &mut ());
                if visit(self, &next)? {
                    break;
                }
            }
        } else {
            for next in self.ordered(position, player) {
                if visit(self, &next)? {
                    break;
                }
            }
        }
        Some(best)
    }

    /// The positions after each move, the most promising first.
    fn ordered<G>(&self, position: &G, player: Player) -> Vec<G>
    where
        G: Deterministic,
        E: Eval<G, Value = i32>,
    {
        let mut children: Vec<(i32, bool, G)> = position
            .legal_moves()
            .map(|mv| {
                let mut next = position.clone();
                next.play_unchecked(mv, &mut ());
                (self.eval.eval(&next, player), next.to_move() == Some(player), next)
            })
            .collect();
        children.sort_by_key(|&(worth, again, _)| (std::cmp::Reverse(again), std::cmp::Reverse(worth)));
        children.into_iter().map(|(_, _, next)| next).collect()
    }
}
