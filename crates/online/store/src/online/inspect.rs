//! Inspects a database without changing it: for `gebeta serve --check`.

use std::path::Path;
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use super::{OpenError, session};
use crate::schema;

/// The result of an inspection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspected {
    /// The database's own version.
    pub version: String,
    /// The state of its tables.
    pub tables: SchemaState,
}

/// How far the migrations of a database are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaState {
    /// There are no tables: the server creates them when it starts.
    Missing,
    /// So many migrations are missing; the server applies them when it starts.
    Behind(usize),
    /// All migrations are applied.
    Current,
}

impl SchemaState {
    fn of(migrator: &Migrator, last: Option<i64>) -> Result<Self, OpenError> {
        let known = migrator.iter().count();
        match last {
            None => Ok(Self::Missing),
            Some(last) => match usize::try_from(last).ok().and_then(|taken| known.checked_sub(taken)) {
                Some(0) => Ok(Self::Current),
                Some(missing) => Ok(Self::Behind(missing)),
                None => Err(MigrateError::VersionMissing(last).into()),
            },
        }
    }
}

/// Inspects the PostgreSQL at `url`: whether it answers, is not behind a transaction pooler, commits durably, and does not
/// have the tables of a later program.
///
/// # Errors
/// What [`super::PostgresLogs::open`] would refuse.
pub async fn inspect_postgres(url: &str) -> Result<Inspected, OpenError> {
    let options = PgConnectOptions::from_str(url)?.extra_float_digits(None).disable_statement_logging();
    session::keep_connection(&options).await?;
    let mut connection = options.connect().await?;
    session::prepare(&mut connection).await?;
    let version = session::value(&mut connection, "SHOW server_version").await?;
    let there = "SELECT (to_regclass('_sqlx_migrations') IS NOT NULL)::text";
    let last = if session::value(&mut connection, there).await? == "true" {
        let last =
            session::value(&mut connection, "SELECT COALESCE(MAX(version), 0)::text FROM _sqlx_migrations");
        last.await?.parse().ok()
    } else {
        None
    };
    connection.close().await?;
    Ok(Inspected { version, tables: SchemaState::of(&schema::postgres(), last)? })
}

/// Inspects the SQLite file at `path`, which must exist.
///
/// # Errors
/// It is not a database of this program, or one of a later version.
pub async fn inspect_sqlite(path: &Path) -> Result<Inspected, OpenError> {
    const PATIENCE: Duration = Duration::from_secs(2);
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(false).busy_timeout(PATIENCE);
    let mut connection = options.pragma("query_only", "ON").disable_statement_logging().connect().await?;
    let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut connection).await?;
    let there: Option<i64> =
        sqlx::query_scalar("SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'")
            .fetch_optional(&mut connection)
            .await?;
    let last = match there {
        Some(_) => {
            let last = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations");
            last.fetch_one(&mut connection).await?
        }
        None => None,
    };
    connection.close().await?;
    Ok(Inspected { version, tables: SchemaState::of(&schema::sqlite(), last)? })
}
