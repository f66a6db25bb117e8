mod draft;
mod options;
mod own_rules;
mod seats;

use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, GameKind, Player, RuleSet};
use gebeta_session::{GameSetup, SetupError, plan_fault, usual_name};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use crate::board::either::Thumb;
use crate::components::form::{Check, Choice, has_wrong_field, label};
use crate::components::opponents;
use crate::pages::settings::Delay;
use crate::platform::language::{language, language_now, say};
use crate::platform::rule_sets::{self, rule_sets};
use crate::platform::settings::settings;
use crate::platform::theme::{speed_name, theme_name};
use crate::route::Route;
use crate::session::Session;
pub(crate) use draft::drafted_rules;
use draft::named_rules;
pub(crate) use options::Sizes;
use options::{Options, WhoBegins};
pub(crate) use own_rules::OwnRules;
use seats::Seats;

/// What is agreed on before a game: one page with a picture of the board it makes.
#[component]
pub(crate) fn SetupScreen(game: GameKind) -> impl IntoView {
    let setup = draft::setup(game);
    // Errors are shown after the first try.
    let tried = RwSignal::new(false);
    let session = Session::here();
    let sets = RwSignal::new(rule_sets(game));
    // Asked for here and not at the start, which needs no network.
    spawn_local_scoped(async move {
        if rule_sets::fetch().await.is_some() {
            sets.set(rule_sets(game));
        }
    });
    let new_rules = Callback::new(move |added: Option<RuleSet>| {
        sets.set(rule_sets(game));
        if let Some(set) = added.filter(|set| set.rules.game() == game) {
            setup.update(|setup| setup.rule_set = set);
        }
    });
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        if !has_wrong_field() && setup.with_untracked(|setup| setup.faults().is_empty()) {
            let mut setup = setup.get_untracked();
            setup.rule_set = sets.with_untracked(|sets| named_rules(&setup, sets));
            session.begin(&setup);
        } else {
            focus_first_fault();
        }
    };
    let read = move || {
        let name = setup.with(|setup| sets.with(|sets| named_rules(setup, sets).name));
        Route::Rules(Some(name)).href()
    };
    let other = match game {
        GameKind::Mancala => GameKind::Senet,
        GameKind::Senet => GameKind::Mancala,
    };
    view! {
        <form class="page setup" on:submit=start novalidate>
            <header class="setup-head">
                <h1>{move || crate::app::game_name(game, language())}</h1>
                <a class="button quiet" href=Route::Setup(other).href()>{move || crate::app::game_name(other, language())}</a>
            </header>
            <Picture setup />
            <section class="setup-part">
                <RuleSets setup sets />
                <Sizes setup game />
                <WhoBegins setup game />
            </section>
            <Seats setup tried />
            <Manners setup />
            <RuleOptions setup game />
            <OwnRules on_change=new_rules />
            <div class="row setup-end">
                <button class="button primary big" type="submit">{say(Language::setup_start)}</button>
                <a class="button quiet" href=read>{say(Language::setup_rules_read)}</a>
            </div>
        </form>
    }
}

/// Every other rule of a game, one by one, folded away, with what does not go together.
#[component]
pub(crate) fn RuleOptions(
    setup: RwSignal<GameSetup>,
    game: GameKind,
    /// What stands above them.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <details class="setup-part advanced" data-test="rule-options">
            <summary>{say(Language::setup_advanced)}</summary>
            <p class="dim">{say(Language::setup_advanced_about)}</p>
            {children.map(|children| children())}
            <Options setup game />
            <RuleFaults setup />
        </details>
    }
}

/// The board as the game would begin.
#[component]
pub(crate) fn Picture(setup: RwSignal<GameSetup>) -> impl IntoView {
    let start = Memo::new(move |_| setup.with(|setup| setup.rule_set.rules.start()));
    view! { <div class="setup-picture" aria-hidden="true">{move || view! { <Thumb position=start.get() /> }}</div> }
}

/// The choice among the rule sets with a line about each.
#[component]
fn RuleSets(setup: RwSignal<GameSetup>, sets: RwSignal<Vec<RuleSet>>) -> impl IntoView {
    let choose = move |event| {
        let name = event_target_value(&event);
        if let Some(set) = sets.with_untracked(|sets| sets.iter().find(|set| set.name == name).cloned()) {
            setup.update(|setup| setup.rule_set = set);
        }
    };
    let options = move || {
        let words = language();
        sets.get()
            .into_iter()
            .map(|set| {
                let name = set.name.clone();
                let chosen = move || setup.with(|setup| setup.rule_set.name == name);
                view! { <option value=set.name.clone() selected=chosen>{opponents::rule_set(words, &set.name)}</option> }
            })
            .collect_view()
    };
    view! {
        <div class="field">
            <label for="rule-set">{say(Language::setup_rules)}</label>
            <select id="rule-set" on:change=choose>{options}</select>
            <p class="help">{move || setup.with(|setup| opponents::rule_set_about(language(), &setup.rule_set))}</p>
        </div>
    }
}

/// How moves are made and shown.
#[component]
fn Manners(setup: RwSignal<GameSetup>) -> impl IntoView {
    let settings = settings();
    view! {
        <section class="setup-part">
            <Check
                id="confirm"
                label=label(Language::confirm_moves)
                about=label(Language::confirm_moves_about)
                value=Signal::derive(move || setup.with(|setup| setup.confirm))
                on_change=Callback::new(move |confirm| setup.update(|setup| setup.confirm = confirm))
            />
            <Choice
                id="theme"
                label=label(Language::theme)
                value=Signal::derive(move || settings.with(|settings| settings.theme))
                text=Callback::new(move |theme| theme_name(language(), theme).to_owned())
                on_change=Callback::new(move |theme| settings.update(|settings| settings.theme = theme))
            />
            <Choice
                id="speed"
                label=label(Language::animation)
                value=Signal::derive(move || settings.with(|settings| settings.speed))
                text=Callback::new(move |speed| speed_name(language(), speed).to_owned())
                on_change=Callback::new(move |speed| settings.update(|settings| settings.speed = speed))
            />
            <Delay />
        </section>
    }
}

/// Rules that cannot go together, in words.
#[component]
fn RuleFaults(setup: RwSignal<GameSetup>) -> impl IntoView {
    let faults = move || {
        let words = language();
        let faults = setup.with(GameSetup::faults).into_iter();
        faults
            .filter(|fault| !matches!(fault, SetupError::Name(..)))
            .map(
                |fault| view! { <p class="error" role="status" tabindex="-1">{plan_fault(words, fault)}</p> },
            )
            .collect_view()
    };
    view! { <div class="field" data-faults>{faults}</div> }
}

/// Shows the first field that keeps the game from beginning.
pub(crate) fn focus_first_fault() {
    use wasm_bindgen::JsCast;
    request_animation_frame(|| {
        let field = document().query_selector("[aria-invalid=true], [data-faults] .error").ok().flatten();
        if let Some(details) = field.as_ref().and_then(|field| field.closest("details").ok().flatten()) {
            let _ = details.set_attribute("open", "");
        }
        if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = field.focus();
        }
    });
}

/// Names that were not changed follow the kind of player and the language.
fn rename(setup: &mut GameSetup, change: impl FnOnce(&mut GameSetup)) {
    let usual = |setup: &GameSetup| {
        ByPlayer::from_fn(|player| {
            Language::ALL
                .iter()
                .any(|&words| setup.names[player] == usual_name(words, setup.player_kinds, player))
        })
    };
    let unchanged = usual(setup);
    change(setup);
    for player in Player::BOTH {
        if unchanged[player] {
            setup.names[player] = usual_name(language_now(), setup.player_kinds, player);
        }
    }
}
