//! What the property tests need to know of a game.

mod mancala;
mod senet;

use std::fmt::Debug;

use gebeta_rules::{AnyPly, AnyPosition, AnyRules, Game};

use crate::Walk;

pub use mancala::StonesPicture;
pub use senet::PiecesPicture;

/// A game whose properties can be checked.
pub trait TestGame: Game {
    /// The board as an onlooker draws it.
    type Picture: Picture<Self::Step>;

    /// Every move that can be written down, legal or not.
    fn every_move() -> impl Iterator<Item = Self::Move>;

    /// The board before a move begins.
    fn picture(&self) -> Self::Picture;

    /// The position with a throw on the table, drawn from `walk` where none lies there; itself in a game
    /// without chance and when the game is over.
    fn thrown_by(&self, walk: &mut Walk) -> Self;

    /// Rules this position can belong to.
    fn rules(&self) -> AnyRules;

    /// The position as commands and records see it.
    fn any(&self) -> AnyPosition;

    /// `mv` as a record keeps it: with the roll, which must lie on the table.
    fn ply(&self, mv: Self::Move) -> AnyPly;
}

/// A board that follows the steps of a move without knowing the rules.
pub trait Picture<Step>: Clone + Eq + Debug {
    /// Does what `step` says.
    ///
    /// # Errors
    /// What is wrong with the step: stones that are not there, a square that is taken.
    fn draw(&mut self, step: Step) -> Result<(), String>;

    /// What no step changes: the number of stones, or of each player's pieces.
    fn material(&self) -> Vec<u32>;
}
