use gebeta_i18n::Language;
use gebeta_protocol::{Code, JoinRequest, LobbyEntry, MatchId, MatchView, SeatWish};
use gebeta_session::time_control_text;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::api::{self, ApiError};
use super::lobby::{LobbyState, empty_text};
use super::seat::Seat;
use super::seat_requests::{self, NO_SECRET};
use crate::components::opponents;
use crate::platform::language::{language, say};
use crate::route::Route;

/// Games that wait for any opponent.
#[component]
pub(super) fn OpenGames(lobby: LobbyState) -> impl IntoView {
    let is_asking = RwSignal::new(false);
    let refresh = move |_| {
        is_asking.set(true);
        spawn_local_scoped(async move {
            lobby.refresh().await;
            let _ = is_asking.try_set(false);
        });
    };
    let games = move || lobby.open.get().unwrap_or_default();
    view! {
        <section class="open-games" aria-labelledby="open-games">
            <div class="open-head">
                <h2 id="open-games">{say(Language::online_open_games)}</h2>
                <button class="button quiet" data-test="refresh" disabled=is_asking on:click=refresh>{say(Language::online_refresh)}</button>
            </div>
            <p class="dim" role="status">{move || empty_text(lobby)}</p>
            <ul class="open-list">
                <For each=games key=|entry| entry.game children=move |entry| view! { <OpenGame lobby entry /> } />
            </ul>
        </section>
    }
}

#[component]
fn OpenGame(lobby: LobbyState, entry: LobbyEntry) -> impl IntoView {
    let LobbyEntry { game, name, rule_set, clock, seat } = entry;
    let is_mine = Seat::stored(game).is_some();
    let name = StoredValue::new(name.to_string());
    let about = move || {
        let words = language();
        let seat = match seat {
            SeatWish::One => words.online_you_second(),
            SeatWish::Two => words.online_you_first(),
            SeatWish::Coin => words.online_seat_coin(),
        };
        format!("{} · {} · {seat}", opponents::rule_set(words, &rule_set), time_control_text(words, clock))
    };
    let join = move |_| {
        if let Some(name) = lobby.name.take() {
            lobby.take_seat(seat_requests::join(game, JoinRequest { name, secret: NO_SECRET }));
        }
    };
    view! {
        <li class="open-game">
            <strong dir="auto">{name.get_value()}</strong>
            <span class="dim">{about}</span>
            {if is_mine {
                view! { <a class="button" href=Route::OnlineGame(game.to_string()).href()>{say(Language::go_on)}</a> }.into_any()
            } else {
                view! {
                    <button class="button primary" data-test="join" aria-label=move || language().online_join_who(name.get_value()) disabled=lobby.is_busy on:click=join>
                        {say(Language::online_join)}
                    </button>
                }.into_any()
            }}
        </li>
    }
}

/// The games at which this browser has a seat and which are not over.
#[component]
pub(super) fn MyGames() -> impl IntoView {
    /// More than a person plays at once.
    const MOST: usize = 12;
    let mine = RwSignal::new(Vec::<MatchView>::new());
    spawn_local_scoped(async move {
        for game in Seat::games().into_iter().take(MOST) {
            match api::get::<MatchView>(&format!("api/games/{game}")).await {
                Ok(view) if view.ended.is_none() => {
                    if mine.try_update(|mine| mine.push(view)).is_none() {
                        return;
                    }
                }
                Ok(_) | Err(ApiError::Refused(Code::NotFound)) => Seat::forget(game),
                Err(_) => return,
            }
        }
    });
    let line = |view: MatchView| {
        let names = view.names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" – ");
        let (rules, clock) = (view.rule_set.clone(), view.clock);
        let about = move || {
            let words = language();
            format!("{} · {}", opponents::rule_set(words, &rules), time_control_text(words, clock))
        };
        view! {
            <li class="open-game">
                <strong dir="auto">{names}</strong>
                <span class="dim">{about}</span>
                <a class="button" data-test="go-on" href=address(view.game)>{say(Language::go_on)}</a>
            </li>
        }
    };
    view! {
        <Show when=move || !mine.with(Vec::is_empty)>
            <section class="open-games" aria-labelledby="my-games">
                <h2 id="my-games">{say(Language::online_my_games)}</h2>
                <ul class="open-list">{move || mine.get().into_iter().map(line).collect_view()}</ul>
            </section>
        </Show>
    }
}

fn address(game: MatchId) -> String {
    Route::OnlineGame(game.to_string()).href()
}
