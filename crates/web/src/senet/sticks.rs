use gebeta_rules::Chance;
use gebeta_rules::senet::{Position, Sticks};
use gebeta_words::Language;
use leptos::prelude::*;

use super::desk::Desk;
use super::stage::Stage;
use crate::language::{language, say};

/// The sticks beside the board, what they count, the button to throw them, and how likely each throw is.
#[component]
pub(super) fn SticksPanel(desk: Desk, stage: Stage) -> impl IntoView {
    let press = move |_| {
        stage.settle();
        desk.throw();
    };
    let is_ready = move || desk.may_throw.get() && !desk.busy.get();
    // Not a live region: whoever owns the board announces throws together with everything else.
    let shown = move || desk.value.get().map(|roll| language().sticks_show(roll));
    let sticks = (0..4).map(|place| view! { <Stick desk place /> }).collect_view();

    view! {
        <section class="senet-sticks" aria-label=say(Language::senet_sticks)>
            <div class="throw">
                <div class="sticks" class:spent=move || desk.value.get().is_none() && !desk.busy.get() aria-hidden="true">
                    {sticks}
                </div>
                <span class="roll" class:shown=move || desk.value.get().is_some() aria-hidden="true">
                    {move || desk.value.get().map_or_else(String::new, |roll| roll.to_string())}
                </span>
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
            <Odds desk />
        </section>
    }
}

/// A stick: an outer part that flies and an inner one that turns over.
#[component]
fn Stick(desk: Desk, place: usize) -> impl IntoView {
    let dark = move || desk.faces.with(|sticks: &Sticks| sticks.dark()[place]);
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
fn Odds(desk: Desk) -> impl IntoView {
    let rows = move || {
        let throws = desk.shown.with(Chance::throws);
        throws
            .iter()
            .map(|&(roll, ways)| {
                let all = <Position as Chance>::WEIGHTS;
                let share = format!("{:.1}%", 100.0 * f64::from(ways) / 6.0);
                view! {
                    <li class:now=move || desk.value.get() == Some(roll)>
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
