use gebeta_i18n::Language;
use gebeta_rules::{AnyPosition, ByPlayer, Player, Record};
use gebeta_session::{Input, Prompt, end_reason, verdict};
use leptos::html::Button;
use leptos::prelude::*;

use super::controls::focus_board;
use crate::components::dialog::{Card, focused};
use crate::pages::review::NOW;
use crate::platform::language::{language, say};
use crate::route::Route;
use crate::session::Session;

/// The end: who won and why, over the final board. A card that was put away stays away as long as the game is over.
#[component]
pub(super) fn Over(is_closed: RwSignal<bool>) -> impl IntoView {
    let session = Session::here();
    let ended = Memo::new(move |_| session.prompt().is_some_and(Prompt::is_over));
    let over = Memo::new(move |_| ended.get() && session.is_settled() && !session.is_looking_back());
    Effect::new(move |_| {
        if !ended.get() {
            is_closed.set(false);
        }
    });
    let sentence = move || {
        let position = session.with(|session| session.game().position())?;
        Some(verdict(language(), &position, &session.names()))
    };
    let ended_with = move || {
        session.with(|session| {
            let game = session.game();
            let last = game.played(game.ply().checked_sub(1)?)?;
            Some((last, game.record().clone()))
        })?
    };
    let why = move || end_reason(language(), &ended_with()?.0, &session.names());
    let close = Callback::new(move |()| {
        is_closed.set(true);
        focus_board();
    });
    let scores = move || Some(finals(&session.with(|session| session.game().position())?, &session.names()));
    let decisive = move || {
        let (place, player, gain) = biggest_move(&ended_with()?.1)?;
        let (words, names) = (language(), session.names());
        let gain = words.stones_count(gain.into());
        let text = if names[player] == words.you() {
            words.your_biggest_move(place, gain)
        } else {
            words.biggest_move(&names[player], gain, place)
        };
        let show = move |_| {
            close.run(());
            session.handle(Input::LookAt(place - 1));
            session.handle(Input::LookAt(place));
        };
        Some(
            view! { <p class="decisive">{text}" "<button class="button quiet" data-test="decisive" on:click=show>{words.show_it()}</button></p> },
        )
    };
    view! {
        <Show when=move || over.get() && !is_closed.get()>
            <Card title="over-title" on_close=close>
                <h2 id="over-title">{say(Language::game_over)}</h2>
                <p class="verdict">{sentence}</p>
                {scores}
                <p class="dim">{why}</p>
                {decisive}
                <div class="row center">
                    <Next class="button primary big" first=focused() />
                    <button class="button" data-test="look" on:click=move |_| close.run(())>{say(Language::show_board)}</button>
                    <button class="button quiet" data-test="leave" on:click=|_| Route::Home.go()>{say(Language::leave)}</button>
                </div>
            </Card>
        </Show>
    }
}

/// The move that brought the most stones home, its player and how many; what is swept up at the end is not won by a move.
fn biggest_move(record: &Record) -> Option<(usize, Player, u16)> {
    let score = |position: &AnyPosition, player| match position {
        AnyPosition::Senet(_) => 0,
        AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => position.score(player),
    };
    let last = record.plies().len();
    let gains = record.moves().zip(record.positions().windows(2)).enumerate().filter_map(
        |(ply, ((mover, _), pair))| {
            let gain = score(&pair[1], mover).saturating_sub(score(&pair[0], mover));
            (ply + 1 < last && gain > 2).then_some((ply + 1, mover, gain))
        },
    );
    gains.max_by_key(|&(place, _, gain)| (gain, std::cmp::Reverse(place)))
}

/// What each player has in the end: stones, or pieces brought off the board.
pub(crate) fn finals(position: &AnyPosition, names: &ByPlayer<String>) -> AnyView {
    let words = language();
    let line = |player: Player| {
        let (count, of) = match position {
            AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => (position.score(player), None),
            AnyPosition::Senet(position) => {
                let off = position.exited(player);
                (off.into(), Some(words.final_off(position.rules().pieces.get())))
            }
        };
        let name = names[player].clone();
        let class = format!("final p{player}");
        view! { <div class=class><dt dir="auto">{name}</dt><dd>{count}{of.map(|of| view! { <small>{of}</small> })}</dd></div> }
    };
    view! { <dl class="finals" data-test="finals">{Player::BOTH.map(line).into_iter().collect_view()}</dl> }
        .into_any()
}

/// What may come after the end.
#[component]
pub(super) fn Next(
    #[prop(default = "button primary")] class: &'static str,
    #[prop(optional)] first: NodeRef<Button>,
) -> impl IntoView {
    let session = Session::here();
    let again = move |_| {
        session.again();
        focus_board();
    };
    let new_game = move || session.game().map(|game| Route::Setup(game).href());
    view! {
        <button class=class node_ref=first data-test="again" on:click=again>{say(Language::play_again)}</button>
        <a class="button" data-test="review" href=Route::Review(NOW.to_owned()).href()>{say(Language::review)}</a>
        <a class="button" data-test="new" href=new_game>{say(Language::new_game)}</a>
    }
}
