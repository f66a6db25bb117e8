//! A position put together by hand; what is wrong with it is shown in words.

mod faults;
mod mancala;
mod senet;

use gebeta_i18n::Language;
use gebeta_rules::AnyPosition;
use gebeta_worker::Place;
use leptos::prelude::*;

use crate::components::hint::plain_names;
use crate::components::sharing::CopyButton;
use crate::platform::language::{language, say};
use crate::platform::share;

pub(crate) use faults::fault_sentences;
use mancala::MancalaEditor;
use senet::SenetEditor;

/// Edits the position of `place`; what comes out can be played on.
#[component]
pub(crate) fn Editor(place: Place, on_use: Callback<Place>, on_cancel: Callback<()>) -> impl IntoView {
    // The position as text: the form writes it, the rules read it.
    let text = RwSignal::new(place.position.to_string());
    let rules = place.rules;
    let read = move || {
        let text = text.get();
        let rules = rules.fit(&text);
        rules.position(&text).map(|position| Place { rules, position })
    };
    let faults = move || read().err().map(|error| fault_sentences(language(), &error)).unwrap_or_default();
    let submit = move |_| {
        if let Ok(place) = untrack(read) {
            on_use.run(place);
        }
    };
    let link = Signal::derive(move || {
        let place = read().ok()?;
        let names = plain_names(language(), place.rules.game());
        Some(share::link(&share::game_from(&place, &names)))
    });
    let form = match place.position {
        AnyPosition::Mancala(position) => view! { <MancalaEditor rules position text /> }.into_any(),
        AnyPosition::Sowing(_) => ().into_any(),
        AnyPosition::Senet(position) => view! { <SenetEditor position text /> }.into_any(),
    };
    view! {
        <div class="editor" data-test="editor">
            {form}
            <div class="editor-faults" role="status" data-test="editor-faults">
                {move || faults().into_iter().map(|fault| view! { <p>{fault}</p> }).collect_view()}
            </div>
            <div class="row center">
                <button class="button primary" disabled=move || read().is_err() on:click=submit>{say(Language::editor_use)}</button>
                <CopyButton label=Language::share_place name="share-place" text=link />
                <button class="button" on:click=move |_| on_cancel.run(())>{say(Language::cancel)}</button>
            </div>
        </div>
    }
}
