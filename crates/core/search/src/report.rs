use crate::Nodes;

/// What a finished search knows about the moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M, V> {
    /// Every legal move with its value to the mover, in the order of the rules.
    pub moves: Vec<(M, V)>,
    /// The line both sides are expected to play, as far as it is remembered; empty where it is not collected.
    pub pv: Vec<M>,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// How much work it was.
    pub nodes: Nodes,
    /// Whether every line was followed to the end of the game, so that the value is the truth.
    pub exact: bool,
}

impl<M: Copy, V: Copy + PartialOrd> Report<M, V> {
    /// The best move, the first of equals; none if there was no move at all.
    pub fn best(&self) -> Option<(M, V)> {
        self.moves.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}
