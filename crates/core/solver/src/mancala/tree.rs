use std::ops::ControlFlow;

use gebeta_rules::mancala::{Move, Position, Turn};

use super::stop_poll::Pace;
use super::transposition_table::{Bounds, TranspositionTable};

/// The tree of a game as the solver searches it: a node leaves out what has been won, its value is the future difference
/// for the player to move.
pub(super) trait Tree: Sync {
    /// A position that is not over.
    type Node: Copy + Eq + Send + Sync;

    /// How often a proof polls its caller.
    const PACE: Pace = Pace::PACKED;

    /// The node of a position; none if it is over or not of this tree.
    fn node(&self, position: &Position) -> Option<Self::Node>;

    /// Shows every move of `node`, from the left, as long as `visit` goes on.
    fn visit<B>(
        &self,
        node: Self::Node,
        visit: impl FnMut(Child<Self::Node>) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Every move of `node`, put into `children`.
    #[inline]
    fn children(&self, node: Self::Node, children: &mut Vec<Child<Self::Node>>) {
        children.clear();
        let _ = self.visit(node, |child| {
            children.push(child);
            ControlFlow::<()>::Continue(())
        });
    }

    /// The value, where it is known without searching.
    fn probe(&self, node: Self::Node) -> Option<i32>;

    /// Stones that can still be won: the value lies between this and its negative.
    fn stones(&self, node: Self::Node) -> i32;

    /// Between which values the node lies as far as that is known without searching or remembering.
    #[inline]
    fn span(&self, node: Self::Node) -> Bounds {
        Bounds::of_stones(self.stones(node))
    }

    /// How far the node is from where values are known, in stones.
    fn distance(&self, node: Self::Node) -> i32;

    /// The static evaluation of the node, in sixteenths of a stone.
    fn eval(&self, node: Self::Node) -> i32;

    /// What has been remembered of the node.
    fn recall(&self, node: Self::Node) -> Option<Bounds>;

    /// Remembers it.
    fn remember(&self, node: Self::Node, bounds: Bounds);

    /// The transposition table that threads share without waiting for each other and that can be kept; none where there is none.
    fn memory(&self) -> Option<&TranspositionTable>;

    /// A number by which threads know the node, never zero; others hardly have it.
    fn mark(&self, node: Self::Node) -> u64;

    /// How far apart two possible values are: 2 where every stone ends in a store.
    fn step(&self) -> i32;
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<N> {
    pub(super) mv: Move,
    pub(super) next: N,
    /// What the mover wins with it.
    pub(super) gain: i32,
    pub(super) turn: Turn,
    /// How early to try it, in sixteenths of a stone.
    pub(super) promise: i32,
}

impl<N: Copy> Child<N> {
    /// The value of this move to the mover when the next node is worth `future` to the player to move there.
    pub(super) const fn score(&self, future: i32) -> i32 {
        match self.turn {
            Turn::Over => self.gain,
            Turn::Again => self.gain + future,
            Turn::Passes => self.gain - future,
        }
    }

    /// Between which values this move lies as far as is known without searching or remembering.
    #[inline]
    pub(super) fn bounds<T: Tree<Node = N>>(&self, tree: &T) -> Bounds {
        self.score_between(match self.turn {
            Turn::Over => Bounds { low: 0, high: 0 },
            _ => match tree.probe(self.next) {
                Some(value) => Bounds { low: value, high: value },
                None => tree.span(self.next),
            },
        })
    }

    /// The same with what is remembered.
    pub(super) fn remembered<T: Tree<Node = N>>(&self, tree: &T) -> Bounds {
        let remembered = if self.turn == Turn::Over { None } else { tree.recall(self.next) };
        remembered.map_or_else(|| self.bounds(tree), |future| self.score_between(future))
    }

    const fn score_between(&self, future: Bounds) -> Bounds {
        match self.turn {
            Turn::Passes => Bounds { low: self.score(future.high), high: self.score(future.low) },
            _ => Bounds { low: self.score(future.low), high: self.score(future.high) },
        }
    }
}
