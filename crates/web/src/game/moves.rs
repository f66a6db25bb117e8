use gebeta_words::Language;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::drawer::{Sharing, Thinking};
use crate::language::say;
use crate::session::Session;
use crate::steps::{Step, StepButton};

/// What was played, and the way to any earlier position.
#[component]
pub(super) fn Moves() -> impl IntoView {
    let session = Session::here();
    let list = move || {
        let record = session.record()?;
        let lines: Vec<_> = record.moves().collect();
        let lines = lines.into_iter().enumerate().map(|(ply, (player, mv))| {
            let here = move || (session.place().0 == ply + 1).then_some("step");
            view! {
                <li>
                    <button class=format!("move p{player}") tabindex="-1" aria-current=here on:click=move |_| session.look_at(ply + 1)>
                        {mv.to_string()}
                    </button>
                </li>
            }
        });
        Some(lines.collect_view())
    };
    let empty = move || session.place().1 == 0;
    let go = move |to: fn(usize, usize) -> usize| {
        let (place, last) = untrack(|| session.place());
        session.look_at(to(place, last));
    };
    // One stop for the Tab key, however long the game is.
    let step = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "ArrowLeft" => go(|place, _| place.saturating_sub(1)),
            "ArrowRight" => go(|place, _| place + 1),
            "Home" => go(|_, _| 0),
            "End" => go(|_, last| last),
            _ => return,
        }
        event.prevent_default();
    };
    let at_start = Signal::derive(move || session.place().0 == 0);
    let at_end = Signal::derive(move || !session.is_looking_back());
    view! {
        <aside class="moves" aria-label=say(Language::moves_title)>
            <h2>{say(Language::moves_title)}</h2>
            <Show when=empty>
                <p class="dim">{say(Language::no_moves_yet)}</p>
            </Show>
            <ol class="move-list" dir="ltr" tabindex="0" on:keydown=step aria-label=say(Language::moves_title)>{list}</ol>
            <div class="steps" dir="ltr">
                <StepButton step=Step::First disabled=at_start on_press=move |()| go(|_, _| 0) />
                <StepButton step=Step::Back disabled=at_start on_press=move |()| go(|place, _| place.saturating_sub(1)) />
                <StepButton step=Step::On disabled=at_end on_press=move |()| go(|place, _| place + 1) />
                <StepButton step=Step::Last disabled=at_end on_press=move |()| go(|_, last| last) />
            </div>
            <div class="more">
                <Thinking session />
                <Sharing record=Signal::derive(move || session.record().expect("a game is on the table")) />
            </div>
        </aside>
    }
}
