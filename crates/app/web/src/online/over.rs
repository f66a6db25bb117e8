use gebeta_i18n::Language;
use gebeta_match::{Match, Stage};
use gebeta_protocol::Action;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::envelopes::{Envelopes, Proof, has_envelopes};
use super::online_session::OnlineSession;
use super::wording;
use crate::components::dialog::{Card, focused};
use crate::pages::game::finals;
use crate::platform::account::Account;
use crate::platform::archive;
use crate::platform::language::{language, say};
use crate::route::Route;

/// The end: who won and why, what the envelopes prove, and what comes next.
#[component]
pub(super) fn Over(room: OnlineSession) -> impl IntoView {
    let account = Account::here();
    // The final board may be looked at without the card.
    let put_away = RwSignal::new(false);
    let over = Memo::new(move |_| {
        let is_over = matches!(room.stage(), Some(Stage::Over(_)));
        is_over && room.is_settled() && room.looking.get().is_none()
    });
    let told = move || {
        room.with(|game| match game.stage() {
            Stage::Over(over) => Some(wording::ending(language(), game, over)),
            _ => None,
        })
        .flatten()
    };
    let verdict = move || told().map(|(verdict, _)| verdict);
    let why = move || told().and_then(|(_, why)| why);
    let scores = move || Some(finals(&room.position()?, &room.names()));
    let close = Callback::new(move |()| put_away.set(true));
    let with_envelopes = move || room.with(has_envelopes).unwrap_or(false);
    let review = move |_| {
        let Some(record) = untrack(|| room.record()) else { return };
        spawn_local(async move {
            match archive::put_away(&record).await {
                Ok(id) => Route::Review(id).go(),
                Err(_) => room.refuse(room.words_now().games_not_kept().to_owned()),
            }
        });
    };
    view! {
        <Show when=move || over.get() && !put_away.get()>
            <Card title="over-title" on_close=close>
                <h2 id="over-title">{say(Language::game_over)}</h2>
                <p class="verdict">{verdict}</p>
                {scores}
                <p class="dim" data-test="why">{why}</p>
                <Show when=with_envelopes>
                    <Envelopes room />
                    <Proof room />
                </Show>
                <div class="row center">
                    <Rematch room />
                    <button class="button" data-test="review" on:click=review>{say(Language::review)}</button>
                    <button class="button" data-test="look" node_ref=focused() on:click=move |_| close.run(())>{say(Language::show_board)}</button>
                    <Show when=move || account.name().is_some() && room.side.get().is_some()>
                        <a class="button" data-test="profile-link" href=Route::Account.href()>{say(Language::profile_mine)}</a>
                    </Show>
                    <a class="button quiet" data-test="lobby" href=Route::Online.href()>{say(Language::online_lobby)}</a>
                </div>
            </Card>
        </Show>
        <Show when=move || over.get() && put_away.get()>
            <div class="notice over-bar">
                <span>{verdict}</span>
                <button class="button primary" data-test="result" on:click=move |_| put_away.set(false)>{say(Language::online_result)}</button>
            </div>
        </Show>
    }
}

/// The same players again, with sides swapped, if both want it.
#[component]
fn Rematch(room: OnlineSession) -> impl IntoView {
    let next = move || room.with(Match::rematch).flatten();
    let offer = move || room.with(Match::rematch_offer).flatten();
    let plays = move || room.side.get().is_some();
    let text = move || {
        let words = language();
        match (offer(), room.side.get()) {
            (Some(by), Some(side)) if by == side => words.online_rematch_waiting().to_owned(),
            (Some(by), _) => words.online_rematch_accept(room.name(by).unwrap_or_default()),
            (None, _) => words.online_rematch().to_owned(),
        }
    };
    let is_waiting = move || offer().is_some() && offer() == room.side.get();
    let is_free = move || room.pending.with(Option::is_none);
    view! {
        <Show when=move || plays() && next().is_none()>
            <button class="button primary" data-test="rematch" disabled=move || is_waiting() || !is_free() on:click=move |_| room.act(Action::Rematch)>{text}</button>
        </Show>
        {move || next().map(|game| view! {
            <a class="button primary" data-test="next-game" href=Route::OnlineGame(game.to_string()).href()>{say(Language::online_next_game)}</a>
        })}
    }
}
