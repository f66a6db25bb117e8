//! What a value before the throw says about rolls and moves.

use gebeta_rules::senet::{Move, Position};
use gebeta_rules::{Game, Outcome, Player};

/// Knows the value of a position before the throw to the player who throws.
pub(super) type BeforeThrow<'a, E> = &'a dyn Fn(&Position) -> Result<Option<f64>, E>;

/// The probability that the player to move wins, before or after the throw; of a finished game, that Player 1 has won.
pub(super) fn win<E>(position: &Position, before_throw: BeforeThrow<'_, E>) -> Result<Option<f64>, E> {
    match position.outcome() {
        Some(outcome) => Ok(Some(f64::from(outcome == Outcome::Win(Player::One)))),
        None if position.moves().is_some() => {
            let moves = moves(position, before_throw)?;
            Ok(moves.and_then(|moves| moves.into_iter().map(|(_, win)| win).reduce(f64::max)))
        }
        None => before_throw(position),
    }
}

/// The probability that the player to move wins by each legal move; none before the throw and after the end.
pub(super) fn moves<E>(
    position: &Position,
    before_throw: BeforeThrow<'_, E>,
) -> Result<Option<Vec<(Move, f64)>>, E> {
    let (Some(mover), Some(moves)) = (position.to_move(), position.moves()) else { return Ok(None) };
    let win_after = |mv| {
        let mut next = *position;
        next.play_unchecked(mv, &mut ());
        let win = match next.to_move() {
            None => Some(1.0),
            Some(player) if player == mover => before_throw(&next)?,
            Some(_) => before_throw(&next)?.map(|win| 1.0 - win),
        };
        Ok(win.map(|win| (mv, win)))
    };
    moves.map(win_after).collect()
}
