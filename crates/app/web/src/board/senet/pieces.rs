//! The pieces: cones for Player 1, spools for Player 2, told apart by shape as well as color.

use gebeta_rules::Player;
use leptos::prelude::*;

use super::art::{Drawing, body, light, line, shade};

/// The piece of `player`.
pub(super) const fn piece(player: Player) -> Drawing {
    match player {
        Player::One => CONE,
        Player::Two => SPOOL,
    }
}

/// The class that gives a piece its color.
pub(super) const fn class(player: Player) -> &'static str {
    match player {
        Player::One => "cone",
        Player::Two => "spool",
    }
}

/// The piece of `player` on its own, for boards that are not played on.
pub(crate) fn piece_picture(player: Player) -> impl IntoView {
    view! { <span class=class(player)>{piece(player).view("piece-art")}</span> }
}

/// A tall cone with a knob and a ring round its foot.
const CONE: Drawing = Drawing(&[
    body(
        "M24 4.5c3 0 4.8 2 4.8 4.6 0 1.7-.8 3-1.8 3.9L36.4 37c1 4-5.2 6.6-12.4 6.6S10.6 41 11.6 37L21 13c-1-.9-1.8-2.2-1.8-3.9 0-2.6 1.8-4.6 4.8-4.6Z",
    ),
    shade("M27 13 36.4 37c1 4-5.2 6.6-12.4 6.6-1 0-2 0-3-.2 6.5-.7 9.6-3 9-6.8L25.6 14Z"),
    light("M22 15.5 16.2 34.5c-.4 1.4-2.2 1-1.8-.4L20.6 15.2Z"),
    line("M13.4 32.5c2 2.6 19.2 2.6 21.2 0M21 13c1.6 1 4.4 1 6 0"),
]);

/// A reel: two discs and a waist.
const SPOOL: Drawing = Drawing(&[
    body(
        "M11 10c0-2.6 5.8-4.5 13-4.5S37 7.4 37 10v3.5c0 4.5-7.5 5-7.5 10.5s8.5 6.5 8.5 11.5v2.5c0 3-6.3 5.5-14 5.5S10 41 10 38v-2.5C10 30.5 18.5 29.5 18.5 24S11 18 11 13.5Z",
    ),
    shade(
        "M37 10v3.5c0 4.5-7.5 5-7.5 10.5s8.5 6.5 8.5 11.5v2.5c0 3-6.3 5.5-14 5.5-1 0-2 0-3-.2 7-.8 10.5-2.6 10.5-5.3v-2c0-4.5-6.5-6.5-6.5-12s6-6 6-10Z",
    ),
    light("M24 7.5c5.5 0 9.8 1.1 9.8 2.5S29.5 12.5 24 12.5 14.2 11.4 14.2 10 18.5 7.5 24 7.5Z"),
    line(
        "M11 10c0 2.6 5.8 4.5 13 4.5S37 12.6 37 10M18.6 23c2.2 1.6 8.6 1.6 10.8 0M10.2 35.6c1 2.8 6.8 4.8 13.8 4.8s12.8-2 13.8-4.8",
    ),
]);
