//! Counting every sequence of moves: the first proof that a rules engine is right, and its first benchmark.

use std::ops::AddAssign;

use crate::{Chance, Deterministic, Game};

/// How many sequences of moves there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Sequences of exactly the depth asked for; a game that ended earlier adds none.
    pub leaves: u64,
    /// Sequences of every length from none to that depth.
    pub nodes: u64,
}

impl Perft {
    /// The empty sequence, at depth 0.
    pub const LEAF: Self = Self { leaves: 1, nodes: 1 };
    /// The empty sequence, when longer ones are asked for.
    pub const INNER: Self = Self { leaves: 0, nodes: 1 };
}

impl AddAssign for Perft {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.leaves += other.leaves;
        self.nodes += other.nodes;
    }
}

/// Counts the move sequences of `pos`, making every leaf.
pub fn perft<G: Deterministic>(pos: &G, depth: u32) -> Perft {
    if depth == 0 {
        return Perft::LEAF;
    }
    let mut sum = Perft::INNER;
    for mv in pos.legal_moves() {
        let mut next = pos.clone();
        next.play_unchecked(mv, &mut ());
        sum += if depth == 1 { made(&next) } else { perft(&next, depth - 1) };
    }
    sum
}

/// The same for a game of chance. A ply is one throw and one move: each possible throw counts once, whatever
/// its weight; a throw already on the table is the only one of the first ply.
pub fn perft_with_throws<G: Chance>(pos: &G, depth: u32) -> Perft {
    if depth == 0 {
        return Perft::LEAF;
    }
    let mut sum = Perft::INNER;
    for cast in casts(pos) {
        for mv in cast.legal_moves() {
            let mut next = cast.clone();
            next.play_unchecked(mv, &mut ());
            sum += if depth == 1 { made(&next) } else { perft_with_throws(&next, depth - 1) };
        }
    }
    sum
}

/// [`perft`] behind each first move, for a `depth` of at least 1.
pub fn divide<G: Deterministic>(pos: &G, depth: u32) -> impl Iterator<Item = (G::Move, Perft)> {
    pos.legal_moves().map(move |mv| (mv, perft(&after(pos, mv), depth.saturating_sub(1))))
}

/// [`perft_with_throws`] behind each first throw and move, for a `depth` of at least 1.
pub fn divide_with_throws<G: Chance>(
    pos: &G,
    depth: u32,
) -> impl Iterator<Item = ((G::Throw, G::Move), Perft)> {
    casts(pos).flat_map(move |cast| {
        let throw = cast.thrown().expect("a cast position has a throw");
        let moves: Vec<_> = cast.legal_moves().collect();
        moves
            .into_iter()
            .map(move |mv| ((throw, mv), perft_with_throws(&after(&cast, mv), depth.saturating_sub(1))))
    })
}

/// The position with each throw that may lie on the table: the one that does, else all, else (game over) none.
fn casts<G: Chance>(pos: &G) -> impl Iterator<Item = G> {
    let on_table = pos.thrown().map(|_| pos.clone());
    let still_to_come = if on_table.is_none() && pos.outcome().is_none() { pos.throws() } else { &[] };
    on_table.into_iter().chain(still_to_come.iter().map(|&(throw, _)| pos.cast(throw)))
}

/// Counts a leaf, whose position the compiler must not find needless.
#[inline]
fn made<G>(leaf: &G) -> Perft {
    std::hint::black_box(leaf);
    Perft::LEAF
}

#[inline]
fn after<G: Game>(pos: &G, mv: G::Move) -> G {
    let mut next = pos.clone();
    next.play_unchecked(mv, &mut ());
    next
}
