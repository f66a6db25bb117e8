//! Games between people far apart (`docs/online.md`).
//!
//! What a game is and what follows from its events is `gebeta_arena`'s to say; here it is asked for, shown and played on
//! the boards that games on one device use.

#![allow(
    clippy::large_types_passed_by_value,
    reason = "the handles to a room's signals are copied into every closure; only debug builds make them large"
)]

mod account;
mod api;
mod asking;
mod banner;
mod board;
mod chance;
mod clock;
mod controls;
mod envelopes;
mod following;
mod link;
mod lobby;
mod make;
mod name;
mod open_games;
mod over;
mod plate;
mod profile;
mod qr;
mod room;
mod seat;
mod table;
mod talk;
mod telling;
mod waiting;
mod wire;

use leptos::prelude::*;

use crate::route::Route;
use crate::style::Screen;
use account::AccountScreen;
use lobby::LobbyScreen;
use profile::ProfileScreen;
pub(crate) use profile::account_numbers;
use table::TableScreen;

/// The screen at an address, if it is one of these.
pub(crate) fn screen(route: Route) -> Option<Screen> {
    Some(match route {
        Route::Online => Box::new(|| view! { <LobbyScreen /> }.into_any()),
        Route::OnlineGame(id) => {
            let id = id.parse().ok()?;
            Box::new(move || view! { <TableScreen id /> }.into_any())
        }
        Route::Account => Box::new(|| view! { <AccountScreen /> }.into_any()),
        Route::Player(name) => Box::new(move || view! { <ProfileScreen name=name.clone() /> }.into_any()),
        _ => return None,
    })
}
