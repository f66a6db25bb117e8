use std::convert::Infallible;

use gebeta_rules::Game;
use gebeta_rules::mancala::Position;

use super::solver::Solved;

/// A source of exact values: a table in memory, a table in a file, all that a user has.
pub trait Tablebase: Send + Sync {
    /// How many more stones the player to move will win than the opponent from here on, both playing perfectly.
    fn value(&self, position: &Position) -> Option<i32>;

    /// The value of every move without a search; none if one of them leads beyond what is known.
    fn solved(&self, position: &Position) -> Option<Solved> {
        let Ok(solved) = solved(position, |next| Ok::<_, Infallible>(self.value(next)));
        solved
    }
}

/// The value of every move, given the values of the positions after them.
pub(super) fn solved<E>(
    position: &Position,
    mut probe: impl FnMut(&Position) -> Result<Option<i32>, E>,
) -> Result<Option<Solved>, E> {
    let Some(mover) = position.to_move() else { return Ok(None) };
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(mv, &mut ());
        let future = match next.to_move() {
            None => 0,
            Some(player) => {
                let Some(value) = probe(&next)? else { return Ok(None) };
                if player == mover { value } else { -value }
            }
        };
        moves.push((mv, next.lead(mover) + future));
    }
    let Some(value) = moves.iter().map(|&(_, value)| value).max() else { return Ok(None) };
    let best = moves.iter().filter(|&&(_, of_move)| of_move == value).map(|&(mv, _)| mv).collect();
    Ok(Some(Solved { value, best, moves, nodes: 0 }))
}
