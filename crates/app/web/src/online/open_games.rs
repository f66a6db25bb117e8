use gebeta_i18n::Language;
use gebeta_protocol::{JoinRequest, LobbyEntry, SeatWish};
use gebeta_session::time_control_text;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

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
