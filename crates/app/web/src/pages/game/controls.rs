use gebeta_i18n::Language;
use gebeta_rules::GameKind;
use gebeta_session::{GameSession, Input, LocalEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::off_board::OffBoard;
use super::over::Next;
use crate::components::hint::{HintButton, HintState};
use crate::components::icon::{DOOR, DOTS, FLIP, Icon, PAUSE, REDO, UNDO};
use crate::components::press_button::Press;
use crate::components::rules_button::RulesButton;
use crate::components::sound_button::SoundButton;
use crate::platform::language::say;
use crate::route::Route;
use crate::session::Session;

/// What can be done now, one button each. What the game waits for stands apart, so that the others keep their places.
#[component]
pub(super) fn Controls(
    turned: RwSignal<bool>,
    hints: HintState,
    /// Whether the card with the result was closed.
    is_closed: RwSignal<bool>,
    /// Whether the list of moves and the rest are open, where they have no place beside the board.
    is_more: RwSignal<bool>,
) -> impl IntoView {
    let session = Session::here();
    let allowed = move || session.allowed();
    let position = move || {
        let may_choose = allowed().choose && session.is_settled();
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
            <div class="due">
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
            </div>
            <button class="button quiet" data-test="end" on:click=|_| Route::Home.go()><Icon d=DOOR /><span class="word">{say(Language::leave)}</span></button>
            <Press name="undo" key="U" can=Signal::derive(move || allowed().undo) on_press=move |()| session.handle(Input::Undo)><Icon d=UNDO /><span class="word">{say(Language::undo)}</span></Press>
            <Press name="redo" can=Signal::derive(move || allowed().redo) on_press=move |()| session.handle(Input::Redo)><Icon d=REDO /><span class="word">{say(Language::redo)}</span></Press>
            <HintButton hints />
            <Show when=move || allowed().pause>
                <button class="button" data-test="pause" aria-pressed=move || is_paused().to_string() on:click=pause><Icon d=PAUSE /><span class="word">{say(Language::pause)}</span></button>
            </Show>
            <Show when=move || session.game() == Some(GameKind::Mancala)>
                <Flip turned />
            </Show>
            <SoundButton />
            <RulesButton rules=move || session.with(|session| session.game().record().rules) />
            <MoreButton is_more />
        </div>
    }
}

/// Turns the board round.
#[component]
pub(crate) fn Flip(turned: RwSignal<bool>) -> impl IntoView {
    view! {
        <button class="button quiet" data-test="flip" aria-keyshortcuts="F" aria-pressed=move || turned.get().to_string() on:click=move |_| turned.update(|turned| *turned = !*turned)>
            <Icon d=FLIP /><span class="word">{say(Language::flip_board)}</span>
        </button>
    }
}

/// Opens the list of moves and the rest on a small screen.
#[component]
pub(crate) fn MoreButton(is_more: RwSignal<bool>) -> impl IntoView {
    view! {
        <button class="button quiet more-button" data-test="more" aria-expanded=move || is_more.get().to_string() on:click=move |_| is_more.update(|is_more| *is_more = !*is_more)>
            <Icon d=DOTS /><span class="word">{say(Language::more)}</span>
        </button>
    }
}

/// What stands beside the board: a column of its own, or a sheet over a small screen.
#[component]
pub(crate) fn Side(is_more: RwSignal<bool>, children: Children) -> impl IntoView {
    view! {
        <div class="game-side" class:open=is_more data-test="side">
            <div class="side-head">
                <a class="button quiet" href=Route::Rules(None).href()>{say(Language::rules)}</a>
                <a class="button quiet" href=Route::Settings.href()>{say(Language::settings)}</a>
                <button class="button" data-test="less" on:click=move |_| is_more.set(false)>{say(Language::close)}</button>
            </div>
            {children()}
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
