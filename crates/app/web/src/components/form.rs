//! The few kinds of fields a form here has.

use gebeta_i18n::Language;
use gebeta_rules::Keyword;
use leptos::prelude::*;

use crate::platform::language::{language, say};

/// One of a few words.
#[component]
pub(crate) fn Choice<T: Keyword + Send + Sync>(
    /// Also the name by which tests and labels find it.
    #[prop(into)]
    id: String,
    #[prop(into)] label: Signal<String>,
    #[prop(into)] value: Signal<T>,
    /// What each choice is called.
    text: Callback<T, String>,
    on_change: Callback<T>,
    /// A line about the current choice.
    #[prop(optional, into)]
    about: Option<Signal<String>>,
) -> impl IntoView {
    let text = |choice| Signal::derive(move || text.run(choice));
    let choices = T::KEYWORDS.iter().map(|&(word, choice)| (word.to_owned(), text(choice))).collect();
    let change = Callback::new(move |word: String| {
        if let Ok(choice) = T::from_keyword(&word) {
            on_change.run(choice);
        }
    });
    view! { <Select id label value=Signal::derive(move || value.get().word().to_owned()) choices change about /> }
}

/// A choice as the page sees it: the same for whatever is chosen.
#[component]
pub(crate) fn Select(
    id: String,
    label: Signal<String>,
    /// The word of the present choice.
    value: Signal<String>,
    /// Every word with what it is called.
    choices: Vec<(String, Signal<String>)>,
    change: Callback<String>,
    about: Option<Signal<String>>,
) -> impl IntoView {
    let option = |(word, text): (String, Signal<String>)| {
        let chosen = word.clone();
        view! { <option value=word selected=move || value.get() == chosen>{text}</option> }
    };
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select id=id on:change=move |event| change.run(event_target_value(&event)) prop:value=value>
                {choices.into_iter().map(option).collect_view()}
            </select>
            {about.map(|about| view! { <p class="help">{about}</p> })}
        </div>
    }
}

/// A whole number between two bounds.
#[component]
pub(crate) fn Number(
    #[prop(into)] id: String,
    #[prop(into)] label: Signal<String>,
    #[prop(into)] value: Signal<u8>,
    least: u8,
    most: u8,
    on_change: Callback<u8>,
    #[prop(optional_no_strip, into)] about: Option<Signal<String>>,
) -> impl IntoView {
    // What was typed stays to be seen and mended; until then it is no number of ours.
    let is_wrong = RwSignal::new(false);
    Effect::new(move |_| {
        value.track();
        is_wrong.set(false);
    });
    let set = move |number: Option<u8>| {
        let number = number.filter(|number| (least..=most).contains(number));
        is_wrong.set(number.is_none());
        if let Some(number) = number {
            on_change.run(number);
        }
    };
    let typed = move |event| set(event_target_value(&event).parse().ok());
    let step = move |up: bool| {
        let now = value.get_untracked();
        set(Some(if up { now.saturating_add(1) } else { now.saturating_sub(1) }));
    };
    let fault = move || is_wrong.get().then(|| language().fault_number_range(least, most));
    let fault_id = format!("{id}-fault");
    let described = fault_id.clone();
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <div class="stepper">
                <button type="button" class="button" tabindex="-1" aria-hidden="true" disabled=move || value.get() <= least on:click=move |_| step(false)>"−"</button>
                <input
                    id=id
                    type="number"
                    inputmode="numeric"
                    min=least
                    max=most
                    prop:value=move || value.get()
                    aria-invalid=move || is_wrong.get().then_some("true")
                    aria-describedby=described
                    on:input=typed
                />
                <button type="button" class="button" tabindex="-1" aria-hidden="true" disabled=move || most <= value.get() on:click=move |_| step(true)>"+"</button>
            </div>
            <p class="error" id=fault_id role="status">{fault}</p>
            {about.map(|about| view! { <p class="help">{about}</p> })}
        </div>
    }
}

/// Yes or no.
#[component]
pub(crate) fn Check(
    #[prop(into)] id: String,
    #[prop(into)] label: Signal<String>,
    #[prop(into)] value: Signal<bool>,
    on_change: Callback<bool>,
    #[prop(optional_no_strip, into)] about: Option<Signal<String>>,
) -> impl IntoView {
    let named = id.clone();
    view! {
        <div class="field">
            <label class="check" for=named>
                <input id=id type="checkbox" prop:checked=value on:change=move |event| on_change.run(event_target_checked(&event)) />
                <span>{label}</span>
            </label>
            {about.map(|about| view! { <p class="help">{about}</p> })}
        </div>
    }
}

/// A line of text with its fault below it.
#[component]
pub(crate) fn TextField(
    id: &'static str,
    #[prop(into)] label: Signal<String>,
    #[prop(into)] value: Signal<String>,
    #[prop(into)] fault: Signal<Option<String>>,
    on_input: Callback<String>,
    /// What browsers may fill in.
    #[prop(default = "off")]
    autocomplete: &'static str,
) -> impl IntoView {
    let fault_id = format!("{id}-fault");
    let described = {
        let fault_id = fault_id.clone();
        move || fault.get().map(|_| fault_id.clone())
    };
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <input
                id=id
                type="text"
                dir="auto"
                maxlength="60"
                autocomplete=autocomplete
                prop:value=value
                aria-invalid=move || fault.get().is_some().then_some("true")
                aria-describedby=described
                on:input=move |event| on_input.run(event_target_value(&event))
            />
            <p class="error" id=fault_id role="status">{fault}</p>
        </div>
    }
}

/// Whether a field of the page holds something that cannot be used, and says so.
pub(crate) fn has_wrong_field() -> bool {
    document().query_selector("form [aria-invalid=true]").ok().flatten().is_some()
}

/// A text as a signal that follows the language.
pub(crate) fn label(text: fn(Language) -> &'static str) -> Signal<String> {
    let text = say(text);
    Signal::derive(move || text().to_owned())
}
