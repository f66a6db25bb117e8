use gebeta_i18n::Language;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::lazy::languages;
use crate::platform::language::{language, say};
use crate::platform::settings::{Settings, settings};

/// Changes the language of the page, once the program has learned it.
pub(crate) fn speak(settings: RwSignal<Settings>, chosen: Language) {
    spawn_local(async move {
        // Without a network it is learned at the next visit.
        let _ = languages::learn(chosen).await;
        settings.update(|settings| settings.language = Some(chosen));
    });
}

/// A button for each language, in its own words.
#[component]
pub(crate) fn LanguageSwitch() -> impl IntoView {
    let settings = settings();
    let button = |choice: Language| {
        let is_chosen = move || (language() == choice).to_string();
        view! {
            <button type="button" class="button quiet" lang=choice.code() aria-pressed=is_chosen on:click=move |_| speak(settings, choice)>
                {choice.name()}
            </button>
        }
    };
    view! { <div class="languages" role="group" aria-label=say(Language::language)>{Language::ALL.map(button).collect_view()}</div> }
}
