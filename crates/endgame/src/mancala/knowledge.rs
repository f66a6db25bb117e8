use std::convert::Infallible;

use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position};

/// Somebody who knows what some positions are worth: a table in memory, a table in a file, all that a user has.
pub trait Knowledge: Send + Sync {
    /// How many more stones the player to move will win than the opponent from here on, both playing perfectly.
    fn worth(&self, position: &Position) -> Option<i32>;

    /// What each move is worth to the player to move, in the same way; none if that is not known of all.
    fn moves(&self, position: &Position) -> Option<Vec<(Move, i32)>> {
        let Ok(moves) = worth_of_moves(position, |next| Ok::<_, Infallible>(self.worth(next)));
        moves
    }
}

/// What each move is worth to the player to move when the positions behind them are worth what `worth` says.
pub(super) fn worth_of_moves<E>(
    position: &Position,
    mut worth: impl FnMut(&Position) -> Result<Option<i32>, E>,
) -> Result<Option<Vec<(Move, i32)>>, E> {
    let Some(mover) = position.to_move() else { return Ok(None) };
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(mv, &mut ());
        let future = match next.to_move() {
            None => 0,
            Some(player) => {
                let Some(value) = worth(&next)? else { return Ok(None) };
                if player == mover { value } else { -value }
            }
        };
        moves.push((mv, next.lead(mover) - position.lead(mover) + future));
    }
    Ok(Some(moves))
}
