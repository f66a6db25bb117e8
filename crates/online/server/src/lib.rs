//! Serves the browser game: the bundle inside the program or in a folder, the rule files of whoever runs it, and games
//! by a link ([`online`]) with [`accounts`] for who wants one.
//!
//! [`app`] answers requests, [`run`] lets it listen, and [`serve`] is both for a program that does nothing else.

pub mod accounts;
pub mod admin;
pub mod api;
mod app;
mod asset;
mod check;
mod connections;
mod error;
mod error_pages;
mod files;
mod game_error;
mod headers;
mod hosts;
mod html;
mod limited_listener;
pub mod limits;
pub mod logs;
mod methods;
pub mod metrics;
pub mod online;
mod rule_files;
mod serve;
mod site;
mod store_timeouts;
mod tasks;
mod unread_body;
mod verify_page;

pub use app::{App, app};
pub use check::{Checked, Found, check};
pub use error::ServeError;
pub use rule_files::RuleFolder;
pub use serve::{Logs, Served, bus, run, run_on, serve};
pub use site::Site;
pub use tasks::Tasks;
