use gebeta_rules::Game;
use gebeta_rules::sowing::{Move, Position};

use super::engine_state::{EngineState, Strength};
use crate::{AdvisedGame, EngineBudget, Hints};

/// Keeps the state of a computer player.
#[derive(Debug, Default)]
pub struct Adviser {
    state: EngineState,
}

impl Adviser {
    /// The value of every move of `position` in a game that has been through the positions of `history`, the first one first; none if
    /// there is no move to choose.
    pub fn in_game(
        &mut self,
        position: &Position,
        history: &[Position],
        budget: EngineBudget<'_>,
    ) -> Option<Hints<Move>> {
        position.to_move()?;
        let strength = Strength::of_nodes(u64::MAX);
        let found = self.state.look_ahead(position, history, strength, budget, &mut |_| {})?.result;
        let mut hints = Hints::rank(&found.moves, found.exact, found.depth, found.nodes.total())?;
        if found.pv.first() == hints.pv.first() {
            hints.pv = found.pv;
            hints.pv.truncate(Position::LONGEST_PV);
        }
        Some(hints)
    }
}

impl AdvisedGame for Position {
    type Adviser = Adviser;

    fn advise(&self, adviser: &mut Adviser, budget: EngineBudget<'_>) -> Option<Hints<Move>> {
        adviser.in_game(self, &[], budget)
    }

    fn foresee(&self, _: &mut Adviser, hints: &Hints<Move>, _: EngineBudget<'_>) -> Vec<Move> {
        hints.pv.clone()
    }
}
