//! Advice during a game: the best move on the board, and who is ahead in a bar below it.

mod bar;
mod label;

use gebeta_engine::EngineBudget;
use gebeta_i18n::Language;
use gebeta_rules::{AnyPosition, ByPlayer, Player};
use gebeta_worker::{Advice, Effort, Place, WorkerError};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::icon::{BARS, BULB, Icon};
use crate::lazy::screens::LazyScreens;
use crate::platform::engine_worker::EngineWorker;
use crate::platform::language::{language, say};
use crate::platform::settings::settings;
use crate::session::Session;

pub(crate) use bar::EvalBar;
pub(crate) use label::{
    fault_text, gain_text, labels, loss_text, ply_name, ply_text, share, shown_loss, worth_text,
};

/// What is known of the position on the board, and whether it is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HintState {
    /// By reference: a session is many signals, and hint states are passed around.
    session: StoredValue<Session>,
    /// The last advice, and what it is about.
    known: RwSignal<Option<(AnyPosition, Advice)>>,
    /// The position whose best moves are shown.
    shown: RwSignal<Option<AnyPosition>>,
    busy: RwSignal<bool>,
    fault: RwSignal<Option<WorkerError>>,
    /// Whether the bar is wanted.
    bar: RwSignal<bool>,
}

impl HintState {
    /// Positions that a hint is worth: about half a second.
    const HINT: u64 = EngineBudget::for_hint().nodes;
    /// And a look for the bar, after every move.
    const LOOK: u64 = EngineBudget::for_evaluation().nodes;

    /// Hints for the game in progress. While the bar is shown, every new position is searched.
    pub(crate) fn new(session: Session) -> Self {
        let hints = Self {
            session: StoredValue::new(session),
            known: RwSignal::new(None),
            shown: RwSignal::new(None),
            busy: RwSignal::new(false),
            fault: RwSignal::new(None),
            bar: RwSignal::new(settings().with_untracked(|settings| settings.bar)),
        };
        Effect::new(move |_| {
            if hints.bar.get() && hints.place().is_some() {
                hints.ask(Self::LOOK, false);
            }
        });
        on_cleanup(|| EngineWorker::adviser().stop());
        hints
    }

    fn session(self) -> Session {
        self.session.get_value()
    }

    /// The position on the board, as soon as it lies still: nothing is told of it before.
    fn position(self) -> Option<AnyPosition> {
        self.session().told(|told| told.position().copied()).flatten()
    }

    /// The position that is played on, with its rules.
    fn place(self) -> Option<Place> {
        let position = self.position()?;
        let rules = self.session().with(|session| session.game().record().rules)?;
        Some(Place { rules, position })
    }

    /// What is known of the position on the board.
    fn now(self) -> Option<Advice> {
        let position = self.position()?;
        self.known.with(|known| {
            known.as_ref().filter(|(about, _)| *about == position).map(|(_, advice)| advice.clone())
        })
    }

    /// The advice to be marked on the board.
    pub(crate) fn marks(self) -> Option<Advice> {
        let position = self.position()?;
        (self.shown.get() == Some(position)).then(|| self.now()).flatten()
    }

    fn ask(self, nodes: u64, show: bool) {
        let Some(place) = untrack(|| self.place()) else { return };
        let worker = EngineWorker::adviser();
        worker.stop();
        self.busy.set(show);
        self.fault.set(None);
        spawn_local(async move {
            let effort = Effort { nodes: Some(nodes), ..Effort::default() };
            let advice = worker.hint(place, effort).await;
            // The screen may be gone by now.
            if self.busy.try_get_untracked().is_none() {
                return;
            }
            match advice {
                Ok(advice) => {
                    self.known.set(Some((place.position, advice)));
                    if show {
                        self.shown.set(Some(place.position));
                    }
                    self.busy.set(false);
                }
                // Another question has taken its place.
                Err(fault) if fault.code == "stopped" => {}
                Err(fault) => {
                    self.fault.set(Some(fault));
                    self.busy.set(false);
                }
            }
        });
    }

    /// The sentence below the board.
    pub(crate) fn sentence(self) -> Option<String> {
        let words = language();
        if self.busy.get() {
            return Some(words.hint_thinking().to_owned());
        }
        if let Some(fault) = self.fault.get() {
            return Some(fault_text(words, &fault));
        }
        let advice = self.marks()?;
        let hints = advice.now()?;
        let best = hints.best();
        let value = worth_text(advice.game, best.value, best.exact);
        let known =
            if best.exact { words.worth_exact().to_owned() } else { words.worth_estimated(hints.depth) };
        Some(format!("{} {known}", words.hint_move(ply_name(words, best.mv), value)))
    }
}

impl HintState {
    /// Whether a hint can be asked for: the board shows what a move on trial has led to.
    fn can_ask(self) -> bool {
        let session = self.session();
        session.allowed().choose && session.trial().is_none()
    }

    /// Asks for the best move.
    pub(crate) fn request(self) {
        if untrack(|| self.can_ask()) {
            self.ask(Self::HINT, true);
        }
    }

    /// Shows the bar, or hides it.
    pub(crate) fn switch_bar(self) {
        self.bar.update(|bar| *bar = !*bar);
    }
}

/// Asks for the best move, and shows or hides the bar.
#[component]
pub(crate) fn HintButton(hints: HintState) -> impl IntoView {
    view! {
        <button class="button" data-test="hint" aria-keyshortcuts="H" disabled=move || !hints.can_ask() on:click=move |_| hints.request()>
            <Icon d=BULB /><span class="word">{say(Language::hint)}</span>
        </button>
        <button
            class="button quiet"
            data-test="evaluation"
            aria-keyshortcuts="E"
            aria-pressed=move || hints.bar.get().to_string()
            on:click=move |_| hints.switch_bar()
        >
            <Icon d=BARS /><span class="word">{say(Language::evaluation)}</span>
        </button>
    }
}

/// The bar, if it is wanted. Its room is there in any case, so that nothing moves when it comes.
#[component]
pub(crate) fn HintLine(hints: HintState) -> impl IntoView {
    let beside = LazyScreens::here().beside();
    let bar = move || hints.bar.get().then(|| beside.get()).flatten().map(|part| (part.hint_bar)(hints));
    view! { <div class="hint-line">{bar}</div> }
}

/// Who is ahead in the game of these hints.
pub(crate) fn hint_bar(hints: HintState) -> AnyView {
    let names = Signal::derive(move || hints.session().names());
    let worth = Signal::derive(move || hints.now().map(|advice| (advice.game, advice.evaluation)));
    view! { <EvalBar worth names /> }.into_any()
}

/// The sentence of a hint.
#[component]
pub(crate) fn HintWords(hints: HintState) -> impl IntoView {
    let beside = LazyScreens::here().beside();
    view! { <p class="hint-words" role="status" data-test="hint-words">{move || beside.get().and_then(|part| (part.hint_words)(hints))}</p> }
}

/// What the players are called where they have no names.
pub(crate) fn plain_names(language: Language, game: gebeta_rules::GameKind) -> ByPlayer<String> {
    ByPlayer::from_fn(|player| {
        let name = match (game, player) {
            (gebeta_rules::GameKind::Mancala, Player::One) => language.player_1(),
            (gebeta_rules::GameKind::Mancala, Player::Two) => language.player_2(),
            (gebeta_rules::GameKind::Senet, Player::One) => language.white(),
            (gebeta_rules::GameKind::Senet, Player::Two) => language.black(),
        };
        name.to_owned()
    })
}
