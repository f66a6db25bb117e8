mod board;
mod controls;
mod off_board;
mod over;
mod pane;
mod search_report;

use gebeta_i18n::Language;
use gebeta_rules::Player;
use gebeta_session::{Input, Prompt};
use leptos::prelude::*;

use crate::app::game_name;
use crate::components::announcements::Announcer;
use crate::components::drawer::{LastSearch, Sharing};
use crate::components::hint::{HintLine, HintState};
use crate::components::move_list::Moves;
use crate::lazy::boards::LazyBoards;
use crate::platform::language::{language, say};
use crate::route::Route;
use crate::session::Session;
use board::board_props;
use controls::Controls;
pub(crate) use off_board::OffBoard;
use over::Over;
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
            let looked = move || Some((session.record()?, session.place().0));
            view! {
                <div class="game" data-game=game.to_string()>
                    <h1 class="unseen">{move || game_name(game, language())}</h1>
                    <div class="game-main">
                        <Information />
                        <Pane player=Signal::derive(move || !near()) />
                        {move || props.map(|props| board.view(|board| board(props)))}
                        <Pane player=Signal::derive(near) />
                        <HintLine hints />
                        <Controls turned hints is_closed />
                    </div>
                    <Moves
                        record=move || session.record()
                        place=move || session.place()
                        on_look=move |place| session.handle(Input::LookAt(place))
                    >
                        <LastSearch session />
                        <Sharing game=Signal::derive(looked) />
                    </Moves>
                    <Over is_closed />
                    <Announcer log=session.log() />
                </div>
            }
            .into_any()
        }
    }
}

/// What is going on, in a sentence that is always there.
#[component]
fn Information() -> impl IntoView {
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
        match session.prompt() {
            Some(Prompt::Throw(player)) => {
                format!("{} {}", words.turn_of(&names[player]), words.throw_now())
            }
            Some(Prompt::Bot(player)) => words.thinking(&names[player]),
            Some(Prompt::Choose(player)) => words.turn_of(&names[player]),
            Some(Prompt::Confirm(_)) => words.confirm_moves_about().to_owned(),
            Some(Prompt::Over(_)) => words.game_over().to_owned(),
            _ => String::new(),
        }
    };
    let class = move || if session.refused().is_some() { "information refused" } else { "information" };
    // What has a line of its own is not shown twice.
    let is_shown = move |line: &String| !session.has_archived_other() || line != language().games_put_away();
    let last = move || session.log().last().filter(is_shown);
    view! {
        <div class=class>
            <p class="turn-sign" data-test="information">{text}</p>
            <p class="last-said dim" data-test="last-said">{last}</p>
            <ArchivedNotice />
        </div>
    }
}

/// Says where the game is that was in progress before.
#[component]
fn ArchivedNotice() -> impl IntoView {
    let session = Session::here();
    view! {
        <Show when=move || session.has_archived_other()>
            <p class="put-away" data-test="put-away">
                {say(Language::games_put_away)}" "
                <a href=Route::Games.href()>{say(Language::home_games)}</a>
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
