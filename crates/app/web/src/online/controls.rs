use gebeta_i18n::Language;
use gebeta_match::{Match, Stage};
use gebeta_protocol::{Action, Side, TimeControl, limits};
use gebeta_rules::{GameKind, Preset};
use leptos::prelude::*;

use super::online_session::{OnlineSession, Presence};
use crate::pages::game::OffBoard;
use crate::platform::language::{language, say};
use crate::route::Route;

/// What a player can do besides moving, one button each. A watcher can turn the board.
#[component]
pub(super) fn Controls(room: OnlineSession, turned: RwSignal<bool>) -> impl IntoView {
    let position = move || room.may_choose().then(|| room.position()).flatten();
    let plays = move || room.side.get().is_some() && room.stage() == Some(Stage::Playing);
    let resigning = RwSignal::new(false);
    let has_draws = move || plays() && room.kind() == Some(GameKind::Mancala);
    let may_offer = move || is_free(room) && room.with(|game| game.draw_offer().is_none()) == Some(true);
    let may_ask = move || {
        is_free(room)
            && room.with(|game| game.takeback().is_none() && has_moved(game, room.side.get())) == Some(true)
    };
    let is_early = move || plays() && room.with(Match::may_abort) == Some(true);
    let is_late = move || plays() && !is_early();
    let act = move |action: Action| {
        resigning.set(false);
        room.act(action);
    };
    view! {
        <div class="controls">
            <OffBoard position on_choose=move |ply| room.choose(ply) />
            <Show when=plays>
                <button class="button" data-test="takeback" disabled=move || !may_ask() on:click=move |_| act(Action::AskTakeback)>{say(Language::online_takeback)}</button>
            </Show>
            <Show when=has_draws>
                <button class="button" data-test="offer-draw" disabled=move || !may_offer() on:click=move |_| act(Action::OfferDraw)>{say(Language::online_offer_draw)}</button>
            </Show>
            <Show when=is_early>
                <button class="button" data-test="abort" disabled=move || !is_free(room) on:click=move |_| act(Action::Abort)>{say(Language::online_abort)}</button>
            </Show>
            <Show when=move || is_late() && !resigning.get()>
                <button class="button" data-test="resign" on:click=move |_| resigning.set(true)>{say(Language::online_resign)}</button>
            </Show>
            <Show when=move || is_late() && resigning.get()>
                <span class="sure" role="group" aria-label=say(Language::online_resign_sure)>
                    <button class="button danger" data-test="resign-sure" disabled=move || !is_free(room) on:click=move |_| act(Action::Resign)>{say(Language::online_resign_sure)}</button>
                    <button class="button quiet" on:click=move |_| resigning.set(false)>{say(Language::cancel)}</button>
                </span>
            </Show>
            <button class="button quiet" data-test="flip" aria-pressed=move || turned.get().to_string() on:click=move |_| turned.update(|turned| *turned = !*turned)>{say(Language::flip_board)}</button>
            <a class="button quiet" href=move || Route::Rules(rules(room)).href()>{say(Language::rules)}</a>
            <a class="button quiet" href=Route::Online.href()>{say(Language::online_lobby)}</a>
        </div>
    }
}

/// The page of the game's rules; those of a file have none here.
fn rules(room: OnlineSession) -> Option<String> {
    room.with(|game| game.setup().rule_set.clone()).filter(|name| Preset::named(name).is_some())
}

/// Whether no decision is under way.
fn is_free(room: OnlineSession) -> bool {
    room.pending.with(Option::is_none)
}

fn has_moved(game: &Match, side: Option<Side>) -> bool {
    let player = side.and_then(|side| game.player_of(side));
    game.record().moves().any(|(mover, _)| Some(mover) == player)
}

/// What the other has offered or asked, to be answered, and the claim of a game whose other player is gone.
#[component]
pub(super) fn Offers(room: OnlineSession) -> impl IntoView {
    let from_other = move |offer: fn(&Match) -> Option<Side>| {
        let side = room.side.get()?;
        room.with(|game| (game.stage() == Stage::Playing).then(|| offer(game)).flatten())
            .flatten()
            .filter(|&by| by == !side)
    };
    let question = move |by: Side, text: fn(Language, String) -> String, yes: Action, no: Action| {
        let (yes, no) = (StoredValue::new(yes), StoredValue::new(no));
        view! {
            <div class="offer" role="group" aria-label=move || text(language(), room.name(by).unwrap_or_default())>
                <span>{move || text(language(), room.name(by).unwrap_or_default())}</span>
                <button class="button primary" data-test="accept" disabled=move || !is_free(room) on:click=move |_| room.act(yes.get_value())>{say(Language::online_accept)}</button>
                <button class="button" data-test="decline" disabled=move || !is_free(room) on:click=move |_| room.act(no.get_value())>{say(Language::online_decline)}</button>
            </div>
        }
    };
    let draw = move || {
        let text = |words: Language, who: String| words.online_offers_draw(who);
        from_other(Match::draw_offer).map(|by| question(by, text, Action::AcceptDraw, Action::DeclineDraw))
    };
    let takeback = move || {
        let text = |words: Language, who: String| words.online_asks_takeback(who);
        from_other(Match::takeback)
            .map(|by| question(by, text, Action::AcceptTakeback, Action::DeclineTakeback))
    };
    let may_claim = Memo::new(move |_| may_claim(room));
    view! {
        <div class="offers">
            {draw}
            {takeback}
            <Show when=move || may_claim.get()>
                <div class="offer">
                    <span>{say(Language::online_gone)}</span>
                    <button class="button primary" data-test="claim" disabled=move || !is_free(room) on:click=move |_| room.act(Action::Claim)>{say(Language::online_claim)}</button>
                </div>
            </Show>
        </div>
    }
}

/// Whether the other is to move and has been away for long enough.
fn may_claim(room: OnlineSession) -> bool {
    let Some(side) = room.side.get() else { return false };
    let their_turn = room.with(|game| game.side_to_move() == Some(!side)).unwrap_or(false);
    let has_days = room.with(|game| matches!(game.setup().clock, TimeControl::Days { .. })).unwrap_or(true);
    match room.presence.with(|presence| presence[!side]) {
        Presence::Away(since) => {
            their_turn && !has_days && room.now.get().saturating_sub(since) >= limits::CLAIM_MS
        }
        Presence::Unknown | Presence::Here => false,
    }
}
