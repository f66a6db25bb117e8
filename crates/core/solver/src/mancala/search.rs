use std::ops::ControlFlow;

use gebeta_rules::mancala::Turn;
use gebeta_search::insertion_sort;

use super::lookahead::{INFINITY, Lookahead};
use super::stop_poll::Poll;
use super::tree::{Child, Tree};

/// Searches the tree for the answer to one test: is the value at least so much?
///
/// An alpha-beta search with a window of one point. Several may work on the same test: they share what the tree
/// remembers.
pub(super) struct Search<'a, T: Tree> {
    tree: &'a T,
    /// How many work on the same test.
    threads: usize,
    lookahead: Lookahead<'a, T::Node>,
    /// Lists of children that are not in use, to spare the allocator.
    spare: Vec<Vec<Child<T::Node>>>,
}

impl<'a, T: Tree> Search<'a, T> {
    /// How many stones above the table a look ahead begins to pay; below, the guess is good enough.
    const AHEAD_FROM: i32 = 6;
    /// The farthest look ahead, in plies.
    const FARTHEST: i32 = 8;
    /// How many stones above the table threads begin to care for what the others do; below, asking takes longer.
    const SHARED_FROM: i32 = 5;
    /// What it counts for the order that a move takes a stone off the board, and that it brings another turn. Among moves
    /// that will do, those with the smallest tree below are to be tried first ((6,4) above 16 stones: 93 million nodes
    /// without; above 18: 23 million with the first, 16 with both).
    const STONE_GONE: i32 = 32;
    const ANOTHER_TURN: i32 = 64;

    pub(super) const fn new(tree: &'a T, threads: usize, poll: Poll<'a>) -> Self {
        Self { tree, threads, lookahead: Lookahead::new(poll), spare: Vec::new() }
    }

    /// A bound on the value of a node: at least `test` if it is, below if it is not; none if the search is over.
    ///
    /// `hoped` says whether it probably is. If not, every move will have to be searched, and their order deserves less
    /// work.
    pub(super) fn at_least(&mut self, node: T::Node, test: i32, hoped: bool) -> Option<i32> {
        if let Some(value) = self.tree.probe(node) {
            return Some(value);
        }
        let mut bounds = self.tree.recall(node).unwrap_or_else(|| self.tree.span(node));
        if bounds.low >= test {
            return Some(bounds.low);
        }
        if bounds.high < test {
            return Some(bounds.high);
        }
        self.lookahead.poll.node()?;
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        let found = self.try_children(node, &mut children, test, hoped);
        self.spare.push(children);
        let found = found?;
        if found >= test {
            bounds.low = found;
        } else {
            bounds.high = found;
        }
        self.tree.remember(node, bounds);
        Some(found)
    }

    /// A bound on the value of a move: at least `test` if it is, below if it is not.
    pub(super) fn reaches(&mut self, child: &Child<T::Node>, test: i32, hoped: bool) -> Option<i32> {
        match child.turn {
            Turn::Over => Some(child.gain),
            Turn::Again => Some(child.gain + self.at_least(child.next, test - child.gain, hoped)?),
            Turn::Passes => Some(child.gain - self.at_least(child.next, child.gain - test + 1, !hoped)?),
        }
    }

    fn try_children(
        &mut self,
        node: T::Node,
        children: &mut Vec<Child<T::Node>>,
        test: i32,
        hoped: bool,
    ) -> Option<i32> {
        // First what needs no search. The table is not probed yet: that saves 2 % of the nodes and costs a third of the
        // time, waiting for words that are nowhere near.
        let mut best = i32::MIN;
        let enough = self.tree.visit(node, |child| {
            let bounds = child.bounds(self.tree);
            if bounds.low >= test {
                return ControlFlow::Break(bounds.low);
            }
            if bounds.high < test {
                best = best.max(bounds.high);
            } else {
                children.push(child);
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(found) = enough {
            return Some(found);
        }
        self.order(node, children, hoped);
        let shares = self.threads > 1 && self.tree.distance(node) >= Self::SHARED_FROM;
        // A move that another thread is at work on is left for later, when its bounds are known; but not the one that is
        // expected to do.
        let mut later = 0;
        for place in 0..children.len() {
            let child = children[place];
            let first_hope = hoped && place == 0;
            if shares && !first_hope && self.lookahead.poll.shared.busy.has(self.tree.mark(child.next)) {
                children[later] = child;
                later += 1;
                continue;
            }
            best = best.max(self.try_child(&child, test, first_hope, shares)?);
            if best >= test {
                return Some(best);
            }
        }
        for child in &children[..later] {
            best = best.max(self.try_child(child, test, false, shares)?);
            if best >= test {
                break;
            }
        }
        Some(best)
    }

    fn try_child(&mut self, child: &Child<T::Node>, test: i32, hoped: bool, shares: bool) -> Option<i32> {
        if !shares {
            return self.reaches(child, test, hoped);
        }
        let mark = self.tree.mark(child.next);
        self.lookahead.poll.shared.busy.begin(mark);
        let found = self.reaches(child, test, hoped);
        self.lookahead.poll.shared.busy.end(mark);
        found
    }

    /// Puts the most promising move first.
    fn order(&mut self, node: T::Node, children: &mut [Child<T::Node>], hoped: bool) {
        if children.len() < 2 {
            return;
        }
        let distance = self.tree.distance(node) - Self::AHEAD_FROM;
        let depth = if distance < 0 { 0 } else { (1 + distance / 3).min(Self::FARTHEST) };
        let depth = if hoped { depth } else { depth - 2 };
        let stones = self.tree.stones(node);
        let mut best = -INFINITY;
        for child in children.iter_mut() {
            let score = self.lookahead.score_of_move(self.tree, child, depth, best, INFINITY);
            let gone = stones - self.tree.stones(child.next);
            let again = if child.turn == Turn::Again { Self::ANOTHER_TURN } else { 0 };
            child.promise = score + Self::STONE_GONE * gone + again;
            best = best.max(score);
        }
        insertion_sort(children, |one, other| one.promise > other.promise);
    }
}
