use std::fmt;

use gebeta_rules::Game;
use gebeta_rules::mancala::{End, Move, MoveRules, PieRule, Position};

use super::bitboard_tree::BitboardTree;
use super::checkpoint::{self, CheckpointError};
use super::plain_tree::PlainTree;
use super::root::Root;
use super::solver_budget::SolverBudget;
use super::stores_tree::StoresTree;
use super::table::Table;
use super::transposition_table::TranspositionTable;
use super::tree::Tree;

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

/// The progress of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The result is at least this.
    pub low: i32,
    /// And at most this.
    pub high: i32,
    /// Positions searched so far, in steps of some thousands; more where looks ahead for the order of moves take longer
    /// than the search.
    pub nodes: u64,
}

/// Proves the value of positions.
///
/// The value of a position is bracketed by tests "is it at least `t`?", each an alpha-beta search with a window of one
/// point. Tests share a table of bounds, which holds the pits alone, so what has been won before does not matter. Below,
/// the endgame table answers; above, moves are tried in the order of a shallow search. What has been proved of one
/// position helps with the next.
pub struct Prover {
    packed: Option<Box<dyn SolverBackend>>,
    plain: PlainTree,
    /// The most stones in the pits it was made for.
    most: u32,
    /// Up to how many stones its table reaches.
    table: u32,
    megabytes: usize,
}

impl Prover {
    /// The rules of the table that proofs under `law` want below them: the same without an end by majority, which does not
    /// change who wins.
    pub const fn table_law(law: MoveRules) -> MoveRules {
        MoveRules { end: End::SideEmpty, ..law }
    }

    /// A prover with a transposition table of so many megabytes for this position and those with as many stones or fewer. A table
    /// of its board and [law](Self::table_law) makes it fast.
    ///
    /// # Panics
    /// Never.
    pub fn new(table: Option<Table>, megabytes: usize, position: &Position) -> Self {
        Self::prepare(table, megabytes, position, &|| false).expect("nobody stops it")
    }

    /// The same, but none if `stop`, which is called often, returns true before it is ready. On wide boards that can take
    /// a few seconds.
    pub fn prepare(
        table: Option<Table>,
        megabytes: usize,
        position: &Position,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let most = position.board().in_pits();
        let fitting =
            table.filter(|table| table.is_of(position.board().pits(), Self::table_law(position.law())));
        let reaches = fitting.as_ref().map_or(0, Table::stones);
        let stores_matter = position.law().end == End::Majority || position.pie() != PieRule::Off;
        let tree: Option<Box<dyn SolverBackend>> = match fitting {
            None => None,
            Some(Table::Narrow(values)) if stores_matter => {
                Some(Box::new(StoresTree::new(values, megabytes, position, stop)?))
            }
            Some(Table::Narrow(values)) => Some(Box::new(BitboardTree::new(values, megabytes, most, stop)?)),
            Some(Table::Wide(values)) => Some(Box::new(StoresTree::new(values, megabytes, position, stop)?)),
        };
        let packed = tree.filter(|tree| tree.holds(position));
        Some(Self { packed, plain: PlainTree::new(megabytes), most, table: reaches, megabytes })
    }

    /// Whether it proves this position as well as a new one with such means would, or better: what it remembers is of the
    /// same game.
    pub fn serves(&self, position: &Position, means: SolverBudget) -> bool {
        means.megabytes <= self.megabytes
            && means.table.is_some_and(|stones| stones <= self.table)
            && self.holds(position)
    }

    /// Whether the position is of the same game and has no more stones, so that what it remembers helps.
    pub fn holds(&self, position: &Position) -> bool {
        position.board().in_pits() <= self.most
            && self.packed.as_ref().is_some_and(|tree| tree.holds(position))
    }

    /// Proves the value of an unfinished position; with `every_move` that of each move too. None if it is over, or if
    /// `progress`, which is called about every millisecond or more often, returns false.
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
        let mut solved = self.tree_of(position).solve(position, threads, every_move, progress)?;
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
        self.tree_of(position).reaches(position, lead, threads, progress)
    }

    /// Whether it works on bitboards above a table: only then is it fast and can be kept.
    pub const fn is_packed(&self) -> bool {
        self.packed.is_some()
    }

    /// What took longest to prove, as the bytes of a file, so that an interrupted proof resumes close to where
    /// it was; `about` says what is being proved. None without a table. Threads may go on meanwhile.
    pub fn checkpoint(&self, about: &str) -> Option<Vec<u8>> {
        self.memory().map(|memory| checkpoint::write(memory, about))
    }

    /// Restores what [`checkpoint`](Self::checkpoint) saved; returns the number of positions.
    ///
    /// # Errors
    /// These are not the bytes of such a checkpoint, or it is about something else.
    pub fn resume(&self, about: &str, bytes: &[u8]) -> Result<u64, CheckpointError> {
        checkpoint::read(self.memory().ok_or(CheckpointError::Foreign)?, about, bytes)
    }

    fn memory(&self) -> Option<&TranspositionTable> {
        self.packed.as_ref()?.memory()
    }

    fn tree_of(&self, position: &Position) -> &dyn SolverBackend {
        match &self.packed {
            Some(tree) if tree.holds(position) => &**tree,
            _ => &self.plain,
        }
    }
}

/// A tree with its node type erased.
trait SolverBackend: Send + Sync {
    fn holds(&self, position: &Position) -> bool;

    /// The value of a position and its moves, without what has been won before.
    fn solve(
        &self,
        position: &Position,
        threads: usize,
        every_move: bool,
        progress: &mut dyn FnMut(Proof) -> bool,
    ) -> Option<Solved>;

    fn reaches(
        &self,
        position: &Position,
        lead: i32,
        threads: usize,
        progress: &mut dyn FnMut(Proof) -> bool,
    ) -> Option<bool>;

    fn memory(&self) -> Option<&TranspositionTable>;
}

impl<T: Tree + Send> SolverBackend for T {
    fn holds(&self, position: &Position) -> bool {
        self.node(position).is_some()
    }

    fn solve(
        &self,
        position: &Position,
        threads: usize,
        every_move: bool,
        progress: &mut dyn FnMut(Proof) -> bool,
    ) -> Option<Solved> {
        let before = position.lead(position.to_move()?);
        Root::new(self, at_once(self, threads), before, progress).solve(self.node(position)?, every_move)
    }

    fn reaches(
        &self,
        position: &Position,
        lead: i32,
        threads: usize,
        progress: &mut dyn FnMut(Proof) -> bool,
    ) -> Option<bool> {
        let before = position.lead(position.to_move()?);
        Root::new(self, at_once(self, threads), before, progress).reaches(self.node(position)?, lead - before)
    }

    fn memory(&self) -> Option<&TranspositionTable> {
        Tree::memory(self)
    }
}

/// A table with a lock would have threads wait for each other.
fn at_once(tree: &impl Tree, threads: usize) -> usize {
    if tree.memory().is_some() { threads } else { 1 }
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover").field("packed", &self.is_packed()).finish_non_exhaustive()
    }
}
