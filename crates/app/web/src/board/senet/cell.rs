use gebeta_rules::Game;
use gebeta_rules::senet::{Move, Square};
use leptos::prelude::*;

use super::animator::Animator;
use super::board_context::{BoardContext, goal, label_of, move_in};
use super::{houses, label, layout};
use crate::board::props::MoveLabel;
use crate::platform::language::language;

/// The column of the lying board, as a grid counts.
pub(super) fn column(square: Square) -> String {
    (layout::place(square).column + 1).to_string()
}

/// The row of the lying board, as a grid counts.
pub(super) fn row(square: Square) -> String {
    (layout::place(square).row + 1).to_string()
}

/// A square: a button that names what stands on it and what it can do.
#[component]
pub(super) fn Cell(context: BoardContext, animator: Animator, square: Square) -> impl IntoView {
    let mv = Memo::new(move |_| context.move_of(square));
    let is_chosen = move || context.chosen().is_some_and(|mv| mv.from() == Some(square));
    let is_goal = move || !context.busy.get() && context.regarded().and_then(goal) == Some(square);
    let is_last = move || {
        let last = context.props.last.get().filter(|_| !context.busy.get()).and_then(|(_, ply)| move_in(ply));
        last.is_some_and(|mv| mv.from() == Some(square) || goal(mv) == Some(square))
    };
    let worth = Memo::new(move |_| label_of(context.props, mv.get()?));
    let name = move || {
        let (mv, worth) = (mv.get(), worth.get());
        let chooser = context.decision.with(Game::to_move).filter(|_| context.props.may_choose.get());
        let advice = worth.map(|worth| label_words(&worth));
        context.shown.with(|position| {
            context.props.names.with(|names| {
                let is_chosen = is_chosen();
                let facts = label::Facts {
                    square,
                    position,
                    names,
                    chooser,
                    mv,
                    is_chosen,
                    advice: advice.as_deref(),
                };
                label::square(language(), &facts)
            })
        })
    };
    let about = move || {
        square
            .house()
            .map(|house| context.shown.with(|position| label::about(language(), house, position.rules())))
    };
    let badge = move || {
        worth.get().map(|worth| {
            view! { <span class="advice" class:best=worth.is_best class:exact=worth.is_exact aria-hidden="true">{worth.text}</span> }
        })
    };
    let point = move || {
        context.pointed.set(mv.get_untracked());
        context.asked.set(Some(square));
        context.refusal.set(String::new());
    };
    let leave = move || {
        context.pointed.update(|pointed| *pointed = pointed.filter(|mv: &Move| mv.from() != Some(square)));
        context.asked.update(|asked| *asked = asked.filter(|&asked| asked != square));
    };
    let press = move |_| {
        let was_busy = animator.settle();
        context.cursor.set(square);
        context.press(square, was_busy);
    };

    view! {
        <button
            type="button"
            class="sq"
            class:house=square.house().is_some()
            class:alt=square.number().is_multiple_of(2)
            class:taken=move || context.shown.with(|position| position.board().piece_at(square).is_some())
            class:legal=move || mv.get().is_some()
            class:chosen=is_chosen
            class:goal=is_goal
            class:last=is_last
            data-square=square.number()
            style:--c=column(square)
            style:--r=row(square)
            tabindex=move || if context.cursor.get() == square { "0" } else { "-1" }
            aria-label=name
            aria-description=about
            aria-disabled=move || if mv.get().is_some() { "false" } else { "true" }
            on:click=press
            on:focus=move |_| {
                context.cursor.set(square);
                point();
            }
            on:blur=move |_| leave()
            on:pointerenter=move |_| point()
            on:pointerleave=move |_| leave()
        >
            <span class="number" aria-hidden="true">{square.number()}</span>
            {square.house().map(|house| houses::sign(house).view("sign"))}
            {badge}
        </button>
    }
}

/// The worth of a move for ears.
pub(super) fn label_words(worth: &MoveLabel) -> String {
    let best = worth.is_best.then(|| language().senet_best().to_owned());
    label::join(language(), worth.text.clone(), best)
}
