//! The options of the rules as fields of a form, made from the table of options.

use gebeta_i18n::Language;
use gebeta_rules::mancala::{DIFFICULTY, Difficulty};
use gebeta_rules::options::{Group, Kind, NumberSet, Numbers, RuleOption, Value};
use gebeta_rules::{GameKind, Keyword, RuleSet};
use gebeta_session::GameSetup;
use leptos::prelude::*;

use crate::components::form::{Check, Number, Select};
use crate::platform::language::{language, language_now};

/// How large the board is and what stands on it.
#[component]
pub(crate) fn Sizes(setup: RwSignal<GameSetup>, game: GameKind) -> impl IntoView {
    view! {
        {(game == GameKind::Mancala).then(|| view! { <Stones setup /> })}
        <SizeFields setup game />
    }
}

/// The same as numbers.
#[component]
pub(super) fn SizeFields(setup: RwSignal<GameSetup>, game: GameKind) -> impl IntoView {
    let mut options: Vec<_> = of_group(game, Group::Board).collect();
    options.sort_by_key(|option| option.key != "stones");
    options.into_iter().map(|option| field(setup, option)).collect_view()
}

/// Who begins, where the rules can say it.
#[component]
pub(super) fn WhoBegins(setup: RwSignal<GameSetup>, game: GameKind) -> impl IntoView {
    of_group(game, Group::Begin).map(|option| field(setup, option)).collect_view()
}

/// Every other option.
#[component]
pub(super) fn Options(setup: RwSignal<GameSetup>, game: GameKind) -> impl IntoView {
    /// What players look for first.
    const LEADING: [&str; 5] = ["wrong_roll", "gate", "water", "protect", "block"];
    let place = |option: &&RuleOption| {
        let leading = LEADING.iter().position(|key| *key == option.key);
        leading.unwrap_or(
            LEADING.len()
                + match option.kind {
                    Kind::Flag => 1,
                    Kind::Set(numbers) if is_wide(numbers) => 2,
                    Kind::Choice(_) | Kind::Number { .. } | Kind::OneOf(_) | Kind::Set(_) | Kind::Counts => 0,
                },
        )
    };
    let mut options: Vec<_> = of_group(game, Group::Play).collect();
    options.sort_by_key(place);
    view! {
        <div class="setup-options">{options.into_iter().map(|option| field(setup, option)).collect_view()}</div>
    }
}

fn of_group(game: GameKind, group: Group) -> impl Iterator<Item = &'static RuleOption> {
    game.options().iter().filter(move |option| option.group == group)
}

/// Whether a set needs a line of its own.
const fn is_wide(numbers: &Numbers) -> bool {
    numbers.high > 9
}

/// The field of one option.
fn field(setup: RwSignal<GameSetup>, option: &'static RuleOption) -> AnyView {
    let id = option.key.replace('_', "-");
    let label = Signal::derive(move || language().option_label(option));
    let value = Signal::derive(move || setup.with(|setup| option.get(&setup.rule_set.rules)));
    let choose = move |value| setup.update(|setup| option.choose(&mut setup.rule_set.rules, value));
    let about = move |words: Language, setup: &GameSetup| words.option_about(option, &setup.rule_set.rules);
    let has_about =
        option.group == Group::Play && setup.with_untracked(|setup| about(language_now(), setup).is_some());
    let about = has_about.then(|| {
        Signal::derive(move || setup.with(|setup| about(language(), setup).unwrap_or_default().to_owned()))
    });
    match option.kind {
        Kind::Flag => {
            let value = Signal::derive(move || value.get() == Some(Value::Flag(true)));
            let on_change = Callback::new(move |flag| choose(Value::Flag(flag)));
            view! { <Check id label about value on_change /> }.into_any()
        }
        Kind::Number { low, high } => {
            let value = Signal::derive(move || match value.get() {
                Some(Value::Number(number)) => number,
                _ => low,
            });
            let on_change = Callback::new(move |number| choose(Value::Number(number)));
            view! { <Number id label value least=low most=high on_change about /> }.into_any()
        }
        Kind::Choice(_) | Kind::OneOf(_) => {
            let name = move |value| option.kind.name(value);
            let text = |value| Signal::derive(move || language().option_value(option, value));
            let choices = option.kind.values().into_iter().map(|value| (name(value), text(value))).collect();
            let change = Callback::new(move |word: String| {
                if let Some(value) = option.kind.values().into_iter().find(|&value| name(value) == word) {
                    choose(value);
                }
            });
            let value = Signal::derive(move || value.get().map(name).unwrap_or_default());
            view! { <Select id label value choices change about /> }.into_any()
        }
        // Only games of the wider family have such a list, and rule files set it.
        Kind::Counts => ().into_any(),
        Kind::Set(numbers) => {
            let value = Signal::derive(move || match value.get() {
                Some(Value::Set(set)) => set,
                _ => NumberSet::default(),
            });
            let offered = Memo::new(move |_| setup.with(|setup| numbers.offered(&setup.rule_set.rules)));
            let on_change = Callback::new(move |set| choose(Value::Set(set)));
            view! { <SetField wide=is_wide(numbers) label about value offered on_change /> }.into_any()
        }
    }
}

/// Numbers, each in the set or not.
#[component]
fn SetField(
    wide: bool,
    label: Signal<String>,
    about: Option<Signal<String>>,
    value: Signal<NumberSet>,
    /// The numbers that can be chosen.
    offered: Memo<NumberSet>,
    on_change: Callback<NumberSet>,
) -> impl IntoView {
    let (field, row) = if wide { ("field wide-field", "row pick squares") } else { ("field", "row pick") };
    let button = move |number: u8| {
        let pressed = move || value.get().contains(number).to_string();
        let toggle = move |_| {
            let set = value.get_untracked().toggled(number);
            on_change.run(set.intersection(offered.get_untracked()));
        };
        view! { <button type="button" class="button" aria-pressed=pressed on:click=toggle>{number.to_string()}</button> }
    };
    view! {
        <div class=field role="group" aria-label=label>
            <span class="label" aria-hidden="true">{label}</span>
            <div class=row>{move || offered.get().iter().map(button).collect_view()}</div>
            {about.filter(|_| wide).map(|about| view! { <p class="help">{about}</p> })}
        </div>
    }
}

/// How many stones a pit begins with, as pictures. The Tainted rules call it the difficulty.
#[component]
pub(super) fn Stones(setup: RwSignal<GameSetup>) -> impl IntoView {
    let is_tainted = move || setup.with(|setup| RuleSet::base_name(&setup.rule_set.name).0 == "tainted");
    let card = move |(place, &(word, difficulty)): (usize, &'static (&'static str, Difficulty))| {
        let value = Value::Choice(place);
        let stones = difficulty.stones().get();
        let chosen = move || setup.with(|setup| DIFFICULTY.get(&setup.rule_set.rules) == Some(value));
        let pick = move |_| setup.update(|setup| DIFFICULTY.choose(&mut setup.rule_set.rules, value));
        let text = move || {
            let words = language();
            if is_tainted() {
                words.difficulty_with_stones(words.option_value(&DIFFICULTY, value), stones)
            } else {
                words.stones_count(stones.into())
            }
        };
        view! {
            <label class="card-choice" data-difficulty=word>
                <input type="radio" name="stones" prop:checked=chosen on:change=pick />
                <svg viewBox="-20 -20 40 40" aria-hidden="true">
                    <circle r="19" class="a-pit" />
                    {(0..stones).map(|stone| heap_stone(stone, stones)).collect_view()}
                </svg>
                <span>{text}</span>
            </label>
        }
    };
    view! {
        <fieldset class="cards stones wide-field">
            <legend>{move || if is_tainted() { language().option_label(&DIFFICULTY) } else { language().setup_stones().to_owned() }}</legend>
            {Difficulty::KEYWORDS.iter().enumerate().map(card).collect_view()}
        </fieldset>
    }
}

/// One of so many stones in a round heap.
fn heap_stone(stone: u8, stones: u8) -> impl IntoView {
    let turn = std::f64::consts::TAU * f64::from(stone) / f64::from(stones);
    view! { <circle cx=format!("{:.1}", 9.0 * turn.cos()) cy=format!("{:.1}", 9.0 * turn.sin()) r="4.5" class="a-stone" /> }
}
