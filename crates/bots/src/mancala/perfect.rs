use gebeta_endgame::mancala::Solved;
use gebeta_rules::mancala::{Move, Position};
use gebeta_search::Nodes;

use super::Mind;
use crate::{Budget, Thought};

/// With more stones than this only the best moves are proved, not the value of every move.
const EVERY_MOVE_UP_TO: u32 = 30;

/// The proved worth of the moves of `position`, if the proof takes at most `nodes` positions and nobody says stop.
pub(super) fn prove(
    position: &Position,
    mind: &mut Mind,
    budget: Budget<'_>,
    nodes: u64,
) -> Option<Thought<Move>> {
    if let Some(solved) = budget.known.and_then(|known| known.solved(position)) {
        return thought(&solved);
    }
    let in_pits = position.board().in_pits();
    let megabytes = if in_pits > EVERY_MOVE_UP_TO { 256 } else { 32 };
    let prover = mind.prover(position, megabytes, budget)?;
    let most = nodes.min(budget.nodes);
    let mut go_on = |proof: gebeta_endgame::mancala::Proof| proof.nodes < most && !(budget.stop)();
    let solved = prover.solve(position, in_pits <= EVERY_MOVE_UP_TO, &mut go_on)?;
    thought(&solved)
}

fn thought(solved: &Solved) -> Option<Thought<Move>> {
    let best = *solved.best.first()?;
    let value = f64::from(solved.value);
    let moves = if solved.moves.is_empty() {
        solved.best.iter().map(|&mv| (mv, value)).collect()
    } else {
        solved.moves.iter().map(|&(mv, value)| (mv, f64::from(value))).collect()
    };
    Some(Thought {
        best,
        moves,
        line: Vec::new(),
        depth: 0,
        nodes: Nodes { max: solved.nodes, ..Nodes::default() },
        exact: true,
    })
}
