//! The three choices that matter, to be seen at once: who, by which rules, with how many stones.

use gebeta_engine::{Bot, Level};
use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, Player, RuleSet};
use gebeta_session::{GameSetup, PlayerKind, SetupError, plan_fault};
use leptos::prelude::*;

use super::pictures;
use crate::components::form::{TextField, label};
use crate::components::opponents;
use crate::platform::language::{language, language_now, say};

/// A friend at this device, or a level of the computer with a line about its character.
#[component]
pub(super) fn Opponent(setup: RwSignal<GameSetup>) -> impl IntoView {
    let is_friend = move || setup.with(is_between_people);
    let level = move || match setup.with(GameSetup::opponent) {
        Some(Bot::Level(level)) => Some(level),
        _ => None,
    };
    let befriend = move |_| {
        let people = ByPlayer { one: PlayerKind::Human, two: PlayerKind::Human };
        setup.update(|setup| setup.seat(language_now(), |kinds| *kinds = people));
    };
    let card = move |each: Level| {
        let choose = move |_| setup.update(|setup| setup.play_against(language_now(), Bot::Level(each)));
        view! {
            <label class="card-choice">
                <input type="radio" name="opponent" data-opponent=each.to_string() aria-label=move || language().bot_level(each.get()) prop:checked=move || level() == Some(each) on:change=choose />
                <span aria-hidden="true">{each.get()}</span>
            </label>
        }
    };
    // The other kinds of players are below "More".
    let about = move || {
        let words = language();
        let kind = match (is_friend(), setup.with(GameSetup::opponent)) {
            (true, _) => PlayerKind::Human,
            (false, Some(bot)) => PlayerKind::Bot(bot),
            (false, None) => return String::new(),
        };
        let name = if kind == PlayerKind::Human { words.home_friend().to_owned() } else { kind.name(words) };
        format!("{name}: {}", kind.about(words))
    };
    view! {
        <fieldset class="cards opponents">
            <legend>{say(Language::online_opponent)}</legend>
            <label class="card-choice friend">
                <input type="radio" name="opponent" data-opponent="human" prop:checked=is_friend on:change=befriend />
                <span>{say(Language::home_friend)}</span>
            </label>
            {Level::all().map(card).collect_view()}
        </fieldset>
        <p class="help opponent-about" role="status">{about}</p>
    }
}

/// Whether both players sit at this device.
fn is_between_people(setup: &GameSetup) -> bool {
    setup.player_kinds.one == PlayerKind::Human && setup.player_kinds.two == PlayerKind::Human
}

/// What two people at one device are called; nobody else is asked.
#[component]
pub(super) fn Names(setup: RwSignal<GameSetup>, tried: RwSignal<bool>) -> impl IntoView {
    let field = move |player: Player| {
        let edited = RwSignal::new(false);
        let fault = Signal::derive(move || {
            let shown = tried.get() || edited.get();
            let mine = |fault: &SetupError| matches!(fault, SetupError::Name(whose, _) if *whose == player);
            let fault = setup.with(GameSetup::faults).into_iter().find(mine).filter(|_| shown)?;
            Some(plan_fault(language(), fault))
        });
        let (id, text): (_, fn(Language) -> &'static str) = match player {
            Player::One => ("name-1", Language::player_1),
            Player::Two => ("name-2", Language::player_2),
        };
        view! {
            <TextField
                id
                label=label(text)
                value=Signal::derive(move || setup.with(|setup| setup.names[player].clone()))
                fault
                on_input=Callback::new(move |name| {
                    edited.set(true);
                    setup.update(|setup| setup.names[player] = name);
                })
            />
        }
    };
    view! {
        <Show when=move || setup.with(is_between_people)>
            <div class="setup-part">{Player::BOTH.map(field).collect_view()}</div>
        </Show>
    }
}

/// The rule sets with a picture and a line about each.
#[component]
pub(super) fn RuleCards(setup: RwSignal<GameSetup>, sets: RwSignal<Vec<RuleSet>>) -> impl IntoView {
    let card = move |set: RuleSet| {
        let is_chosen = {
            let name = set.name.clone();
            move || setup.with(|setup| setup.rule_set.name == name)
        };
        let (name, about) = {
            let set = StoredValue::new(set.clone());
            let name = move || set.with_value(|set| opponents::rule_set(language(), &set.name));
            (name, move || set.with_value(|set| opponents::rule_set_about(language(), set)))
        };
        let (picture, rules) = (pictures::of(&set), set.name.clone());
        let choose = move |_| setup.update(|setup| setup.rule_set = set.clone());
        view! {
            <label class="card-choice rule-card" data-rules=rules>
                <input type="radio" name="rules" prop:checked=is_chosen on:click=choose />
                <span class="rule-picture" aria-hidden="true" inner_html=picture></span>
                <strong>{name}</strong>
                <span class="help">{about}</span>
            </label>
        }
    };
    view! {
        <fieldset class="cards rule-cards">
            <legend>{say(Language::setup_rules)}</legend>
            <For each=move || sets.get() key=|set| set.name.clone() children=card />
        </fieldset>
    }
}
