use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use gebeta_rules::{Chance, Player};

use crate::{Bounded, Bounds, Eval, Limits};

/// What a search over throws walks on: positions before a throw, and where each throw leads.
///
/// A game with its readable rules is one ([`ByRules`]); bitboards can be another, and the search is
/// the same.
pub trait ChanceTree {
    /// A position before the throw.
    type Node: Clone + Eq + Hash;
    /// What the sticks or dice show.
    type Throw: Copy + 'static;

    /// The sum of the weights of all throws.
    const WEIGHTS: u32;

    /// Every throw with its weight.
    fn throws(&self, node: &Self::Node) -> &'static [(Self::Throw, u32)];

    /// Where each move with `throw` leads.
    fn after(&self, node: &Self::Node, throw: Self::Throw) -> impl Iterator<Item = Self::Node>;

    /// Whether the player the search works for throws next.
    fn is_own(&self, node: &Self::Node) -> bool;

    /// The value of a node that needs no search: the game is over there, or its value is known.
    fn probe(&self, node: &Self::Node) -> Option<f64>;

    /// The static evaluation of any other node.
    fn eval(&self, node: &Self::Node) -> f64;

    /// How many nodes may pass between two calls of [`Limits::stop`](crate::Limits::stop).
    fn stop_interval(&self) -> u64 {
        Limits::STOP_INTERVAL
    }
}

/// A tree whose evaluations have bounds, by which a search can prune.
pub trait BoundedChanceTree: ChanceTree {
    /// For each throw two numbers between which every value lies that it can lead to within `plies` plies, its own
    /// included, and so every average of them. `bounds` is as long as the list of throws.
    fn bounds(&self, node: &Self::Node, plies: u32, bounds: &mut [Bounds]);
}

/// The tree of a game by its readable rules, seen by one player.
pub struct ByRules<'a, G, E> {
    eval: &'a E,
    player: Player,
    game: PhantomData<G>,
}

impl<'a, G, E> ByRules<'a, G, E> {
    /// The tree in which `eval` weighs positions for `player`.
    pub const fn new(eval: &'a E, player: Player) -> Self {
        Self { eval, player, game: PhantomData }
    }
}

impl<G, E> fmt::Debug for ByRules<'_, G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByRules").field("player", &self.player).finish_non_exhaustive()
    }
}

impl<G: Chance, E: Eval<G, Value = f64>> ChanceTree for ByRules<'_, G, E> {
    type Node = G;
    type Throw = G::Throw;

    const WEIGHTS: u32 = G::WEIGHTS;

    fn throws(&self, node: &G) -> &'static [(G::Throw, u32)] {
        node.throws()
    }

    fn after(&self, node: &G, throw: G::Throw) -> impl Iterator<Item = G> {
        let cast = node.cast(throw);
        let moves: Vec<G::Move> = cast.legal_moves().collect();
        moves.into_iter().map(move |mv| {
            let mut next = cast.clone();
            next.play_unchecked(mv, &mut ());
            next
        })
    }

    fn is_own(&self, node: &G) -> bool {
        node.to_move() == Some(self.player)
    }

    fn probe(&self, node: &G) -> Option<f64> {
        node.outcome().map(|_| self.eval.eval(node, self.player))
    }

    fn eval(&self, node: &G) -> f64 {
        self.eval.eval(node, self.player)
    }
}

impl<G: Chance, E: Bounded<G, Value = f64>> BoundedChanceTree for ByRules<'_, G, E> {
    fn bounds(&self, node: &G, plies: u32, bounds: &mut [Bounds]) {
        let (low, high) = self.eval.bounds(node, self.player, plies);
        bounds.fill(Bounds { low, high });
    }
}

/// Where each legal move of a position with a throw on the table leads.
pub(crate) fn roots<G: Chance>(position: &G) -> Vec<(G::Move, G)> {
    let after = |mv| {
        let mut next = position.clone();
        next.play_unchecked(mv, &mut ());
        (mv, next)
    };
    position.legal_moves().map(after).collect()
}
