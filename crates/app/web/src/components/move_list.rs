use gebeta_i18n::Language;
use gebeta_rules::Record;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::components::step_buttons::{Step, StepTo};
use crate::platform::language::say;

/// What was played, and the way to any earlier position.
///
/// Plain functions instead of signals: every type of signals is some kilobytes to load.
#[component]
pub(crate) fn Moves(
    record: impl Fn() -> Option<Record> + Copy + Send + Sync + 'static,
    /// The ply looked at, and how many there are.
    place: impl Fn() -> (usize, usize) + Copy + Send + Sync + 'static,
    /// The position after so many plies is to be shown.
    on_look: impl Fn(usize) + Copy + Send + Sync + 'static,
    /// What stands below.
    children: Children,
) -> impl IntoView {
    let button = move |step: Step| view! { <StepTo step place on_look /> };
    view! {
        <aside class="moves" aria-label=say(Language::moves_title)>
            <h2>{say(Language::moves_title)}</h2>
            <Show when=move || place().1 == 0>
                <p class="dim">{say(Language::no_moves_yet)}</p>
            </Show>
            <Sheet record place on_look />
            <div class="steps" dir="ltr">
                {[Step::First, Step::Back, Step::On, Step::Last].map(button).into_iter().collect_view()}
            </div>
            <div class="more">{children()}</div>
        </aside>
    }
}

/// The moves alone. They are one stop for the Tab key, however long the game is.
#[component]
pub(crate) fn Sheet(
    record: impl Fn() -> Option<Record> + Copy + Send + Sync + 'static,
    place: impl Fn() -> (usize, usize) + Copy + Send + Sync + 'static,
    on_look: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let list = move || {
        let record = record()?;
        let lines: Vec<_> = record.moves().collect();
        let lines = lines.into_iter().enumerate().map(|(ply, (player, mv))| {
            let here = move || (place().0 == ply + 1).then_some("step");
            view! {
                <li>
                    <button class=format!("move p{player}") tabindex="-1" aria-current=here on:click=move |_| on_look(ply + 1)>
                        {mv.to_string()}
                    </button>
                </li>
            }
        });
        Some(lines.collect_view())
    };
    let step = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowLeft" => Step::Back,
            "ArrowRight" => Step::On,
            "Home" => Step::First,
            "End" => Step::Last,
            _ => return,
        };
        event.prevent_default();
        if let Some(goal) = step.goal(untrack(place)) {
            on_look(goal);
        }
    };
    view! {
        <ol class="move-list" dir="ltr" tabindex="0" on:keydown=step aria-label=say(Language::moves_title)>{list}</ol>
    }
}
