//! The Gebeta server: the browser game, online games and, for those who want one, accounts.
//!
//! [`app`] is the router, [`run`] serves it at a listener, and [`serve`] does both for a program that does nothing else.
//!
//! - [`http`]: routes, pages, the files of the bundle, the API document, and the checks every request passes
//! - `websocket`: the sockets of players and watchers
//! - [`games`]: live games, one actor each; seats, lobby, pairing, computer players, analysis
//! - [`accounts`]: signing up and in, tokens, recovery, results and ratings
//! - [`cluster`]: several nodes on one PostgreSQL: heartbeat, outages, notifications
//! - [`config`]: settings, quotas and limits
//! - [`telemetry`]: metrics and the log

pub mod accounts;
pub mod admin;
mod clock;
pub mod cluster;
pub mod config;
mod game_error;
pub mod games;
pub mod http;
mod open_files;
mod random;
mod serve;
mod serve_error;
mod store_timeouts;
mod tasks;
pub mod telemetry;
mod websocket;

pub use clock::{SystemTime, Time};
pub use config::check::{CheckResult, Usable, check};
pub use config::limits;
pub use http::app::{App, app};
pub use http::bundle::WebBundle;
pub use http::rule_files::RuleFolder;
pub use random::OsChance;
pub use serve::{Served, StoreLocation, bus, run, run_on, serve};
pub use serve_error::ServeError;
pub use tasks::Tasks;
