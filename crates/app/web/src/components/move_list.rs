use gebeta_i18n::Language;
use gebeta_rules::{Player, Record};
use gebeta_session::{Round, rounds};
use leptos::ev::KeyboardEvent;
use leptos::html::Ol;
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

/// Keeps the move at `place` in sight, whenever it changes. Only the list scrolls, never the page.
pub(crate) fn follow(list: NodeRef<Ol>, place: impl Fn() -> usize + 'static) {
    Effect::new(move |_| {
        place();
        request_animation_frame(move || {
            let Some(list) = list.try_get_untracked().flatten() else { return };
            let Some(current) = list.query_selector("[aria-current]").ok().flatten() else {
                return list.set_scroll_top(0);
            };
            let (seen, current) = (list.get_bounding_client_rect(), current.get_bounding_client_rect());
            let (above, below) = (current.top() - seen.top(), current.bottom() - seen.bottom());
            let away = if above < 0.0 { above } else { below.max(0.0) };
            list.set_scroll_top(list.scroll_top() + away.round() as i32);
        });
    });
}

/// The moves alone, a line for each round. They are one stop for the Tab key, however long the game is.
#[component]
pub(crate) fn Sheet(
    record: impl Fn() -> Option<Record> + Copy + Send + Sync + 'static,
    place: impl Fn() -> (usize, usize) + Copy + Send + Sync + 'static,
    on_look: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let list = move || {
        let record = record()?;
        let button = |ply: usize, player: Player| {
            let here = move || (place().0 == ply + 1).then_some("step");
            view! {
                <button class=format!("move p{player}") tabindex="-1" aria-current=here on:click=move |_| on_look(ply + 1)>
                    {record.plies()[ply].to_string()}
                </button>
            }
        };
        let turn = |round: &Round, player: Player| {
            let moves = round[player].clone().map(|ply| button(ply, player)).collect_view();
            view! { <span class="turn" role="group" aria-label=record.players[player].name.clone()>{moves}</span> }
        };
        let lines = rounds(record.moves().map(|(player, _)| player)).into_iter().enumerate();
        let lines = lines.map(|(number, round)| {
            view! { <li><span class="number">{number + 1}</span>{Player::BOTH.map(|player| turn(&round, player)).into_iter().collect_view()}</li> }
        });
        Some(lines.collect_view())
    };
    let sheet = NodeRef::new();
    follow(sheet, move || place().0);
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
        <ol class="move-list" node_ref=sheet dir="ltr" tabindex="0" on:keydown=step aria-label=say(Language::moves_title)>{list}</ol>
    }
}
