use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::{Coded, Outcome, Player};

/// A position of a game for two, with everything that decides what may happen next.
///
/// Turns need not alternate: extra turns, passes and extra throws keep or change the mover.
pub trait Game: Clone + Eq + Hash + Debug + Display {
    /// What a player decides. Passing is a move.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr;
    /// What happens on the board while a move is played, in order.
    type Step;
    /// Why a move is refused.
    type IllegalMove: Error + Coded + Send + Sync + 'static;

    /// The player to move; none once the game is over.
    fn to_move(&self) -> Option<Player>;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Every move [`check`](Self::check) accepts, in a fixed order.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Whether `mv` may be played.
    fn check(&self, mv: Self::Move) -> Result<(), Self::IllegalMove>;

    /// Plays `mv`, which the caller knows to be legal, and tells `watch` each step.
    fn play_unchecked(&mut self, mv: Self::Move, watch: &mut impl StepObserver<Self::Step>);

    /// The position after `mv`.
    fn play(&self, mv: Self::Move) -> Result<Self, Self::IllegalMove> {
        self.check(mv)?;
        let mut next = self.clone();
        next.play_unchecked(mv, &mut ());
        Ok(next)
    }
}

/// A game in which nothing but the players' moves decides: what alpha-beta asks for.
pub trait Deterministic: Game {}

/// A game in which a throw comes before each move: what expectiminimax asks for.
pub trait Chance: Game {
    /// What the sticks or dice show.
    type Throw: Copy + Eq + Debug + Display + 'static;

    /// Every throw with its weight; the probability is the weight over [`Self::WEIGHTS`].
    fn throws(&self) -> &'static [(Self::Throw, u32)];

    /// The sum of all weights.
    const WEIGHTS: u32;

    /// The throw to be played now, or none while the sticks are still in the hand.
    fn thrown(&self) -> Option<Self::Throw>;

    /// The same position with `throw` on the table.
    fn cast(&self, throw: Self::Throw) -> Self;
}

/// Listens to the steps of a move while it is played.
///
/// There is one sowing loop and one function that moves a Senet piece. Code that needs more than the position
/// after the move (animation, announcements, statistics) observes its steps; searches pass `&mut ()`.
pub trait StepObserver<Step> {
    /// One step has just happened.
    fn step(&mut self, step: Step);
}

/// An observer that ignores every step.
impl<Step> StepObserver<Step> for () {
    #[inline]
    fn step(&mut self, _: Step) {}
}

/// Keeps every step for later.
impl<Step> StepObserver<Step> for Vec<Step> {
    fn step(&mut self, step: Step) {
        self.push(step);
    }
}
