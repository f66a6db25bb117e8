use leptos::prelude::window;
use web_sys::Storage;

/// Where the browser keeps short texts at once, also for a tab that is closed right after; none where it is forbidden.
pub(crate) fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// What follows `prefix` in the keys that begin with it.
pub(crate) fn names(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let places = 0..storage.length().unwrap_or(0);
    let keys = places.filter_map(|place| storage.key(place).ok().flatten());
    keys.filter_map(|key| key.strip_prefix(prefix).map(str::to_owned)).collect()
}
