use gebeta_rules::{AnyPosition, Outcome, Player};
use gebeta_table::{Stage, Table, verdict};
use gebeta_words::Language;
use leptos::prelude::*;

use crate::language::{language, say};
use crate::route::Route;
use crate::session::Session;

/// The end: who won and why, over the final board.
#[component]
pub(super) fn Over() -> impl IntoView {
    let session = Session::here();
    // The final board may be looked at without the card.
    let put_away = RwSignal::new(false);
    let over = Memo::new(move |_| {
        let over = matches!(session.stage(), Some(Stage::Over(_))) && session.is_settled();
        over && !session.is_looking_back()
    });
    Effect::new(move |_| {
        if !over.get() {
            put_away.set(false);
        }
    });
    let sentence = move || {
        let position = session.with(Table::position)?;
        Some(verdict(language(), &position, &session.names()))
    };
    let why = move || session.with(|table| reason(&table.position(), &table.names(), language())).flatten();
    let scores = move || {
        let AnyPosition::Mancala(position) = session.with(Table::position)? else { return None };
        Some(Player::BOTH.map(|player| {
            let name = session.names()[player].clone();
            let score = position.board().score(player);
            view! { <div class=format!("final p{player}")><dt dir="auto">{name}</dt><dd>{score}</dd></div> }
        }).into_iter().collect_view())
    };
    let new_game = move || session.game().map(|game| Route::Setup(game).href());
    view! {
        <Show when=move || over.get() && !put_away.get()>
            <div class="veil" data-test="over">
                <section class="card" role="dialog" aria-modal="true" aria-labelledby="over-title">
                    <h2 id="over-title">{say(Language::game_over)}</h2>
                    <p class="verdict">{sentence}</p>
                    <dl class="finals">{scores}</dl>
                    <p class="dim">{why}</p>
                    <div class="row center">
                        <button class="button primary big" autofocus node_ref=focused() data-test="again" on:click=move |_| session.again()>{say(Language::play_again)}</button>
                        <a class="button" data-test="new" href=new_game>{say(Language::new_game)}</a>
                        <button class="button" data-test="look" on:click=move |_| put_away.set(true)>{say(Language::show_board)}</button>
                        <button class="button quiet" data-test="leave" on:click=move |_| session.leave()>{say(Language::end_game)}</button>
                    </div>
                </section>
            </div>
        </Show>
    }
}

/// Takes the focus as soon as it is there.
fn focused() -> NodeRef<leptos::html::Button> {
    let node = NodeRef::new();
    Effect::new(move |_| {
        let node: Option<web_sys::HtmlButtonElement> = node.get();
        if let Some(node) = node {
            let _ = node.focus();
        }
    });
    node
}

/// What ended the game.
fn reason(position: &AnyPosition, names: &gebeta_rules::ByPlayer<String>, words: Language) -> Option<String> {
    let outcome = position.outcome()?;
    match (position, outcome) {
        (AnyPosition::Mancala(position), outcome) => {
            let board = position.board();
            let empty = Player::BOTH.into_iter().find(|&player| board.is_side_empty(player));
            match (empty, outcome) {
                (_, Outcome::Win(winner)) if board.in_pits() > 0 && empty.is_none() => {
                    Some(words.ended_majority(&names[winner]))
                }
                (Some(player), _) => Some(words.ended_side_empty(&names[player])),
                _ => None,
            }
        }
        (AnyPosition::Senet(_), Outcome::Win(winner)) => Some(words.ended_all_off(&names[winner])),
        (AnyPosition::Senet(_), Outcome::Draw) => None,
    }
}
