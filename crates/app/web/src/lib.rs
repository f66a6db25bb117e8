//! The game in the browser: Leptos on the client alone, the rules compiled in, the search in a worker of its own.
//!
//! Components take plain data in and send messages out; what may be played is asked of the rules. The game in progress
//! is a [`gebeta_session::GameSession`] inside a `Session`.

// The macro behind components makes their properties public.
#![allow(unreachable_pub)]
// They own them too, and a form is as long as it has fields.
#![allow(clippy::needless_pass_by_value, clippy::too_many_lines)]

mod app;
mod board;
mod components;
mod lazy;
mod online;
mod pages;
mod platform;
mod route;
mod session;
mod sound;

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use lazy::{languages, records};
use platform::{cover, current_game, last_setup, panic_page, rule_sets, settings};

/// Shows the game in the page that loaded it.
#[wasm_bindgen(start)]
pub fn start() {
    panic_page::watch();
    // Not that of Leptos, which is not there before it has mounted something.
    spawn_local(async {
        // Without a network and without an earlier visit it is English.
        let _ = languages::learn(settings::Settings::load().wished_language()).await;
        let is_needed = current_game::has_any() || rule_sets::has_added();
        let can_read =
            if is_needed || last_setup::has_own_rules() { records::fetch().await.is_ok() } else { true };
        if is_needed && !can_read {
            // A new game would replace the stored one, which cannot be read.
            panic_page::show_absence("the part that reads kept games could not be loaded");
            return;
        }
        cover::take();
        leptos::mount::mount_to_body(app::App);
    });
}
