//! All moves of a position played at once: for searches, which would otherwise sow the stones of some games three times.

use super::legal::{Choices, Results};
use super::sow::{Sown, sow};
use super::{Heading, Move, MoveRules, Position};
use crate::{Game, Player};

impl Position {
    /// Puts every legal move with the position after it into `successors`, in the order of the rules.
    ///
    /// The same as playing each of [`Game::legal_moves`], in less time where the rules ask what a move would do.
    pub fn successors(&self, successors: &mut Vec<(Move, Self)>) {
        successors.clear();
        match self.to_move().filter(|_| self.bonus() == 0) {
            Some(mover) if self.asks_for_results(mover) => self.sow_all(mover, successors),
            _ => {
                for mv in self.legal_moves() {
                    successors.push((mv, *self));
                    if let Some((_, next)) = successors.last_mut() {
                        next.play_unchecked(mv, &mut ());
                    }
                }
            }
        }
    }

    fn sow_all(&self, mover: Player, successors: &mut Vec<(Move, Self)>) {
        let choices = self.allowed_by_counts(mover, |_, _| ());
        let mut results = Results::default();
        let mut sown = SownMoves::new();
        for (place, heading) in choices.iter() {
            let Some(mv) = self.move_of(place, heading) else { continue };
            successors.push((mv, *self));
            let Some((_, next)) = successors.last_mut() else { continue };
            next.count_move();
            let choice = self.choice_at(mover, place, heading);
            match sow(&mut next.board, self.law(), mover, choice, &mut ()) {
                Ok(done) => {
                    self.note(&mut results, mover, (place, heading), Some((&next.board, done)));
                    sown.push((place, heading), done);
                }
                Err(_) => {
                    self.note(&mut results, mover, (place, heading), None);
                    successors.pop();
                }
            }
        }
        let legal = self.narrowed(mover, choices, &results, |_, _| ());
        let mut number = 0;
        successors.retain_mut(|(_, next)| {
            let done = sown.legal(number, legal);
            number += 1;
            if let Some(done) = done {
                next.after_sowing(mover, done, &mut ());
            }
            done.is_some()
        });
        if self.may_swap() {
            let mut next = *self;
            next.play_unchecked(Move::Swap, &mut ());
            successors.push((Move::Swap, next));
        }
    }
}

/// What the moves of a position did, in order.
struct SownMoves {
    moves: [((u8, Heading), Sown); 2 * MoveRules::MAX_SIDE],
    len: usize,
}

impl SownMoves {
    const fn new() -> Self {
        let none = ((0, Heading::Right), Sown { again: false, captured: false, is_slam: false });
        Self { moves: [none; 2 * MoveRules::MAX_SIDE], len: 0 }
    }

    const fn push(&mut self, choice: (u8, Heading), sown: Sown) {
        self.moves[self.len] = (choice, sown);
        self.len += 1;
    }

    /// What the move with this number did; none if it is not one of `legal`.
    fn legal(&self, number: usize, legal: Choices) -> Option<Sown> {
        let ((place, heading), sown) = *self.moves.get(number)?;
        legal.contains(place, heading).then_some(sown)
    }
}
