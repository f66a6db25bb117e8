use gebeta_i18n::Language;
use gebeta_rules::Keyword;
use leptos::prelude::*;

use crate::platform::language::{language, say};
use crate::platform::settings::{Theme, settings};
use crate::platform::theme::theme_name;

/// The themes as small boards in their colors.
#[component]
pub(crate) fn ThemePicker() -> impl IntoView {
    let settings = settings();
    let card = move |&(word, theme): &(&'static str, Theme)| {
        let choose = move |_| settings.update(|settings| settings.theme = theme);
        // Its own colors are the tokens of the element that names it.
        let colors = (theme != Theme::Auto).then_some(word);
        view! {
            <label class="card-choice theme-card" data-theme=colors>
                <input type="radio" name="theme" id=format!("theme-{word}") prop:checked=move || settings.with(|settings| settings.theme == theme) on:change=choose />
                <LittleBoard />
                <span>{move || theme_name(language(), theme)}</span>
            </label>
        }
    };
    view! {
        <fieldset class="cards themes">
            <legend>{say(Language::theme)}</legend>
            {Theme::KEYWORDS.iter().map(card).collect_view()}
        </fieldset>
    }
}

/// A few pits with stones.
#[component]
fn LittleBoard() -> impl IntoView {
    view! {
        <svg viewBox="0 0 96 48" aria-hidden="true">
            <rect x="1.5" y="1.5" width="93" height="45" rx="12" fill="var(--board)" stroke="var(--board-edge)" stroke-width="3" />
            <rect x="7" y="9" width="14" height="30" rx="7" fill="var(--store)" />
            <circle cx="37" cy="24" r="12" fill="var(--pit)" />
            <circle cx="66" cy="24" r="12" fill="var(--pit)" />
            <circle cx="33" cy="21" r="4.5" fill="var(--stone-1)" />
            <circle cx="41" cy="24" r="4.5" fill="var(--stone-4)" />
            <circle cx="36" cy="29" r="4.5" fill="var(--stone-3)" />
            <circle cx="66" cy="24" r="4.5" fill="var(--stone-2)" />
            <circle cx="14" cy="24" r="4.5" fill="var(--stone-5)" />
            <circle cx="86" cy="18" r="3" fill="var(--p1)" />
            <rect x="83.5" y="28" width="5" height="5" fill="var(--p2)" />
        </svg>
    }
}
