use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::OpenError;

/// How long to wait for a server that is just starting.
const PATIENCE: Duration = Duration::from_secs(10);

/// Copies the games and accounts in the file `database` to the empty file `to`, as of one moment, while a server may write.
/// The copy is checked.
///
/// It starts its own runtime, so it must not be called inside one.
///
/// # Errors
/// There is no such database, it cannot be read, or there is no space.
pub fn copy(database: &Path, to: &Path) -> Result<(), OpenError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    runtime.map_err(sqlx::Error::Io)?.block_on(async {
        let mut connection = open(database).await?;
        // One read transaction: later commits are not in it, and writers do not wait.
        sqlx::query("VACUUM INTO ?").bind(to.to_string_lossy()).execute(&mut connection).await?;
        connection.close().await?;
        let mut copy = open(to).await?;
        let told: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut copy).await?;
        copy.close().await?;
        if told == "ok" { Ok(()) } else { Err(OpenError::BadCopy) }
    })
}

async fn open(file: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(false).busy_timeout(PATIENCE);
    options.disable_statement_logging().connect().await
}
