//! Moves that have no place on the board, and get a button.

use gebeta_rules::{AnyPly, AnyPosition, Chance, Game, mancala, senet};

/// The pass, where nothing else can be played.
pub(crate) fn forced_pass(position: &AnyPosition) -> Option<AnyPly> {
    let AnyPosition::Senet(position) = position else { return None };
    let roll = position.thrown()?;
    position.legal_moves().eq([senet::Move::Pass]).then_some(AnyPly::Senet(roll, senet::Move::Pass))
}

/// The swap of the pie rule, where it may be played.
pub(crate) fn pie_swap(position: &AnyPosition) -> Option<AnyPly> {
    let AnyPosition::Mancala(position) = position else { return None };
    position.check(mancala::Move::Swap).is_ok().then_some(AnyPly::Mancala(mancala::Move::Swap))
}
