use gebeta_i18n::Language;
use gebeta_rules::{AnyRules, GameKind, Keyword, PRESETS, PositionError, Preset};
use leptos::prelude::*;

use super::tree::Tree;
use crate::components::opponents;
use crate::pages::editor::fault_sentences;
use crate::platform::language::{language, language_now, say};
use crate::platform::share;
use crate::session::Session;

/// What an analysis begins with: a game from the address, the one in progress, or a fresh board.
pub(super) fn tree(text: Option<&str>) -> Tree {
    let fresh = |game| {
        let rules = AnyRules::default_of(game);
        Tree::new(rules, rules.start())
    };
    match text {
        None => match untrack(|| Session::here().record()) {
            Some(record) => Tree::of(&record),
            None => fresh(GameKind::Mancala),
        },
        Some(text) => match GameKind::from_keyword(text) {
            Ok(game) => fresh(game),
            Err(_) => share::decode(language_now(), text)
                .map_or_else(|| fresh(GameKind::Mancala), |record| Tree::of(&record)),
        },
    }
}

/// Another start: rules by name, and any position as text.
#[component]
pub(super) fn Start(tree: RwSignal<Tree>) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let error = RwSignal::new(None::<PositionError>);
    let faults = move || error.get().map(|error| fault_sentences(language(), &error)).unwrap_or_default();
    let rules = move || tree.with(|tree| tree.rules);
    // Some differ in the size of the board alone: the first of them is meant.
    let named = move || PRESETS.iter().find(|preset| like(preset, &rules())).map_or("", |preset| preset.name);
    let options = PRESETS.iter().map(move |preset| {
        view! { <option value=preset.name selected=move || named() == preset.name>{move || opponents::rule_set(language(), preset.name)}</option> }
    });
    let choose = move |event| {
        if let Some(preset) = Preset::named(&event_target_value(&event)) {
            tree.set(Tree::new(preset.rules, preset.rules.start()));
        }
    };
    let set = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let written = text.get_untracked();
        let rules = untrack(rules).fit(written.trim());
        match rules.position(written.trim()) {
            Ok(position) => {
                error.set(None);
                tree.set(Tree::new(rules, position));
            }
            Err(wrong) => error.set(Some(wrong)),
        }
    };
    view! {
        <form class="start-form" on:submit=set>
            <div class="field">
                <label for="analysis-rules">{say(Language::analysis_rules)}</label>
                <select id="analysis-rules" on:change=choose>{options.collect_view()}</select>
            </div>
            <div class="field">
                <label for="analysis-text">{say(Language::analysis_text)}</label>
                <input
                    id="analysis-text"
                    type="text"
                    dir="ltr"
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=move || tree.with(Tree::position).to_string()
                    aria-invalid=move || error.with(Option::is_some).then_some("true")
                    aria-describedby="analysis-fault"
                    prop:value=text
                    on:input=move |event| text.set(event_target_value(&event))
                />
                <p class="error" id="analysis-fault" role="status">{move || faults().join(" ")}</p>
            </div>
            <button class="button" type="submit">{say(Language::analysis_use)}</button>
        </form>
    }
}

/// Whether rules are a preset's but for the size of the board.
fn like(preset: &Preset, rules: &AnyRules) -> bool {
    match (&preset.rules, rules) {
        (AnyRules::Mancala(preset), AnyRules::Mancala(rules)) => preset.law == rules.law,
        (AnyRules::Senet(preset), AnyRules::Senet(rules)) => {
            gebeta_rules::senet::Rules { pieces: preset.pieces, ..*rules } == *preset
        }
        _ => false,
    }
}
