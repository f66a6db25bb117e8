use gebeta_match::Stage;
use gebeta_protocol::Side;
use gebeta_rules::{GameKind, Player};
use gebeta_session::{OnlineSource, Presence, phrase_text, time_left_text};
use leptos::prelude::*;

use super::online_session::OnlineSession;
use crate::board::senet::piece_picture;
use crate::pages::game::score;
use crate::platform::language::language;

/// A player: name, turn, whether they are there, their time, what they have, what they say.
#[component]
pub(super) fn Plate(session: OnlineSession, player: Signal<Player>) -> impl IntoView {
    let side = move || session.with_game(|game| game.side_of(player.get())).flatten();
    let seat = Memo::new(move |_| side());
    // What the board has shown: nothing is told before the last stone has landed.
    let is_to_move = move || {
        let position = session.told(|told| told.decision().copied());
        session.with_game(|game| game.stage() == Stage::Playing) == Some(true)
            && position.and_then(|position| position.to_move()) == Some(player.get())
    };
    let class = move || {
        let turn = if is_to_move() { " turn" } else { "" };
        format!("pane plate p{}{turn}", player.get())
    };
    let name = move || session.names()[player.get()].clone();
    let score =
        move || session.told(|told| told.position().copied()).map(|position| score(&position, player.get()));
    let sign = move || (session.kind() == Some(GameKind::Senet)).then(|| piece_picture(player.get()));
    let phrase = Memo::new(move |_| {
        let side = side()?;
        session.source_now(|source, _| source.phrase(side))
    });
    let speech = move || {
        let phrase = phrase.get()?;
        Some(view! { <span class="speech" dir="auto">{phrase_text(language(), phrase)}</span> })
    };
    view! {
        <section class=class aria-label=name>
            <span class="sign" aria-hidden="true">{sign}</span>
            <strong class="name" dir="auto">{name}</strong>
            {move || seat.get().map(|side| view! { <Here session side /> })}
            {speech}
            <span class="plate-end">
                <Clock session player />
                <span class="score">{score}</span>
            </span>
        </section>
    }
}

/// Whether a player is at the board and how quick their connection is, as a dot and in words.
#[component]
pub(super) fn Here(session: OnlineSession, side: Side) -> impl IntoView {
    let presence = Memo::new(move |_| session.source(|source| source.presence(side)));
    let class = move || match presence.get() {
        Presence::Unknown => "presence",
        Presence::Here => "presence here",
        Presence::Away(_) => "presence away",
    };
    let text = move || {
        let words = language();
        let (is_mine, lag) = session.source(|source| (source.side() == Some(side), source.lag(side)));
        match (presence.get(), lag.map(|lag| words.online_lag(lag))) {
            (Presence::Unknown, _) => String::new(),
            (Presence::Here, Some(lag)) if is_mine => lag,
            (Presence::Here, Some(lag)) => format!("{} · {lag}", words.online_here()),
            (Presence::Here, None) => words.online_here().to_owned(),
            (Presence::Away(since), _) => {
                let now = session.source_now(OnlineSource::server_time).unwrap_or(since);
                let seconds = now.saturating_sub(since) / 1000;
                words.online_away(format!("{}:{:02}", seconds / 60, seconds % 60))
            }
        }
    };
    let known = move || presence.get() != Presence::Unknown;
    view! {
        <Show when=known>
            <span class=class><i aria-hidden="true"></i><span class="presence-words dim">{text}</span></span>
        </Show>
    }
}

/// A player's time.
#[component]
fn Clock(session: OnlineSession, player: Signal<Player>) -> impl IntoView {
    let left = Memo::new(move |_| session.source_now(|source, now| source.time_left(player.get(), now)));
    let runs = move || session.with_game(|game| game.clock().runs_for()).flatten() == Some(player.get());
    let class = move || {
        let runs = if runs() { " runs" } else { "" };
        let low = if left.get().is_some_and(|left| left < 20_000) { " low" } else { "" };
        format!("clock{runs}{low}")
    };
    let shown = move || left.get().map(|left| time_left_text(language(), left));
    view! {
        <Show when=move || left.get().is_some()>
            <span class=class role="timer" dir="ltr" aria-label=move || language().online_time_left(shown().unwrap_or_default())>
                {shown}
            </span>
        </Show>
    }
}
