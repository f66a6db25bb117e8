//! What opens on request beside a board, as a part of the program.
// Loading may fail; what was loaded cannot.
#![allow(clippy::unnecessary_wraps)]

use gebeta_rules::Record;
use gebeta_words::Language;
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::game::Thoughts;
use crate::language::say;
use crate::part::Part;
use crate::session::Session;
use crate::sharing::Ways;

/// What the drawers hold.
#[derive(Clone, Copy)]
struct Contents {
    sharing: fn(Signal<Record>) -> AnyView,
    thoughts: fn(Session) -> AnyView,
}

#[wasm_split(drawers, fallible)]
fn contents() -> Result<Contents, SplitLoaderError> {
    Ok(Contents {
        sharing: |record| view! { <Ways record /> }.into_any(),
        thoughts: |session| view! { <Thoughts session /> }.into_any(),
    })
}

/// Every way a game leaves the page.
#[component]
pub(crate) fn Sharing(#[prop(into)] record: Signal<Record>) -> impl IntoView {
    drawer("sharing", Language::share_title, move |contents| (contents.sharing)(record))
}

/// What the computer thought of.
#[component]
pub(crate) fn Thinking(session: Session) -> impl IntoView {
    drawer("thought", Language::thought_title, move |contents| (contents.thoughts)(session))
}

/// A drawer that is filled when it is opened.
fn drawer(
    class: &'static str,
    title: fn(Language) -> &'static str,
    fill: impl Fn(Contents) -> AnyView + Copy + Send + 'static,
) -> AnyView {
    let part = Part::new(|| Box::pin(contents()));
    let opened = RwSignal::new(false);
    view! {
        <details class=class data-test=class on:toggle=move |_| opened.set(true)>
            <summary>{say(title)}</summary>
            {move || opened.get().then(|| part.view(fill))}
        </details>
    }
    .into_any()
}
