//! The games that one user has finished on this machine, in a SQLite file: for statistics, and to be replayed.
//!
//! [`Database`] is for programs that wait asynchronously, [`History`] for those that do not. Both are safe with several programs
//! on one file, and what was added is on the disk.

mod database;
mod error;
mod finished;
mod migrations;
mod store;

pub use database::Database;
pub use error::HistoryError;
pub use finished::{FinishedGame, NotFinishedError, StoredGame};
pub use store::History;
