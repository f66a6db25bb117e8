use gebeta_rules::senet::Position;
use gebeta_rules::{AppliedMove, Steps};
use leptos::prelude::*;

use super::picture::{board_only, board_with_way};
use super::typed;
use crate::platform::palette::Palette;

/// A small picture of a position that follows the theme of the page.
#[component]
pub(crate) fn SenetThumb(#[prop(into)] position: Signal<Position>) -> impl IntoView {
    let svg = move || position.with(|position| board_only(position, &Palette::live()));
    view! { <div class="senet-thumb" dir="ltr" aria-hidden="true" inner_html=svg></div> }
}

/// The board before a move, with arrows for what the move does.
#[component]
pub(crate) fn MoveThumb(played: AppliedMove) -> impl IntoView {
    let svg = match (typed(&played.before), &played.steps) {
        (Some(before), Steps::Senet(steps)) => Some(board_with_way(before, steps, &Palette::live())),
        _ => None,
    };
    view! { <div class="senet-thumb" dir="ltr" aria-hidden="true" inner_html=svg></div> }
}
