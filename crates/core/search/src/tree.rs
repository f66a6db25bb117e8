use std::hash::Hash;
use std::marker::PhantomData;

use gebeta_rules::Deterministic;

use crate::{Eval, Limits};

/// The tree of a game without chance as [`AlphaBeta`](crate::AlphaBeta) searches it.
///
/// A node may leave out what has been won already: then it is met more often, and its value is what the player to move
/// will still win. A search is as good as its tree; every tree must meet the requirements of its functions.
pub trait Tree {
    /// A position that is not over.
    type Node: Copy + Eq;
    /// What a node is remembered by: equal nodes have equal keys, and different nodes different ones.
    type Key: Copy + Eq + Hash;
    /// A move.
    type Move: Copy;

    /// Whether a position may come again, so that the search has to know its way to each node.
    const REPEATS: bool = false;

    /// Puts every move of `node` into `branches`, in the order of the rules.
    fn branches(&self, node: &Self::Node, branches: &mut Vec<Branch<Self::Node, Self::Move>>);

    /// The static evaluation of `node` for the player to move; within its [`bounds`](Self::bounds).
    fn eval(&self, node: &Self::Node) -> i32;

    /// Between which two numbers the value of `node` to the player to move lies, however it is played. Those of a node
    /// reached by a move, and what the move wins, lie within these.
    fn bounds(&self, node: &Self::Node) -> (i32, i32);

    /// The true value of `node` to the player to move, where it is known without searching.
    fn probe(&self, node: &Self::Node) -> Option<i32>;

    /// What `node` is remembered by.
    fn key(&self, node: &Self::Node) -> Self::Key;

    /// The value of `node` to the player to move if the game ends here because the position has come again: it has come in the
    /// game before the search, or is one of `path`, the nodes from the root to it. Asked where [`Self::REPEATS`].
    fn repeated(&self, _node: &Self::Node, _key: Self::Key, _path: &[Self::Key]) -> Option<i32> {
        None
    }

    /// How many nodes may pass between two calls of [`Limits::stop`].
    fn stop_interval(&self) -> u64 {
        Limits::STOP_INTERVAL
    }
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch<N, M> {
    /// The move.
    pub mv: M,
    /// What the mover wins with it at once; at the end of the game all that is left to win.
    pub gain: i32,
    /// Where it leads.
    pub then: Then<N>,
}

/// What follows a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then<N> {
    /// The mover plays again.
    Again(N),
    /// It is the opponent's turn.
    Passes(N),
    /// It is over.
    Over,
}

impl<N> Then<N> {
    /// The node that comes next.
    pub(crate) const fn node(&self) -> Option<&N> {
        match self {
            Self::Again(node) | Self::Passes(node) => Some(node),
            Self::Over => None,
        }
    }

    /// Converts a value for the next player to move into one for the mover.
    #[inline]
    pub(crate) const fn seen(&self, score: i32) -> i32 {
        match self {
            Self::Passes(_) => -score,
            Self::Again(_) | Self::Over => score,
        }
    }
}

/// The tree of any game with any evaluation: nodes are whole positions, and nothing counts as won before the end.
#[derive(Debug)]
pub struct EvalTree<'e, G, E> {
    eval: &'e E,
    game: PhantomData<G>,
}

/// Beyond every value, and safe to add to and to negate.
pub(crate) const INFINITY: i32 = 1 << 30;

impl<'e, G, E> EvalTree<'e, G, E> {
    /// The tree whose leaves `eval` judges. It must be zero-sum: what a position is worth to one player it costs the
    /// other.
    pub const fn new(eval: &'e E) -> Self {
        Self { eval, game: PhantomData }
    }
}

impl<G, E> Tree for EvalTree<'_, G, E>
where
    G: Deterministic + Copy,
    E: Eval<G, Value = i32>,
{
    type Node = G;
    type Key = G;
    type Move = G::Move;

    fn branches(&self, node: &G, branches: &mut Vec<Branch<G, G::Move>>) {
        branches.clear();
        let Some(mover) = node.to_move() else { return };
        for mv in node.legal_moves() {
            let mut next = *node;
            next.play_unchecked(mv, &mut ());
            let (gain, then) = match next.to_move() {
                None => (self.eval.eval(&next, mover), Then::Over),
                Some(player) if player == mover => (0, Then::Again(next)),
                Some(_) => (0, Then::Passes(next)),
            };
            branches.push(Branch { mv, gain, then });
        }
    }

    fn eval(&self, node: &G) -> i32 {
        node.to_move().map_or(0, |mover| self.eval.eval(node, mover))
    }

    fn key(&self, node: &G) -> G {
        *node
    }

    fn bounds(&self, _: &G) -> (i32, i32) {
        (-INFINITY, INFINITY)
    }

    fn probe(&self, _: &G) -> Option<i32> {
        None
    }

    /// One move of a relay game with a thousand stones drops up to 25,000 of them one by one.
    fn stop_interval(&self) -> u64 {
        16
    }
}
