//! The logs of games by a link: the port [`gebeta_arena::Store`] on SQLite and on PostgreSQL.
//!
//! Both keep the same tables and the same promise: what [`gebeta_arena::Store::append`] says is done, is on the disk,
//! and `(match, seq)` decides who was first.

mod backup;
mod bell;
mod chain;
mod check;
pub(crate) mod fault;
mod inspect;
mod lock;
mod nodes;
mod postgres;
pub(crate) mod queries;
mod session;
mod sqlite;
pub(crate) mod writer;

pub use backup::copy;
pub use bell::PostgresBell;
pub use check::{Checked, DamagedGame, check_postgres, check_sqlite};
pub use inspect::{Inspected, Tables, inspect_postgres, inspect_sqlite};
pub use lock::{FolderLock, LockFault};
pub use postgres::PostgresLogs;
pub use sqlite::{OpenFault, SqliteLogs};
