use gebeta_rules::Game;
use gebeta_rules::sowing::{Move, Position, Step};

/// The moves the classic computer player chooses from: those that bring another turn, else those that capture or mark, else all.
pub fn favorites(position: &Position) -> Vec<Move> {
    let legal: Vec<Move> = position.legal_moves().collect();
    let Some(mover) = position.to_move() else { return legal };
    let played = |mv: Move| {
        let (mut next, mut steps) = (*position, Vec::new());
        next.play_unchecked(mv, &mut steps);
        (next, steps)
    };
    let wins = |step: &Step| match step {
        Step::Take { player, .. } | Step::Mark { player, .. } => *player == mover,
        Step::Hand { .. } => true,
        Step::Lift { .. } | Step::Drop { .. } | Step::Shift { .. } | Step::Sweep { .. } | Step::Turn => false,
    };
    let (mut again, mut capturing) = (Vec::new(), Vec::new());
    for &mv in &legal {
        let (next, steps) = played(mv);
        if next.to_move() == Some(mover) {
            again.push(mv);
        } else if steps.iter().any(wins) {
            capturing.push(mv);
        }
    }
    [again, capturing].into_iter().find(|moves| !moves.is_empty()).unwrap_or(legal)
}
