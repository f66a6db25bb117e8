//! The style sheet of the screens that a first game does without, loaded with the first of them.

use gebeta_i18n::Language;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::platform::language::say;

/// Made from the folder of styles with this name.
const SHEET: &str = "library";

/// What makes a screen.
pub(crate) type Screen = Box<dyn Fn() -> AnyView + Send + Sync>;

/// What `show` makes, once it is dressed.
pub(crate) fn dressed(show: Screen) -> AnyView {
    let is_here = RwSignal::new(document().get_element_by_id(SHEET).is_some());
    if !is_here.get_untracked() && fetch(is_here).is_none() {
        // A page that cannot be dressed is still one.
        is_here.set(true);
    }
    let view = move || {
        if is_here.get() {
            show()
        } else {
            view! { <p class="page dim loading" role="status">{say(Language::loading)}</p> }.into_any()
        }
    };
    view.into_any()
}

fn fetch(is_here: RwSignal<bool>) -> Option<()> {
    let named = format!("meta[name=gebeta-{SHEET}]");
    let named = document().query_selector(&named).ok()??.get_attribute("content")?;
    let link = document().create_element("link").ok()?;
    link.set_id(SHEET);
    link.set_attribute("rel", "stylesheet").ok()?;
    link.set_attribute("href", &named).ok()?;
    let done = Closure::once_into_js(move || {
        // The screen may be gone by now.
        let _ = is_here.try_set(true);
    });
    for event in ["load", "error"] {
        link.add_event_listener_with_callback(event, done.unchecked_ref()).ok()?;
    }
    document().head()?.append_child(&link).ok()?;
    Some(())
}
