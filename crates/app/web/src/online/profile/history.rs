use gebeta_i18n::Language;
use gebeta_protocol::{GameResult, HistoryEntry, MatchId, Profile as Known, limits};
use gebeta_session::off_board_reason;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::{date, path};
use crate::components::opponents;
use crate::lazy::records;
use crate::online::api;
use crate::platform::archive;
use crate::platform::language::{language, language_now, say};
use crate::route::Route;

/// How the server calls an opponent who has deleted their account.
const FORMER: &str = "Former player";

/// What an opponent is called.
pub(super) fn opponent_name(words: Language, name: &str) -> String {
    if name == FORMER { words.profile_former() } else { name }.to_owned()
}

/// The finished games, the last first.
#[component]
pub(super) fn History(name: String, history: RwSignal<Vec<HistoryEntry>>) -> impl IntoView {
    let message = RwSignal::new(String::new());
    let is_asking = RwSignal::new(false);
    // A page that is not full was the last.
    let has_more = RwSignal::new(history.with_untracked(Vec::len) == limits::HISTORY);
    let asked = StoredValue::new(name.clone());
    let older = move |_| {
        let before = history.with_untracked(|history| history.last().map(|game| game.ended));
        let path = asked.with_value(|name| path(name, before));
        is_asking.set(true);
        spawn_local_scoped(async move {
            let answer = api::get::<Known>(&path).await;
            let _ = is_asking.try_set(false);
            match answer {
                Ok(known) => {
                    let _ = has_more.try_set(known.history.len() == limits::HISTORY);
                    let _ = history.try_update(|history| history.extend(known.history));
                }
                Err(failure) => {
                    let _ = message.try_set(failure.text(language_now()));
                }
            }
        });
    };
    let game = move |game: HistoryEntry| view! { <Game whose=asked game message /> };
    view! {
        <section class="history" aria-labelledby="history">
            <h2 id="history">{say(Language::profile_games)}</h2>
            <Show when=move || history.with(Vec::is_empty)>
                <p class="dim">{say(Language::profile_no_games)}</p>
            </Show>
            <ol class="history-list">
                <For each=move || history.get() key=|game| game.game children=game />
            </ol>
            <p class="error" role="status">{message}</p>
            <Show when=move || has_more.get()>
                <button class="button" data-test="older" disabled=is_asking on:click=older>{say(Language::profile_older)}</button>
            </Show>
        </section>
    }
}

#[component]
fn Game(whose: StoredValue<String>, game: HistoryEntry, message: RwSignal<String>) -> impl IntoView {
    let HistoryEntry { game: id, ended, rule_set, opponent, result, how, plies, rating, change, .. } = game;
    let opponent = opponent.to_string();
    let is_former = opponent == FORMER;
    // Only accounts are rated, so there is a profile to look at.
    let link = rating.filter(|_| !is_former).map(|_| Route::Player(opponent.clone()).href());
    let opponent = StoredValue::new(opponent);
    let against = move || {
        let words = language();
        words.profile_against(opponent.with_value(|name| opponent_name(words, name)))
    };
    let against = match link {
        Some(link) => view! { <a dir="auto" href=link>{against}</a> }.into_any(),
        None => view! { <span dir="auto">{against}</span> }.into_any(),
    };
    let (class, verdict): (_, fn(Language) -> &'static str) = match result {
        GameResult::Won => ("won", Language::stats_won),
        GameResult::Lost => ("lost", Language::stats_lost),
        GameResult::Drawn => ("drawn", Language::stats_drawn),
    };
    let about = move || {
        let words = language();
        let loser = if result == GameResult::Won { opponent.get_value() } else { whose.get_value() };
        let facts = [
            Some(date(ended)),
            Some(opponents::rule_set(words, &rule_set)),
            Some(words.moves_count(plies as usize)),
            off_board_reason(words, how, &loser),
        ];
        facts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    };
    let worth = move || {
        match (rating, change) {
        (Some(rating), Some(change)) => {
            view! { <span dir="ltr"><strong>{rating}</strong>" "{format!("{change:+}").replace('-', "−")}</span> }.into_any()
        }
        _ => view! { <span class="dim">{say(Language::profile_unrated)}</span> }.into_any(),
    }
    };
    view! {
        <li class="played" data-test="played">
            <span class=format!("verdict-sign {class}")>{say(verdict)}</span>
            <span class="played-who">{against}</span>
            <span class="played-worth">{worth}</span>
            <span class="played-about dim">{about}</span>
            <span class="played-ways">
                <a class="button quiet" data-test="open-game" href=Route::OnlineGame(id.to_string()).href()>{say(Language::profile_open)}</a>
                <button class="button quiet" data-test="replay" on:click=move |_| archive_and_open(id, Route::Replay, message)>{say(Language::replay)}</button>
                <button class="button quiet" data-test="review" on:click=move |_| archive_and_open(id, Route::Review, message)>{say(Language::review)}</button>
            </span>
        </li>
    }
}

/// Keeps the record of a game among those of this device, and goes to a screen that shows it.
fn archive_and_open(game: MatchId, screen: fn(String) -> Route, message: RwSignal<String>) {
    message.set(String::new());
    spawn_local_scoped(async move {
        let words = language_now();
        let text = match api::text(&format!("api/games/{game}/record")).await {
            Ok(text) => text,
            Err(failure) => {
                let _ = message.try_set(failure.text(words));
                return;
            }
        };
        let reading = records::fetch().await.ok();
        let Some(record) = reading.and_then(|reading| (reading.record)(&text)) else {
            let _ = message.try_set(words.profile_lost_record().to_owned());
            return;
        };
        match archive::add(&record).await {
            Ok(id) => screen(id).go(),
            Err(_) => {
                let _ = message.try_set(words.games_not_kept().to_owned());
            }
        }
    });
}
