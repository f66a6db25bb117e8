//! The rule sets a game can be played by: those that are shipped, and those the player added.

use gebeta_rules::{Faults, GameKind, PRESETS, Preset, RuleFault, RuleSet};
use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Storage;

use crate::reading::{self, Reading};

/// Where the browser keeps an added rule file, before its name.
const PREFIX: &str = "gebeta.rules.";

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// The rule sets of `game`: the default first, added ones last.
pub(crate) fn rule_sets(game: GameKind) -> Vec<RuleSet> {
    let shipped = PRESETS.iter().map(Preset::rule_set);
    shipped.chain(added()).filter(|set| set.rules.game() == game).collect()
}

/// Whether the player added any.
pub(crate) fn has_added() -> bool {
    storage().is_some_and(|storage| !names(&storage).is_empty())
}

fn names(storage: &Storage) -> Vec<String> {
    let places = 0..storage.length().unwrap_or(0);
    let keys = places.filter_map(|place| storage.key(place).ok().flatten());
    keys.filter_map(|key| key.strip_prefix(PREFIX).map(str::to_owned)).collect()
}

/// The rule sets the player added, by name.
pub(crate) fn added() -> Vec<RuleSet> {
    let (Some(storage), Some(reading)) = (storage(), reading::here()) else { return Vec::new() };
    let read = |stem: &String| {
        let text = storage.get_item(&format!("{PREFIX}{stem}")).ok().flatten()?;
        (reading.rules)(&text, stem).ok()
    };
    let mut sets: Vec<_> = names(&storage).iter().filter_map(read).collect();
    sets.sort_by(|a, b| a.name.cmp(&b.name));
    sets
}

/// Adds the rules of a file, in place of older ones with their name.
///
/// # Errors
/// Everything that is wrong with the file.
pub(crate) fn add(reading: &Reading, text: &str, stem: &str) -> Result<RuleSet, Faults<RuleFault>> {
    let set = (reading.rules)(text, stem)?;
    if let Some(storage) = storage() {
        // Without storage they last as long as the page.
        let _ = storage.set_item(&format!("{PREFIX}{}", set.name), text);
    }
    Ok(set)
}

/// Forgets an added rule set.
pub(crate) fn remove(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&format!("{PREFIX}{name}"));
    }
}

/// Whether our own program serves this page. A static host sends no cookie.
pub(crate) fn is_served() -> bool {
    let cookies = document().unchecked_into::<web_sys::HtmlDocument>().cookie();
    cookies.is_ok_and(|cookies| cookies.contains("gebeta-server=1"))
}

/// Adds the rule files of the program that serves this page. A static host has none.
pub(crate) async fn fetch() -> Option<()> {
    if !is_served() || !window().navigator().on_line() {
        return None;
    }
    let answer = JsFuture::from(window().fetch_with_str("api/rules")).await.ok()?;
    let answer: web_sys::Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    let files: js_sys::Array = JsFuture::from(answer.json().ok()?).await.ok()?.dyn_into().ok()?;
    if files.length() == 0 {
        return None;
    }
    let reading = reading::fetch().await.ok()?;
    for file in files.iter() {
        let text = |key: &str| js_sys::Reflect::get(&file, &JsValue::from_str(key)).ok()?.as_string();
        if let (Some(name), Some(text)) = (text("name"), text("text")) {
            // A file with faults is for its author to mend; the program tells about it.
            let _ = add(reading, &text, &name);
        }
    }
    Some(())
}
