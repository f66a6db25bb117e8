//! Finished games in SQLite: for statistics, and to be replayed.
//!
//! [`Database`] is for programs that wait asynchronously, [`Store`] for those that do not. Both are safe with several
//! programs on one file, and what was added is on the disk. [`online`] keeps the games by a link,
//! [`accounts`] who plays them.

pub mod accounts;
mod database;
mod error;
mod finished;
mod migrations;
pub mod online;
mod schema;
mod store;

pub use database::Database;
pub use error::StoreError;
pub use finished::{FinishedGame, NotFinished, StoredGame};
pub use store::Store;
