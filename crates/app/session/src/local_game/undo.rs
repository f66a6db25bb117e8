//! Taking moves back in a local game, and playing them again.

use gebeta_rules::{AnyPly, AnyPosition, Chance, senet};

use super::LocalGame;
use crate::PlayerKind;

impl LocalGame {
    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        self.trial.is_some() || self.last_decision().is_some()
    }

    /// Whether there is something to play again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Takes back the shown move, or everything since a person last had a choice. Against a computer that is the whole
    /// turn; with computers on both sides one ply. The sticks fall as they fell.
    pub fn undo(&mut self) -> bool {
        if self.trial.take().is_some() {
            return true;
        }
        let Some(ply) = self.last_decision() else { return false };
        let plies = self.record.plies();
        self.undone.extend(plies[ply..].iter().rev());
        self.record.take_back_to(ply);
        // The throw of that decision was seen; it stays.
        self.thrown =
            matches!(self.record.position(), AnyPosition::Senet(position) if position.thrown().is_none());
        true
    }

    /// Plays again what was taken back last: to the next decision of a person, or to the end of it.
    pub fn redo(&mut self) -> bool {
        let mut done = false;
        while let Some(ply) = self.undone.pop() {
            let Ok(played) = self.advance(ply) else {
                self.undone.clear();
                break;
            };
            done = true;
            let next_is_person =
                played.after.to_move().is_some_and(|next| self.player_kinds[next] == PlayerKind::Human);
            if next_is_person || !self.has_person() {
                break;
            }
        }
        done
    }

    /// The last ply at which a person had a choice; with computers only, the last.
    fn last_decision(&self) -> Option<usize> {
        let plies: Vec<_> = self.record.moves().collect();
        plies.iter().rposition(|&(mover, ply)| {
            let pass = matches!(ply, AnyPly::Senet(_, senet::Move::Pass));
            !self.has_person() || (self.player_kinds[mover] == PlayerKind::Human && !pass)
        })
    }
}
