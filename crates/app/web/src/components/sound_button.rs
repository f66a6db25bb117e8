use gebeta_i18n::Language;
use leptos::prelude::*;

use crate::components::icon::Icon;
use crate::platform::language::say;
use crate::platform::settings::settings;

const SPEAKER: &str = "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11";
const MUTED: &str = "M4 9v6h4l5 4V5L8 9zM16 10l5 5m0-5-5 5";

/// Switches the sounds of the boards on and off.
#[component]
pub(crate) fn SoundButton() -> impl IntoView {
    let settings = settings();
    let is_on = move || settings.with(|settings| settings.sound);
    let sign = move || view! { <Icon d=if is_on() { SPEAKER } else { MUTED } /> };
    view! {
        <button
            type="button"
            class="button quiet"
            data-test="sound"
            aria-pressed=move || is_on().to_string()
            on:click=move |_| settings.update(|settings| settings.sound = !settings.sound)
        >
            {sign}
            <span class="word">{say(Language::settings_effects)}</span>
        </button>
    }
}
