use std::cell::Cell;

use gebeta_rules::sowing::{AfterCapture, Fingerprint, Move, MoveRules, Position, Reach, Sowing};
use gebeta_search::{
    AlphaBeta, Candidates, Limits, Report, SearchOptions, TableUse, TranspositionTable, Unit, deepen,
};

use super::tree::Positions;
use super::{Judge, Weights};
use crate::{EngineBudget, SearchResult};

/// What a player of the sowing family keeps from move to move: the room for its table, and the weights of its game.
#[derive(Debug, Default)]
pub struct EngineState {
    memory: Option<(usize, TranspositionTable<Fingerprint>)>,
    weights: Option<(MoveRules, Weights)>,
}

/// How a player searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Plies to look ahead; in games where a turn has many moves, from four on, turns: one less than half as many.
    pub depth: u32,
    /// The most positions one decision may take: a number and not a time, so that games are repeatable.
    pub nodes: u64,
    /// How many positions the table holds.
    pub memory: usize,
}

impl Strength {
    /// What goes with so many plies in the game of `position`.
    pub fn of_depth(depth: u32, position: &Position) -> Self {
        /// Pits of a small board.
        const SMALL: u64 = 6;
        let memory = match depth {
            0..=3 => 1 << 10,
            4..=6 => 1 << 14,
            _ => 1 << 17,
        };
        let side = u64::from(position.law().side()).max(SMALL);
        // A larger board has more moves, and each of them sows more stones.
        let nodes = (4_000_u64 << depth.min(7)) * SMALL * SMALL / (side * side);
        Self { depth, nodes, memory }
    }

    /// As deep as a number of positions allows.
    pub const fn of_nodes(nodes: u64) -> Self {
        Self { depth: Self::DEEPEST, nodes, memory: 1 << 19 }
    }

    /// Deeper than any search gets.
    pub const DEEPEST: u32 = 100;
}

/// What a search has found, in the units of the judge.
#[derive(Debug)]
pub(super) struct Found {
    /// The result for callers, with values in stones.
    pub(super) result: SearchResult<Move>,
    /// Every move with its value.
    pub(super) values: Vec<(Move, i32)>,
}

impl EngineState {
    /// A player of a game with this law whose weights are not the shipped ones.
    pub fn judging_by(law: &MoveRules, weights: Weights) -> Self {
        Self { weights: Some((*law, weights)), ..Self::default() }
    }

    /// Looks ahead and tells what it finds, and each depth on the way to `heard`. `history` are the positions of the game before this
    /// one, the first one first. None without a legal move.
    pub(super) fn look_ahead(
        &mut self,
        position: &Position,
        history: &[Position],
        strength: Strength,
        budget: EngineBudget<'_>,
        heard: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<Found> {
        let weights = self.weights(position.law());
        let judge = Judge::with(position, weights);
        let tree = Positions::new(&judge, position, history);
        let memory = self.memory(strength.memory);
        let mut limits = budget.limits(strength.depth);
        limits.nodes = limits.nodes.min(strength.nodes);
        let hear = |report: &Report<Move, i32>| {
            if let Some(found) = found(&judge, report) {
                heard(&found.result);
            }
        };
        let is_won = Cell::new(false);
        let mut search = |unit: Unit, limits: Limits<'_>| {
            if is_won.get() {
                return None;
            }
            let style = SearchOptions { unit, recall: TableUse::Deeper, candidates: Candidates::All };
            let report = AlphaBeta { tree: &tree, memory: &mut *memory, style }.search(position, limits);
            // Where only the last move counts, a later win is no better, and who looks for one may never win.
            let won = report.as_ref().and_then(Report::best).is_some_and(|(_, value)| judge.is_final(value));
            is_won.set(won);
            report
        };
        let by_turns = has_long_turns(position.law()) && limits.depth >= TURNS_FROM_DEPTH;
        let turns = Limits {
            depth: if budget.depth.is_some() { limits.depth } else { (limits.depth / 2).saturating_sub(1) },
            ..limits
        };
        let mut report = None;
        let mut hear = hear;
        if by_turns {
            report = deepen(turns, |limits| search(Unit::Turns, limits), &mut hear);
        }
        // Where not even one turn can be seen through, some plies can.
        let report = report
            .or_else(|| deepen(limits, |limits| search(Unit::Plies, limits), &mut hear))
            .or_else(|| search(Unit::Plies, Limits::depth(1)))?;
        found(&judge, &report)
    }

    fn weights(&mut self, law: &MoveRules) -> Weights {
        match self.weights {
            Some((known, weights)) if known == *law => weights,
            _ => self.weights.insert((*law, Weights::shipped(law))).1,
        }
    }

    /// An empty table for so many positions.
    fn memory(&mut self, size: usize) -> &mut TranspositionTable<Fingerprint> {
        let kept = self.memory.take().filter(|(kept, _)| *kept == size);
        let (_, memory) = self.memory.insert(kept.unwrap_or_else(|| (size, TranspositionTable::new(size))));
        memory.clear();
        memory
    }
}

/// From this depth on games with long turns are searched by turns.
const TURNS_FROM_DEPTH: u32 = 4;

/// Whether one turn may have many moves and decide everything.
fn has_long_turns(law: &MoveRules) -> bool {
    (law.extra_turn && law.sowing != Sowing::Single)
        || law.after_capture == AfterCapture::Again
        || law.reach == Reach::Again
}

/// The report in stones.
fn found(judge: &Judge, report: &Report<Move, i32>) -> Option<Found> {
    let (best, _) = report.best()?;
    let result = SearchResult {
        best,
        moves: judge.in_stones(&report.moves),
        pv: report.pv.clone(),
        depth: report.depth,
        nodes: report.nodes,
        exact: report.exact,
    };
    Some(Found { result, values: report.moves.clone() })
}
