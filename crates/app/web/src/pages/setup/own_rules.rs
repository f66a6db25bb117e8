use gebeta_i18n::Language;
use gebeta_rules::RuleSet;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::components::file_errors::rule_fault;
use crate::lazy::records;
use crate::platform::language::{language, language_now, say};
use crate::platform::rule_sets;

/// Rule files of the player: added by upload or paste, removed again.
#[component]
pub(crate) fn OwnRules(
    /// Tells that a rule set was added or removed.
    on_change: Callback<Option<RuleSet>>,
) -> impl IntoView {
    let pasted = RwSignal::new(String::new());
    let message = RwSignal::new(Vec::<String>::new());
    let own = RwSignal::new(rule_sets::added());
    let add = async move |text: String, stem: &str| {
        let words = language_now();
        let Ok(reading) = records::fetch().await else {
            message.set(vec![words.part_missing_text().to_owned()]);
            return;
        };
        match rule_sets::add(reading, &text, stem) {
            Ok(set) => {
                message.set(vec![words.rules_file_added(&set.name)]);
                own.set(rule_sets::added());
                pasted.set(String::new());
                on_change.run(Some(set));
            }
            Err(faults) => {
                let lines = faults.0.iter().map(|fault| rule_fault(words, fault));
                message.set(std::iter::once(words.setup_rules_faulty().to_owned()).chain(lines).collect());
            }
        }
    };
    let upload = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|input| input.dyn_into::<web_sys::HtmlInputElement>().ok());
        let files = input.as_ref().and_then(web_sys::HtmlInputElement::files);
        let Some(file) = files.and_then(|files| files.get(0)) else { return };
        if let Some(input) = input {
            // The same file may be chosen again once it is mended.
            input.set_value("");
        }
        spawn_local_scoped(async move {
            let name = file.name();
            let stem = name.strip_suffix(".toml").unwrap_or(&name);
            if let Some(text) = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) {
                add(text, stem).await;
            }
        });
    };
    let add_pasted = move |_| {
        spawn_local_scoped(async move { add(pasted.get_untracked(), "pasted").await });
    };
    let list = move || {
        let sets = own.get().into_iter().map(|set| {
            let name = set.name.clone();
            let remove = move |_| {
                rule_sets::remove(&name);
                own.set(rule_sets::added());
                on_change.run(None);
            };
            view! { <li><span>{set.name.clone()}</span><button type="button" class="button quiet danger" on:click=remove>{move || language().rules_file_remove(&set.name)}</button></li> }
        });
        view! { <ul class="own-rules">{sets.collect_view()}</ul> }
    };
    view! {
        <details class="setup-part advanced">
            <summary>{say(Language::setup_rules_own)}</summary>
            <div class="setup-options">
                <div class="field">
                    <label for="rule-file">{say(Language::setup_rules_upload)}</label>
                    <input id="rule-file" type="file" accept=".toml,text/plain" on:change=upload />
                </div>
                <div class="field wide-field">
                    <label for="rule-text">{say(Language::setup_rules_paste)}</label>
                    <textarea id="rule-text" rows="6" dir="ltr" spellcheck="false" prop:value=pasted on:input=move |event| pasted.set(event_target_value(&event))></textarea>
                    <div class="row">
                        <button type="button" class="button" on:click=add_pasted>{say(Language::setup_rules_add)}</button>
                    </div>
                </div>
                <div class="field wide-field" role="status">
                    {move || message.get().into_iter().map(|line| view! { <p class="help">{line}</p> }).collect_view()}
                </div>
                {list}
            </div>
        </details>
    }
}
