use std::fmt;
use std::sync::Arc;

use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Packed, Position};

use super::checkpoint::{self, CheckpointFault};
use super::packed_tree::PackedTree;
use super::plain_tree::PlainTree;
use super::root::Root;
use super::table::Table;

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The final difference of the stores for the player to move, both playing perfectly.
    pub value: i32,
    /// Every move that reaches it.
    pub best: Vec<Move>,
    /// Every move with its own value, if that was asked for.
    pub moves: Vec<(Move, i32)>,
    /// Positions searched.
    pub nodes: u64,
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The result is at least this.
    pub low: i32,
    /// And at most this.
    pub high: i32,
    /// Positions searched so far.
    pub nodes: u64,
}

/// Proves the value of positions.
///
/// The worth of a position is bracketed by tests "is it at least `t`?", each an alpha-beta search with a window of one
/// point. Tests share a memory of bounds, which holds the pits alone, so what has been won before does not matter. Below,
/// the endgame table answers; above, moves are tried in the order of a shallow search. What has been proved of one
/// position helps with the next.
pub struct Prover {
    packed: Option<PackedTree>,
    plain: PlainTree,
    /// The most stones in the pits it was made for.
    most: u32,
    megabytes: usize,
}

impl Prover {
    /// A prover with a memory of so many megabytes for this position and those with as many stones or fewer. A table
    /// of its board and law makes it fast.
    pub fn new(table: Option<Arc<Table>>, megabytes: usize, position: &Position) -> Self {
        let most = position.board().in_pits();
        let packed = table.and_then(|table| {
            table.sower().pack(position)?;
            Some(PackedTree::new(table, megabytes, most))
        });
        Self { packed, plain: PlainTree::new(megabytes), most, megabytes }
    }

    /// Whether it proves this position as well as a new one with so many megabytes would, or better: what it remembers is
    /// of the same game.
    pub fn serves(&self, position: &Position, megabytes: usize) -> bool {
        megabytes <= self.megabytes
            && position.board().in_pits() <= self.most
            && self.pack(position).is_some()
    }

    /// Proves the value of an unfinished position; with `every_move` that of each move too. None if it is over, or if
    /// `progress`, which is asked from time to time, answers that it is enough.
    pub fn solve(
        &self,
        position: &Position,
        every_move: bool,
        progress: &mut dyn FnMut(Proof) -> bool,
    ) -> Option<Solved> {
        self.solve_with(1, position, every_move, progress)
    }

    /// The same with so many threads. How many nodes they need differs from run to run.
    pub fn solve_with(
        &self,
        threads: usize,
        position: &Position,
        every_move: bool,
        progress: &mut dyn FnMut(Proof) -> bool,
    ) -> Option<Solved> {
        let lead = position.lead(position.to_move()?);
        let mut solved = match self.pack(position) {
            Some((tree, node)) => Root::new(tree, threads, lead, progress).solve(node, every_move),
            // Its memory has a lock, so threads would wait for each other.
            None => Root::new(&self.plain, 1, lead, progress).solve(*position, every_move),
        }?;
        solved.value += lead;
        for (_, value) in &mut solved.moves {
            *value += lead;
        }
        Some(solved)
    }

    /// Proves whether the player to move will lead by at least so many stones in the end, which is cheaper than the
    /// value. None for the same reasons.
    pub fn reaches(
        &self,
        position: &Position,
        lead: i32,
        threads: usize,
        progress: &mut dyn FnMut(Proof) -> bool,
    ) -> Option<bool> {
        let before = position.lead(position.to_move()?);
        match self.pack(position) {
            Some((tree, node)) => Root::new(tree, threads, before, progress).reaches(node, lead - before),
            None => Root::new(&self.plain, 1, before, progress).reaches(*position, lead - before),
        }
    }

    /// Whether it works on the packed twin of its law, above a table: only then is it fast and can be kept.
    pub const fn is_packed(&self) -> bool {
        self.packed.is_some()
    }

    /// What took longest to prove, as the bytes of a file, so that a proof that was interrupted goes on close to where
    /// it was; `about` says what is being proved. None for laws without a packed twin. Threads may go on meanwhile.
    pub fn checkpoint(&self, about: &str) -> Option<Vec<u8>> {
        self.packed.as_ref().map(|tree| checkpoint::write(tree.memory(), about))
    }

    /// Takes up what [`checkpoint`](Self::checkpoint) kept; says how many positions that is.
    ///
    /// # Errors
    /// These are not the bytes of such a checkpoint, or it is about something else.
    pub fn resume(&self, about: &str, bytes: &[u8]) -> Result<u64, CheckpointFault> {
        let tree = self.packed.as_ref().ok_or(CheckpointFault::Foreign)?;
        checkpoint::read(tree.memory(), about, bytes)
    }

    fn pack(&self, position: &Position) -> Option<(&PackedTree, Packed)> {
        let tree = self.packed.as_ref()?;
        Some((tree, tree.sower().pack(position)?))
    }
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover").field("packed", &self.is_packed()).finish_non_exhaustive()
    }
}
