use gebeta_rules::{AnyPly, AnyPosition, Game, mancala, senet};
use gebeta_table::{Mind, Stage};
use gebeta_words::Language;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::hint::{HintButton, HintDesk};
use crate::language::say;
use crate::route::Route;
use crate::session::Session;

/// What can be done now, one button each.
#[component]
pub(super) fn Controls(turned: RwSignal<bool>, desk: HintDesk) -> impl IntoView {
    let session = Session::here();
    let confirming = move || matches!(session.stage(), Some(Stage::Confirm(_)));
    // The forced pass and the swap of the pie rule have no place on the board.
    let only = move |wanted: fn(&AnyPosition) -> bool| {
        session.may_choose() && session.with(|table| wanted(&table.position())).unwrap_or(false)
    };
    let may_pass = move || {
        only(
            |position| matches!(position, AnyPosition::Senet(position) if position.legal_moves().eq([senet::Move::Pass])),
        )
    };
    let may_swap = move || {
        only(
            |position| matches!(position, AnyPosition::Mancala(position) if position.check(mancala::Move::Swap).is_ok()),
        )
    };
    let pass = move |_| {
        if let Some(ply) = session.with(|table| table.stepping(senet::Move::Pass)).flatten() {
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
            <Show when=may_pass>
                <button class="button primary" data-test="pass" on:click=pass>{say(Language::pass)}</button>
            </Show>
            <Show when=may_swap>
                <button class="button" data-test="swap" on:click=move |_| session.choose(AnyPly::Mancala(mancala::Move::Swap))>
                    {say(Language::swap_sides)}
                </button>
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
fn focus_board() {
    request_animation_frame(|| {
        let place = document().query_selector(".board-place [tabindex='0']").ok().flatten();
        if let Some(place) = place.and_then(|place| place.dyn_into::<web_sys::HtmlElement>().ok()) {
            // Where it cannot be had, the Tab key leads there.
            let _ = place.focus();
        }
    });
}
