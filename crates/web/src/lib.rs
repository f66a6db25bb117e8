//! The game in the browser: Leptos on the client alone, the rules compiled in, the search in a worker of its own.
//!
//! Components take plain data in and send messages out; what may be played is asked of the rules. The game in progress
//! is a [`gebeta_table::Table`] inside a [`session::Session`].

#![allow(dead_code, unused_imports)]
// While the screens arrive one after the other.
// The macro behind components makes their properties public.
#![allow(unreachable_pub)]

mod animate;
mod app;
mod brain;
mod cue;
mod form;
mod icon;
mod language;
mod later;
mod mancala;
mod opponents;
mod palette;
mod route;
mod rulebook;
mod senet;
mod session;
mod settings;
mod sound;
mod theme;
mod toss;

use wasm_bindgen::prelude::wasm_bindgen;

/// Shows the game in the page that loaded it.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
