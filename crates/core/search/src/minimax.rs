use gebeta_rules::{Deterministic, Player};

use crate::Eval;

/// The value of `position` to `player` when both look `depth` plies ahead: the reference for [`alphabeta`].
///
/// [`alphabeta`]: crate::alphabeta
pub fn minimax<G, E>(position: &G, player: Player, depth: u32, eval: &E) -> E::Value
where
    G: Deterministic,
    E: Eval<G>,
{
    if depth == 0 || position.outcome().is_some() {
        return eval.eval(position, player);
    }
    let own = position.to_move() == Some(player);
    let mut best = None;
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(mv, &mut ());
        let value = minimax(&next, player, depth - 1, eval);
        let better = best.is_none_or(|best| if own { value > best } else { value < best });
        if better {
            best = Some(value);
        }
    }
    best.expect("an unfinished game has a move")
}
