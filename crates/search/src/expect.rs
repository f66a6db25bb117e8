use gebeta_rules::{Chance, Player};

use crate::limits::Watchdog;
use crate::{Eval, Limits, Nodes, Report};

/// The worth of every legal move to the mover by plain expectiminimax; none if stopped before.
///
/// The roll lies on the table. A move is worth what the position after it is worth before the next throw, one
/// ply less deep; a position before a throw is worth the average over the throws of the best reply, for the
/// opponent the worst. Nothing is pruned: this is the reference for searches that do.
///
/// The eval need not be zero-sum: every position is valued for the player at the root.
pub fn expect<G, E>(position: &G, eval: &E, limits: Limits<'_>) -> Option<Report<G::Move, f64>>
where
    G: Chance,
    E: Eval<G, Value = f64>,
{
    let root = position.to_move()?;
    let mut search =
        Search { eval, root, nodes: Nodes::default(), watchdog: Watchdog::new(limits), exact: true };
    search.nodes.max += 1;
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(mv, &mut ());
        moves.push((mv, search.before_throw(&next, limits.depth.max(1) - 1)?));
    }
    Some(Report { moves, line: Vec::new(), depth: limits.depth, nodes: search.nodes, exact: search.exact })
}

struct Search<'a, 'l, E> {
    eval: &'a E,
    root: Player,
    nodes: Nodes,
    watchdog: Watchdog<'l>,
    exact: bool,
}

impl<E> Search<'_, '_, E> {
    fn before_throw<G>(&mut self, position: &G, depth: u32) -> Option<f64>
    where
        G: Chance,
        E: Eval<G, Value = f64>,
    {
        self.nodes.chance += 1;
        let over = position.outcome().is_some();
        if over || depth == 0 {
            self.exact &= over;
            return Some(self.eval.eval(position, self.root));
        }
        if self.watchdog.barks(&self.nodes) {
            return None;
        }
        let mut sum = 0.0;
        for &(throw, weight) in position.throws() {
            sum += f64::from(weight) * self.decision(&position.cast(throw), depth)?;
        }
        Some(sum / f64::from(G::WEIGHTS))
    }

    fn decision<G>(&mut self, position: &G, depth: u32) -> Option<f64>
    where
        G: Chance,
        E: Eval<G, Value = f64>,
    {
        let own = position.to_move() == Some(self.root);
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        if own {
            self.nodes.max += 1;
        } else {
            self.nodes.min += 1;
        }
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv, &mut ());
            let value = self.before_throw(&next, depth - 1)?;
            best = if own { best.max(value) } else { best.min(value) };
        }
        Some(best)
    }
}
