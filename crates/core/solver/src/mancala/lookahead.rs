use std::ops::ControlFlow;

use gebeta_rules::mancala::Turn;
use gebeta_search::insertion_sort;

use super::stop_poll::Poll;
use super::tree::{Child, Tree};

/// A shallow search with static evaluation at its leaves.
///
/// Values are in sixteenths of a stone, for the player to move. After the search was stopped they are
/// meaningless.
pub(super) struct Lookahead<'a, N> {
    pub(super) poll: Poll<'a>,
    /// Lists of children that are not in use, to spare the allocator.
    spare: Vec<Vec<Child<N>>>,
}

/// Beyond every value, and safe to add to.
pub(super) const INFINITY: i32 = 1 << 24;

impl<'a, N: Copy + Eq> Lookahead<'a, N> {
    pub(super) const fn new(poll: Poll<'a>) -> Self {
        Self { poll, spare: Vec::new() }
    }

    /// The estimated value of a node: exact within the window, else a bound.
    pub(super) fn score<T: Tree<Node = N>>(
        &mut self,
        tree: &T,
        node: N,
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if let Some(value) = tree.probe(node) {
            return 16 * value;
        }
        if depth <= 0 {
            return tree.eval(node);
        }
        if self.poll.expand() {
            return 0;
        }
        if depth == 1 {
            // Where guesses come next, sorting costs more than it saves.
            return self.best_guess(tree, node, alpha, beta);
        }
        let mut children = self.spare.pop().unwrap_or_default();
        tree.children(node, &mut children);
        sort_by_sight(&mut children);
        let mut best = -INFINITY;
        for child in &children {
            best = best.max(self.score_of_move(tree, child, depth - 1, alpha, beta));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.spare.push(children);
        best
    }

    #[inline]
    fn best_guess<T: Tree<Node = N>>(&mut self, tree: &T, node: N, mut alpha: i32, beta: i32) -> i32 {
        let mut best = -INFINITY;
        let _ = tree.visit(node, |child| {
            best = best.max(self.score_of_move(tree, &child, 0, alpha, beta));
            alpha = alpha.max(best);
            if alpha >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best
    }

    /// The estimated value of a move, in the same way.
    pub(super) fn score_of_move<T: Tree<Node = N>>(
        &mut self,
        tree: &T,
        child: &Child<N>,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let gain = 16 * child.gain;
        match child.turn {
            Turn::Over => gain,
            Turn::Again => gain + self.score(tree, child.next, depth, alpha - gain, beta - gain),
            Turn::Passes => gain - self.score(tree, child.next, depth, gain - beta, gain - alpha),
        }
    }
}

/// Extra turns first, then the largest gain, then from the right: a move on the left spoils the extra turns to come
/// (from the left (6,3) takes 33 times as many nodes without a look ahead).
fn sort_by_sight<N>(children: &mut [Child<N>]) {
    children.reverse();
    let sight = |child: &Child<N>| (child.turn == Turn::Again, child.gain);
    insertion_sort(children, |one, other| sight(one) > sight(other));
}
