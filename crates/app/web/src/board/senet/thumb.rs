use gebeta_rules::senet::Position;
use leptos::prelude::*;

use super::picture::board_only;
use crate::platform::palette::Palette;

/// A small picture of a position that follows the theme of the page.
#[component]
pub(crate) fn SenetThumb(#[prop(into)] position: Signal<Position>) -> impl IntoView {
    let svg = move || position.with(|position| board_only(position, &Palette::live()));
    view! { <div class="senet-thumb" dir="ltr" aria-hidden="true" inner_html=svg></div> }
}
