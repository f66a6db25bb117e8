use gebeta_rules::mancala::{Capture, Difficulty, End, First, Leftovers, Rules, Size, Sowing};
use gebeta_rules::{AnyRules, Word};
use gebeta_table::Plan;
use gebeta_words::Language;
use leptos::prelude::*;

use super::with_mancala;
use crate::form::{Check, Choice, Number, label};
use crate::language::{language, say};

fn rules(plan: &Plan) -> Rules {
    match plan.rule_set.rules {
        AnyRules::Mancala(rules) => rules,
        AnyRules::Senet(_) => unreachable!("a set-up keeps to its game"),
    }
}

/// What of the rules a form shows.
fn of<T: Send + Sync + 'static>(
    plan: RwSignal<Plan>,
    look: impl Fn(Rules) -> T + Send + Sync + 'static,
) -> Signal<T> {
    Signal::derive(move || plan.with(|plan| look(rules(plan))))
}

fn set<T: 'static>(plan: RwSignal<Plan>, put: impl Fn(&mut Rules, T) + Send + Sync + 'static) -> Callback<T> {
    Callback::new(move |value| plan.update(|plan| with_mancala(plan, |rules| put(rules, value))))
}

/// The board: difficulty, stones and pits.
#[component]
pub(super) fn Sizes(plan: RwSignal<Plan>) -> impl IntoView {
    let stones = of(plan, |rules| rules.stones);
    let difficulties = Difficulty::WORDS.iter().map(|&(word, difficulty)| {
        let chosen = move || (stones.get() == difficulty.stones()).to_string();
        let pick = move |_| plan.update(|plan| with_mancala(plan, |rules| rules.stones = difficulty.stones()));
        let text = Signal::derive(move || {
            let words = language();
            let name = match difficulty {
                Difficulty::Easy => words.difficulty_easy(),
                Difficulty::Normal => words.difficulty_normal(),
                Difficulty::Hard => words.difficulty_hard(),
                Difficulty::Expert => words.difficulty_expert(),
            };
            words.difficulty_with_stones(name, difficulty.stones().get())
        });
        view! { <button type="button" class="button" data-difficulty=word aria-pressed=chosen on:click=pick>{text}</button> }
    });
    let size = |value: u8| Size::new(value);
    view! {
        <div class="field wide-field" role="group" aria-labelledby="difficulty-label">
            <span class="label" id="difficulty-label">{say(Language::opt_difficulty)}</span>
            <div class="row pick">{difficulties.collect_view()}</div>
        </div>
        <Number
            id="stones"
            label=label(Language::opt_stones)
            value=of(plan, |rules| rules.stones.get())
            least=1
            most=12
            on_change=set(plan, move |rules, n| rules.stones = size(n).unwrap_or(rules.stones))
        />
        <Number
            id="pits"
            label=label(Language::opt_pits)
            value=of(plan, |rules| rules.pits.get())
            least=1
            most=12
            on_change=set(plan, move |rules, n| rules.pits = size(n).unwrap_or(rules.pits))
        />
    }
}

/// Who begins, by the rules.
#[component]
pub(super) fn WhoBegins(plan: RwSignal<Plan>) -> impl IntoView {
    view! {
        <Choice
            id="first"
            label=label(Language::opt_first)
            value=of(plan, |rules| rules.first)
            text=Callback::new(|first| {
                let words = language();
                match first {
                    First::Player1 => words.opt_first_player1(),
                    First::Player2 => words.opt_first_player2(),
                    First::Coin => words.opt_first_coin(),
                }
                .to_owned()
            })
            on_change=set(plan, |rules, first| rules.first = first)
        />
    }
}

/// Every other rule of the family.
#[component]
pub(super) fn MancalaRules(plan: RwSignal<Plan>) -> impl IntoView {
    view! {
        <div class="setup-options">
            <Choice
                id="sowing"
                label=label(Language::opt_sowing)
                value=of(plan, |rules| rules.law.sowing)
                text=Callback::new(|sowing| match sowing {
                    Sowing::Single => language().opt_sowing_single().to_owned(),
                    Sowing::Relay => language().opt_sowing_relay().to_owned(),
                })
                about=of(plan, |rules| match rules.law.sowing {
                    Sowing::Single => language().opt_sowing_single_about().to_owned(),
                    Sowing::Relay => language().opt_sowing_relay_about().to_owned(),
                })
                on_change=set(plan, |rules, sowing| rules.law = rules.law.with_sowing(sowing))
            />
            <Choice
                id="capture"
                label=label(Language::opt_capture)
                value=of(plan, |rules| rules.law.capture)
                text=Callback::new(|capture| {
                    let words = language();
                    match capture {
                        Capture::None => words.opt_capture_none(),
                        Capture::Opposite => words.opt_capture_opposite(),
                        Capture::OppositeAlways => words.opt_capture_opposite_always(),
                        Capture::OppositeOnly => words.opt_capture_opposite_only(),
                    }
                    .to_owned()
                })
                about=of(plan, |rules| {
                    let words = language();
                    match rules.law.capture {
                        Capture::None => words.opt_capture_none_about(),
                        Capture::Opposite => words.opt_capture_opposite_about(),
                        Capture::OppositeAlways => words.opt_capture_opposite_always_about(),
                        Capture::OppositeOnly => words.opt_capture_opposite_only_about(),
                    }
                    .to_owned()
                })
                on_change=set(plan, |rules, capture| rules.law.capture = capture)
            />
            <Choice
                id="end"
                label=label(Language::opt_end)
                value=of(plan, |rules| rules.law.end)
                text=Callback::new(|end| match end {
                    End::SideEmpty => language().opt_end_side_empty().to_owned(),
                    End::Majority => language().opt_end_majority().to_owned(),
                })
                about=of(plan, |rules| match rules.law.end {
                    End::SideEmpty => language().opt_end_side_empty_about().to_owned(),
                    End::Majority => language().opt_end_majority_about().to_owned(),
                })
                on_change=set(plan, |rules, end| rules.law.end = end)
            />
            <Choice
                id="leftovers"
                label=label(Language::opt_leftovers)
                value=of(plan, |rules| rules.law.leftovers)
                text=Callback::new(|leftovers| match leftovers {
                    Leftovers::OwnSide => language().opt_leftovers_own_side().to_owned(),
                    Leftovers::Uncounted => language().opt_leftovers_uncounted().to_owned(),
                })
                about=of(plan, |rules| match rules.law.leftovers {
                    Leftovers::OwnSide => language().opt_leftovers_own_side_about().to_owned(),
                    Leftovers::Uncounted => language().opt_leftovers_uncounted_about().to_owned(),
                })
                on_change=set(plan, |rules, leftovers| rules.law.leftovers = leftovers)
            />
            <Check
                id="skip-origin"
                label=label(Language::opt_skip_origin)
                about=label(Language::opt_skip_origin_about)
                value=of(plan, |rules| rules.law.skip_origin)
                on_change=set(plan, |rules, skip| rules.law.skip_origin = skip)
            />
            <Check
                id="extra-turn"
                label=label(Language::opt_extra_turn)
                about=label(Language::opt_extra_turn_about)
                value=of(plan, |rules| rules.law.extra_turn)
                on_change=set(plan, |rules, extra| rules.law.extra_turn = extra)
            />
            <Check
                id="pie"
                label=label(Language::opt_pie)
                about=label(Language::opt_pie_about)
                value=of(plan, |rules| rules.pie)
                on_change=set(plan, |rules, pie| rules.pie = pie)
            />
        </div>
    }
}
