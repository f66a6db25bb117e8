mod cards;
mod draft;
mod options;
mod own_rules;
mod pictures;
mod seats;

use gebeta_i18n::Language;
use gebeta_rules::{GameKind, RuleSet};
use gebeta_session::{GameSetup, SetupError, plan_fault};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use crate::board::either::Thumb;
use crate::components::form::{Check, has_wrong_field, label};
use crate::components::theme_picker::ThemePicker;
use crate::platform::language::{language, say};
use crate::platform::last_setup;
use crate::platform::rule_sets::{self, rule_sets};
use crate::route::Route;
use crate::session::Session;
use cards::{Names, Opponent, RuleCards};
pub(crate) use draft::drafted_rules;
use draft::named_rules;
pub(crate) use options::Sizes;
use options::{Options, SizeFields, Stones, WhoBegins};
pub(crate) use own_rules::OwnRules;
use seats::Seats;

/// What is agreed on before a game: three choices to be seen at once, and everything else folded below them.
#[component]
pub(crate) fn SetupScreen(game: GameKind) -> impl IntoView {
    let setup = draft::setup(game);
    // Errors are shown after the first try.
    let tried = RwSignal::new(false);
    let session = Session::here();
    let sets = RwSignal::new(usual_first(game));
    // Asked for here and not at the start, which needs no network.
    spawn_local_scoped(async move {
        if rule_sets::fetch().await.is_some() {
            sets.set(usual_first(game));
        }
    });
    let new_rules = Callback::new(move |added: Option<RuleSet>| {
        sets.set(usual_first(game));
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
            last_setup::store(&setup);
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
            <Opponent setup />
            <Names setup tried />
            <RuleCards setup sets />
            {(game == GameKind::Mancala).then(|| view! { <Stones setup /> })}
            <details class="setup-part advanced" data-test="more">
                <summary>{say(Language::more)}</summary>
                <Picture setup />
                <div class="setup-options">
                    <SizeFields setup game />
                    <WhoBegins setup game />
                    <Check
                        id="confirm"
                        label=label(Language::confirm_moves)
                        about=label(Language::confirm_moves_about)
                        value=Signal::derive(move || setup.with(|setup| setup.confirm))
                        on_change=Callback::new(move |confirm| setup.update(|setup| setup.confirm = confirm))
                    />
                </div>
                <Seats setup />
                <ThemePicker />
                <RuleOptions setup game />
                <OwnRules on_change=new_rules />
            </details>
            <div class="row setup-end">
                <button class="button primary big" type="submit">{say(Language::setup_start)}</button>
                <a class="button quiet" href=read>{say(Language::setup_rules_read)}</a>
            </div>
        </form>
    }
}

/// The rule sets of a game, that of a first game before the others.
fn usual_first(game: GameKind) -> Vec<RuleSet> {
    let usual = GameSetup::usual(game, Language::En).rule_set.name;
    let mut sets = rule_sets(game);
    sets.sort_by_key(|set| set.name != usual);
    sets
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
        let mut around = field.as_ref().and_then(|field| field.closest("details").ok().flatten());
        while let Some(details) = around {
            let _ = details.set_attribute("open", "");
            around = details.parent_element().and_then(|parent| parent.closest("details").ok().flatten());
        }
        if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = field.focus();
        }
    });
}
