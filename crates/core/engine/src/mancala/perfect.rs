use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position};
use gebeta_search::Nodes;
use gebeta_solver::mancala::{Proof, Solved, SolverBudget};

use super::EngineState;
use crate::{AdvisedGame, Bot, EngineBudget, SearchResult};

/// With more stones than this only the best moves are proved, not the value of every move.
const EVERY_MOVE_UP_TO: u32 = 30;
/// The nodes of a first attempt, before a large table is built.
const FIRST_TRY: u64 = 500_000;
/// The same time on the readable board of more stones than a packed one holds, where a position takes sixteen times as long.
const READABLE_NODES: u64 = Bot::PROOF_NODES / 16;
/// Nodes for the principal variation, which is only shown.
const LINE_NODES: u64 = 100_000;

/// The proved values of the moves of `position`, if the proof takes at most `nodes` positions and is not stopped. Where
/// only the best moves are proved, the others have their estimate, limited to less than the best.
pub(super) fn prove(
    position: &Position,
    state: &mut EngineState,
    budget: EngineBudget<'_>,
    nodes: u64,
    estimate: &SearchResult<Move>,
) -> Option<SearchResult<Move>> {
    let known = |position: &Position| budget.tablebases.and_then(|known| known.solved(position));
    let solved = known(position).or_else(|| proof(position, state, budget, nodes.min(budget.nodes)))?;
    let mut left = LINE_NODES;
    let pv = pv(position, *solved.best.first()?, |next| {
        let solved = known(next).or_else(|| {
            let mut go_on = |proof: Proof| proof.nodes < left && !(budget.stop)();
            state.proved_before(next)?.solve(next, false, &mut go_on)
        })?;
        left = left.saturating_sub(solved.nodes);
        solved.best.first().copied()
    });
    Some(SearchResult {
        best: *solved.best.first()?,
        moves: values(&solved, estimate),
        pv,
        depth: 0,
        nodes: Nodes { max: solved.nodes, ..Nodes::default() },
        exact: true,
    })
}

/// Without a limit the proof runs until it is done. A budget with a depth rules out a proof.
fn proof(
    position: &Position,
    state: &mut EngineState,
    budget: EngineBudget<'_>,
    nodes: u64,
) -> Option<Solved> {
    if budget.depth.is_some() {
        return None;
    }
    let in_pits = position.board().in_pits();
    let every_move = in_pits <= EVERY_MOVE_UP_TO;
    let within = |nodes: u64| move |proof: Proof| proof.nodes < nodes && !(budget.stop)();
    let without_limit = nodes > Bot::PROOF_NODES;
    let at_once = if without_limit { FIRST_TRY } else { nodes };
    let prover = state.prover(position, if every_move { 32 } else { 256 }, budget)?;
    let at_once = if prover.is_packed() { at_once } else { at_once.min(READABLE_NODES) };
    let solved = prover.solve(position, every_move, &mut within(at_once));
    if solved.is_some() || !without_limit || (budget.stop)() {
        return solved;
    }
    let prover = state.prover_with(position, SolverBudget::enough(position, budget.bytes()), budget)?;
    prover.solve_with(budget.threads, position, every_move, &mut within(nodes))
}

/// Every move with its value, in the order of the rules.
fn values(solved: &Solved, estimate: &SearchResult<Move>) -> Vec<(Move, f64)> {
    if !solved.moves.is_empty() {
        return solved.moves.iter().map(|&(mv, value)| (mv, f64::from(value))).collect();
    }
    let value = f64::from(solved.value);
    let of_move = |&(mv, guessed): &(Move, f64)| {
        (mv, if solved.best.contains(&mv) { value } else { guessed.min(value - 1.0) })
    };
    estimate.moves.iter().map(of_move).collect()
}

/// The line after `first` when both players follow `next`, as far as `next` has an answer.
pub(super) fn pv(
    position: &Position,
    first: Move,
    mut next: impl FnMut(&Position) -> Option<Move>,
) -> Vec<Move> {
    let mut pv = Vec::new();
    let (mut position, mut mv) = (*position, Some(first));
    while let Some(played) = mv {
        pv.push(played);
        position.play_unchecked(played, &mut ());
        let goes_on = pv.len() < Position::LONGEST_PV && position.to_move().is_some();
        mv = if goes_on { next(&position) } else { None };
    }
    pv
}
