use gebeta_i18n::Language;
use leptos::prelude::*;

use crate::platform::language::say;
use crate::platform::settings::settings;

/// Switches the sounds of the boards on and off.
#[component]
pub(crate) fn SoundButton() -> impl IntoView {
    let settings = settings();
    let is_on = move || settings.with(|settings| settings.sound);
    // A speaker, with waves or with a cross.
    let lines =
        move || if is_on() { "M15 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12" } else { "M16 9l6 6m0-6l-6 6" };
    view! {
        <button
            type="button"
            class="button quiet icon"
            data-test="sound"
            aria-pressed=move || is_on().to_string()
            aria-label=say(Language::settings_effects)
            title=say(Language::settings_effects)
            on:click=move |_| settings.update(|settings| settings.sound = !settings.sound)
        >
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M3 9v6h4l5 4V5L7 9z" fill="currentColor" />
                <path d=lines fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
            </svg>
        </button>
    }
}
