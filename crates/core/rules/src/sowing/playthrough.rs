use std::fmt;

use super::{Board, IllegalMove, Move, Position, Step};
use crate::{Deterministic, Game, Outcome, Player, StepObserver};

/// A game from a position on, with the history that the repetition rule needs (law 2.7, 6).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Playthrough {
    position: Position,
    /// The positions that can still come again.
    history: Vec<(Board, Player)>,
}

impl Playthrough {
    /// A game that begins with `position`.
    pub fn new(position: Position) -> Self {
        let mut game = Self { position, history: Vec::new() };
        game.remember(&mut ());
        game
    }

    /// Where the game stands.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Notes the position, and ends the game if it stands there for the n-th time.
    fn remember(&mut self, watch: &mut impl StepObserver<Step>) {
        let repeat = usize::from(self.position.law().repeat);
        let Some(player) = self.position.to_move().filter(|_| repeat > 0 && self.position.bonus() == 0)
        else {
            return;
        };
        let now = (*self.position.board(), player);
        // Stores never shrink: what had fewer stones in them cannot come again.
        let stored = |board: &Board| Player::BOTH.map(|player| board.score(player));
        if self.history.last().is_some_and(|(last, _)| stored(last) != stored(&now.0)) {
            self.history.clear();
        }
        self.history.push(now);
        if self.history.iter().filter(|&&past| past == now).count() >= repeat {
            self.position.end_by_repetition(watch);
        }
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
        self.position.play_unchecked(mv, watch);
        self.remember(watch);
    }
}

impl Deterministic for Playthrough {}
