mod beside;
mod board;
mod controls;
mod keys;
mod off_board;
mod over;
mod pane;
mod search_report;

use gebeta_i18n::Language;
use gebeta_rules::{AnyPosition, Player};
use gebeta_session::{Prompt, turn_text};
use leptos::prelude::*;

use crate::app::game_name;
use crate::components::announcements::Announcer;
use crate::components::hint::{HintLine, HintState, HintWords};
use crate::components::icon::{CROSS, Icon};
use crate::lazy::boards::LazyBoards;
use crate::lazy::screens::LazyScreens;
use crate::platform::language::{language, say};
use crate::route::Route;
use crate::session::Session;
pub(crate) use beside::{Beside, beside, controls};
use board::board_props;
pub(crate) use controls::{Flip, MoreButton, Side};
pub(crate) use keys::{KeyList, read_board};
pub(crate) use off_board::OffBoard;
pub(crate) use over::finals;
use pane::Pane;
pub(crate) use pane::score;
pub(crate) use search_report::SearchReport;

/// The game: the board is the hero, everything else is quiet.
#[component]
pub(crate) fn GameScreen() -> impl IntoView {
    let session = Session::here();
    let turned = RwSignal::new(false);
    session.start();
    on_cleanup(move || session.hide());
    let kind = Memo::new(move |_| session.game());
    move || match kind.get() {
        None => view! { <NoGame /> }.into_any(),
        Some(game) => {
            let hints = HintState::new(session);
            let board = LazyBoards::here().of(game);
            let props = untrack(|| session.scene()).map(|scene| board_props(scene, turned, hints));
            // The player who sits near stands below the board.
            let near = move || if turned.get() { Player::Two } else { Player::One };
            // The final board may be looked at without the card with the result.
            let is_closed = RwSignal::new(false);
            let is_more = RwSignal::new(false);
            let part = LazyScreens::here().beside();
            let parts = Beside { game, turned, hints, is_closed, is_more };
            let beside = move || Some((part.get()?.view)(parts));
            // An empty row keeps the room.
            let controls = move || match part.get() {
                Some(part) => (part.controls)(parts),
                None => view! { <div class="controls"></div> }.into_any(),
            };
            // Without a network at the start the part is asked for again when the game is over and its card is missing.
            Effect::new(move |_| {
                if session.prompt().is_some_and(Prompt::is_over) {
                    part.ask_again();
                }
            });
            // Two people at one device: what the one opposite reads is turned round on a small screen.
            let is_shared = move || {
                session.with(|session| session.game().sole_person().is_none() && session.game().has_person())
                    == Some(true)
            };
            let is_far = move || {
                let to_move = session.told(|told| told.decision().and_then(AnyPosition::to_move));
                is_shared() && to_move.flatten() == Some(!near())
            };
            view! {
                <div class="game in-play" class:shared=is_shared class:far-turn=is_far data-game=game.to_string()>
                    <h1 class="unseen">{move || game_name(game, language())}</h1>
                    <div class="game-main">
                        <Information hints />
                        <Pane player=Signal::derive(move || !near()) />
                        {move || props.map(|props| board.view(|board| (board.view)(props)))}
                        <Pane player=Signal::derive(near) />
                        <HintLine hints />
                        {controls}
                    </div>
                    {beside}
                    <Announcer log=session.log() />
                </div>
            }
            .into_any()
        }
    }
}

/// What is going on, in a sentence that is always there. It follows what the board has shown.
#[component]
fn Information(hints: HintState) -> impl IntoView {
    let session = Session::here();
    let text = move || {
        let words = language();
        let names = session.names();
        if let Some(why) = session.refused() {
            return why;
        }
        if session.is_looking_back() {
            return words.looking_back().to_owned();
        }
        match session.told(|told| told.prompt) {
            Some(Prompt::Throw(player)) => {
                format!("{} {}", turn_text(words, &names[player]), words.throw_now())
            }
            Some(Prompt::Bot(player)) => words.thinking(&names[player]),
            Some(Prompt::Choose(player)) => turn_text(words, &names[player]),
            Some(Prompt::Confirm(_)) => words.confirm_ask().to_owned(),
            Some(Prompt::Over(_)) => words.game_over().to_owned(),
            _ => String::new(),
        }
    };
    let class = move || if session.refused().is_some() { "information refused" } else { "information" };
    // What has a line of its own is not shown twice.
    let last = move || {
        let words = language();
        session.log().last_besides(&[&text(), words.your_turn(), words.games_put_away()])
    };
    view! {
        <div class=class>
            <p class="turn-sign" data-test="information">{text}</p>
            <p class="last-said dim" data-test="last-said">{last}</p>
            <HintWords hints />
        </div>
        <ArchivedNotice />
    }
}

/// Says where the game is that was in progress before, until the first move.
#[component]
fn ArchivedNotice() -> impl IntoView {
    let has_archived_other = Session::here().has_archived_other();
    view! {
        <Show when=move || has_archived_other.get()>
            <p class="put-away" data-test="put-away">
                {say(Language::games_put_away)}" "
                <a href=Route::Games.href()>{say(Language::home_games)}</a>
                <button class="button quiet" data-test="put-away-close" on:click=move |_| has_archived_other.set(false)>
                    <Icon d=CROSS /><span class="unseen">{say(Language::close)}</span>
                </button>
            </p>
        </Show>
    }
}

/// An invitation where there is no game.
#[component]
fn NoGame() -> impl IntoView {
    view! {
        <div class="page narrow">
            <h1>{say(Language::home_no_games)}</h1>
            <a class="button primary" href=Route::Home.href()>{say(Language::play)}</a>
        </div>
    }
}
