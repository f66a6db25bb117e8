//! The logs of games by a link: the port [`crate::ports::MatchStore`] on SQLite and on PostgreSQL.
//!
//! Both keep the same tables and the same promise: what [`crate::ports::MatchStore::append`] says is done, is on the disk,
//! and `(match, seq)` decides who was first.

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
