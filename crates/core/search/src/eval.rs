use gebeta_rules::{Game, Player};

/// What a position is worth to a player.
///
/// A search asks for finished positions too, and there the answer must be the result itself.
pub trait Eval<G: Game> {
    /// Whole numbers for games without chance, numbers that can be averaged for games with it.
    type Value: Copy + PartialOrd;

    /// The value of `position` to `player`.
    fn eval(&self, position: &G, player: Player) -> Self::Value;
}

/// An evaluation that knows how far it can move, which is what a search over throws can prune by.
pub trait Bounded<G: Game>: Eval<G> {
    /// Two numbers between which the value of `position` to `player` lies, however the next `plies` plies go:
    /// every evaluation of a position that far ahead, and so every average of them.
    fn bounds(&self, position: &G, player: Player, plies: u32) -> (Self::Value, Self::Value);
}
