//! The game in the browser: Leptos on the client alone, the rules compiled in, the search in a worker of its own.
//!
//! Components take plain data in and send messages out; what may be played is asked of the rules. The game in progress
//! is a [`gebeta_table::Table`] inside a `Session`.

// The macro behind components makes their properties public.
#![allow(unreachable_pub)]
// They own them too, and a form is as long as it has fields.
#![allow(clippy::needless_pass_by_value, clippy::too_many_lines)]

mod about;
mod account;
mod analysis;
mod animate;
mod app;
mod brain;
mod cue;
mod database;
mod dialog;
mod drawer;
mod editor;
mod family;
mod file_faults;
mod form;
mod game;
mod games;
mod hearing;
mod hint;
mod home;
mod icon;
mod keep;
mod language;
mod later;
mod library;
mod log;
mod mancala;
mod moves;
mod online;
mod opponents;
mod palette;
mod part;
mod press;
mod reading;
mod replay;
mod review;
mod route;
mod rulebook;
mod rules_page;
mod senet;
mod session;
mod settings;
mod settings_page;
mod setup;
mod share;
mod sharing;
mod shelf;
mod show;
mod sound;
mod statistics;
mod steps;
mod storage;
mod style;
mod theme;
mod tongue;
mod toss;
mod trouble;
mod tutorial;
mod update;

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

/// Shows the game in the page that loaded it.
#[wasm_bindgen(start)]
pub fn start() {
    trouble::watch();
    // Not that of Leptos, which is not there before it has mounted something.
    spawn_local(async {
        // Without a network and without an earlier visit it is English.
        let _ = tongue::learn(settings::Settings::kept_before().wished_language()).await;
        if (keep::has_any() || rulebook::has_added()) && reading::fetch().await.is_err() {
            // A new game would take the place of the kept one, which cannot be read.
            trouble::show_absence("the part that reads kept games could not be loaded");
            return;
        }
        leptos::mount::mount_to_body(app::App);
    });
}
