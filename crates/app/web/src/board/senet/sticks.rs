use gebeta_i18n::Language;
use gebeta_rules::Chance;
use gebeta_rules::senet::{Position, Sticks};
use leptos::prelude::*;

use super::animator::Animator;
use super::board_context::BoardContext;
use crate::platform::language::{language, say};

/// The sticks beside the board, what they count, the button to throw them, and how likely each throw is.
#[component]
pub(super) fn SticksPanel(context: BoardContext, animator: Animator) -> impl IntoView {
    let press = move |_| {
        animator.settle();
        context.throw();
    };
    let is_ready = move || context.props.may_throw.get() && !context.busy.get();
    // Not a live region: throws are announced together with everything else.
    let shown = move || context.value.get().map(|roll| language().sticks_show(roll));
    // The last throw stays readable until the next one has fallen; what is in the air is not told.
    let shown_throw = move || {
        let is_flying = context.busy.get() && context.value.get().is_none();
        context.last_throw.get().filter(|_| !is_flying)
    };
    let sticks = (0..4).map(|place| view! { <Stick context place /> }).collect_view();

    view! {
        <section class="senet-sticks" aria-label=say(Language::senet_sticks)>
            <div class="throw">
                <div class="sticks" class:spent=move || context.value.get().is_none() && !context.busy.get() aria-hidden="true">
                    {sticks}
                </div>
                <span
                    class="roll"
                    class:shown=move || shown_throw().is_some()
                    class:spent=move || context.value.get().is_none()
                    aria-hidden="true"
                >
                    {move || shown_throw().map(|(_, roll)| roll.to_string())}
                </span>
                <span class="thrower" dir="auto" aria-hidden="true">{move || shown_throw().map(|(player, _)| context.props.names.with(|names| names[player].clone()))}</span>
            </div>
            <p class="unseen">{shown}</p>
            <button
                type="button"
                class="button primary throw-button"
                class:waiting=move || !is_ready()
                aria-disabled=move || if is_ready() { "false" } else { "true" }
                aria-keyshortcuts="R"
                title=say(Language::senet_throw_keys)
                on:click=press
            >
                {say(Language::throw_sticks)}
            </button>
            <Odds context />
        </section>
    }
}

/// A stick: an outer part that flies and an inner one that turns over.
#[component]
fn Stick(context: BoardContext, place: usize) -> impl IntoView {
    let dark = move || context.faces.with(|sticks: &Sticks| sticks.dark()[place]);
    view! {
        <span class="stick" data-toss=place>
            <span class="stick-turn" class:dark=dark data-turn=place>
                <span class="side light-side"></span>
                <span class="side dark-side"></span>
            </span>
        </span>
    }
}

/// Every throw with its chance.
#[component]
fn Odds(context: BoardContext) -> impl IntoView {
    let rows = move || {
        let throws = context.shown.with(Chance::throws);
        throws
            .iter()
            .map(|&(roll, ways)| {
                let all = <Position as Chance>::WEIGHTS;
                let share = format!("{:.1}%", 100.0 * f64::from(ways) / 6.0);
                view! {
                    <li class:now=move || context.value.get() == Some(roll)>
                        <span class="unseen">{move || language().senet_odds_of(roll, ways, all)}</span>
                        <span class="odds-roll" aria-hidden="true">{roll.get()}</span>
                        <span class="odds-bar" aria-hidden="true"><i style:width=share></i></span>
                        <span class="odds-share" aria-hidden="true">{format!("{ways}/{all}")}</span>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <ol class="odds" aria-label=say(Language::senet_odds)>{rows}</ol>
    }
}
