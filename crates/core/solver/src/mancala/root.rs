use std::sync::Mutex;
use std::sync::atomic::Ordering;

use gebeta_rules::mancala::{Move, Turn};
use gebeta_search::insertion_sort;

use super::search::Search;
use super::solver::{Proof, Solved};
use super::stop_poll::{Poll, Shared};
use super::tree::{Child, Tree};
use crate::IN_BROWSER;

/// Runs the null-window tests of a proof, each on all threads.
pub(super) struct Root<'a, T: Tree> {
    tree: &'a T,
    threads: usize,
    /// What has been won before, to report whole results.
    lead: i32,
    low: i32,
    high: i32,
    shared: Shared,
    progress: &'a mut dyn FnMut(Proof) -> bool,
}

impl<'a, T: Tree> Root<'a, T> {
    pub(super) fn new(
        tree: &'a T,
        threads: usize,
        lead: i32,
        progress: &'a mut dyn FnMut(Proof) -> bool,
    ) -> Self {
        Self { tree, threads, lead, low: 0, high: 0, shared: Shared::default(), progress }
    }

    /// Whether the value of the node is at least `test`.
    pub(super) fn reaches(&mut self, root: T::Node, test: i32) -> Option<bool> {
        let stones = self.tree.stones(root);
        (self.low, self.high) = (-stones, stones);
        Some(self.ask(|search| search.at_least(root, test, true))? >= test)
    }

    /// The value of the root and its moves, without what has been won before.
    pub(super) fn solve(&mut self, root: T::Node, every_move: bool) -> Option<Solved> {
        let mut children = Vec::new();
        self.tree.children(root, &mut children);
        let mut moves = Vec::new();
        let (value, best) = if every_move {
            for child in &children {
                let future = if child.turn == Turn::Over { 0 } else { self.value(child.next)? };
                moves.push((child.mv, child.score(future)));
            }
            let value = moves.iter().map(|&(_, score)| score).max()?;
            (value, moves.iter().filter(|(_, score)| *score == value).map(|(mv, _)| *mv).collect())
        } else {
            self.best_moves(root, &mut children)?
        };
        Some(Solved { value, best, moves, nodes: self.shared.nodes.load(Ordering::Relaxed) })
    }

    /// The value of the best moves, and these.
    fn best_moves(&mut self, root: T::Node, children: &mut [Child<T::Node>]) -> Option<(i32, Vec<Move>)> {
        let in_order: Vec<Move> = children.iter().map(|child| child.mv).collect();
        self.bound(root)?;
        'raised: loop {
            let value = self.low;
            // First the move that is known to reach it: does it reach more? Then the others, whether they reach as much,
            // and not whether they reach more: a no answers both.
            let low = |child: &Child<T::Node>| child.remembered(self.tree).low;
            insertion_sort(children, |one, other| low(one) > low(other));
            let mut best = Vec::new();
            for child in &*children {
                if self.ask(|search| search.reaches(child, value, false))? < value {
                    continue;
                }
                let more = value + self.tree.step();
                self.low = self.low.max(self.ask(|search| search.reaches(child, more, false))?);
                if self.low > value {
                    continue 'raised;
                }
                best.push(child.mv);
            }
            let place = |mv: &Move| in_order.iter().position(|other| other == mv);
            insertion_sort(&mut best, |one, other| place(one) < place(other));
            return Some((value, best));
        }
    }

    /// The exact value of a node.
    fn value(&mut self, node: T::Node) -> Option<i32> {
        self.bound(node)?;
        while self.low < self.high {
            // Upward in small steps: a test that succeeds is cheap, the one that fails at the end is not.
            let test = self.low + self.tree.step();
            let found = self.ask(|search| search.at_least(node, test, true))?;
            if found >= test {
                self.low = found;
            } else {
                self.high = found;
            }
        }
        Some(self.low)
    }

    /// Finds a useful lower bound: downward from zero, until one holds.
    fn bound(&mut self, node: T::Node) -> Option<()> {
        let stones = self.tree.stones(node);
        (self.low, self.high) = (-stones, stones);
        let mut test = stones % self.tree.step();
        loop {
            let found = self.ask(|search| search.at_least(node, test, true))?;
            if found >= test {
                self.low = found;
                return Some(());
            }
            self.high = found;
            test = found;
        }
    }

    /// The answer to a test; none if the caller has said that it is enough.
    fn ask(&mut self, test: impl Fn(&mut Search<'_, T>) -> Option<i32> + Sync) -> Option<i32> {
        let Self { tree, threads, lead, low, high, shared, progress } = self;
        let (tree, threads, shared) = (*tree, *threads, &*shared);
        let mut report = |nodes| progress(Proof { low: *low + *lead, high: *high + *lead, nodes });
        shared.over.store(false, Ordering::Relaxed);
        let answer = Mutex::new(None);
        let work = |report: &mut dyn FnMut(u64) -> bool| {
            let poll = Poll::new(shared, T::PACE, report);
            let found = test(&mut Search::new(tree, threads, poll));
            if found.is_some() {
                *answer.lock().expect("nobody panics with it") = found;
            }
            shared.over.store(true, Ordering::Relaxed);
        };
        if threads == 1 || IN_BROWSER {
            work(&mut report);
        } else {
            std::thread::scope(|scope| {
                for _ in 1..threads {
                    let work = &work;
                    scope.spawn(move || work(&mut |_| true));
                }
                work(&mut report);
            });
        }
        let answer = answer.into_inner().expect("nobody panics with it");
        answer.filter(|_| !shared.stopped.load(Ordering::Relaxed))
    }
}
