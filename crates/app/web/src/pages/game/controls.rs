use gebeta_i18n::Language;
use gebeta_session::{GameSession, Input, LocalEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::off_board::OffBoard;
use super::over::Next;
use crate::components::hint::{HintButton, HintState};
use crate::components::press_button::Press;
use crate::components::rules_button::RulesButton;
use crate::platform::language::say;
use crate::route::Route;
use crate::session::Session;

/// What can be done now, one button each.
#[component]
pub(super) fn Controls(
    turned: RwSignal<bool>,
    hints: HintState,
    /// Whether the card with the result was closed.
    is_closed: RwSignal<bool>,
) -> impl IntoView {
    let session = Session::here();
    let allowed = move || session.allowed();
    let position = move || {
        let may_choose = allowed().choose;
        may_choose.then(|| session.with(|session| session.game().position())).flatten()
    };
    let commit = move |_| {
        session.handle(Input::Commit);
        focus_board();
    };
    let is_paused = move || session.with(GameSession::is_paused) == Some(true);
    let pause = move |_| session.report(LocalEvent::Pause(!untrack(is_paused)));
    let is_stuck = move || session.with(GameSession::is_stuck) == Some(true);
    view! {
        <div class="controls">
            <Show when=move || allowed().commit>
                <button class="button primary" data-test="commit" on:click=commit>{say(Language::play_turn)}</button>
            </Show>
            <OffBoard position on_choose=move |ply| session.handle(Input::Choose(ply)) />
            <Show when=is_stuck>
                <button class="button primary" data-test="ask-again" on:click=move |_| session.report(LocalEvent::Retry)>{say(Language::try_again)}</button>
            </Show>
            <Show when=move || is_closed.get()>
                <Next />
            </Show>
            <Press name="undo" can=Signal::derive(move || allowed().undo) on_press=move |()| session.handle(Input::Undo)>{say(Language::undo)}</Press>
            <Press name="redo" can=Signal::derive(move || allowed().redo) on_press=move |()| session.handle(Input::Redo)>{say(Language::redo)}</Press>
            <HintButton hints />
            <Show when=move || allowed().pause>
                <button class="button" data-test="pause" aria-pressed=move || is_paused().to_string() on:click=pause>{say(Language::pause)}</button>
            </Show>
            <button class="button quiet" data-test="flip" aria-pressed=move || turned.get().to_string() on:click=move |_| turned.update(|turned| *turned = !*turned)>
                {say(Language::flip_board)}
            </button>
            <RulesButton rules=move || session.with(|session| session.game().record().rules) />
            <button class="button quiet" data-test="end" on:click=|_| Route::Home.go()>{say(Language::end_game)}</button>
        </div>
    }
}

/// Brings the focus back to the board when the button that had it goes away.
pub(crate) fn focus_board() {
    request_animation_frame(|| {
        let place = document().query_selector(".board-place [tabindex='0']").ok().flatten();
        if let Some(place) = place.and_then(|place| place.dyn_into::<web_sys::HtmlElement>().ok()) {
            // Where it cannot be had, the Tab key leads there.
            let _ = place.focus();
        }
    });
}
