use gebeta_rules::ByPlayer;
use gebeta_rules::mancala::Position;
use leptos::prelude::*;

use super::picture::picture;
use crate::platform::palette::Palette;

/// A small board to look at, in the colours of the page.
#[component]
pub(crate) fn MancalaThumb(position: Signal<Position>) -> impl IntoView {
    let drawn = Memo::new(move |_| position.with(|it| picture(it, &Palette::live(), &ByPlayer::default())));
    view! { <div class="mancala-thumb" dir="ltr" aria-hidden="true" inner_html=move || drawn.get()></div> }
}
