//! A short message over the page, wherever it is scrolled to: that something was copied or saved, or went wrong.

use std::cell::Cell;
use std::time::Duration;

use leptos::leptos_dom::helpers::{TimeoutHandle, set_timeout_with_handle};
use leptos::prelude::document;

/// The `id` of the element in the page, which is there before it is filled: screen readers read what is put into it.
pub(crate) const PLACE: &str = "toast";

/// How long a message is shown.
const SHOWN: Duration = Duration::from_secs(5);
/// One about something that went wrong says more.
const FAULT_SHOWN: Duration = Duration::from_secs(10);

thread_local! {
    static GOING: Cell<Option<TimeoutHandle>> = const { Cell::new(None) };
}

/// Says that something was done.
pub(crate) fn say(text: &str) {
    show(text, "toast", SHOWN);
}

/// Says that something went wrong.
pub(crate) fn warn(text: &str) {
    show(text, "toast fault", FAULT_SHOWN);
}

fn show(text: &str, class: &str, time: Duration) {
    fill(text, class);
    let going = set_timeout_with_handle(|| fill("", "toast"), time).ok();
    if let Some(before) = GOING.replace(going) {
        before.clear();
    }
}

fn fill(text: &str, class: &str) {
    let Some(place) = document().get_element_by_id(PLACE) else { return };
    // A message that is said again is another one.
    place.set_text_content(None);
    place.set_class_name(class);
    if let Ok(message) = document().create_element("p") {
        message.set_text_content(Some(text));
        if !text.is_empty() {
            // A page without the element shows nothing.
            let _ = place.append_child(&message);
        }
    }
}
