//! What the parts of the board share: what they show, and where they report.

use gebeta_rules::senet::{IllegalMove, Move, Position, Roll, Square, Sticks};
use gebeta_rules::{AnyPly, Chance, Game, Player};
use gebeta_session::{Input, Scene, senet_refusal};
use leptos::prelude::*;

use super::{position_memo, typed};
use crate::board::props::{BoardProps, MoveLabel};
use crate::platform::language::language;
use crate::sound::cue::Cue;

/// The state of one board on the page.
#[derive(Clone, Copy)]
pub(super) struct BoardContext {
    pub(super) props: BoardProps,
    /// The position of the scene.
    pub(super) position: Memo<Position>,
    /// The position that is decided in.
    pub(super) decision: Memo<Position>,
    /// Plays sounds, where there are any.
    pub(super) on_cue: Option<Callback<Cue>>,

    /// What the board holds for the eye: behind the scene while something moves.
    pub(super) shown: RwSignal<Position>,
    /// How the sticks lie for the eye.
    pub(super) faces: RwSignal<Sticks>,
    /// What they count, once they lie still.
    pub(super) value: RwSignal<Option<Roll>>,
    /// The last throw that lies on the table, and whose it was.
    pub(super) last_throw: RwSignal<Option<(Player, Roll)>>,
    /// Whether something moves.
    pub(super) busy: RwSignal<bool>,
    /// The move that pointer or focus is on.
    pub(super) pointed: RwSignal<Option<Move>>,
    /// The square whose meaning is shown.
    pub(super) asked: RwSignal<Option<Square>>,
    /// The square that a tab stops at.
    pub(super) cursor: RwSignal<Square>,
    /// Where the water is stirred.
    pub(super) ripple: RwSignal<Option<Square>>,
    /// Why a choice was refused that the rules were not even asked about.
    pub(super) refusal: RwSignal<String>,
}

impl BoardContext {
    /// The moves to choose from, once everything lies still; they do not give the throw away before.
    pub(super) fn moves(&self) -> Vec<Move> {
        if !self.props.may_choose.get() || self.busy.get() {
            return Vec::new();
        }
        self.decision.with(legal)
    }

    /// The move that is chosen and not yet played.
    pub(super) fn chosen(&self) -> Option<Move> {
        self.props.chosen.get().and_then(move_in)
    }

    /// What the piece on `square` can do now.
    pub(super) fn move_of(&self, square: Square) -> Option<Move> {
        self.moves().into_iter().find(|mv| mv.from() == Some(square))
    }

    /// The move that the player looks at. Pointer and focus may lie on a square still whose move has been made.
    fn pointed_at(&self) -> Option<Move> {
        let pointed = self.pointed.get()?;
        self.moves().contains(&pointed).then_some(pointed)
    }

    /// The move that the player looks at or has chosen.
    pub(super) fn regarded(&self) -> Option<Move> {
        self.pointed_at().or_else(|| self.chosen())
    }

    /// The move to be shown before it is made, and whose it is. A move on trial has been made on the board.
    pub(super) fn preview(&self) -> Option<(Player, Move)> {
        let mover = self.decision.with(Game::to_move);
        let is_trial = self.props.scene.with(|scene| scene.is_trial);
        let chosen = self.chosen();
        let mv = self.pointed_at().or(chosen).filter(|&mv| !(is_trial && chosen == Some(mv)))?;
        Some((mover?, mv))
    }

    /// The player wants to move the piece on `square`. A choice that has skipped an animation is not refused.
    pub(super) fn press(&self, square: Square, was_busy: bool) {
        if !self.props.may_choose.get_untracked() {
            if !was_busy {
                self.refuse_inactive(square);
            }
            return;
        }
        // Every piece has at most one move with a roll, so any move of it serves to ask what is wrong.
        let (moves, refusal) = self
            .decision
            .with_untracked(|position| (legal(position), position.check(Move::Exit { from: square }).err()));
        // What stands there came there with the move on trial, which is chosen already.
        let is_trial = self.props.scene.with_untracked(|scene| scene.is_trial);
        if is_trial && untrack(|| self.chosen()).and_then(goal) == Some(square) {
            return;
        }
        if let Some(mv) = moves.into_iter().find(|mv| mv.from() == Some(square)) {
            self.choose(mv);
        } else if let (Some(why), false) = (refusal, was_busy) {
            self.refuse(why);
        }
    }

    /// Says why nothing may be chosen now. A press on an empty square only asks what the square means.
    fn refuse_inactive(&self, square: Square) {
        let (mover, is_empty) = self
            .position
            .with_untracked(|position| (position.to_move(), position.board().piece_at(square).is_none()));
        match mover {
            None => self.refuse(IllegalMove::GameOver),
            Some(_) if self.props.may_throw.get_untracked() => self.refuse(IllegalMove::NoRoll),
            Some(_) if is_empty => {}
            Some(mover) => {
                let name = self.props.names.with_untracked(|names| names[mover].clone());
                self.refusal.set(untrack(language).illegal_not_your_turn(name));
            }
        }
    }

    /// Plays a sound.
    pub(super) fn cue(&self, cue: Cue) {
        if let Some(on_cue) = self.on_cue {
            on_cue.run(cue);
        }
    }

    /// The player wants to throw.
    pub(super) fn throw(&self) {
        if self.props.may_throw.get_untracked() {
            self.props.on_input.run(Input::Throw);
        }
    }

    /// Chooses a move with the throw on the table.
    fn choose(&self, mv: Move) {
        choose(self.props, &self.decision.get_untracked(), mv);
    }

    fn refuse(&self, why: IllegalMove) {
        self.props.on_refused.run(senet_refusal(untrack(language), why));
    }

    /// Plays a move of the list by its place.
    pub(super) fn play_listed(&self, place: usize) {
        if !self.props.may_choose.get_untracked() {
            return;
        }
        let mv = self.decision.with_untracked(|position| legal(position).get(place).copied());
        if let Some(mv) = mv {
            self.choose(mv);
        }
    }
}

/// The position that is decided in.
pub(super) fn decision_memo(scene: Signal<Scene>) -> Memo<Position> {
    position_memo(scene, Scene::decision)
}

/// Reports that `mv` is chosen with the throw on the table.
pub(super) fn choose(props: BoardProps, position: &Position, mv: Move) {
    if let Some(roll) = position.thrown() {
        props.on_input.run(Input::Choose(AnyPly::Senet(roll, mv)));
    }
}

/// The move of a ply of Senet.
pub(super) const fn move_in(ply: AnyPly) -> Option<Move> {
    match ply {
        AnyPly::Senet(_, mv) => Some(mv),
        AnyPly::Mancala(_) | AnyPly::Sowing(_) => None,
    }
}

/// What is written at a move.
pub(super) fn label_of(props: BoardProps, mv: Move) -> Option<MoveLabel> {
    props.labels.with(|labels| labels.iter().find(|label| move_in(label.ply) == Some(mv)).cloned())
}

/// The legal moves; none before the throw.
pub(super) fn legal(position: &Position) -> Vec<Move> {
    position.moves().map(Iterator::collect).unwrap_or_default()
}

/// Where the moving piece ends up on the board.
pub(super) const fn goal(mv: Move) -> Option<Square> {
    match mv {
        Move::Step { to, .. } | Move::Swap { to, .. } | Move::Drown { to, .. } | Move::Return { to, .. } => {
            Some(to)
        }
        Move::Exit { .. } | Move::Pass => None,
    }
}

/// Sticks that count `roll`, where it is not known how they fell.
pub(super) fn sticks_for(position: &Position, roll: Roll) -> Sticks {
    let no_dark = position.rules().no_dark;
    [0b0000, 0b0010, 0b0101, 0b1011, 0b1111]
        .into_iter()
        .map(Sticks::from_bits)
        .find(|sticks| sticks.roll(no_dark) == roll)
        .unwrap_or(Sticks::from_bits(0b0101))
}

/// How the sticks of a scene lie.
pub(super) fn sticks_of(scene: &Scene) -> Option<Sticks> {
    let position = typed(&scene.position);
    scene.sticks.or_else(|| position.and_then(|position| Some(sticks_for(position, position.thrown()?))))
}

#[cfg(test)]
mod tests {
    use gebeta_rules::senet::{NoDark, Rules};

    use super::*;

    #[test]
    fn every_roll_has_sticks_that_count_it() {
        for no_dark in [NoDark::Five, NoDark::Six] {
            let position = Position::start(&Rules { no_dark, ..Rules::CLASSIC });
            for &(roll, _) in position.throws() {
                assert_eq!(sticks_for(&position, roll).roll(no_dark), roll);
            }
        }
    }
}
