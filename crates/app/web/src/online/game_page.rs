use gebeta_client::{Failed, Status};
use gebeta_i18n::Language;
use gebeta_match::{FoldError, Match, Stage};
use gebeta_protocol::{Code, MatchId, Side};
use gebeta_rules::{GameKind, Player};
use leptos::prelude::*;

use super::banner::{Banner, NoRoom, Untrusted};
use super::board::board_props;
use super::controls::{Controls, Offers};
use super::envelopes::{Envelopes, has_envelopes};
use super::online_session::OnlineSession;
use super::over::Over;
use super::phrases::Talk;
use super::player_plate::Plate;
use super::waiting::Waiting;
use crate::app::game_name;
use crate::board::mancala::MancalaBoard;
use crate::board::senet::SenetBoardWithMoves;
use crate::components::announcements::Announcer;
use crate::components::drawer::Sharing;
use crate::components::move_list::Moves;
use crate::platform::language::{language, say};
use crate::route::Route;

/// What a game looks like just now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnlinePhase {
    Coming,
    Refused(Code),
    Untrusted(FoldError),
    /// A seat is free.
    Waiting,
    /// Both are there; envelopes are sealed and opened.
    Sealing,
    /// It is played, or over.
    Board(GameKind),
    /// It was over before it began.
    CalledOff,
}

fn face(room: OnlineSession) -> OnlinePhase {
    match room.status.get() {
        Status::Failed(Failed::Refused(code)) => return OnlinePhase::Refused(code),
        Status::Failed(Failed::Unreadable) => return OnlinePhase::Refused(Code::Version),
        Status::Failed(Failed::Untrusted(broken)) => return OnlinePhase::Untrusted(broken),
        Status::Connecting | Status::Up | Status::Down(_) => {}
    }
    if room.joining.get() {
        return OnlinePhase::Waiting;
    }
    let has_begun = room.with(|game| game.player_of(Side::A).is_some()).unwrap_or(false);
    let is_shown = room.scene.with(Option::is_some);
    match (room.stage(), room.kind()) {
        (Some(Stage::Waiting), _) => OnlinePhase::Waiting,
        (Some(Stage::Sealing), _) => OnlinePhase::Sealing,
        (Some(Stage::Over(_)), _) if !has_begun => OnlinePhase::CalledOff,
        (Some(Stage::Playing | Stage::Over(_)), Some(kind)) if is_shown => OnlinePhase::Board(kind),
        _ => OnlinePhase::Coming,
    }
}

/// A game between people far apart: before it, while it is played, and after it. Who has no seat watches.
#[component]
pub(super) fn OnlineGamePage(id: MatchId) -> impl IntoView {
    let room = OnlineSession::enter(id);
    let face = Memo::new(move |_| face(room));
    let view = move || match face.get() {
        OnlinePhase::Coming => {
            view! { <p class="page dim" role="status">{say(Language::online_coming)}</p> }.into_any()
        }
        OnlinePhase::Refused(code) => view! { <NoRoom code /> }.into_any(),
        OnlinePhase::Untrusted(broken) => view! { <Untrusted broken /> }.into_any(),
        OnlinePhase::Waiting => view! { <Waiting room /> }.into_any(),
        OnlinePhase::Sealing => view! { <Sealing room /> }.into_any(),
        OnlinePhase::Board(kind) => view! { <Board room kind /> }.into_any(),
        OnlinePhase::CalledOff => view! { <CalledOff /> }.into_any(),
    };
    view! {
        <Banner room />
        {view}
        <Announcer log=room.said />
    }
}

#[component]
fn Sealing(room: OnlineSession) -> impl IntoView {
    view! {
        <div class="page narrow sealing">
            <h1>{say(Language::envelopes_sealing)}</h1>
            <p>{say(Language::envelopes_about)}</p>
            <Envelopes room />
        </div>
    }
}

#[component]
fn CalledOff() -> impl IntoView {
    view! {
        <div class="page narrow">
            <h1>{say(Language::online_ended_aborted)}</h1>
            <a class="button primary" href=Route::Online.href()>{say(Language::online_lobby)}</a>
        </div>
    }
}

/// The game on its board, which is the same as on one device.
#[component]
fn Board(room: OnlineSession, kind: GameKind) -> impl IntoView {
    // Everybody has their own side near, from the first frame on; a watcher sits with Player 1.
    let is_turned = Memo::new(move |_| room.player() == Some(Player::Two));
    let turned = RwSignal::new(is_turned.get_untracked());
    Effect::new(move |_| turned.set(is_turned.get()));
    let near = move || if turned.get() { Player::Two } else { Player::One };
    let props = room.scene.get_untracked().map(|scene| board_props(room, scene, turned));
    let has_envelopes = Memo::new(move |_| room.with(has_envelopes).unwrap_or(false));
    view! {
        <div class="game online" data-game=kind.to_string()>
            <h1 class="unseen">{move || game_name(kind, language())}</h1>
            <div class="game-main">
                <Information room />
                <Plate room player=Signal::derive(move || !near()) />
                {props.map(|props| match kind {
                    GameKind::Mancala => view! { <div class="board-place"><MancalaBoard props /></div> }.into_any(),
                    GameKind::Senet => view! { <SenetBoardWithMoves props /> }.into_any(),
                })}
                <Plate room player=Signal::derive(near) />
                <Controls room turned />
            </div>
            <Moves
                record=move || room.record()
                place=move || room.place()
                on_look=move |place| room.look_at(place)
            >
                <Show when=move || has_envelopes.get()>
                    <details class="envelope-drawer" data-test="envelope-drawer">
                        <summary>{say(Language::envelopes_title)}</summary>
                        <Envelopes room />
                    </details>
                </Show>
                <Show when=move || room.side.get().is_some()>
                    <Talk room />
                </Show>
                <Sharing game=Signal::derive(move || (room.record().expect("a board has a game"), room.place().0)) />
            </Moves>
            <Over room />
        </div>
    }
}

/// What is going on, in a sentence that is always there.
#[component]
fn Information(room: OnlineSession) -> impl IntoView {
    let text = move || {
        let words = language();
        if let Some(why) = room.refused.get() {
            return why;
        }
        if room.looking.get().is_some() {
            return words.looking_back().to_owned();
        }
        if room.pending.with(Option::is_some) && room.status.get() != Status::Up {
            return words.online_unsent().to_owned();
        }
        let to_move = room.with(Match::to_move).flatten();
        match to_move {
            _ if room.may_throw() => format!("{} {}", words.your_turn(), words.throw_now()),
            Some(_) if room.is_my_turn() => words.your_turn().to_owned(),
            Some(player) => words.turn_of(&room.names()[player]),
            None => words.game_over().to_owned(),
        }
    };
    let class = move || if room.refused.get().is_some() { "information refused" } else { "information" };
    let last = move || room.said.last();
    let watching = move || room.side.get().is_none().then(|| language().online_watching());
    view! {
        <div class=class>
            <p class="watching dim" data-test="watching">{watching}</p>
            <p class="turn-sign" data-test="information">{text}</p>
            <p class="last-said dim">{last}</p>
            <Offers room />
        </div>
    }
}
