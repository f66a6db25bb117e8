use gebeta_rules::Chance;

use crate::chance_tree::roots;
use crate::limits::StopCheck;
use crate::{ByRules, ChanceTree, Eval, Limits, Nodes, Report};

/// The value of every legal move to the mover by plain expectiminimax; none if stopped before.
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
    expect_over(&ByRules::new(eval, position.to_move()?), roots(position), limits)
}

/// [`expect`] on any tree, for moves that lead to these nodes.
pub fn expect_over<T: ChanceTree, M>(
    tree: &T,
    roots: Vec<(M, T::Node)>,
    limits: Limits<'_>,
) -> Option<Report<M, f64>> {
    let mut search = Search {
        tree,
        nodes: Nodes::default(),
        watchdog: StopCheck::new(limits, tree.stop_interval()),
        exact: true,
    };
    search.nodes.max += 1;
    let mut moves = Vec::new();
    for (mv, node) in roots {
        moves.push((mv, search.before_throw(&node, limits.depth.max(1) - 1)?));
    }
    Some(Report { moves, pv: Vec::new(), depth: limits.depth, nodes: search.nodes, exact: search.exact })
}

struct Search<'a, 'l, T> {
    tree: &'a T,
    nodes: Nodes,
    watchdog: StopCheck<'l>,
    exact: bool,
}

impl<T: ChanceTree> Search<'_, '_, T> {
    fn before_throw(&mut self, node: &T::Node, depth: u32) -> Option<f64> {
        self.nodes.chance += 1;
        if let Some(known) = self.tree.probe(node) {
            return Some(known);
        }
        if depth == 0 {
            self.exact = false;
            return Some(self.tree.eval(node));
        }
        if self.watchdog.should_stop(&self.nodes) {
            return None;
        }
        let mut sum = 0.0;
        for &(throw, weight) in self.tree.throws(node) {
            sum += f64::from(weight) * self.decision(node, throw, depth)?;
        }
        Some(sum / f64::from(T::WEIGHTS))
    }

    fn decision(&mut self, node: &T::Node, throw: T::Throw, depth: u32) -> Option<f64> {
        let own = self.tree.is_own(node);
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        if own {
            self.nodes.max += 1;
        } else {
            self.nodes.min += 1;
        }
        for next in self.tree.after(node, throw) {
            let value = self.before_throw(&next, depth - 1)?;
            best = if own { best.max(value) } else { best.min(value) };
        }
        Some(best)
    }
}
