//! What keys mean at any board, here or by a link.

use crossterm::event::KeyCode;

use gebeta_rules::{AnyPosition, Game as _, Player};

use crate::options::next_in;

/// The pit or move that a digit names, from 0.
pub(super) fn place_of(code: KeyCode) -> Option<usize> {
    match code {
        KeyCode::Char('0') => Some(9),
        KeyCode::Char(c @ '1'..='9') => Some(c as usize - '1' as usize),
        _ => None,
    }
}

/// The earlier position that is looked at after one step; none at the present one, which has `last` plies before it.
pub(super) fn looked(looking: Option<usize>, last: usize, on: bool) -> Option<usize> {
    let here = looking.unwrap_or(last);
    let next = if on { here + 1 } else { here.saturating_sub(1) };
    (next < last).then_some(next)
}

/// The next place of the cursor as the eye sees it: Player 2's pits run from right to left.
pub(super) fn stepped(position: &AnyPosition, cursor: usize, mover: Player, on: bool) -> usize {
    let (count, on) = match position {
        AnyPosition::Mancala(position) => {
            (usize::from(position.board().pits().get()), on == (mover == Player::One))
        }
        AnyPosition::Senet(position) => (position.legal_moves().count().max(1), on),
    };
    next_in(count, cursor.min(count - 1), on)
}

/// Whose hole it is, and which pit of theirs, from 0; the store is the one behind the last pit.
pub(super) const fn owner_of(hole: usize, pits: usize) -> (Player, usize) {
    match hole.checked_sub(pits + 1) {
        None => (Player::One, hole),
        Some(pit) => (Player::Two, pit),
    }
}
