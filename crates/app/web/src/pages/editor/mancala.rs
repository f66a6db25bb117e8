use gebeta_i18n::Language;
use gebeta_rules::mancala::Position;
use gebeta_rules::{Game, Player};
use leptos::prelude::*;

use crate::components::hint::plain_names;
use crate::components::press_button::Press;
use crate::platform::language::{language, say};

/// The counts of all holes as they are written: pits and store of Player 1, then those of Player 2.
type Counts = Vec<u16>;

/// Plus and minus for every pit and store.
#[component]
pub(super) fn MancalaEditor(position: Position, text: RwSignal<String>) -> impl IntoView {
    let pits = usize::from(position.board().pits().get());
    let counts: Counts = position
        .to_string()
        .split([',', ' '])
        .take(2 * (pits + 1))
        .map(|count| count.parse().unwrap_or(0))
        .collect();
    let counts = RwSignal::new(counts);
    let side = RwSignal::new(position.to_move().unwrap_or(Player::One));
    Effect::new(move |_| {
        let counts = counts.get().iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        text.set(format!("{counts} {}", side.get()));
    });
    let cell = move |hole: usize| view! { <Hole counts hole pits /> };
    let upper = (pits + 1..=2 * pits).rev().map(cell).collect_view();
    let lower = (0..pits).map(cell).collect_view();
    let names = move || plain_names(language(), gebeta_rules::GameKind::Mancala);
    let empty = move |_| counts.update(|counts| counts.fill(0));
    let pick = move |player: Player| {
        let pressed = move || (side.get() == player).to_string();
        view! { <button class="button" aria-pressed=pressed on:click=move |_| side.set(player)>{move || names()[player].clone()}</button> }
    };
    view! {
        <div class="editor-board mancala" dir="ltr">
            <div class="editor-store">{cell(2 * pits + 1)}</div>
            <div class="editor-rows">
                <div class="editor-row">{upper}</div>
                <div class="editor-row">{lower}</div>
            </div>
            <div class="editor-store">{cell(pits)}</div>
        </div>
        <div class="row pick center" role="group" aria-label=say(Language::editor_side)>
            <span class="label">{say(Language::editor_side)}</span>
            {Player::BOTH.map(pick).into_iter().collect_view()}
            <button class="button quiet" on:click=empty>{say(Language::editor_empty)}</button>
        </div>
    }
}

/// One hole: a number that can be typed, and two buttons.
#[component]
fn Hole(counts: RwSignal<Counts>, hole: usize, pits: usize) -> impl IntoView {
    /// More is refused by the rules anyway.
    const MOST: u16 = 1000;
    let count = move || counts.with(|counts| counts[hole]);
    let set = move |count: u16| counts.update(|counts| counts[hole] = count.min(MOST));
    let name = move || {
        let words = language();
        let names = plain_names(words, gebeta_rules::GameKind::Mancala);
        let (player, place) = if hole <= pits { (Player::One, hole) } else { (Player::Two, hole - pits - 1) };
        if place == pits { words.store_of(&names[player]) } else { words.pit_of(place + 1, &names[player]) }
    };
    view! {
        <div class="editor-hole">
            <button class="button" aria-label=move || language().editor_more(name()) on:click=move |_| set(count() + 1)>"+"</button>
            <input
                type="number"
                inputmode="numeric"
                min="0"
                max=MOST
                aria-label=name
                prop:value=count
                on:change=move |event| set(event_target_value(&event).parse().unwrap_or(0))
            />
            <Press name="less" can=Signal::derive(move || count() > 0) on_press=move |()| set(count().saturating_sub(1))>
                <span aria-hidden="true">"−"</span>
                <span class="unseen">{move || language().editor_less(name())}</span>
            </Press>
        </div>
    }
}
