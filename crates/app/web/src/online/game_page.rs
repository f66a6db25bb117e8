use gebeta_client::{Failed, Status};
use gebeta_i18n::Language;
use gebeta_match::FoldError;
use gebeta_protocol::{Code, MatchId, Side};
use gebeta_rules::{GameKind, Player};
use gebeta_session::{Input, Prompt};
use leptos::prelude::*;

use super::banner::{Banner, NoGame, Untrusted};
use super::board::board_props;
use super::controls::{Controls, Keys, Offers, offer_text};
use super::envelopes::{Envelopes, has_envelopes};
use super::online_session::OnlineSession;
use super::over::Over;
use super::phrases::Talk;
use super::player_plate::Plate;
use super::turn_notice::TurnNotice;
use super::waiting::Waiting;
use crate::app::game_name;
use crate::board::mancala::MancalaBoard;
use crate::board::senet::SenetBoardWithMoves;
use crate::components::announcements::Announcer;
use crate::components::drawer::Sharing;
use crate::components::move_list::Moves;
use crate::pages::game::Side;
use crate::platform::language::{language, say};
use crate::route::Route;

/// What a game looks like just now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnlinePhase {
    Connecting,
    Refused(Code),
    Untrusted(FoldError),
    /// A seat is free.
    Waiting,
    /// Both are there; envelopes are sealed and opened.
    Sealing,
    /// It is played, or over.
    Board(GameKind),
    /// It was over before it began.
    Aborted,
}

fn phase(session: OnlineSession) -> OnlinePhase {
    match session.status() {
        Status::Failed(Failed::Refused(code)) => return OnlinePhase::Refused(code),
        Status::Failed(Failed::Unreadable) => return OnlinePhase::Refused(Code::Version),
        Status::Failed(Failed::Untrusted(broken)) => return OnlinePhase::Untrusted(broken),
        Status::Connecting | Status::Up | Status::Down(_) => {}
    }
    let has_begun = session.with_game(|game| game.player_of(Side::A).is_some()) == Some(true);
    let is_shown = session.scene.with(Option::is_some);
    match (session.prompt(), session.kind()) {
        (Prompt::WaitingForOpponent, _) => OnlinePhase::Waiting,
        (Prompt::Sealing, _) => OnlinePhase::Sealing,
        (Prompt::Over(_), _) if !has_begun => OnlinePhase::Aborted,
        (_, Some(kind)) if is_shown => OnlinePhase::Board(kind),
        _ => OnlinePhase::Connecting,
    }
}

/// A game between people far apart: before it, while it is played, and after it. Who has no seat watches.
#[component]
pub(super) fn OnlineGamePage(id: MatchId) -> impl IntoView {
    let session = OnlineSession::enter(id);
    let phase = Memo::new(move |_| phase(session));
    let view = move || match phase.get() {
        OnlinePhase::Connecting => {
            view! { <p class="page dim" role="status">{say(Language::online_coming)}</p> }.into_any()
        }
        OnlinePhase::Refused(code) => view! { <NoGame code /> }.into_any(),
        OnlinePhase::Untrusted(broken) => view! { <Untrusted broken /> }.into_any(),
        OnlinePhase::Waiting => view! { <Waiting session /> }.into_any(),
        OnlinePhase::Sealing => view! { <Sealing session /> }.into_any(),
        OnlinePhase::Board(kind) => view! { <Board session kind /> }.into_any(),
        OnlinePhase::Aborted => view! { <Aborted /> }.into_any(),
    };
    view! {
        <Banner session />
        {view}
        <Announcer log=session.log />
    }
}

#[component]
fn Sealing(session: OnlineSession) -> impl IntoView {
    view! {
        <div class="page narrow sealing">
            <h1>{say(Language::envelopes_sealing)}</h1>
            <p>{say(Language::envelopes_about)}</p>
            <Envelopes session />
        </div>
    }
}

#[component]
fn Aborted() -> impl IntoView {
    view! {
        <div class="page narrow">
            <h1>{say(Language::online_ended_aborted)}</h1>
            <a class="button primary" href=Route::Online.href()>{say(Language::online_lobby)}</a>
        </div>
    }
}

/// The game on its board, which is the same as on one device.
#[component]
fn Board(session: OnlineSession, kind: GameKind) -> impl IntoView {
    // Players have their own side near from the first frame on; a watcher sees the board as Player 1 does.
    let is_turned = Memo::new(move |_| session.player() == Some(Player::Two));
    let turned = RwSignal::new(is_turned.get_untracked());
    Effect::new(move |_| turned.set(is_turned.get()));
    let near = move || if turned.get() { Player::Two } else { Player::One };
    let props = session.scene.get_untracked().map(|scene| board_props(session, scene, turned));
    let record = Memo::new(move |_| session.told_record());
    let is_more = RwSignal::new(false);
    Effect::new(move |_| {
        let words = language();
        let now = if session.is_called() { words.your_turn() } else { words.online_title() };
        document().set_title(&format!("{} · {}", now.trim_end_matches(['.', '።']), words.gebeta()));
    });
    let place = Memo::new(move |_| session.place());
    let has_envelopes = Memo::new(move |_| session.with_game(has_envelopes) == Some(true));
    let looked = move || Some((record.get()?, place.get().0));
    view! {
        <div class="game in-play online" data-game=kind.to_string()>
            <h1 class="unseen">{move || game_name(kind, language())}</h1>
            <div class="game-main">
                <Information session />
                <Plate session player=Signal::derive(move || !near()) />
                {props.map(|props| match kind {
                    GameKind::Mancala => view! { <div class="board-place"><MancalaBoard props /></div> }.into_any(),
                    GameKind::Senet => view! { <SenetBoardWithMoves props /> }.into_any(),
                })}
                <Plate session player=Signal::derive(near) />
                <Controls session turned is_more />
            </div>
            <Side is_more>
            <Moves
                record=move || record.get()
                place=move || {
                    // The list shows the current move again when it is opened.
                    is_more.track();
                    place.get()
                }
                on_look=move |place| session.handle(Input::LookAt(place))
            >
                <Show when=move || has_envelopes.get()>
                    <details class="envelope-drawer" data-test="envelope-drawer">
                        <summary>{say(Language::envelopes_title)}</summary>
                        <Envelopes session />
                    </details>
                </Show>
                <Show when=move || session.side().is_some()>
                    <Talk session />
                    <TurnNotice session />
                </Show>
                <Sharing game=Signal::derive(looked) />
            </Moves>
            </Side>
            <Over session />
            <Keys session kind turned />
        </div>
    }
}

/// What is going on, in a sentence that is always there.
#[component]
fn Information(session: OnlineSession) -> impl IntoView {
    let text = move || {
        let words = language();
        if let Some(why) = session.refused.get() {
            return why;
        }
        if session.is_looking_back() {
            return words.looking_back().to_owned();
        }
        if session.is_sending() && session.status() != Status::Up {
            return words.online_unsent().to_owned();
        }
        match session.told(|told| told.prompt) {
            Prompt::Throw(_) => format!("{} {}", words.your_turn(), words.throw_now()),
            Prompt::Choose(_) | Prompt::Sending => words.your_turn().to_owned(),
            Prompt::Opponent(player) => words.turn_of(&session.names()[player]),
            Prompt::Over(_) => words.game_over().to_owned(),
            _ => String::new(),
        }
    };
    let class = move || if session.refused.get().is_some() { "information refused" } else { "information" };
    // What has a line of its own is not shown twice.
    let last = move || {
        let (words, asked) = (language(), offer_text(session));
        session.log.last_besides(&[&text(), words.your_turn(), &asked.unwrap_or_default()])
    };
    let watching = move || session.side().is_none().then(|| language().online_watching());
    view! {
        <div class=class>
            <p class="watching dim" data-test="watching">{watching}</p>
            <p class="turn-sign" data-test="information">{text}</p>
            <p class="last-said dim">{last}</p>
        </div>
        <Offers session />
    }
}
