use gebeta_i18n::Language;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;
use wasm_bindgen::JsValue;

use crate::components::form::{Check, Choice, label};
use crate::components::languages::speak;
use crate::components::question::Question;
use crate::components::theme_picker::ThemePicker;
use crate::components::toast;
use crate::platform::archive;
use crate::platform::language::{language, language_now, say};
use crate::platform::settings::{Layout, Settings, Speed, settings, speed};
use crate::platform::theme::speed_name;
use crate::sound::haptics;

/// Everything that can be set, in one place.
#[component]
pub(crate) fn SettingsScreen() -> impl IntoView {
    let settings = settings();
    let still = move || {
        (settings.with(|settings| settings.speed) != Speed::Off && speed() == Speed::Off)
            .then(|| language().settings_reduced_motion())
    };
    if has_just_erased() {
        request_animation_frame(move || {
            toast::say(settings.with_untracked(Settings::language).settings_erased());
        });
    }
    let asks = RwSignal::new(false);
    let erase = Callback::new(move |()| {
        spawn_local_scoped(async move {
            match archive::delete_all().await {
                Ok(()) => load_erased(),
                Err(_) => toast::warn(language_now().games_not_kept()),
            }
        });
    });
    view! {
        <div class="page narrow settings">
            <h1>{say(Language::settings)}</h1>
            <section>
                <h2>{say(Language::settings_look)}</h2>
                <LanguageChoice />
                <ThemePicker />
                <p class="help">{say(Language::settings_theme_about)}</p>
                <Choice
                    id="layout"
                    label=label(Language::settings_layout)
                    value=of(|settings| settings.layout)
                    text=Callback::new(|layout| match layout {
                        Layout::Auto => language().settings_layout_auto().to_owned(),
                        Layout::Wide => language().settings_layout_wide().to_owned(),
                        Layout::Tall => language().settings_layout_tall().to_owned(),
                    })
                    on_change=set(|settings, layout| settings.layout = layout)
                />
            </section>
            <section>
                <h2>{say(Language::settings_motion)}</h2>
                <Choice
                    id="speed"
                    label=label(Language::animation)
                    about=label(Language::settings_animation_about)
                    value=of(|settings| settings.speed)
                    text=Callback::new(|speed| speed_name(language(), speed).to_owned())
                    on_change=set(|settings, speed| settings.speed = speed)
                />
                <p class="help">{still}</p>
                <Delay />
            </section>
            <section>
                <h2>{say(Language::settings_game)}</h2>
                <Check id="confirm" label=label(Language::confirm_moves) about=label(Language::confirm_moves_about) value=of(|settings| settings.confirm) on_change=set(|settings, confirm| settings.confirm = confirm) />
                <Check id="preview" label=label(Language::settings_preview) value=of(|settings| settings.preview) on_change=set(|settings, preview| settings.preview = preview) />
                <Check id="numbers" label=label(Language::settings_numbers) value=of(|settings| settings.numbers) on_change=set(|settings, numbers| settings.numbers = numbers) />
                <Check id="forced" label=label(Language::settings_forced) value=of(|settings| settings.forced) on_change=set(|settings, forced| settings.forced = forced) />
                <Check id="bar" label=label(Language::settings_eval_bar) value=of(|settings| settings.bar) on_change=set(|settings, bar| settings.bar = bar) />
            </section>
            <section>
                <h2>{say(Language::settings_sound)}</h2>
                <Check id="sound" label=label(Language::settings_effects) about=label(Language::settings_effects_about) value=of(|settings| settings.sound) on_change=set(|settings, sound| settings.sound = sound) />
                {haptics::is_here().then(|| view! {
                    <Check id="haptics" label=label(Language::settings_haptics) about=label(Language::settings_haptics_about) value=of(|settings| settings.haptics) on_change=set(|settings, haptics| settings.haptics = haptics) />
                })}
                <Check id="music" label=label(Language::settings_music) about=label(Language::settings_music_about) value=of(|settings| settings.music) on_change=set(|settings, music| settings.music = music) />
                <div class="field">
                    <label for="volume">{say(Language::settings_volume)}</label>
                    <input id="volume" type="range" min="0" max="100" step="5" prop:value=move || settings.with(|settings| settings.volume) on:input=move |event| {
                        let volume = event_target_value(&event).parse().unwrap_or(0);
                        settings.update(|settings| settings.volume = volume);
                    } />
                </div>
            </section>
            <section>
                <h2>{say(Language::settings_data)}</h2>
                <div class="row">
                    <button class="button danger" on:click=move |_| asks.set(true)>{say(Language::settings_erase)}</button>
                </div>
                <Question is_open=asks text=Language::settings_erase_ask deed=Language::settings_erase on_yes=erase />
            </section>
            <div class="row">
                <p class="dim">{say(Language::settings_kept)}</p>
                <button class="button" on:click=move |_| settings.set(Settings { language: settings.with_untracked(|settings| settings.language), ..Settings::default() })>{say(Language::settings_defaults)}</button>
            </div>
        </div>
    }
}

/// The note that a page leaves for the one it loads.
const ERASED: &str = "erased";

/// Loads the page again, as the game in progress is still in its memory, and lets it say why.
fn load_erased() {
    let noted = window().history().and_then(|history| history.replace_state(&ERASED.into(), ""));
    // Without a history nothing is said.
    let _ = noted.and_then(|()| window().location().reload());
}

/// Whether the page was loaded for that; it says so once.
fn has_just_erased() -> bool {
    let Ok(history) = window().history() else { return false };
    let noted = history.state().ok().and_then(|note| note.as_string()).as_deref() == Some(ERASED);
    noted && history.replace_state(&JsValue::NULL, "").is_ok()
}

fn of<T: Send + Sync + 'static>(look: fn(&Settings) -> T) -> Signal<T> {
    let settings = settings();
    Signal::derive(move || settings.with(look))
}

fn set<T: 'static>(put: fn(&mut Settings, T)) -> Callback<T> {
    let settings = settings();
    Callback::new(move |value| settings.update(|settings| put(settings, value)))
}

#[component]
fn LanguageChoice() -> impl IntoView {
    let settings = settings();
    let options = Language::ALL.map(|choice| {
        view! { <option value=choice.code() lang=choice.code() selected=move || language() == choice>{choice.name()}</option> }
    });
    let change = move |event| {
        if let Some(chosen) = Language::from_tag(&event_target_value(&event)) {
            speak(settings, chosen);
        }
    };
    view! {
        <div class="field">
            <label for="language">{say(Language::settings_language)}</label>
            <select id="language" on:change=change>{options.into_iter().collect_view()}</select>
            <p class="help">{say(Language::settings_language_about)}</p>
        </div>
    }
}

/// How long a computer player waits at least.
#[component]
fn Delay() -> impl IntoView {
    let settings = settings();
    let delay = of(|settings| settings.delay);
    let change = move |event| {
        let typed = event_target_value(&event).parse().unwrap_or(0);
        settings.update(|settings| settings.delay = typed);
    };
    view! {
        <div class="field">
            <label for="delay">{say(Language::delay)}</label>
            <div class="row">
                <input id="delay" type="range" min="0" max="3000" step="100" prop:value=delay on:input=change />
                <output for="delay">{move || language().delay_seconds(format!("{:.1}", f64::from(delay.get()) / 1000.0))}</output>
            </div>
        </div>
    }
}
