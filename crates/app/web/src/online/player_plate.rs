use gebeta_match::Match;
use gebeta_protocol::Side;
use gebeta_rules::Player;
use leptos::prelude::*;

use super::online_session::{OnlineSession, Presence};
use super::{clock, wording};
use crate::pages::game::score;
use crate::platform::language::language;

/// A player: name, turn, whether they are there, their time, what they have, what they say.
#[component]
pub(super) fn Plate(room: OnlineSession, player: Signal<Player>) -> impl IntoView {
    let side = move || room.with(|game| game.side_of(player.get())).flatten();
    let is_to_move = move || room.with(Match::to_move).flatten() == Some(player.get());
    let class = move || {
        let turn = if is_to_move() { " turn" } else { "" };
        format!("pane plate p{}{turn}", player.get())
    };
    let name = move || room.names()[player.get()].clone();
    let you = move || (room.player() == Some(player.get())).then(|| language().online_you());
    let score = move || room.position().map(|position| score(&position, player.get()));
    let said = move || {
        let phrase = side().and_then(|side| room.spoken.with(|spoken| spoken[side]))?;
        Some(view! { <span class="speech" dir="auto">{wording::phrase(language(), phrase)}</span> })
    };
    view! {
        <section class=class aria-label=name>
            <span class="sign" aria-hidden="true"></span>
            <strong class="name" dir="auto">{name}</strong>
            <span class="kind dim">{you}</span>
            {move || side().map(|side| view! { <Here room side /> })}
            {said}
            <span class="plate-end">
                <Clock room player />
                <span class="score">{score}</span>
            </span>
        </section>
    }
}

/// Whether a player is at the board and how quick their connection is, as a dot and in words.
#[component]
pub(super) fn Here(room: OnlineSession, side: Side) -> impl IntoView {
    let presence = move || room.presence.with(|presence| presence[side]);
    let class = move || match presence() {
        Presence::Unknown => "presence",
        Presence::Here => "presence here",
        Presence::Away(_) => "presence away",
    };
    let text = move || {
        let words = language();
        let is_mine = room.side.get() == Some(side);
        let told = room.lags.with(|lags| lags[side]);
        let lag = if is_mine { room.lag.get().or(told) } else { told };
        match (presence(), lag.map(|lag| words.online_lag(lag))) {
            (Presence::Unknown, _) => String::new(),
            (Presence::Here, Some(lag)) if is_mine => lag,
            (Presence::Here, Some(lag)) => format!("{} · {lag}", words.online_here()),
            (Presence::Here, None) => words.online_here().to_owned(),
            (Presence::Away(since), _) => {
                let seconds = room.now.get().saturating_sub(since) / 1000;
                words.online_away(format!("{}:{:02}", seconds / 60, seconds % 60))
            }
        }
    };
    let known = move || presence() != Presence::Unknown;
    view! {
        <Show when=known>
            <span class=class><i aria-hidden="true"></i><span class="presence-words dim">{text}</span></span>
        </Show>
    }
}

/// A player's time.
#[component]
fn Clock(room: OnlineSession, player: Signal<Player>) -> impl IntoView {
    let left = Memo::new(move |_| {
        let now = room.now.get();
        room.with(|game| game.clock().left(player.get(), now)).flatten()
    });
    let runs = move || room.with(|game| game.clock().runs_for()).flatten() == Some(player.get());
    let class = move || {
        let runs = if runs() { " runs" } else { "" };
        let low = if left.get().is_some_and(|left| left < 20_000) { " low" } else { "" };
        format!("clock{runs}{low}")
    };
    let shown = move || left.get().map(|left| clock::left(language(), left));
    view! {
        <Show when=move || left.get().is_some()>
            <span class=class role="timer" dir="ltr" aria-label=move || language().online_time_left(shown().unwrap_or_default())>
                {shown}
            </span>
        </Show>
    }
}
