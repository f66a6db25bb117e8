//! The public profile of an account: its ratings, its results and its games.

mod history;
mod numbers;
mod rating_line;
mod ratings;

use gebeta_i18n::Language;
use gebeta_protocol::{Code, HistoryEntry, Profile as Known};
use gebeta_rules::{GameKind, Keyword};
use js_sys::Date;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::api::{self, ApiError};
use super::lobby::NoServer;
use crate::app::game_name;
use crate::components::opponents;
use crate::pages::statistics::{Lines, Score};
use crate::platform::account::Account;
use crate::platform::language::{language, say};
use crate::platform::rule_sets;
use crate::route::Route;
use history::History;
pub(crate) use numbers::account_numbers;
use ratings::Ratings;

/// The profile at an address.
#[component]
pub(super) fn ProfileScreen(name: String) -> impl IntoView {
    if !rule_sets::is_served() {
        return view! { <NoServer title=Language::profile_title /> }.into_any();
    }
    let account = Account::here();
    let is_mine = {
        let name = name.clone();
        move || account.name().is_some_and(|mine| mine == name)
    };
    view! {
        <div class="page account">
            <Profile name>
                <Show when=is_mine>
                    <a class="button" href=Route::Account.href()>{say(Language::account_settings)}</a>
                </Show>
            </Profile>
        </div>
    }
    .into_any()
}

/// The path of a profile; with its games before a time.
fn path(name: &str, before: Option<u64>) -> String {
    let before = before.map(|time| format!("?before={time}")).unwrap_or_default();
    format!("api/players/{}{before}", String::from(js_sys::encode_uri_component(name)))
}

/// Everything about one of them.
#[component]
pub(super) fn Profile(
    name: String,
    /// What stands beside it.
    children: Children,
) -> impl IntoView {
    let known = RwSignal::new(None::<Result<Known, ApiError>>);
    // More may be asked for; the rest stays as it is.
    let history = RwSignal::new(Vec::<HistoryEntry>::new());
    let asked = path(&name, None);
    spawn_local_scoped(async move {
        let answer = api::get::<Known>(&asked).await;
        if let Ok(known) = &answer {
            let _ = history.try_set(known.history.clone());
        }
        let _ = known.try_set(Some(answer));
    });
    let top = move || match known.get() {
        None => view! { <p class="dim loading" role="status">{say(Language::loading)}</p> }.into_any(),
        Some(Err(ApiError::Refused(Code::NotFound))) => {
            view! { <p data-test="no-player">{say(Language::profile_missing)}</p> }.into_any()
        }
        Some(Err(failure)) => {
            view! { <p class="error" role="alert">{move || failure.text(language())}</p> }.into_any()
        }
        Some(Ok(known)) => view! {
            <p class="dim">{move || language().profile_since(date(known.created))}</p>
            <Ratings ratings=known.ratings history />
            <Results tallies=known.statistics />
        }
        .into_any(),
    };
    let games = {
        let name = name.clone();
        move || {
            let is_known = known.with(|known| matches!(known, Some(Ok(_))));
            is_known.then(|| view! { <History name=name.clone() history /> })
        }
    };
    view! {
        <div class="profile" data-test="profile">
            <div class="profile-main">
                <h1 tabindex="-1"><bdi>{name}</bdi></h1>
                {top}
            </div>
            <div class="profile-side">{children()}</div>
            {games}
        </div>
    }
}

/// A day, as the language writes it.
fn date(milliseconds: u64) -> String {
    let when = Date::new(&(milliseconds as f64).into());
    when.to_locale_date_string(language().code(), &wasm_bindgen::JsValue::UNDEFINED).into()
}

/// What a game by some rules is called.
fn game_and_rules(kind: &str, rule_set: &str) -> String {
    let words = language();
    let rules = opponents::rule_set(words, rule_set);
    GameKind::from_keyword(kind).map_or(rules.clone(), |game| format!("{} · {rules}", game_name(game, words)))
}

/// How the games ended.
#[component]
fn Results(tallies: Vec<gebeta_protocol::Tally>) -> impl IntoView {
    let lines = lines(&tallies);
    (!lines.is_empty()).then(|| view! { <Lines title=Language::profile_results lines /> })
}

fn lines(tallies: &[gebeta_protocol::Tally]) -> Vec<(Signal<String>, Score)> {
    let line = |tally: &gebeta_protocol::Tally| {
        let (kind, rules) = (tally.kind.clone(), tally.rule_set.clone());
        let name = Signal::derive(move || game_and_rules(&kind, &rules));
        let games = tally.won + tally.drawn + tally.lost;
        (name, Score { games, won: tally.won, drawn: tally.drawn, lost: tally.lost, average: None })
    };
    tallies.iter().map(line).collect()
}
