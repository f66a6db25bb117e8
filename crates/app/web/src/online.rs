//! Games between people far apart (`docs/playing/online.md`).
//!
//! What a game is and what follows from its events is `gebeta_match`'s to say; here it is asked for, shown and played on
//! the boards that games on one device use.

#![allow(
    clippy::large_types_passed_by_value,
    reason = "the handles to the signals of a session are copied into every closure; only debug builds make them large"
)]

mod account;
mod api;
mod banner;
mod board;
mod chance;
mod controls;
mod create_game;
mod envelopes;
mod game_page;
mod leaderboard;
mod lobby;
mod name;
mod online_session;
mod open_games;
mod over;
mod pairing;
mod phrases;
mod player_plate;
mod profile;
mod qr;
mod running_games;
mod seat;
mod seat_requests;
mod socket;
mod turn_notice;
mod waiting;

use leptos::prelude::*;

use crate::platform::style::{Screen, dressed};
use crate::route::Route;
use account::AccountScreen;
use game_page::OnlineGamePage;
use lobby::LobbyScreen;
use profile::ProfileScreen;
pub(crate) use profile::account_numbers;
use running_games::MyGames;
pub(crate) use seat::has_seat;

/// The games at which this browser has a seat and which are not over, for the first screen.
pub(crate) fn my_games() -> AnyView {
    dressed(Box::new(|| view! { <MyGames /> }.into_any()))
}

/// The screen at an address, if it is one of these.
pub(crate) fn screen(route: Route) -> Option<Screen> {
    Some(match route {
        Route::Online => Box::new(|| view! { <LobbyScreen /> }.into_any()),
        Route::OnlineGame(id) => {
            let id = id.parse().ok()?;
            Box::new(move || view! { <OnlineGamePage id /> }.into_any())
        }
        Route::Account => Box::new(|| view! { <AccountScreen /> }.into_any()),
        Route::Player(name) => Box::new(move || view! { <ProfileScreen name=name.clone() /> }.into_any()),
        _ => return None,
    })
}
