//! Style sheets that only some screens need, loaded with the first of these.

use gebeta_words::Language;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::language::say;

/// What makes a screen.
pub(crate) type Show = Box<dyn Fn() -> AnyView + Send + Sync>;

/// What `show` makes, once it is dressed. The folder of styles has the name of the sheet.
pub(crate) fn dressed(sheet: &'static str, show: Show) -> AnyView {
    let is_here = RwSignal::new(document().get_element_by_id(&id(sheet)).is_some());
    if !is_here.get_untracked() && fetch(sheet, is_here).is_none() {
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

fn id(sheet: &str) -> String {
    format!("{sheet}-style")
}

fn fetch(sheet: &str, is_here: RwSignal<bool>) -> Option<()> {
    let named = format!("meta[name=gebeta-{sheet}]");
    let named = document().query_selector(&named).ok()??.get_attribute("content")?;
    let link = document().create_element("link").ok()?;
    link.set_id(&id(sheet));
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
