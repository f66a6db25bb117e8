//! The logs of online games: the port [`crate::ports::MatchStore`] on SQLite and on PostgreSQL.
//!
//! Both have the same tables and give the same guarantee: what [`crate::ports::MatchStore::append`] reports as done is on
//! the disk, and the key `(match, seq)` decides which of two writers was first.

mod backup;
mod chain;
mod check;
pub(crate) mod error;
mod inspect;
mod lock;
mod nodes;
mod postgres;
mod postgres_notifier;
pub(crate) mod queries;
mod session;
mod sqlite;
pub(crate) mod stored_event;
pub(crate) mod writer;

pub use backup::copy;
pub use check::{Checked, DamagedGame, check_postgres, check_sqlite};
pub use inspect::{Inspected, SchemaState, inspect_postgres, inspect_sqlite};
pub use lock::{FolderLock, LockError};
pub use postgres::PostgresLogs;
pub use postgres_notifier::PostgresNotifier;
pub use sqlite::{OpenError, SqliteLogs};
