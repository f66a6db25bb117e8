use gebeta_rules::mancala::Position;
use gebeta_rules::{AppliedMove, ByPlayer};
use leptos::prelude::*;

use super::picture::{picture, picture_of_steps};
use super::sowing;
use crate::platform::palette::Palette;

/// A small board to look at, in the colours of the page.
#[component]
pub(crate) fn MancalaThumb(position: Signal<Position>) -> impl IntoView {
    let drawn = Memo::new(move |_| position.with(|it| picture(it, &Palette::live(), &ByPlayer::default())));
    view! { <div class="mancala-thumb" dir="ltr" aria-hidden="true" inner_html=move || drawn.get()></div> }
}

/// The board before a move, with arrows for what the move does.
#[component]
pub(crate) fn MoveThumb(played: AppliedMove) -> impl IntoView {
    let drawn = sowing(&played).map(|(before, steps)| picture_of_steps(before, steps));
    view! { <div class="mancala-thumb" dir="ltr" aria-hidden="true" inner_html=drawn></div> }
}
