use gebeta_i18n::Language;
use gebeta_match::{Match, Stage};
use gebeta_protocol::Action;
use gebeta_rules::GameKind;
use gebeta_session::{Input, Offer, OnlineSource};
use leptos::prelude::*;

use super::online_session::OnlineSession;
use crate::board::props::{hear_keys, keys_are_free};
use crate::components::icon::{CROSS, DOOR, Icon, UNDO};
use crate::components::rules_button::RulesButton;
use crate::pages::game::{Flip, KeyList, MoreButton, OffBoard, read_board};
use crate::platform::language::{language, say};
use crate::route::Route;

const EQUAL: &str = "M5 9h14M5 15h14";
const FLAG: &str = "M6 21V4h12l-2.5 4L18 12H6";

/// What a player can do besides moving, one button each. A watcher can turn the board.
#[component]
pub(super) fn Controls(
    session: OnlineSession,
    turned: RwSignal<bool>,
    /// Whether the list of moves and the rest are open, where they have no place beside the board.
    is_more: RwSignal<bool>,
) -> impl IntoView {
    let allowed = Memo::new(move |_| session.allowed());
    let possible = Memo::new(move |_| session.possible());
    let may_choose = Memo::new(move |_| allowed.get().choose);
    let position = move || may_choose.get().then(|| session.with_game(Match::position)).flatten();
    let plays = Memo::new(move |_| {
        session.side().is_some() && session.with_game(|game| game.stage() == Stage::Playing) == Some(true)
    });
    let resigning = RwSignal::new(false);
    let has_draws = move || plays.get() && session.kind() == Some(GameKind::Mancala);
    let may_resign = move || possible.get().resign;
    let act = move |action: Action| {
        resigning.set(false);
        session.act(action);
    };
    view! {
        <div class="controls">
            <div class="due">
                <OffBoard position on_choose=move |ply| session.handle(Input::Choose(ply)) />
                <Show when=move || may_resign() && resigning.get()>
                    <span class="sure" role="group" aria-label=say(Language::online_resign_sure)>
                        <button class="button danger" data-test="resign-sure" disabled=move || !allowed.get().resign on:click=move |_| act(Action::Resign)>{say(Language::online_resign_sure)}</button>
                        <button class="button quiet" on:click=move |_| resigning.set(false)>{say(Language::cancel)}</button>
                    </span>
                </Show>
            </div>
            <a class="button quiet" href=Route::Online.href()><Icon d=DOOR /><span class="word">{say(Language::online_lobby)}</span></a>
            <Show when=move || plays.get()>
                <button class="button" data-test="takeback" disabled=move || !allowed.get().ask_takeback on:click=move |_| act(Action::AskTakeback)><Icon d=UNDO /><span class="word">{say(Language::online_takeback)}</span></button>
            </Show>
            <Show when=has_draws>
                <button class="button" data-test="offer-draw" disabled=move || !allowed.get().offer_draw on:click=move |_| act(Action::OfferDraw)><Icon d=EQUAL /><span class="word">{say(Language::online_offer_draw)}</span></button>
            </Show>
            <Show when=move || plays.get() && possible.get().abort>
                <button class="button" data-test="abort" disabled=move || !allowed.get().abort on:click=move |_| act(Action::Abort)><Icon d=CROSS /><span class="word">{say(Language::online_abort)}</span></button>
            </Show>
            <Show when=may_resign>
                <button class="button" data-test="resign" aria-expanded=move || resigning.get().to_string() on:click=move |_| resigning.set(true)><Icon d=FLAG /><span class="word">{say(Language::online_resign)}</span></button>
            </Show>
            <Show when=move || session.kind() == Some(GameKind::Mancala)>
                <Flip turned />
            </Show>
            <RulesButton rules=move || session.with_game(|game| game.record().rules) />
            <MoreButton is_more />
        </div>
    }
}

/// What the other player has offered or asked, in words.
pub(super) fn offer_text(session: OnlineSession) -> Option<String> {
    let name = session.side().and_then(|side| session.name(!side)).unwrap_or_default();
    session.source(OnlineSource::offer).map(|offer| match offer {
        Offer::Draw => language().online_offers_draw(name),
        Offer::Takeback => language().online_asks_takeback(name),
    })
}

/// Does what the keys of an online game ask for, wherever the focus is.
#[component]
pub(super) fn Keys(session: OnlineSession, kind: GameKind, turned: RwSignal<bool>) -> impl IntoView {
    let is_listed = RwSignal::new(false);
    hear_keys(move |event| {
        if !keys_are_free(&event) {
            return;
        }
        match event.key().to_ascii_lowercase().as_str() {
            "f" if kind == GameKind::Mancala => turned.update(|turned| *turned = !*turned),
            "b" => untrack(|| {
                let position = session.told(|told| told.decision().copied());
                session.log.say(position.map(|it| read_board(&it, &session.names())).unwrap_or_default());
            }),
            "?" => is_listed.set(true),
            _ => return,
        }
        event.prevent_default();
    });
    let on_close = Callback::new(move |()| is_listed.set(false));
    move || is_listed.get().then(|| view! { <KeyList game=kind is_local=false on_close /> })
}

/// What the other player has offered or asked, to be answered, and the claim of a game whose other player is gone.
#[component]
pub(super) fn Offers(session: OnlineSession) -> impl IntoView {
    let allowed = Memo::new(move |_| session.allowed());
    let offer = Memo::new(move |_| session.source(OnlineSource::offer));
    let question = move |offer: Offer| {
        let may_answer = move || match offer {
            Offer::Draw => allowed.get().answer_draw,
            Offer::Takeback => allowed.get().answer_takeback,
        };
        let text = move || offer_text(session);
        let answer = move |accept: bool| session.act(offer.answer(accept));
        view! {
            <div class="offer" role="group" aria-label=text>
                <span>{text}</span>
                <button class="button primary" data-test="accept" disabled=move || !may_answer() on:click=move |_| answer(true)>{say(Language::online_accept)}</button>
                <button class="button" data-test="decline" disabled=move || !may_answer() on:click=move |_| answer(false)>{say(Language::online_decline)}</button>
            </div>
        }
    };
    let may_claim = Memo::new(move |_| session.possible().claim);
    view! {
        <div class="offers">
            {move || offer.get().map(question)}
            <Show when=move || may_claim.get()>
                <div class="offer">
                    <span>{say(Language::online_gone)}</span>
                    <button class="button primary" data-test="claim" disabled=move || !allowed.get().claim on:click=move |_| session.act(Action::Claim)>{say(Language::online_claim)}</button>
                </div>
            </Show>
        </div>
    }
}
