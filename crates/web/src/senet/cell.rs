use gebeta_rules::Game;
use gebeta_rules::senet::{Move, Square};
use leptos::prelude::*;

use super::desk::{Desk, goal};
use super::stage::Stage;
use super::{houses, label, layout};
use crate::language::language;

/// The column of the lying board, as a grid counts.
pub(super) fn column(square: Square, turned: bool) -> String {
    (layout::place(square, turned).column + 1).to_string()
}

/// The row of the lying board, as a grid counts.
pub(super) fn row(square: Square, turned: bool) -> String {
    (layout::place(square, turned).row + 1).to_string()
}

/// A square: a button that names what stands on it and what it can do.
#[component]
pub(super) fn Cell(desk: Desk, stage: Stage, square: Square) -> impl IntoView {
    let mv = Memo::new(move |_| desk.move_of(square));
    let is_chosen = move || desk.chosen.get().is_some_and(|mv| mv.from() == Some(square));
    let is_goal = move || !desk.busy.get() && desk.regarded().and_then(goal) == Some(square);
    let is_last = move || {
        let last = desk.last.get().filter(|_| !desk.busy.get()).map(|(_, mv)| mv);
        last.is_some_and(|mv| mv.from() == Some(square) || goal(mv) == Some(square))
    };
    let advice = Memo::new(move |_| {
        let mv = mv.get()?;
        desk.advice.with(|advice| advice.iter().find(|advice| advice.mv == mv).cloned())
    });
    let name = move || {
        let (mv, advice) = (mv.get(), advice.get());
        let chooser = desk.scene.with(|scene| scene.decision().to_move()).filter(|_| desk.active.get());
        let advice = advice.map(|advice| advice_words(&advice));
        desk.shown.with(|position| {
            desk.names.with(|names| {
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
            .map(|house| desk.shown.with(|position| label::about(language(), house, position.rules())))
    };
    let badge = move || {
        advice.get().map(|advice| {
            view! { <span class="advice" class:best=advice.best class:exact=advice.exact aria-hidden="true">{advice.label}</span> }
        })
    };
    let point = move || {
        desk.pointed.set(mv.get_untracked());
        desk.asked.set(Some(square));
        desk.refusal.set(String::new());
    };
    let leave = move || {
        desk.pointed.update(|pointed| *pointed = pointed.filter(|mv: &Move| mv.from() != Some(square)));
        desk.asked.update(|asked| *asked = asked.filter(|&asked| asked != square));
    };
    let press = move |_| {
        let was_busy = stage.settle();
        desk.cursor.set(square);
        desk.press(square, was_busy);
    };

    view! {
        <button
            type="button"
            class="sq"
            class:house=square.house().is_some()
            class:alt=square.number().is_multiple_of(2)
            class:taken=move || desk.shown.with(|position| position.board().piece_at(square).is_some())
            class:legal=move || mv.get().is_some()
            class:chosen=is_chosen
            class:goal=is_goal
            class:last=is_last
            data-square=square.number()
            style:--c=move || column(square, desk.turned.get())
            style:--r=move || row(square, desk.turned.get())
            tabindex=move || if desk.cursor.get() == square { "0" } else { "-1" }
            aria-label=name
            aria-description=about
            aria-disabled=move || if mv.get().is_some() { "false" } else { "true" }
            on:click=press
            on:focus=move |_| {
                desk.cursor.set(square);
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
pub(super) fn advice_words(advice: &super::Advice) -> String {
    let best = advice.best.then(|| language().senet_best().to_owned());
    label::join(language(), advice.label.clone(), best)
}
