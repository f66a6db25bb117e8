use gebeta_i18n::Language;
use gebeta_rules::{Coin, CoinSide, Player};
use gebeta_session::{Announcement, Prompt, coin_side};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use crate::components::dialog::focused;
use crate::platform::language::{language, say};
use crate::platform::settings::{Speed, speed};
use crate::platform::timer;
use crate::route::Route;
use crate::session::Session;

/// The coin toss in view: Player 1 calls, the coin falls, its side's owner begins.
#[component]
pub(crate) fn TossScreen() -> impl IntoView {
    let session = Session::here();
    let coin = move || session.with(|session| session.game().record().coin).flatten();
    let names = move || session.names();
    // A coin that was there before the page fell long ago.
    let landed = RwSignal::new(untrack(coin).is_some());
    // A game that needs no coin has no toss: the address may have been typed.
    Effect::new(move |_| {
        if session.prompt() != Some(Prompt::Toss) && coin().is_none() {
            session.enter();
        }
    });
    let toss = move |called: Option<CoinSide>| {
        session.toss(called);
        spawn_local_scoped(async move {
            let flight = if speed() == Speed::Off { 0 } else { 900 };
            timer::sleep(flight).await;
            landed.set(true);
        });
    };
    let result = move || {
        let coin = coin().filter(|_| landed.get())?;
        let words = language();
        Some(view! {
            <p class="toss-result">{Announcement::Coin(coin).sentences(words, &names())}</p>
            <button class="button primary big" node_ref=focused() on:click=|_| Route::Game.replace()>{words.go_on()}</button>
        })
    };
    let sides = move || {
        let words = language();
        coin().map(|coin| {
            let line = |player: Player| {
                let side = if player == Player::One { coin.called } else { other(coin.called) };
                view! { <li class=format!("p{player}")>{names()[player].clone()}": "{coin_side(words, side)}</li> }
            };
            view! { <ul class="toss-sides">{Player::BOTH.map(line).into_iter().collect_view()}</ul> }
        })
    };
    let call = move || {
        coin().is_none().then(|| {
            let words = language();
            if session.allowed().call_coin {
                view! {
                    <p>{words.coin_call(&names().one)}</p>
                    <div class="row center">
                        <button class="button primary big" on:click=move |_| toss(Some(CoinSide::Heads))>{words.heads()}</button>
                        <button class="button primary big" on:click=move |_| toss(Some(CoinSide::Tails))>{words.tails()}</button>
                    </div>
                }
                .into_any()
            } else {
                view! { <button class="button primary big" on:click=move |_| toss(None)>{words.toss_coin()}</button> }.into_any()
            }
        })
    };
    view! {
        <div class="page narrow toss">
            <h1>{say(Language::coin_title)}</h1>
            <CoinPicture coin=Signal::derive(coin) />
            {call}
            {sides}
            <div role="status">{result}</div>
        </div>
    }
}

fn other(side: CoinSide) -> CoinSide {
    match side {
        CoinSide::Heads => CoinSide::Tails,
        CoinSide::Tails => CoinSide::Heads,
    }
}

/// The coin: a sun for heads, a board for tails. It turns over in the air and comes to rest.
#[component]
fn CoinPicture(coin: Signal<Option<Coin>>) -> impl IntoView {
    let class = move || match coin.get().map(|coin| coin.fell) {
        None => "coin",
        Some(CoinSide::Heads) => "coin flown heads",
        Some(CoinSide::Tails) => "coin flown tails",
    };
    view! {
        <div class=class aria-hidden="true">
            <svg class="face" viewBox="0 0 100 100">
                <circle cx="50" cy="50" r="47" fill="var(--pit-deep)" stroke="var(--board-edge)" stroke-width="5" />
                <circle cx="50" cy="50" r="38" fill="none" stroke="var(--board-edge)" stroke-width="1.5" stroke-dasharray="2 3" />
                <circle cx="50" cy="50" r="17" fill="var(--accent)" />
                <g stroke="var(--accent)" stroke-width="5" stroke-linecap="round">
                    <path d="M50 23v-6M50 83v-6M23 50h-6M83 50h-6M31 31l-4-4M73 73l-4-4M31 69l-4 4M73 27l-4 4" />
                </g>
            </svg>
            <svg class="face back" viewBox="0 0 100 100">
                <circle cx="50" cy="50" r="47" fill="var(--pit-deep)" stroke="var(--board-edge)" stroke-width="5" />
                <circle cx="50" cy="50" r="38" fill="none" stroke="var(--board-edge)" stroke-width="1.5" stroke-dasharray="2 3" />
                <rect x="22" y="36" width="56" height="28" rx="13" fill="var(--board)" stroke="var(--board-edge)" stroke-width="2.5" />
                <g fill="var(--pit)" stroke="var(--board-edge)">
                    <circle cx="36" cy="44" r="4.5" /><circle cx="50" cy="44" r="4.5" /><circle cx="64" cy="44" r="4.5" />
                    <circle cx="36" cy="56" r="4.5" /><circle cx="50" cy="56" r="4.5" /><circle cx="64" cy="56" r="4.5" />
                </g>
            </svg>
        </div>
    }
}
