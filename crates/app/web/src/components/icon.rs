//! The few signs of the program, drawn here.

use leptos::prelude::*;

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
