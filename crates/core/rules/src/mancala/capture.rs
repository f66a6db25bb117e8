//! What a last stone takes from the opposite pit (rules 1.4).

use super::{Board, Capture, Hole, Step};
use crate::StepObserver;

/// A last stone has landed on `landing`, an own pit that was empty (rules 1.4).
#[inline]
pub(super) fn capture(
    board: &mut Board,
    rule: Capture,
    landing: Hole,
    home: Hole,
    watch: &mut impl StepObserver<Step>,
) {
    let opposite = board.opposite(landing);
    let any_opposite = board.stones(opposite) > 0;
    let (takes_opposite, takes_landing) = match rule {
        Capture::None => (false, false),
        Capture::Opposite => (any_opposite, any_opposite),
        Capture::OppositeAlways => (any_opposite, true),
        Capture::OppositeOnly => (any_opposite, false),
    };
    for hole in [takes_landing.then_some(landing), takes_opposite.then_some(opposite)].into_iter().flatten() {
        let stones = board.lift(hole);
        board.put(home, stones);
        watch.step(Step::Capture { hole, store: home, stones });
    }
}
