//! What the browser provides: storage, the engine worker, timers, settings, sharing.

pub(crate) mod account;
pub(crate) mod animation;
pub(crate) mod archive;
mod compact_game;
pub(crate) mod cover;
pub(crate) mod current_game;
pub(crate) mod database;
pub(crate) mod engine_worker;
pub(crate) mod language;
pub(crate) mod last_setup;
pub(crate) mod palette;
pub(crate) mod panic_page;
pub(crate) mod rule_sets;
pub(crate) mod settings;
pub(crate) mod share;
pub(crate) mod storage;
pub(crate) mod style;
pub(crate) mod theme;
pub(crate) mod timer;
