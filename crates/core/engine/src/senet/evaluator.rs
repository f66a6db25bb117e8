use gebeta_rules::Player;
use gebeta_rules::senet::{Bitboard, Position, Rules, SquareSet};
use gebeta_search::Bounds;

/// An unfinished position before the throw as one player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The player's pieces.
    pub mine: SquareSet,
    /// The opponent's.
    pub theirs: SquareSet,
    /// Whether the player throws next.
    pub to_throw: bool,
}

impl Sides {
    /// What `player` sees.
    #[inline]
    pub fn of(packed: &Bitboard, player: Player) -> Self {
        Self {
            mine: packed.pieces(player),
            theirs: packed.pieces(!player),
            to_throw: packed.mover() == player,
        }
    }
}

/// An evaluation of Senet that needs no more than the board.
pub trait Evaluator {
    /// What a won game is worth.
    const WON: f64;
    /// What a lost one is.
    const LOST: f64;

    /// The worth of an unfinished position.
    fn evaluator(&self, sides: &Sides) -> f64;

    /// For each throw of these rules, what can come of it within `plies` plies.
    fn spread(&self, sides: &Sides, rules: &Rules, plies: u32, bounds: &mut [Bounds]) {
        let _ = (sides, rules, plies);
        bounds.fill(Bounds { low: Self::LOST, high: Self::WON });
    }

    /// The worth of any position to `player`.
    #[inline]
    fn value(&self, position: &Position, player: Player) -> f64 {
        let packed = Bitboard::new(position);
        match packed.winner() {
            Some(winner) if winner == player => Self::WON,
            Some(_) => Self::LOST,
            None => self.evaluator(&Sides::of(&packed, player)),
        }
    }

    /// What can come of any position for `player`.
    fn reach(&self, position: &Position, player: Player, plies: u32) -> (f64, f64) {
        let packed = Bitboard::new(position);
        if plies == 0 || packed.winner().is_some() {
            let value = self.value(position, player);
            return (value, value);
        }
        let mut bounds = [Bounds { low: Self::LOST, high: Self::WON }; 5];
        self.spread(&Sides::of(&packed, player), position.rules(), plies, &mut bounds);
        let low = bounds.iter().map(|b| b.low).fold(f64::INFINITY, f64::min);
        (low, bounds.iter().map(|b| b.high).fold(f64::NEG_INFINITY, f64::max))
    }
}

/// A evaluator is an evaluation for the searches over readable positions, too.
macro_rules! evaluates {
    ($evaluator:ty) => {
        impl gebeta_search::Eval<gebeta_rules::senet::Position> for $evaluator {
            type Value = f64;

            #[inline]
            fn eval(&self, position: &gebeta_rules::senet::Position, player: gebeta_rules::Player) -> f64 {
                $crate::senet::Evaluator::value(self, position, player)
            }
        }

        impl gebeta_search::Bounded<gebeta_rules::senet::Position> for $evaluator {
            fn bounds(
                &self,
                position: &gebeta_rules::senet::Position,
                player: gebeta_rules::Player,
                plies: u32,
            ) -> (f64, f64) {
                $crate::senet::Evaluator::reach(self, position, player, plies)
            }
        }
    };
}
pub(super) use evaluates;
