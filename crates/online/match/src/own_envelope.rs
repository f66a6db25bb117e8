use gebeta_protocol::{Action, OpenSeed, Side};

use crate::{Match, Stage, seal_of};

/// A player's own envelope, kept by the player's program from the first message to the end of the game.
///
/// What is in it is handed in only when the log shows this very envelope and the server's: then nobody can have chosen
/// after seeing it. Everything else about the envelopes is checked by [`Match::apply`], so a game that could be folded was
/// fair as far as it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnEnvelope {
    side: Side,
    seed: OpenSeed,
}

impl OwnEnvelope {
    /// With a seed drawn from the system's source of randomness, and kept for as long as the game is.
    pub const fn new(side: Side, seed: OpenSeed) -> Self {
        Self { side, seed }
    }

    /// What is to be done with it now.
    pub fn next(&self, game: &Match) -> Option<Action> {
        if game.stage() != Stage::Sealing {
            return None;
        }
        let envelopes = game.envelopes();
        if envelopes.seals[self.side].is_none() {
            return Some(Action::Seal { seal: Some(seal_of(game.id(), self.side, self.seed)) });
        }
        let may_open = envelopes.server.is_some() && !envelopes.opened[self.side];
        (may_open && self.is_shown(game)).then_some(Action::Open { seed: self.seed })
    }

    /// Whether the log shows this envelope. It does not where another device of the player has sealed, where the empty
    /// seed stands in, and where somebody has changed it: then it stays closed.
    pub fn is_shown(&self, game: &Match) -> bool {
        let mine = (seal_of(game.id(), self.side, self.seed), true);
        game.envelopes().seals[self.side] == Some(mine)
    }
}
