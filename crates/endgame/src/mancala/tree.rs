use gebeta_rules::mancala::{Move, Turn};

/// The tree of a game as the solver climbs it: a node leaves out what has been won, its worth is the future difference
/// for the player to move.
pub(super) trait Tree {
    /// A position that is not over.
    type Node: Copy + Eq;

    /// Every move of `node`, put into `children`.
    fn children(&self, node: Self::Node, children: &mut Vec<Child<Self::Node>>);

    /// The worth, where it is known without searching.
    fn known(&self, node: Self::Node) -> Option<i32>;

    /// Stones that can still be won: the worth lies between this and its negative.
    fn stones(&self, node: Self::Node) -> i32;

    /// How far the node is from where worths are known, in stones.
    fn distance(&self, node: Self::Node) -> i32;

    /// What the node is probably worth, in sixteenths of a stone.
    fn guess(&self, node: Self::Node) -> i32;

    /// A number that spreads nodes over a table.
    fn hash(&self, node: Self::Node) -> u64;

    /// How far apart two possible worths are: 2 where every stone ends in a store.
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

impl<N> Child<N> {
    /// The worth of this move to the mover when the next node is worth `future` to whoever moves there.
    pub(super) const fn worth(&self, future: i32) -> i32 {
        match self.turn {
            Turn::Over => self.gain,
            Turn::Again => self.gain + future,
            Turn::Passes => self.gain - future,
        }
    }
}
