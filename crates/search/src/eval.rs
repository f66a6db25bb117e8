use gebeta_rules::{Game, Player};

/// What a position is worth to a player.
///
/// A search asks for finished positions too, and there the answer must be the result itself.
pub trait Eval<G: Game> {
    /// Whole numbers for games without chance, numbers that can be averaged for games with it.
    type Value: Copy + PartialOrd;

    /// The worth of `position` to `player`.
    fn eval(&self, position: &G, player: Player) -> Self::Value;
}
