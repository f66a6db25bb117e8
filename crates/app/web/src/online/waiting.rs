use gebeta_i18n::Language;
use gebeta_i18n::rules::explain;
use gebeta_match::Match;
use gebeta_protocol::{Action, JoinRequest, SeatWish, Side};
use gebeta_session::{OnlineEvent, OnlineSource, time_control_text};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::name::{NameField, NameState};
use super::online_session::OnlineSession;
use super::qr::qr;
use super::seat::Seat;
use super::seat_requests::{self, NO_SECRET};
use crate::components::opponents;
use crate::platform::language::{language, language_now, say};
use crate::platform::share;
use crate::route::Route;

/// A game with a free seat: its creator shares the link, and a visitor who follows it may join.
#[component]
pub(super) fn Waiting(session: OnlineSession) -> impl IntoView {
    let is_maker = Memo::new(move |_| session.side().is_some());
    view! {
        <div class="page waiting">
            {move || if is_maker.get() {
                view! { <Invitation session /> }.into_any()
            } else {
                view! { <Invited session /> }.into_any()
            }}
        </div>
    }
}

/// What is played, with which clock, and who sits where.
#[component]
fn Terms(session: OnlineSession) -> impl IntoView {
    let rules = move || session.with_game(|game| opponents::rule_set(language(), &game.setup().rule_set));
    let clock = move || session.with_game(|game| time_control_text(language(), game.setup().clock));
    let seats = move || session.with_game(|game| seat_text(language(), game));
    let rules_of = Memo::new(move |_| session.with_game(|game| game.record().rules));
    let explained = move || {
        let paragraphs = rules_of.get().map(|rules| explain(language(), &rules)).unwrap_or_default();
        paragraphs
            .into_iter()
            .map(|paragraph| view! { <h3>{paragraph.heading}</h3><p>{paragraph.text}</p> })
            .collect_view()
    };
    view! {
        <dl class="terms">
            <div><dt>{say(Language::setup_rules)}</dt><dd>{rules}</dd></div>
            <div><dt>{say(Language::online_clock)}</dt><dd>{clock}</dd></div>
            <div><dt>{say(Language::online_seats)}</dt><dd>{seats}</dd></div>
        </dl>
        <details class="rules-drawer" data-test="rules-drawer">
            <summary>{say(Language::setup_rules_read)}</summary>
            {explained}
        </details>
    }
}

fn seat_text(words: Language, game: &Match) -> String {
    let maker = game.names()[Side::A].as_ref().map(ToString::to_string).unwrap_or_default();
    match game.setup().seat {
        SeatWish::One => words.online_seat_first(maker),
        SeatWish::Two => words.online_seat_second(maker),
        SeatWish::Coin => words.online_seat_coin().to_owned(),
    }
}

/// The address of a game, for players and watchers alike.
fn address(session: OnlineSession) -> String {
    let page = window().location().href().unwrap_or_default();
    let page = page.split('#').next().unwrap_or_default();
    let folder = page.rsplit_once('/').map_or(page, |(folder, _)| folder);
    // The server's own page about the game: messengers see its words and its picture, people get to the game.
    format!("{folder}/g/{}", session.id)
}

#[component]
fn Invitation(session: OnlineSession) -> impl IntoView {
    let link = StoredValue::new(address(session));
    let copy =
        move |_| spawn_local_scoped(async move { share::copy(language_now(), &link.get_value()).await });
    let is_listed = Memo::new(move |_| session.with_game(|game| game.setup().listed) == Some(true));
    let sent = move || {
        let words = language();
        if is_listed.get() { words.online_listed_now() } else { words.online_send_link() }
    };
    let cancel = move |_| {
        session.act(Action::Abort);
        Seat::forget(session.id);
    };
    let select = |event: leptos::ev::FocusEvent| event_target::<web_sys::HtmlInputElement>(&event).select();
    let title = move || language().online_scan();
    view! {
        <h1>{say(Language::online_waiting)}</h1>
        <p>{sent}</p>
        <div class="invitation">
            <div class="field link-field">
                <label for="game-link">{say(Language::online_link)}</label>
                <input id="game-link" type="text" dir="ltr" readonly prop:value=link.get_value() on:focus=select />
                <div class="row">
                    <button class="button primary" data-test="copy-link" on:click=copy>{say(Language::online_copy_link)}</button>
                    {share::can_send().then(|| view! {
                        <button class="button" data-test="share-link" on:click=move |_| share::send(&link.get_value())>{say(Language::share)}</button>
                    })}
                </div>
                <Terms session />
                <p class="dim" role="status">{say(Language::online_stay)}</p>
                <div class="row">
                    <button class="button quiet danger" data-test="cancel" disabled=move || session.is_sending() on:click=cancel>{say(Language::online_cancel)}</button>
                    <a class="button quiet" href=Route::Online.href()>{say(Language::online_lobby)}</a>
                </div>
            </div>
            {qr(&link.get_value(), title)}
        </div>
    }
}

#[component]
fn Invited(session: OnlineSession) -> impl IntoView {
    let state = NameState::new();
    let message = RwSignal::new(String::new());
    let maker = move || session.name(Side::A).unwrap_or_default();
    let join = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(name) = state.take() else { return };
        session.report(OnlineEvent::Joining(true));
        spawn_local_scoped(async move {
            match seat_requests::join(session.id, JoinRequest { name, secret: NO_SECRET }).await {
                // The seat is known now: come again, as a player.
                Ok(_) => session.take_seat(),
                Err(failure) => {
                    let text = failure.text(language_now());
                    message.set(if state.explains(failure) { String::new() } else { text });
                    session.report(OnlineEvent::Joining(false));
                }
            }
        });
    };
    view! {
        <h1>{move || language().online_invites(maker())}</h1>
        <Terms session />
        <form class="join-form" on:submit=join novalidate>
            <NameField state />
            <button class="button primary big" type="submit" data-test="join" disabled=move || session.source(OnlineSource::is_joining)>{say(Language::online_join)}</button>
            <p class="error" role="status">{message}</p>
        </form>
        <p class="dim">{say(Language::online_or_watch)}</p>
    }
}
