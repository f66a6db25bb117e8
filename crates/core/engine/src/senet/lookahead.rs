use gebeta_rules::senet::{Bitboard, Masks, Move, Position, Roll, Rules, Sticks};
use gebeta_rules::{Game, Player};
use gebeta_search::{BoundedChanceTree, Bounds, ChanceTree, Limits};
use gebeta_solver::senet::{Exact, Extent, Layer, Tablebase};

use super::{Evaluator, Net, Sides};

/// The game as a search walks through it: the packed rules, and a evaluator who sees it with the eyes of one player.
#[derive(Clone, Debug)]
pub struct Lookahead<'a, J> {
    evaluator: &'a J,
    player: Player,
    rules: Rules,
    masks: Masks,
    exact: Option<&'a Exact>,
    /// The tablebase, and the layers it covers.
    known: Option<(Extent, &'a dyn Tablebase)>,
}

impl<'a, J: Evaluator> Lookahead<'a, J> {
    /// What lies ahead of `player` under `rules`.
    pub fn new(evaluator: &'a J, player: Player, rules: &Rules) -> Self {
        Self { evaluator, player, rules: *rules, masks: Masks::new(rules), exact: None, known: None }
    }

    /// Where each legal move of `position` leads.
    pub fn roots(position: &Position) -> Vec<(Move, Bitboard)> {
        let after = |mv| {
            let mut next = *position;
            next.play_unchecked(mv, &mut ());
            (mv, Bitboard::new(&next))
        };
        position.legal_moves().map(after).collect()
    }
}

impl<'a> Lookahead<'a, Net> {
    /// The same with exact values instead of guesses where `exact` has them; one for other rules is left alone.
    #[must_use]
    pub fn knowing(self, exact: Option<&'a Exact>) -> Self {
        Self { exact: exact.filter(|exact| exact.serves(&self.rules)), ..self }
    }

    /// The same with a tablebase for what `exact` does not cover.
    #[must_use]
    pub fn asking(self, known: Option<&'a dyn Tablebase>) -> Self {
        let known = known.and_then(|known| Some((known.extent(&self.rules)?, known)));
        Self { known, ..self }
    }
}

impl<J: Evaluator> ChanceTree for Lookahead<'_, J> {
    type Node = Bitboard;
    type Throw = Roll;

    const WEIGHTS: u32 = Sticks::WAYS;

    #[inline]
    fn throws(&self, _: &Bitboard) -> &'static [(Roll, u32)] {
        self.rules.no_dark.throws()
    }

    #[inline]
    fn after(&self, node: &Bitboard, throw: Roll) -> impl Iterator<Item = Bitboard> {
        self.masks.after(node, throw)
    }

    #[inline]
    fn is_own(&self, node: &Bitboard) -> bool {
        node.mover() == self.player
    }

    #[inline]
    fn probe(&self, node: &Bitboard) -> Option<f64> {
        if let Some(winner) = node.winner() {
            return Some(if winner == self.player { J::WON } else { J::LOST });
        }
        let mover = node.mover();
        let (own, theirs) = (node.pieces(mover), node.pieces(!mover));
        let by_heart = self.exact.and_then(|exact| exact.of_board(own, theirs));
        let win = by_heart.or_else(|| {
            let (extent, known) = self.known?;
            let layer = Layer::new(own.len(), theirs.len()).filter(|&layer| extent.covers(layer));
            layer.and_then(|_| known.of_board(&self.rules, own, theirs))
        })?;
        Some(if mover == self.player { win } else { 1.0 - win })
    }

    #[inline]
    fn eval(&self, node: &Bitboard) -> f64 {
        self.evaluator.evaluator(&Sides::of(node, self.player))
    }

    /// A probe may read from a disk.
    fn stop_interval(&self) -> u64 {
        if self.known.is_some() { 16 } else { Limits::STOP_INTERVAL }
    }
}

impl<J: Evaluator> BoundedChanceTree for Lookahead<'_, J> {
    #[inline]
    fn bounds(&self, node: &Bitboard, plies: u32, bounds: &mut [Bounds]) {
        self.evaluator.spread(&Sides::of(node, self.player), &self.rules, plies, bounds);
    }
}
