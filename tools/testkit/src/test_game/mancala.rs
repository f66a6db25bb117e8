use gebeta_rules::mancala::{Hole, Move, PieRule, Pit, Position, Rules, Size, Step};
use gebeta_rules::{AnyPly, AnyPosition, AnyRules};

use super::{Picture, TestGame};
use crate::Walk;

impl TestGame for Position {
    type Picture = StonesPicture;

    fn every_move() -> impl Iterator<Item = Move> {
        (1..=Size::MAX).filter_map(Pit::new).map(Move::Sow).chain([Move::Swap])
    }

    fn picture(&self) -> StonesPicture {
        StonesPicture { holes: self.board().counts().to_vec(), hand: 0 }
    }

    fn thrown_by(&self, _: &mut Walk) -> Self {
        *self
    }

    fn rules(&self) -> AnyRules {
        AnyRules::Mancala(Rules {
            pits: self.board().pits(),
            law: self.law(),
            pie: self.pie() != PieRule::Off,
            ..Rules::GEBETA
        })
    }

    fn any(&self) -> AnyPosition {
        AnyPosition::Mancala(*self)
    }

    fn ply(&self, mv: Move) -> AnyPly {
        AnyPly::Mancala(mv)
    }
}

/// Stones in holes and in the hand that sows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StonesPicture {
    /// The counts in index order.
    pub holes: Vec<u16>,
    /// Stones lifted and not yet dropped.
    pub hand: u16,
}

impl StonesPicture {
    fn empty(&mut self, hole: Hole, stones: u16) -> Result<(), String> {
        let there = std::mem::take(&mut self.holes[hole.index()]);
        if there == stones && stones > 0 {
            return Ok(());
        }
        Err(format!("{stones} stones are taken from hole {} which holds {there}", hole.index()))
    }
}

impl Picture<Step> for StonesPicture {
    fn draw(&mut self, step: Step) -> Result<(), String> {
        let sows = matches!(step, Step::Lift { .. } | Step::Drop { .. });
        if !sows && self.hand > 0 {
            return Err(format!("{step:?} with {} stones still in the hand", self.hand));
        }
        match step {
            Step::Lift { hole, stones } => {
                if self.hand > 0 {
                    return Err(format!("a second handful with {} stones still in the hand", self.hand));
                }
                self.empty(hole, stones)?;
                self.hand = stones;
            }
            Step::Drop { hole } => {
                self.hand = self.hand.checked_sub(1).ok_or("a stone drops from an empty hand")?;
                self.holes[hole.index()] += 1;
            }
            Step::Capture { hole, store, stones } | Step::Sweep { hole, store, stones } => {
                self.empty(hole, stones)?;
                self.holes[store.index()] += stones;
            }
            Step::Turn => {
                let half = self.holes.len() / 2;
                self.holes.rotate_left(half);
            }
        }
        Ok(())
    }

    fn material(&self) -> Vec<u32> {
        let on_board: u32 = self.holes.iter().map(|&n| u32::from(n)).sum();
        vec![on_board + u32::from(self.hand)]
    }
}
