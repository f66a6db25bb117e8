use gebeta_rules::AnyRules;
use gebeta_rules::senet::{
    Block, Forfeit, Gate, NoDark, Pieces, Protect, Roll, RollSet, Rules, Square, SquareSet, Water, WrongRoll,
};
use gebeta_table::Plan;
use gebeta_words::Language;
use leptos::prelude::*;

use crate::form::{Check, Choice, Number, Pick, label};
use crate::language::{language, say};

fn rules(plan: &Plan) -> Rules {
    match plan.rule_set.rules {
        AnyRules::Senet(rules) => rules,
        AnyRules::Mancala(_) => unreachable!("a set-up keeps to its game"),
    }
}

fn of<T: Send + Sync + 'static>(
    plan: RwSignal<Plan>,
    look: impl Fn(Rules) -> T + Send + Sync + 'static,
) -> Signal<T> {
    Signal::derive(move || plan.with(|plan| look(rules(plan))))
}

fn set<T: 'static>(plan: RwSignal<Plan>, put: impl Fn(&mut Rules, T) + Send + Sync + 'static) -> Callback<T> {
    Callback::new(move |value| {
        plan.update(|plan| {
            if let AnyRules::Senet(rules) = &mut plan.rule_set.rules {
                put(rules, value);
            }
        });
    })
}

/// How many pieces each side has.
#[component]
pub(super) fn Sizes(plan: RwSignal<Plan>) -> impl IntoView {
    view! {
        <Number
            id="pieces"
            label=label(Language::opt_pieces)
            value=of(plan, |rules| rules.pieces.get())
            least=1
            most=10
            on_change=set(plan, |rules, n| rules.pieces = Pieces::new(n).unwrap_or(rules.pieces))
        />
    }
}

/// Every other rule of Senet.
#[component]
pub(super) fn SenetRules(plan: RwSignal<Plan>) -> impl IntoView {
    view! {
        <div class="setup-options">
            <Choice
                id="wrong-roll"
                label=label(Language::opt_wrong_roll)
                value=of(plan, |rules| rules.wrong_roll)
                text=Callback::new(|wrong| {
                    let words = language();
                    match wrong {
                        WrongRoll::Stay => words.opt_wrong_roll_stay(),
                        WrongRoll::MayReturn => words.opt_wrong_roll_may_return(),
                        WrongRoll::MustReturn => words.opt_wrong_roll_must_return(),
                    }
                    .to_owned()
                })
                about=of(plan, |rules| {
                    let words = language();
                    match rules.wrong_roll {
                        WrongRoll::Stay => words.opt_wrong_roll_stay_about(),
                        WrongRoll::MayReturn => words.opt_wrong_roll_may_return_about(),
                        WrongRoll::MustReturn => words.opt_wrong_roll_must_return_about(),
                    }
                    .to_owned()
                })
                on_change=set(plan, |rules, wrong| rules.wrong_roll = wrong)
            />
            <Choice
                id="gate"
                label=label(Language::opt_gate)
                value=of(plan, |rules| rules.gate)
                text=Callback::new(|gate| match gate {
                    Gate::Exact => language().opt_gate_exact().to_owned(),
                    Gate::Free => language().opt_gate_free().to_owned(),
                })
                about=of(plan, |rules| match rules.gate {
                    Gate::Exact => language().opt_gate_exact_about().to_owned(),
                    Gate::Free => language().opt_gate_free_about().to_owned(),
                })
                on_change=set(plan, |rules, gate| rules.gate = gate)
            />
            <Choice
                id="water"
                label=label(Language::opt_water)
                about=label(Language::opt_water_about)
                value=of(plan, |rules| rules.water)
                text=Callback::new(|water| match water {
                    Water::Rebirth => language().opt_water_rebirth().to_owned(),
                    Water::Start => language().opt_water_start().to_owned(),
                })
                on_change=set(plan, |rules, water| rules.water = water)
            />
            <Choice
                id="protect"
                label=label(Language::opt_protect)
                value=of(plan, |rules| rules.protect)
                text=Callback::new(|protect| match protect {
                    Protect::None => language().opt_protect_none().to_owned(),
                    Protect::Pair => language().opt_protect_pair().to_owned(),
                })
                about=of(plan, |rules| match rules.protect {
                    Protect::None => language().opt_protect_none_about().to_owned(),
                    Protect::Pair => language().opt_protect_pair_about().to_owned(),
                })
                on_change=set(plan, |rules, protect| rules.protect = protect)
            />
            <Pick
                id="block"
                label=label(Language::opt_block)
                about=label(Language::opt_block_about)
                value=of(plan, |rules| rules.block)
                choices=&[Block::Never, Block::Two, Block::Three]
                text=Callback::new(|block| {
                    let words = language();
                    match block {
                        Block::Never => words.opt_block_never(),
                        Block::Two => words.opt_block_two(),
                        Block::Three => words.opt_block_three(),
                    }
                    .to_owned()
                })
                on_change=set(plan, |rules, block| rules.block = block)
            />
            <Pick
                id="no-dark"
                label=label(Language::opt_no_dark)
                about=label(Language::opt_no_dark_about)
                value=of(plan, |rules| rules.no_dark)
                choices=&[NoDark::Five, NoDark::Six]
                text=Callback::new(|no_dark: NoDark| no_dark.roll().to_string())
                on_change=set(plan, |rules: &mut Rules, no_dark| *rules = rules.with_no_dark(no_dark))
            />
            <Rolls
                label=label(Language::opt_extra_throw)
                value=of(plan, |rules| rules.extra_throw)
                no_dark=of(plan, |rules| rules.no_dark)
                on_change=set(plan, |rules, rolls| rules.extra_throw = rolls)
            />
            <Choice
                id="forfeit"
                label=label(Language::opt_forfeit)
                value=of(plan, |rules| rules.forfeit)
                text=Callback::new(|forfeit| match forfeit {
                    Forfeit::EndsTurn => language().opt_forfeit_ends_turn().to_owned(),
                    Forfeit::ThrowsAgain => language().opt_forfeit_throws_again().to_owned(),
                })
                on_change=set(plan, |rules, forfeit| rules.forfeit = forfeit)
            />
            <Rolls
                label=Signal::derive(|| language().opt_exits(28))
                value=of(plan, |rules| rules.exits.three_truths)
                no_dark=of(plan, |rules| rules.no_dark)
                on_change=set(plan, |rules, rolls| rules.exits.three_truths = rolls)
            />
            <Rolls
                label=Signal::derive(|| language().opt_exits(29))
                value=of(plan, |rules| rules.exits.re_atoum)
                no_dark=of(plan, |rules| rules.no_dark)
                on_change=set(plan, |rules, rolls| rules.exits.re_atoum = rolls)
            />
            <Rolls
                label=Signal::derive(|| language().opt_exits(30))
                value=of(plan, |rules| rules.exits.horus)
                no_dark=of(plan, |rules| rules.no_dark)
                on_change=set(plan, |rules, rolls| rules.exits.horus = rolls)
            />
            <Check
                id="backward"
                label=label(Language::opt_backward)
                about=label(Language::opt_backward_about)
                value=of(plan, |rules| rules.backward)
                on_change=set(plan, |rules, backward| rules.backward = backward)
            />
            <SafeSquares plan />
        </div>
    }
}

/// A set of rolls, each on or off.
#[component]
fn Rolls(
    label: Signal<String>,
    value: Signal<RollSet>,
    no_dark: Signal<NoDark>,
    on_change: Callback<RollSet>,
) -> impl IntoView {
    let has = move |roll: Roll| value.get().iter().any(|own| own == roll);
    let buttons = move || {
        let throws = no_dark.get().throws();
        throws
            .iter()
            .map(|&(roll, _)| {
                let toggle = move |_| {
                    let rolls = throws.iter().map(|&(roll, _)| roll);
                    on_change.run(rolls.filter(|&other| has(other) != (other == roll)).collect());
                };
                view! {
                    <button type="button" class="button" aria-pressed=move || has(roll).to_string() on:click=toggle>
                        {roll.to_string()}
                    </button>
                }
            })
            .collect_view()
    };
    view! {
        <div class="field" role="group" aria-label=label>
            <span class="label" aria-hidden="true">{label}</span>
            <div class="row pick">{buttons}</div>
        </div>
    }
}

/// The squares whose pieces cannot be swapped.
#[component]
fn SafeSquares(plan: RwSignal<Plan>) -> impl IntoView {
    let value = of(plan, |rules| rules.safe);
    let change = set(plan, |rules: &mut Rules, safe| rules.safe = safe);
    let buttons = (1..=Square::LAST).filter_map(Square::new).map(|square| {
        let pressed = move || value.get().contains(square).to_string();
        let toggle = move |_| {
            let now = value.get_untracked();
            let kept = (1..=Square::LAST).filter_map(Square::new);
            change.run(kept.filter(|&other| now.contains(other) != (other == square)).collect::<SquareSet>());
        };
        view! { <button type="button" class="button" aria-pressed=pressed on:click=toggle>{square.to_string()}</button> }
    });
    view! {
        <div class="field wide-field" role="group" aria-labelledby="safe-label">
            <span class="label" id="safe-label">{say(Language::opt_safe)}</span>
            <div class="row pick squares">{buttons.collect_view()}</div>
            <p class="help">{say(Language::opt_safe_about)}</p>
        </div>
    }
}
