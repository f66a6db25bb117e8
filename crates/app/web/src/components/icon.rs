//! The few signs of the program, drawn here.

use leptos::prelude::*;

/// A sign on a button: one line, drawn with a pen.
#[component]
pub(crate) fn Icon(
    /// Its way, in a square of 24.
    d: &'static str,
) -> impl IntoView {
    view! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=d /></svg> }
}

pub(crate) const UNDO: &str = "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6";
pub(crate) const REDO: &str = "m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6";
pub(crate) const BULB: &str =
    "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3Z";
pub(crate) const BARS: &str = "M5 20V11M12 20V4M19 20v-6";
pub(crate) const FLIP: &str = "M7 4 4 7l3 3M4 7h13a3 3 0 0 1 3 3M17 20l3-3-3-3M20 17H7a3 3 0 0 1-3-3";
pub(crate) const BOOK: &str = "M19 20H8a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3h11zM5 17a3 3 0 0 1 3-3h11";
pub(crate) const DOOR: &str = "M13 4h6v16h-6M9 8l-4 4 4 4M5 12h9";
pub(crate) const DOTS: &str = "M5 12h.1M12 12h.1M19 12h.1";
pub(crate) const PAUSE: &str = "M8 5v14M16 5v14";
pub(crate) const CROSS: &str = "m6 6 12 12M18 6 6 18";

/// The mark: two stones in a pit of a board.
#[component]
pub(crate) fn Mark() -> impl IntoView {
    view! {
        <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect x="1" y="6" width="30" height="20" rx="10" fill="var(--board)" stroke="var(--board-edge)" stroke-width="2" />
            <circle cx="11" cy="16" r="6" fill="var(--pit)" />
            <circle cx="21" cy="16" r="6" fill="var(--pit)" />
            <circle cx="9.5" cy="17" r="2.2" fill="var(--stone-1)" />
            <circle cx="13" cy="15" r="2.2" fill="var(--stone-4)" />
            <circle cx="21" cy="16" r="2.2" fill="var(--stone-3)" />
        </svg>
    }
}
