use gebeta_i18n::Language;
use gebeta_rules::senet::Move;
use gebeta_session::move_text;
use leptos::prelude::*;

use super::board::SenetBoard;
use super::board_context::{choose, decision_memo, label_of, legal, move_in};
use super::cell::label_words;
use crate::board::props::BoardProps;
use crate::platform::language::{language, say};

/// The board of a game that is played, and beside it the legal moves.
#[component]
pub(crate) fn SenetBoardWithMoves(props: BoardProps) -> impl IntoView {
    let pointed = RwSignal::new(None);
    view! {
        <div class="board-place with-list">
            <SenetBoard props pointed />
            <MoveList props pointed />
        </div>
    }
}

/// The numbered list of legal moves, each in words. A move that pointer or focus is on is shown on the board.
#[component]
fn MoveList(props: BoardProps, pointed: RwSignal<Option<Move>>) -> impl IntoView {
    let decision = decision_memo(props.scene);
    // The list does not give the throw away before the sticks lie still.
    let may_choose = move || props.may_choose.get() && props.is_settled.get();
    let moves = Memo::new(move |_| if may_choose() { decision.with(legal) } else { Vec::new() });
    let is_chosen = move |mv: Move| props.chosen.get().and_then(move_in) == Some(mv);
    let row = move |mv: Move| {
        let worth = move || {
            label_of(props, mv).map(|worth| {
                let words = label_words(&worth);
                view! {
                    <span class="advice" class:best=worth.is_best class:exact=worth.is_exact>
                        <span aria-hidden="true">{worth.text}</span>
                        <span class="unseen">{words}</span>
                    </span>
                }
            })
        };
        view! {
            <li>
                <button
                    type="button"
                    class:chosen=move || is_chosen(mv)
                    aria-pressed=move || is_chosen(mv).to_string()
                    on:click=move |_| choose(props, &decision.get_untracked(), mv)
                    on:pointerenter=move |_| pointed.set(Some(mv))
                    on:pointerleave=move |_| pointed.set(None)
                    on:focus=move |_| pointed.set(Some(mv))
                    on:blur=move |_| pointed.set(None)
                >
                    <span>{move || move_text(language(), mv)}</span>
                    {worth}
                </button>
            </li>
        }
    };
    view! {
        <div class="senet-moves">
            <Show
                when=move || moves.with(|moves| !moves.is_empty())
                fallback=move || props.may_throw.get().then(|| view! { <p>{say(Language::senet_no_moves)}</p> })
            >
                <span aria-hidden="true">{say(Language::legal_moves)}</span>
                <ol aria-label=say(Language::legal_moves)>{move || moves.get().into_iter().map(row).collect_view()}</ol>
            </Show>
        </div>
    }
}
