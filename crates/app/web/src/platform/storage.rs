use leptos::prelude::window;
use web_sys::Storage;

/// Where the browser keeps short texts at once, also for a tab that is closed right after; none where it is forbidden.
pub(crate) fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}
