//! The rule sets a game can be played by: those that are shipped, and those the player added.

use std::cell::RefCell;

use gebeta_rules::{ErrorList, GameKind, PRESETS, Preset, RuleFileError, RuleSet};
use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::lazy::records::{self, RecordFunctions};
use crate::platform::storage::{names, storage};

/// Where the browser keeps an added rule file, before its name.
const PREFIX: &str = "gebeta.rules.";

thread_local! {
    /// The rule files of the program that serves this page. They are its user's and not kept: where it does not serve,
    /// they are not there.
    static SERVED: RefCell<Vec<RuleSet>> = const { RefCell::new(Vec::new()) };
}

/// The rule sets of `game`: the default first, then those the player added, then those of the server with other names.
pub(crate) fn rule_sets(game: GameKind) -> Vec<RuleSet> {
    let mut sets: Vec<_> = PRESETS.iter().map(Preset::rule_set).chain(added()).collect();
    for set in SERVED.with_borrow(Clone::clone) {
        if sets.iter().all(|known| known.name != set.name) {
            sets.push(set);
        }
    }
    sets.retain(|set| set.rules.game() == game);
    sets
}

/// Whether the player added any.
pub(crate) fn has_added() -> bool {
    !names(PREFIX).is_empty()
}

/// The rule sets the player added, by name.
pub(crate) fn added() -> Vec<RuleSet> {
    let (Some(storage), Some(reading)) = (storage(), records::here()) else { return Vec::new() };
    let read = |stem: &String| {
        let text = storage.get_item(&format!("{PREFIX}{stem}")).ok().flatten()?;
        (reading.rules)(&text, stem).ok()
    };
    let mut sets: Vec<_> = names(PREFIX).iter().filter_map(read).collect();
    sets.sort_by(|a, b| a.name.cmp(&b.name));
    sets
}

/// Adds the rules of a file, in place of older ones with their name.
///
/// # Errors
/// Everything that is wrong with the file.
pub(crate) fn add(
    reading: &RecordFunctions,
    text: &str,
    stem: &str,
) -> Result<RuleSet, ErrorList<RuleFileError>> {
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

/// Learns the rule files of the program that serves this page. A static host has none.
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
    let reading = records::fetch().await.ok()?;
    let read = |file: JsValue| {
        let text = |key: &str| js_sys::Reflect::get(&file, &JsValue::from_str(key)).ok()?.as_string();
        // A file with faults is for its author to mend; the program reports it.
        (reading.rules)(&text("text")?, &text("name")?).ok()
    };
    SERVED.set(files.iter().filter_map(read).collect());
    Some(())
}
