use crate::any::cast_checked;
use crate::{AnyPly, AnyPosition, Family, Game, Player, PlyError, mancala, senet, sowing};

/// A move that was played: the position before and after it, and what happened between them.
///
/// It is the one answer to "what did this move do": front ends animate it, sentences are made from it, records and logs are
/// extended by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedMove {
    /// Who moved.
    pub mover: Player,
    /// What was played.
    pub ply: AnyPly,
    /// The position before it; in Senet with the roll on the table.
    pub before: AnyPosition,
    /// What happened on the board, in order.
    pub steps: Steps,
    /// The position after it.
    pub after: AnyPosition,
}

/// The steps of a move of either game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steps {
    /// Stones traveling.
    Mancala(Vec<mancala::Step>),
    /// Stones traveling, being captured and marked.
    Sowing(Family<Vec<sowing::Step>>),
    /// Pieces moving.
    Senet(Vec<senet::Step>),
}

impl Steps {
    /// How many steps there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Mancala(steps) => steps.len(),
            Self::Sowing(steps) => steps.len(),
            Self::Senet(steps) => steps.len(),
        }
    }

    /// Whether nothing happened on the board, as in a pass.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl AnyPosition {
    /// Plays `ply` and tells what it did.
    ///
    /// # Errors
    /// The ply is not legal here.
    pub fn apply(&self, ply: AnyPly) -> Result<AppliedMove, PlyError> {
        let (before, steps, after) = match (self, ply) {
            (Self::Mancala(position), AnyPly::Mancala(mv)) => {
                position.check(mv)?;
                let (mut after, mut steps) = (*position, Vec::new());
                after.play_unchecked(mv, &mut steps);
                (*self, Steps::Mancala(steps), Self::Mancala(after))
            }
            (Self::Sowing(position), AnyPly::Sowing(mv)) => {
                position.check(*mv)?;
                let (mut after, mut steps) = (**position, Vec::new());
                after.play_unchecked(*mv, &mut steps);
                let steps = Steps::Sowing(position.map(|_| steps));
                (*self, steps, Self::Sowing(position.map(|_| after)))
            }
            (Self::Senet(position), AnyPly::Senet(roll, mv)) => {
                let before = cast_checked(position, roll)?;
                before.check(mv)?;
                let (mut after, mut steps) = (before, Vec::new());
                after.play_unchecked(mv, &mut steps);
                (Self::Senet(before), Steps::Senet(steps), Self::Senet(after))
            }
            _ => return Err(self.not_of_this_game()),
        };
        let mover = before.to_move().expect("a legal move has a mover");
        Ok(AppliedMove { mover, ply, before, steps, after })
    }
}

impl AppliedMove {
    /// Whether the same player moves again.
    pub fn again(&self) -> bool {
        self.after.to_move() == Some(self.mover)
    }
}
