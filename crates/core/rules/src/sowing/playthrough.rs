use std::fmt;

use super::{IllegalMove, Move, Position, Step};
use crate::{Deterministic, Game, Outcome, Player, StepObserver};

/// A game from a position on, with the history that the repetition rule needs (law 2.7, 6).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Playthrough {
    position: Position,
    /// The positions before it, the last one last.
    history: Vec<Position>,
}

impl Playthrough {
    /// A game that begins with `position`.
    pub const fn new(position: Position) -> Self {
        Self { position, history: Vec::new() }
    }

    /// The positions before the present one, the first one first.
    pub fn history(&self) -> &[Position] {
        &self.history
    }

    /// Where the game stands.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

impl fmt::Display for Playthrough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl Game for Playthrough {
    type Move = Move;
    type Step = Step;
    type IllegalMove = IllegalMove;

    fn to_move(&self) -> Option<Player> {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.position.legal_moves()
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.position.check(mv)
    }

    fn play_unchecked(&mut self, mv: Move, watch: &mut impl StepObserver<Step>) {
        self.history.push(self.position);
        self.position.play_unchecked(mv, watch);
        self.position.end_if_repeated(self.history.iter().rev(), watch);
    }
}

impl Deterministic for Playthrough {}
