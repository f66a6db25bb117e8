use gebeta_rules::mancala::{Hole, Move, Pit, Position};
use gebeta_rules::{AnyPly, Game, Player};
use gebeta_session::{Input, landing_text, mancala_refusal};
use leptos::prelude::*;

use super::animator::Animator;
use super::geometry::Geometry;
use super::preview::Preview;
use crate::board::props::{BoardProps, MoveLabel};
use crate::platform::language::language;
use crate::platform::settings::settings;

/// What the parts of a board share: what it shows, what the player looks at, and where to report.
#[derive(Clone, Copy)]
pub(super) struct BoardContext {
    pub(super) props: BoardProps,
    /// The position that is shown.
    pub(super) position: Memo<Position>,
    /// The position that is decided in.
    pub(super) decision: Memo<Position>,
    /// The same as long as the board lies still, else as it was before: what people read follows it.
    pub(super) told: Memo<Position>,
    pub(super) near: Memo<Player>,
    pub(super) geometry: Memo<Geometry>,
    pub(super) animator: Animator,
    pub(super) hovered: RwSignal<Option<Hole>>,
    pub(super) focused: RwSignal<Option<Hole>>,
    /// The one pit that the Tab key reaches.
    pub(super) roving: RwSignal<Option<Hole>>,
    /// Why a choice was refused that the rules were not even asked about.
    pub(super) refusal: RwSignal<String>,
    /// Whether the pointer that is down has skipped an animation: its click is not refused.
    pub(super) has_skipped: StoredValue<bool>,
    /// What the pit under pointer or focus would do.
    pub(super) preview: Memo<Option<Preview>>,
}

impl BoardContext {
    /// What the pit that is looked at would do, else the chosen one.
    pub(super) fn preview_of(
        props: BoardProps,
        position: Memo<Position>,
        seen: impl Fn() -> Option<Hole> + Send + Sync + 'static,
    ) -> Memo<Option<Preview>> {
        Memo::new(move |_| {
            let is_wanted = props.may_choose.get() && settings().with(|settings| settings.preview);
            // What a move on trial does is shown already.
            if !is_wanted || props.scene.with(|scene| scene.is_trial) {
                return None;
            }
            position.with(|position| {
                let seen =
                    seen().and_then(|hole| move_of(position, hole)).and_then(|mv| Preview::of(position, mv));
                seen.or_else(|| match props.chosen.get()? {
                    AnyPly::Mancala(mv) => Preview::of(position, mv),
                    AnyPly::Sowing(_) | AnyPly::Senet(..) => None,
                })
            })
        })
    }

    /// Whether `hole` may be played now, once the last stone has landed. One that is played already, on trial, is empty.
    pub(super) fn is_legal(self, hole: Hole) -> bool {
        self.props.may_choose.get()
            && self.animator.is_still()
            && self.props.is_settled.get()
            && !self.is_tried(hole)
            && self
                .decision
                .with(|position| move_of(position, hole).is_some_and(|mv| position.check(mv).is_ok()))
    }

    /// Whether `hole` was sown by the move on trial.
    fn is_tried(self, hole: Hole) -> bool {
        let tried = self.props.scene.with(|scene| {
            let played = scene.played.as_ref().filter(|_| scene.is_trial)?;
            Some((played.mover, played.ply))
        });
        let pit = self.decision.with(|position| position.board().pit_at(hole));
        tried.zip(pit).is_some_and(|((mover, ply), (owner, pit))| mover == owner && ply == sow(pit))
    }

    pub(super) fn is_chosen(self, owner: Player, pit: Pit) -> bool {
        self.props.chosen.get() == Some(sow(pit)) && self.decision.with(Game::to_move) == Some(owner)
    }

    pub(super) fn is_last(self, owner: Player, pit: Pit) -> bool {
        // A move that is only shown is marked as chosen.
        let played = self.props.scene.with(|scene| {
            let played = scene.played.as_ref().filter(|_| !scene.is_trial);
            played.map(|played| (played.mover, played.ply))
        });
        played.or_else(|| self.props.last.get()) == Some((owner, sow(pit)))
    }

    pub(super) fn lands_in(self, hole: Hole) -> bool {
        self.preview.with(|preview| preview.as_ref().is_some_and(|preview| preview.landing == Some(hole)))
    }

    pub(super) fn takes(self, hole: Hole) -> bool {
        self.preview.with(|preview| preview.as_ref().is_some_and(|preview| preview.taken.contains(&hole)))
    }

    /// What the store of `owner` would gain, as it is shown beside the score.
    pub(super) fn gain_of(self, owner: Player) -> Option<String> {
        self.preview.with(|preview| {
            let preview = preview.as_ref().filter(|preview| preview.mover == owner && preview.gain > 0)?;
            Some(format!("+{}", preview.gain))
        })
    }

    /// What is written at a pit of `owner`.
    pub(super) fn label_of(self, owner: Player, pit: Pit) -> Option<MoveLabel> {
        if self.told.with(Game::to_move) != Some(owner) {
            return None;
        }
        self.props.labels.with(|labels| labels.iter().find(|label| label.ply == sow(pit)).cloned())
    }

    /// What playing `hole` would do, and its label, for screen readers.
    pub(super) fn description(self, hole: Hole) -> Option<String> {
        if !self.is_legal(hole) {
            return None;
        }
        let (preview, label) = self.decision.with(|position| {
            let mv = move_of(position, hole)?;
            let ply = AnyPly::Mancala(mv);
            let label = self
                .props
                .labels
                .with(|labels| labels.iter().find(|label| label.ply == ply).map(|label| label.text.clone()));
            Some((Preview::of(position, mv)?, label))
        })?;
        let words = self.words_of(&preview)?;
        Some(label.map_or(words.clone(), |label| format!("{words} {label}")))
    }

    /// A preview in words.
    pub(super) fn words_of(self, preview: &Preview) -> Option<String> {
        let language = language();
        let landing = preview.landing?;
        if preview.again {
            return Some(language.lands_in_store().to_owned());
        }
        if preview.captured > 0 {
            return Some(language.lands_and_captures(preview.captured.into()));
        }
        let (owner, pit) = self.position.with(|position| position.board().pit_at(landing))?;
        Some(self.props.names.with(|names| landing_text(language, pit, &names[owner])))
    }

    /// The player wants to play a pit, of the mover's own unless `owner` says otherwise.
    pub(super) fn choose(self, owner: Option<Player>, pit: Pit) {
        let was_busy = self.skip();
        let position = self.decision.get_untracked();
        let may_choose = self.props.may_choose.get_untracked();
        let checked = position.check(Move::Sow(pit));
        let name = |player: Player| self.props.names.with_untracked(|names| names[player].clone());
        let words = untrack(language);
        self.refusal.set(String::new());
        match position.to_move() {
            Some(mover) if may_choose && owner.is_none_or(|owner| owner == mover) && checked.is_ok() => {
                self.props.on_input.run(Input::Choose(sow(pit)));
            }
            // The tap was for the stones in the air.
            _ if was_busy => {}
            Some(mover) if !may_choose => self.refusal.set(words.illegal_not_your_turn(name(mover))),
            Some(mover) if owner.is_some_and(|owner| owner != mover) => {
                self.refusal.set(words.illegal_other_side(name(!mover)));
            }
            _ => {
                if let Err(illegal) = checked {
                    self.props.on_refused.run(mancala_refusal(words, illegal));
                }
            }
        }
    }

    /// Goes to the end of what is being shown; says whether there was anything, also for the tap that has just ended it.
    pub(super) fn skip(self) -> bool {
        let has_skipped = self.has_skipped.get_value();
        self.has_skipped.set_value(false);
        self.animator.skip() || has_skipped
    }

    /// A finger or button comes down anywhere on the board.
    pub(super) fn touch(self) {
        self.has_skipped.set_value(self.animator.skip());
    }

    /// The focus is on `hole` now.
    pub(super) fn focus_on(self, hole: Hole) {
        self.focused.set(Some(hole));
        self.roving.set(Some(hole));
    }
}

const fn sow(pit: Pit) -> AnyPly {
    AnyPly::Mancala(Move::Sow(pit))
}

/// The move that sows `hole`, if it is a pit of the mover.
pub(super) fn move_of(position: &Position, hole: Hole) -> Option<Move> {
    let (owner, pit) = position.board().pit_at(hole)?;
    (position.to_move() == Some(owner)).then_some(Move::Sow(pit))
}
