use gebeta_rules::{AnyPly, AnyPosition, Chance, Game, Player, mancala, senet};

/// A move as it happened: what front ends animate and announce.
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
    /// Pieces moving.
    Senet(Vec<senet::Step>),
}

impl AppliedMove {
    /// What happens when `ply`, which is legal, is played in `before`; nothing where it is not.
    pub fn of(before: &AnyPosition, ply: AnyPly) -> Option<Self> {
        let mover = before.to_move()?;
        match (before, ply) {
            (AnyPosition::Mancala(position), AnyPly::Mancala(mv)) => {
                position.check(mv).ok()?;
                let (mut after, mut steps) = (*position, Vec::new());
                after.play_unchecked(mv, &mut steps);
                let after = AnyPosition::Mancala(after);
                Some(Self { mover, ply, before: *before, steps: Steps::Mancala(steps), after })
            }
            (AnyPosition::Senet(position), AnyPly::Senet(roll, mv)) => {
                let cast = position.cast(roll);
                cast.check(mv).ok()?;
                let (mut after, mut steps) = (cast, Vec::new());
                after.play_unchecked(mv, &mut steps);
                let (before, after) = (AnyPosition::Senet(cast), AnyPosition::Senet(after));
                Some(Self { mover, ply, before, steps: Steps::Senet(steps), after })
            }
            _ => None,
        }
    }

    /// Whether the same player goes on.
    pub fn again(&self) -> bool {
        self.after.to_move() == Some(self.mover)
    }
}
