use gebeta_i18n::Language;
use gebeta_rules::{AnyPosition, ByPlayer, Player};
use gebeta_session::{Prompt, end_reason, verdict};
use leptos::html::Button;
use leptos::prelude::*;

use super::controls::focus_board;
use crate::components::dialog::{Card, focused};
use crate::pages::review::NOW;
use crate::platform::language::{language, say};
use crate::route::Route;
use crate::session::Session;

/// The end: who won and why, over the final board. A card that was put away stays away as long as the game is over.
#[component]
pub(super) fn Over(is_closed: RwSignal<bool>) -> impl IntoView {
    let session = Session::here();
    let ended = Memo::new(move |_| session.prompt().is_some_and(Prompt::is_over));
    let over = Memo::new(move |_| ended.get() && session.is_settled() && !session.is_looking_back());
    Effect::new(move |_| {
        if !ended.get() {
            is_closed.set(false);
        }
    });
    let sentence = move || {
        let position = session.with(|session| session.game().position())?;
        Some(verdict(language(), &position, &session.names()))
    };
    let why = move || {
        session.with(|session| {
            let game = session.game();
            let last = game.played(game.ply().checked_sub(1)?)?;
            end_reason(language(), &last, &game.names())
        })?
    };
    let close = Callback::new(move |()| {
        is_closed.set(true);
        focus_board();
    });
    let scores = move || Some(finals(&session.with(|session| session.game().position())?, &session.names()));
    view! {
        <Show when=move || over.get() && !is_closed.get()>
            <Card title="over-title" on_close=close>
                <h2 id="over-title">{say(Language::game_over)}</h2>
                <p class="verdict">{sentence}</p>
                {scores}
                <p class="dim">{why}</p>
                <div class="row center">
                    <Next class="button primary big" first=focused() />
                    <button class="button" data-test="look" on:click=move |_| close.run(())>{say(Language::show_board)}</button>
                    <button class="button quiet" data-test="leave" on:click=|_| Route::Home.go()>{say(Language::end_game)}</button>
                </div>
            </Card>
        </Show>
    }
}

/// What each player has in the end: stones, or pieces brought off the board.
pub(crate) fn finals(position: &AnyPosition, names: &ByPlayer<String>) -> AnyView {
    let words = language();
    let line = |player: Player| {
        let (count, of) = match position {
            AnyPosition::Mancala(position) => (position.board().score(player), None),
            AnyPosition::Senet(position) => {
                let off = position.exited(player);
                (off.into(), Some(words.final_off(position.rules().pieces.get())))
            }
        };
        let name = names[player].clone();
        let class = format!("final p{player}");
        view! { <div class=class><dt dir="auto">{name}</dt><dd>{count}{of.map(|of| view! { <small>{of}</small> })}</dd></div> }
    };
    view! { <dl class="finals" data-test="finals">{Player::BOTH.map(line).into_iter().collect_view()}</dl> }
        .into_any()
}

/// What may come after the end.
#[component]
pub(super) fn Next(
    #[prop(default = "button primary")] class: &'static str,
    #[prop(optional)] first: NodeRef<Button>,
) -> impl IntoView {
    let session = Session::here();
    let again = move |_| {
        session.again();
        focus_board();
    };
    let new_game = move || session.game().map(|game| Route::Setup(game).href());
    view! {
        <button class=class node_ref=first data-test="again" on:click=again>{say(Language::play_again)}</button>
        <a class="button" data-test="review" href=Route::Review(NOW.to_owned()).href()>{say(Language::review)}</a>
        <a class="button" data-test="new" href=new_game>{say(Language::new_game)}</a>
    }
}
