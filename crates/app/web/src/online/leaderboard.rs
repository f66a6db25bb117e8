use gebeta_i18n::Language;
use gebeta_protocol::{LeaderboardEntry, limits};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::api;
use super::create_game::Terms;
use crate::components::opponents;
use crate::platform::language::{language, say};
use crate::route::Route;

/// The best players by the rules that are chosen, where there are any.
#[component]
pub(super) fn Leaderboard(terms: Terms) -> impl IntoView {
    let rules = Memo::new(move |_| terms.rule_set().name);
    move || view! { <Best rules=rules.get() /> }
}

#[component]
fn Best(rules: String) -> impl IntoView {
    let best = RwSignal::new(Vec::<LeaderboardEntry>::new());
    let has_more = RwSignal::new(false);
    let title = {
        let rules = rules.clone();
        move || language().online_leaders(opponents::rule_set(language(), &rules))
    };
    let rules = StoredValue::new(rules);
    let ask = move || {
        let page = best.with_untracked(Vec::len) / limits::LEADERS;
        let path = rules.with_value(|rules| format!("api/leaderboard/{rules}?page={page}"));
        spawn_local_scoped(async move {
            // Rules that are not shipped, and a server without accounts, have no leaderboard.
            let Ok(next) = api::get::<Vec<LeaderboardEntry>>(&path).await else { return };
            let _ = has_more.try_set(next.len() == limits::LEADERS);
            let _ = best.try_update(|best| best.extend(next));
        });
    };
    // A failed request would be an error in the console.
    if untrack(|| rules.with_value(|rules| gebeta_rules::Preset::named(rules).is_some())) {
        ask();
    }
    let line = |(place, entry): (usize, LeaderboardEntry)| {
        let name = entry.name.to_string();
        let href = Route::Player(name.clone()).href();
        view! {
            <li>
                <span class="number">{place + 1}</span>
                <a dir="auto" href=href>{name}</a>
                <strong>{entry.rating}</strong>
                <span class="dim">{move || language().games_count(entry.games as usize)}</span>
            </li>
        }
    };
    view! {
        <Show when=move || !best.with(Vec::is_empty)>
            <section class="open-games" aria-labelledby="leaders">
                <h2 id="leaders">{title.clone()}</h2>
                <ol class="leaders" data-test="leaders">{move || best.get().into_iter().enumerate().map(line).collect_view()}</ol>
                <Show when=move || has_more.get()>
                    <button class="button quiet" on:click=move |_| ask()>{say(Language::more)}</button>
                </Show>
            </section>
        </Show>
    }
}
