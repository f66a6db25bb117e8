use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, AnyPosition, Game, Player, mancala};
use gebeta_session::GameSession;
use leptos::prelude::*;

use crate::components::opponents;
use crate::lazy::boards::LazyBoards;
use crate::platform::language::language;
use crate::session::Session;

/// A player: name, whether it is their turn, what they have.
#[component]
pub(super) fn Pane(player: Signal<Player>) -> impl IntoView {
    let session = Session::here();
    // What the board has shown: nothing is told before the last stone has landed.
    let to_move = move || {
        session.told(|told| told.decision().and_then(AnyPosition::to_move)).flatten() == Some(player.get())
    };
    let class = move || {
        let turn = if to_move() { " turn" } else { "" };
        format!("pane p{}{turn}", player.get())
    };
    let name = move || session.names()[player.get()].clone();
    let kind = move || {
        let mind = session.with(|session| session.game().player_kinds()[player.get()])?;
        mind.bot().map(|_| opponents::name(language(), mind))
    };
    let thinking = move || {
        (session.with(GameSession::thinking).flatten() == Some(player.get()))
            .then(|| language().thinking_sign())
    };
    let score = move || {
        let position = session.told(|told| told.position().copied()).flatten()?;
        Some(score(&position, player.get()))
    };
    let sign = move || {
        let board = LazyBoards::here().of(session.game()?).get()?;
        Some((board.sign)(player.get()))
    };
    view! {
        <section class=class aria-label=name>
            <span class="sign" aria-hidden="true">{sign}</span>
            <strong class="name" dir="auto">{name}</strong>
            <span class="kind dim">{kind}</span>
            <span class="thinking">{thinking}</span>
            <Chosen player />
            <span class="score">{score}</span>
        </section>
    }
}

/// What a player has in a position.
pub(crate) fn score(position: &AnyPosition, player: Player) -> AnyView {
    let words = language();
    match position {
        AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => position.score(player).into_any(),
        AnyPosition::Senet(position) => {
            let (own, off) = (position.board().pieces(player).len(), position.exited(player));
            let (own, off) = (words.pieces_on_board(own.into()), words.pieces_off(off.into()));
            view! { <span class="on-board">{own}" · "</span>{off} }.into_any()
        }
    }
}

/// The chosen pit and what is in it while a move waits to be played, and how many turns the player has had.
#[component]
fn Chosen(player: Signal<Player>) -> impl IntoView {
    let session = Session::here();
    let chosen = move || {
        let Some(AnyPly::Mancala(mancala::Move::Sow(pit))) = session.trial() else { return None };
        session.with(|session| {
            let AnyPosition::Mancala(position) = session.game().position() else { return None };
            let mine = position.to_move() == Some(player.get());
            mine.then(|| (pit, position.board().stones(position.board().hole_of(player.get(), pit))))
        })?
    };
    let text = move || {
        let words = language();
        chosen().map(|(pit, stones)| {
            format!("{} {pit} · {} {stones}", words.selected_pit(), words.stones_in_it())
        })
    };
    let turns = move || session.told_record().map_or(0, |record| turns_of(&record, player.get()));
    let turns = move || format!("{} {}", Language::turns_played(language()), turns());
    view! {
        <span class="chosen" data-test="chosen">{text}</span>
        <span class="turns dim" data-test="turns">{turns}</span>
    }
}

/// How many turns a player has completed; moves in a row are one turn.
fn turns_of(record: &gebeta_rules::Record, player: Player) -> usize {
    let movers: Vec<_> = record.moves().map(|(mover, _)| mover).collect();
    let next = record.position().to_move();
    let after = movers.iter().skip(1).copied().map(Some).chain([next]);
    movers.iter().zip(after).filter(|&(&mover, after)| mover == player && after != Some(player)).count()
}
