use gebeta_i18n::Language;
use gebeta_match::{Match, Stage};
use gebeta_protocol::Action;
use gebeta_session::ending_text;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::envelopes::{Envelopes, Proof, has_envelopes};
use super::online_session::OnlineSession;
use crate::components::dialog::{Card, focused};
use crate::pages::game::finals;
use crate::platform::account::Account;
use crate::platform::archive;
use crate::platform::language::{language, say};
use crate::route::Route;

/// The end: who won and why, what the envelopes prove, and what comes next.
#[component]
pub(super) fn Over(session: OnlineSession) -> impl IntoView {
    let account = Account::here();
    // The final board may be looked at without the card.
    let is_closed = RwSignal::new(false);
    let over =
        Memo::new(move |_| session.prompt().is_over() && session.is_settled() && !session.is_looking_back());
    let ending = move || {
        let names = session.names();
        session
            .with_game(|game| match game.stage() {
                Stage::Over(over) => Some(ending_text(language(), game, over, &names)),
                _ => None,
            })
            .flatten()
    };
    let verdict = move || ending().map(|ending| ending.verdict);
    let why = move || ending().and_then(|ending| ending.reason);
    // Who has resigned or run out of time has not lost by the score.
    let scores = move || {
        let position = session.with_game(Match::position)?;
        position.outcome().is_some().then(|| finals(&position, &session.names()))
    };
    let close = Callback::new(move |()| is_closed.set(true));
    let with_envelopes = move || session.with_game(has_envelopes) == Some(true);
    let review = move |_| {
        let Some(record) = untrack(|| session.record()) else { return };
        spawn_local(async move {
            match archive::add(&record).await {
                Ok(id) => Route::Review(id).go(),
                Err(_) => session.refuse(session.language_now().games_not_kept().to_owned()),
            }
        });
    };
    view! {
        <Show when=move || over.get() && !is_closed.get()>
            <Card title="over-title" on_close=close>
                <h2 id="over-title">{say(Language::game_over)}</h2>
                <p class="verdict">{verdict}</p>
                {scores}
                <p class="dim" data-test="why">{why}</p>
                <Show when=with_envelopes>
                    <Envelopes session />
                    <Proof session />
                </Show>
                <div class="row center">
                    <Rematch session />
                    <button class="button" data-test="review" on:click=review>{say(Language::review)}</button>
                    <button class="button" data-test="look" node_ref=focused() on:click=move |_| close.run(())>{say(Language::show_board)}</button>
                    <Show when=move || account.name().is_some() && session.side().is_some()>
                        <a class="button" data-test="profile-link" href=Route::Account.href()>{say(Language::profile_mine)}</a>
                    </Show>
                    <a class="button quiet" data-test="lobby" href=Route::Online.href()>{say(Language::online_lobby)}</a>
                </div>
            </Card>
        </Show>
        <Show when=move || over.get() && is_closed.get()>
            <div class="notice over-bar">
                <span>{verdict}</span>
                <button class="button primary" data-test="result" on:click=move |_| is_closed.set(false)>{say(Language::online_result)}</button>
            </div>
        </Show>
    }
}

/// The same players again, with sides swapped, if both want it.
#[component]
fn Rematch(session: OnlineSession) -> impl IntoView {
    let next = move || session.with_game(Match::rematch).flatten();
    let offer = move || session.with_game(Match::rematch_offer).flatten();
    let plays = move || session.side().is_some();
    let text = move || {
        let words = language();
        match (offer(), session.side()) {
            (Some(by), Some(side)) if by == side => words.online_rematch_waiting().to_owned(),
            (Some(by), _) => words.online_rematch_accept(session.name(by).unwrap_or_default()),
            (None, _) => words.online_rematch().to_owned(),
        }
    };
    let may_offer = Memo::new(move |_| session.allowed().rematch);
    view! {
        <Show when=move || plays() && next().is_none()>
            <button class="button primary" data-test="rematch" disabled=move || !may_offer.get() on:click=move |_| session.act(Action::Rematch)>{text}</button>
        </Show>
        {move || next().map(|game| view! {
            <a class="button primary" data-test="next-game" href=Route::OnlineGame(game.to_string()).href()>{say(Language::online_next_game)}</a>
        })}
    }
}
