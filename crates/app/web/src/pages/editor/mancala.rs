use gebeta_i18n::Language;
use gebeta_rules::mancala::{Board, Hole, Position};
use gebeta_rules::{AnyPosition, AnyRules, ByPlayer, Game, GameKind, Player};
use gebeta_session::{pit_text, store_text};
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;

use crate::board::mancala::picture_with_places;
use crate::components::hint::plain_names;
use crate::components::press_button::Press;
use crate::platform::language::{language, say};

/// The counts of all holes as they are written: pits and store of Player 1, then those of Player 2.
type Counts = Vec<u16>;

/// More is refused by the rules anyway.
const MOST: u16 = 1000;
/// Narrower windows show the board standing.
const NARROW: f64 = 600.0;

/// What a press on a hole does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tool {
    Add,
    Take,
}

/// The real board: a press sets a stone into a hole or takes one away, and the count of the last one can be typed.
#[component]
pub(super) fn MancalaEditor(rules: AnyRules, position: Position, text: RwSignal<String>) -> impl IntoView {
    let holes = 2 * (usize::from(position.board().pits().get()) + 1);
    let counts = RwSignal::new(counts_of(&position.to_string(), holes));
    let side = RwSignal::new(position.to_move().unwrap_or(Player::One));
    let tool = RwSignal::new(Tool::Add);
    let chosen = RwSignal::new(0);
    Effect::new(move |_| {
        let counts = counts.get().iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        text.set(format!("{counts} {}", side.get()));
    });
    // What the rules refuse, such as an empty board, is not drawn; the counts are there still.
    let board = Memo::new(move |before: Option<&Board>| {
        let read = rules.fit(&text.get()).position(&text.get()).ok();
        let drawn = read.and_then(|read| match read {
            AnyPosition::Mancala(position) => Some(*position.board()),
            AnyPosition::Sowing(_) | AnyPosition::Senet(_) => None,
        });
        drawn.or(before.copied()).unwrap_or(*position.board())
    });
    let is_tall =
        window().inner_width().ok().and_then(|width| width.as_f64()).is_some_and(|width| width < NARROW);
    let picture = move || board.with(|board| picture_with_places(board, is_tall).0);
    let (_, places) = picture_with_places(position.board(), is_tall);
    let names = Memo::new(move |_| plain_names(language(), GameKind::Mancala));
    let set = move |hole: usize, count: u16| counts.update(|counts| counts[hole] = count.min(MOST));
    let count = move |hole: usize| counts.with(|counts| counts[hole]);
    let press = move |hole: usize, tool: Tool| {
        chosen.set(hole);
        match tool {
            Tool::Add => set(hole, count(hole) + 1),
            Tool::Take => set(hole, count(hole).saturating_sub(1)),
        }
    };
    let place = move |(hole, [x, y, w, h]): (Hole, [f64; 4])| {
        let index = hole.index();
        let percent = |part: f64| format!("{:.2}%", 100.0 * part);
        let key = move |event: KeyboardEvent| {
            let tool = match event.key().as_str() {
                "+" => Tool::Add,
                "-" | "Backspace" | "Delete" => Tool::Take,
                _ => return,
            };
            event.prevent_default();
            press(index, tool);
        };
        let take = move |event: MouseEvent| {
            event.prevent_default();
            press(index, Tool::Take);
        };
        view! {
            <button
                type="button"
                class="editor-hole"
                class:chosen=move || chosen.get() == index
                data-hole=index
                style:left=percent(x)
                style:top=percent(y)
                style:width=percent(w)
                style:height=percent(h)
                aria-label=move || names.with(|names| told(position.board(), hole, count(index), names))
                on:click=move |_| press(index, untrack(|| tool.get()))
                on:contextmenu=take
                on:keydown=key
            ></button>
        }
    };
    let name = move || names.with(|names| name_of(position.board(), chosen.get(), names));
    let pick_tool = move |each: Tool, words: fn(Language) -> &'static str| {
        view! { <button class="button" aria-pressed=move || (tool.get() == each).to_string() on:click=move |_| tool.set(each)>{say(words)}</button> }
    };
    let pick_side = move |player: Player| {
        let pressed = move || (side.get() == player).to_string();
        view! { <button class="button" aria-pressed=pressed on:click=move |_| side.set(player)>{move || names.get()[player].clone()}</button> }
    };
    view! {
        <div class="editor-board sowing" class:tall=is_tall dir="ltr">
            <div class="mancala-thumb" aria-hidden="true" inner_html=picture></div>
            {places.into_iter().map(place).collect_view()}
        </div>
        <div class="row pick center" role="group" aria-label=say(Language::editor)>
            {pick_tool(Tool::Add, Language::editor_add)}
            {pick_tool(Tool::Take, Language::editor_take)}
            <span class="editor-count">
                <Press name="less" can=Signal::derive(move || count(chosen.get()) > 0) on_press=move |()| press(chosen.get_untracked(), Tool::Take)>
                    <span aria-hidden="true">"−"</span>
                    <span class="unseen">{move || language().editor_less(name())}</span>
                </Press>
                <input
                    type="number"
                    inputmode="numeric"
                    min="0"
                    max=MOST
                    aria-label=name
                    prop:value=move || count(chosen.get())
                    on:change=move |event| set(chosen.get_untracked(), event_target_value(&event).parse().unwrap_or(0))
                />
                <button class="button" type="button" aria-label=move || language().editor_more(name()) on:click=move |_| press(chosen.get_untracked(), Tool::Add)>"+"</button>
            </span>
        </div>
        <div class="row pick center" role="group" aria-label=say(Language::editor_side)>
            <span class="label">{say(Language::editor_side)}</span>
            {Player::BOTH.map(pick_side).into_iter().collect_view()}
            <button class="button quiet" on:click=move |_| counts.update(|counts| counts.fill(0))>{say(Language::editor_empty)}</button>
        </div>
    }
}

/// The counts of a written position.
fn counts_of(written: &str, holes: usize) -> Counts {
    written.split([',', ' ']).take(holes).map(|count| count.parse().unwrap_or(0)).collect()
}

/// A hole and what lies in it.
fn told(board: &Board, hole: Hole, stones: u16, names: &ByPlayer<String>) -> String {
    match board.pit_at(hole) {
        Some((owner, pit)) => pit_text(language(), pit, stones.into(), &names[owner]),
        None => store_text(language(), stones.into(), &names[owner_of_store(board, hole)]),
    }
}

/// What the hole at an index is called.
fn name_of(board: &Board, index: usize, names: &ByPlayer<String>) -> String {
    let words = language();
    let pits = usize::from(board.pits().get());
    let (player, place) = if index <= pits { (Player::One, index) } else { (Player::Two, index - pits - 1) };
    if place == pits { words.store_of(&names[player]) } else { words.pit_of(place + 1, &names[player]) }
}

fn owner_of_store(board: &Board, store: Hole) -> Player {
    if store == board.store_of(Player::One) { Player::One } else { Player::Two }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_hole_by_hole() {
        assert_eq!(counts_of("1,2,3,10,5,6 2", 6), [1, 2, 3, 10, 5, 6]);
    }
}
