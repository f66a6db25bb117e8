use gebeta_rules::mancala::{Bitboard, Leftovers, MoveRules, Position, SideWord};
use gebeta_rules::{Game, Player};
use gebeta_search::Eval;

/// The stores alone: at the end of a game its result.
#[derive(Clone, Copy, Debug)]
pub struct Lead;

impl Eval<Position> for Lead {
    type Value = i32;

    #[inline]
    fn eval(&self, position: &Position, player: Player) -> i32 {
        position.lead(player)
    }
}

/// The stores, and a little for stones on the own side where the owner keeps them at the end.
#[derive(Clone, Copy, Debug)]
pub struct Steady;

impl Steady {
    /// The value of a stone in the store; smaller values are fractions of it.
    pub const STONE: i32 = 16;
    /// The value of a stone in an own pit before the end.
    const IN_PIT: i32 = 2;
}

impl Steady {
    /// The value of the pits to the player to move, beside the stores.
    #[inline]
    pub(super) fn of_pits<S: SideWord>(law: MoveRules, pits: Bitboard<S>) -> i32 {
        match law.leftovers {
            Leftovers::OwnSide => {
                Self::IN_PIT * (pits.own.sum().cast_signed() - pits.theirs.sum().cast_signed())
            }
            Leftovers::Uncounted => 0,
        }
    }
}

impl Eval<Position> for Steady {
    type Value = i32;

    #[inline]
    fn eval(&self, position: &Position, player: Player) -> i32 {
        let lead = Self::STONE * position.lead(player);
        if position.outcome().is_some() || position.law().leftovers == Leftovers::Uncounted {
            return lead;
        }
        let in_pits = |player| position.board().side(player).iter().map(|&n| i32::from(n)).sum::<i32>();
        lead + Self::IN_PIT * (in_pits(player) - in_pits(!player))
    }
}
