use gebeta_i18n::Language;
use gebeta_rules::senet::Move;
use leptos::prelude::*;

use super::board_context::legal;
use super::cell::advice_words;
use super::{Advice, Scene, label};
use crate::platform::language::{language, say};

/// The numbered list of legal moves, each in words. A move that pointer or focus is on is shown on the board.
#[component]
pub(crate) fn MoveList(
    #[prop(into)] scene: Signal<Scene>,
    /// Whether a person may choose.
    #[prop(into)]
    active: Signal<bool>,
    /// Whether a person is to throw first.
    #[prop(into)]
    may_throw: Signal<bool>,
    /// A move that is chosen and not yet committed.
    #[prop(optional, into)]
    chosen: Signal<Option<Move>>,
    #[prop(optional, into)] advice: Signal<Vec<Advice>>,
    /// The same signal that the board got.
    #[prop(optional)]
    pointed: Option<RwSignal<Option<Move>>>,
    on_choose: Callback<Move>,
) -> impl IntoView {
    let moves =
        Memo::new(
            move |_| {
                if active.get() { scene.with(|scene| legal(scene.decision())) } else { Vec::new() }
            },
        );
    let point = move |mv: Option<Move>| {
        if let Some(pointed) = pointed {
            pointed.set(mv);
        }
    };
    let row = move |mv: Move| {
        let known = move || advice.with(|advice| advice.iter().find(|advice| advice.mv == mv).cloned());
        let worth = move || {
            known().map(|advice| {
                let words = advice_words(&advice);
                view! {
                    <span class="advice" class:best=advice.best class:exact=advice.exact>
                        <span aria-hidden="true">{advice.label}</span>
                        <span class="unseen">{words}</span>
                    </span>
                }
            })
        };
        view! {
            <li>
                <button
                    type="button"
                    class:chosen=move || chosen.get() == Some(mv)
                    aria-pressed=move || if chosen.get() == Some(mv) { "true" } else { "false" }
                    on:click=move |_| on_choose.run(mv)
                    on:pointerenter=move |_| point(Some(mv))
                    on:pointerleave=move |_| point(None)
                    on:focus=move |_| point(Some(mv))
                    on:blur=move |_| point(None)
                >
                    <span>{move || label::mv(language(), mv)}</span>
                    {worth}
                </button>
            </li>
        }
    };
    view! {
        <div class="senet-moves">
            <Show
                when=move || moves.with(|moves| !moves.is_empty())
                fallback=move || may_throw.get().then(|| view! { <p>{say(Language::senet_no_moves)}</p> })
            >
                <span aria-hidden="true">{say(Language::legal_moves)}</span>
                <ol aria-label=say(Language::legal_moves)>{move || moves.get().into_iter().map(row).collect_view()}</ol>
            </Show>
        </div>
    }
}
