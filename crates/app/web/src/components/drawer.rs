//! What opens on request beside a board.

use gebeta_i18n::Language;
use gebeta_rules::{Player, Record};
use leptos::prelude::*;

use crate::lazy::screens::{LazyScreens, Rest};
use crate::platform::language::say;
use crate::session::Session;

/// A game, and after how many of its plies it is looked at.
pub(crate) type Looked = (Record, usize);

/// Every way a game leaves the page: the whole of it, or the position that is looked at.
#[component]
pub(crate) fn Sharing(#[prop(into)] game: Signal<Option<Looked>>) -> impl IntoView {
    drawer("sharing", Language::share_title, move |rest| (rest.sharing)(game))
}

/// The last search of a computer player, where one plays.
#[component]
pub(crate) fn LastSearch(session: Session) -> impl IntoView {
    let is_there = Memo::new(move |_| {
        let kinds = session.with(|session| session.game().player_kinds());
        kinds.is_some_and(|kinds| Player::BOTH.iter().any(|&player| kinds[player].bot().is_some()))
    });
    move || {
        is_there
            .get()
            .then(|| drawer("thought", Language::thought_title, move |rest| (rest.search_report)(session)))
    }
}

/// A drawer that is filled when it is opened.
fn drawer(
    class: &'static str,
    title: fn(Language) -> &'static str,
    fill: impl Fn(Rest) -> AnyView + Copy + Send + 'static,
) -> AnyView {
    let rest = LazyScreens::here().rest();
    let opened = RwSignal::new(false);
    view! {
        <details class=class data-test=class on:toggle=move |_| opened.set(true)>
            <summary>{say(title)}</summary>
            {move || opened.get().then(|| rest.view(fill))}
        </details>
    }
    .into_any()
}
