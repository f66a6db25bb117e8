mod picture;

use gebeta_i18n::Language;
use gebeta_i18n::rules::explain;
use gebeta_rules::{AnyRules, GameKind, Preset, RuleSet};
use gebeta_session::GameSetup;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use crate::components::opponents::{rule_set, rule_set_about};
use crate::pages::setup::drafted_rules;
use crate::platform::language::{language, say};
use crate::platform::rule_sets::{self, rule_sets};
use crate::platform::settings::settings;
use crate::route::Route;
use crate::session::Session;
use picture::Picture;

/// The rules of any rule set, made from its options.
#[component]
pub(crate) fn RulesScreen(
    /// Which; without a name those of the game in progress, or the default ones.
    name: Option<String>,
) -> impl IntoView {
    let learnt = RwSignal::new(());
    if name.as_ref().is_some_and(|name| known(name).is_none()) {
        // They may be among the rule files of the server.
        spawn_local_scoped(async move {
            if rule_sets::fetch().await.is_some() {
                learnt.set(());
            }
        });
    }
    move || {
        learnt.track();
        view! { <Page name=name.clone() /> }
    }
}

/// Every rule set there is, mancala's first.
fn all() -> Vec<RuleSet> {
    [GameKind::Mancala, GameKind::Senet].into_iter().flat_map(rule_sets).collect()
}

/// The rules of that name, and whether they are about to be agreed on at the set-up page.
fn known(name: &str) -> Option<(RuleSet, bool)> {
    let set = all().into_iter().find(|set| set.name == Preset::current_name(name));
    set.map(|set| (set, false)).or_else(|| Some((drafted_rules(name)?, true)))
}

#[component]
fn Page(name: Option<String>) -> impl IntoView {
    let playing = untrack(|| Session::here().record()).map(|record| RuleSet {
        name: record.rule_set,
        about: String::new(),
        rules: record.rules,
    });
    let is_playing = name.is_none() && playing.is_some();
    let chosen = match name {
        None => playing.or_else(|| all().into_iter().next()).map(|set| (set, false)),
        Some(name) => known(&name),
    };
    let Some((set, is_draft)) = chosen else { return view! { <NoSuchRules /> }.into_any() };
    let about = {
        let set = set.clone();
        move || {
            if is_playing || is_draft {
                language().rules_of_this_game().to_owned()
            } else {
                rule_set_about(language(), &set)
            }
        }
    };
    let title = {
        let name = set.name.clone();
        move || language().rules_title(rule_set(language(), &name))
    };
    view! {
        <div class="page rules-page">
            <Others sets=all() current=set.name.clone() />
            <article class="prose" data-test="rules">
                <h1>{title}</h1>
                <p class="lead">{about}</p>
                <Paragraphs rules=set.rules />
                <Ways set is_draft />
            </article>
        </div>
    }
    .into_any()
}

/// Every rule, in words and as a picture.
#[component]
pub(crate) fn Paragraphs(rules: AnyRules) -> impl IntoView {
    move || {
        let paragraphs = explain(language(), &rules).into_iter();
        let shown = paragraphs.map(|paragraph| {
            view! {
                <section class="rule">
                    <div>
                        <h2>{paragraph.heading}</h2>
                        <p>{paragraph.text}</p>
                    </div>
                    <Picture rules topic=paragraph.topic />
                </section>
            }
        });
        shown.collect_view()
    }
}

/// The other rule sets, by game.
#[component]
fn Others(sets: Vec<RuleSet>, current: String) -> impl IntoView {
    let games = [GameKind::Mancala, GameKind::Senet].map(|game| {
        let links: Vec<_> = sets
            .iter()
            .filter(|set| set.rules.game() == game)
            .map(|set| {
                let name = set.name.clone();
                let here = (name == current).then_some("page");
                let href = Route::Rules(Some(name.clone())).href();
                view! { <li><a href=href aria-current=here>{move || rule_set(language(), &name)}</a></li> }
            })
            .collect();
        view! {
            <div>
                <h2>{move || crate::app::game_name(game, language())}</h2>
                <ul>{links}</ul>
            </div>
        }
    });
    view! { <nav class="rules-nav" aria-label=say(Language::rules_choose)>{games.into_iter().collect_view()}</nav> }
}

/// From reading to playing.
#[component]
fn Ways(
    set: RuleSet,
    /// Whether they were read in the middle of a set-up, which goes on.
    is_draft: bool,
) -> impl IntoView {
    let session = Session::here();
    let game = set.rules.game();
    let play = move |_| {
        let mut setup = GameSetup::usual(game, language());
        setup.rule_set = set.clone();
        setup.confirm = settings().with_untracked(|settings| settings.confirm);
        session.begin(&setup);
    };
    let on = if is_draft {
        view! { <a class="button primary" href=Route::Setup(game).href()>{say(Language::setup)}</a> }
            .into_any()
    } else {
        view! { <button class="button primary" on:click=play>{say(Language::rules_play_these)}</button> }
            .into_any()
    };
    view! {
        <div class="row ways">
            {on}
            <a class="button quiet" href=Route::Learn(game).href()>{say(Language::rules_learn_instead)}</a>
        </div>
    }
}

#[component]
fn NoSuchRules() -> impl IntoView {
    view! {
        <div class="page narrow">
            <h1>{say(Language::not_found_title)}</h1>
            <p>{say(Language::not_found_text)}</p>
            <a class="button primary" href=Route::Rules(None).href()>{say(Language::rules)}</a>
        </div>
    }
}
