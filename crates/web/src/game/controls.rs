use gebeta_rules::{AnyPly, AnyPosition};
use gebeta_table::{Mind, Stage};
use gebeta_words::Language;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::off_board::{forced_pass, pie_swap};
use crate::hint::{HintButton, HintDesk};
use crate::language::say;
use crate::route::Route;
use crate::session::Session;

/// What can be done now, one button each.
#[component]
pub(super) fn Controls(turned: RwSignal<bool>, desk: HintDesk) -> impl IntoView {
    let session = Session::here();
    let confirming = move || matches!(session.stage(), Some(Stage::Confirm(_)));
    let only = move |wanted: fn(&AnyPosition) -> Option<AnyPly>| {
        session.may_choose().then(|| session.with(|table| wanted(&table.position()))).flatten().flatten()
    };
    let choose = move |wanted: fn(&AnyPosition) -> Option<AnyPly>| {
        if let Some(ply) = untrack(|| only(wanted)) {
            session.choose(ply);
            focus_board();
        }
    };
    let commit = move |_| {
        session.commit();
        focus_board();
    };
    let only_computers = move || {
        session
            .with(|table| table.minds().one != Mind::Human && table.minds().two != Mind::Human)
            .unwrap_or(false)
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
            <Show when=move || only(forced_pass).is_some()>
                <button class="button primary" data-test="pass" on:click=move |_| choose(forced_pass)>{say(Language::pass)}</button>
            </Show>
            <Show when=move || only(pie_swap).is_some()>
                <button class="button" data-test="swap" on:click=move |_| choose(pie_swap)>
                    {say(Language::swap_sides)}
                </button>
            </Show>
            <Show when=move || session.is_stuck()>
                <button class="button primary" data-test="ask-again" on:click=move |_| session.drive()>{say(Language::try_again)}</button>
            </Show>
            <button class="button" data-test="undo" disabled=move || !session.can_undo() on:click=move |_| session.undo()>{say(Language::undo)}</button>
            <button class="button" data-test="redo" disabled=move || !session.can_redo() on:click=move |_| session.redo()>{say(Language::redo)}</button>
            <HintButton desk />
            <Show when=only_computers>
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
