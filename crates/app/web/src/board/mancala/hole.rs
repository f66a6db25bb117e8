use gebeta_rules::Game;
use gebeta_rules::mancala::{Board, Hole};
use gebeta_session::{pit_text, store_text};
use leptos::prelude::*;

use super::board_context::BoardContext;
use super::bowl::Bowl;
use super::keys::key_of;
use crate::platform::language::language;

/// A pit with its count: a button that can always be reached, and says why if it cannot be played.
#[component]
pub(super) fn PitCell(context: BoardContext, board: Board, hole: Hole) -> impl IntoView {
    let (owner, pit) = board.pit_at(hole).expect("the cells of a row are pits");
    let place = move || context.geometry.with(|geometry| geometry.cell(&board, hole));
    let animator = context.animator;
    let label = move || {
        // What is true, not what is still flying.
        let stones = context.position.with(|position| position.board().stones(hole));
        context.props.names.with(|names| pit_text(language(), pit, stones.into(), &names[owner]))
    };
    let label_of_move = move || context.label_of(owner, pit);
    view! {
        <div
            role="gridcell"
            class="cell"
            class:near=move || context.near.get() == owner
            style:left=move || px(place().x)
            style:top=move || px(place().y)
            style:width=move || px(place().w)
            style:height=move || px(place().h)
        >
            <button
                type="button"
                class="pit"
                class:one=owner == gebeta_rules::Player::One
                class:two=owner == gebeta_rules::Player::Two
                class:legal=move || context.is_legal(hole)
                class:chosen=move || context.is_chosen(owner, pit)
                class:last=move || context.is_last(owner, pit)
                class:landing=move || context.lands_in(hole)
                class:landed-in=move || animator.has_landed_in(hole)
                class:taken=move || context.takes(hole)
                class:glow=move || animator.glows(hole)
                data-hole=hole.index()
                tabindex=move || if context.roving.get() == Some(hole) { "0" } else { "-1" }
                aria-label=label
                aria-disabled=move || (!context.is_legal(hole)).to_string()
                aria-description=move || context.description(hole)
                aria-keyshortcuts=key_of(pit).to_string()
                on:click=move |_| context.choose(Some(owner), pit)
                on:focus=move |_| context.focus_on(hole)
                on:blur=move |_| context.focused.set(None)
                on:pointerenter=move |event| {
                    if event.pointer_type() == "mouse" {
                        context.hovered.set(Some(hole));
                    }
                }
                on:pointerleave=move |_| context.hovered.set(None)
            >
                <Bowl animator geometry=context.geometry board hole />
                <span class="count" aria-hidden="true" data-flash=move || animator.flashes(hole)>
                    {move || animator.heap(hole).with(Vec::len)}
                </span>
                <span class="pit-number" aria-hidden="true">{pit.number()}</span>
                {move || {
                    label_of_move()
                        .map(|label| {
                            view! {
                                <span class="advice" class:best=label.is_best class:exact=label.is_exact aria-hidden="true">
                                    {label.text}
                                </span>
                            }
                        })
                }}
            </button>
        </div>
    }
}

/// A store with its stones and the score on top of them.
#[component]
pub(super) fn StoreCell(context: BoardContext, board: Board, hole: Hole) -> impl IntoView {
    let owner = if hole == board.store_of(gebeta_rules::Player::One) {
        gebeta_rules::Player::One
    } else {
        gebeta_rules::Player::Two
    };
    let place = move || context.geometry.with(|geometry| geometry.cell(&board, hole));
    let animator = context.animator;
    let label = move || {
        let stones = context.position.with(|position| position.board().score(owner));
        context.props.names.with(|names| store_text(language(), stones.into(), &names[owner]))
    };
    view! {
        <div
            role="img"
            class="cell store"
            class:near=move || context.near.get() == owner
            class:turn=move || context.told.with(Game::to_move) == Some(owner)
            class:landed-in=move || animator.has_landed_in(hole)
            class:one=owner == gebeta_rules::Player::One
            class:two=owner == gebeta_rules::Player::Two
            class:landing=move || context.lands_in(hole)
            style:left=move || px(place().x)
            style:top=move || px(place().y)
            style:width=move || px(place().w)
            style:height=move || px(place().h)
            aria-label=label
            data-hole=hole.index()
        >
            <Bowl animator geometry=context.geometry board hole />
            <span
                class="score"
                aria-hidden="true"
                data-flash=move || animator.flashes(hole)
                data-again=move || animator.moves_again(owner)
            >
                {move || animator.heap(hole).with(Vec::len)}
            </span>
            <span class="gain" aria-hidden="true">{move || context.gain_of(owner)}</span>
        </div>
    }
}

/// A length for the style sheet.
pub(super) fn px(length: f64) -> String {
    format!("{length:.1}px")
}
