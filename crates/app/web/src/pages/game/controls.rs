use gebeta_i18n::Language;
use gebeta_session::{LocalGame, Stage};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::off_board::OffBoard;
use super::over::Next;
use crate::components::hint::{HintButton, HintState};
use crate::components::press_button::Press;
use crate::platform::language::say;
use crate::route::Route;
use crate::session::Session;

/// What can be done now, one button each.
#[component]
pub(super) fn Controls(
    turned: RwSignal<bool>,
    hints: HintState,
    /// Whether the card that tells of the end was put away.
    put_away: RwSignal<bool>,
) -> impl IntoView {
    let session = Session::here();
    let confirming = move || matches!(session.stage(), Some(Stage::Confirm(_)));
    let position = move || session.may_choose().then(|| session.with(LocalGame::position)).flatten();
    let commit = move |_| {
        session.commit();
        focus_board();
    };
    let paused = session.paused();
    let pause = move |_| {
        paused.update(|paused| *paused = !*paused);
        session.drive();
    };
    view! {
        <div class="controls">
            <Show when=confirming>
                <button class="button primary" data-test="commit" on:click=commit>{say(Language::play_turn)}</button>
            </Show>
            <OffBoard position on_choose=move |ply| session.choose(ply) />
            <Show when=move || session.is_stuck()>
                <button class="button primary" data-test="ask-again" on:click=move |_| session.drive()>{say(Language::try_again)}</button>
            </Show>
            <Show when=move || put_away.get()>
                <Next />
            </Show>
            <Press name="undo" can=Signal::derive(move || session.can_undo()) on_press=move |()| session.undo()>{say(Language::undo)}</Press>
            <Press name="redo" can=Signal::derive(move || session.can_redo()) on_press=move |()| session.redo()>{say(Language::redo)}</Press>
            <HintButton hints />
            <Show when=move || session.has_only_computers()>
                <button class="button" data-test="pause" aria-pressed=move || paused.get().to_string() on:click=pause>{say(Language::pause)}</button>
            </Show>
            <button class="button quiet" data-test="flip" aria-pressed=move || turned.get().to_string() on:click=move |_| turned.update(|turned| *turned = !*turned)>
                {say(Language::flip_board)}
            </button>
            <a class="button quiet" href=Route::Rules(None).href()>{say(Language::rules)}</a>
            <button class="button quiet" data-test="end" on:click=move |_| session.leave()>{say(Language::end_game)}</button>
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
