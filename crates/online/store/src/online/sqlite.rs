use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqliteConnection};

use gebeta_fairness::Link;
use gebeta_match::{NodeId, Outage};
use gebeta_protocol::{ChainStatus, Hash, Logged, MatchId, Side};

use super::error::store_error;
use super::writer::{Work, WriteJob, Writer};
use super::{chain, queries};
use crate::limits;
use crate::ports::{
    Appended, Batch, MatchStore, MatchSummary, NewMatch, OpenMatch, Owners, StoreError, StoredMatch,
};
use crate::schema;
use crate::sql::Db;

/// The logs in one SQLite file, written by this program alone.
#[derive(Clone, Debug)]
pub struct SqliteLogs {
    pub(crate) writer: Writer,
    pub(crate) readers: SqlitePool,
    /// Whether this process has not written a heartbeat yet.
    is_first: Arc<AtomicBool>,
}

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// This version of SQLite has a bug that can damage files.
    #[error("SQLite {0} can damage its files; 3.51.3 or 3.53 is needed")]
    OldSqlite(String),
    /// The file or the server does not answer, or is something else.
    #[error("the games cannot be opened: {0}")]
    Database(#[from] sqlx::Error),
    /// The time of the games cannot be set back.
    #[error("the time of the games cannot be set back: {0}")]
    Time(StoreError),
    /// The copy is damaged.
    #[error("the copy of the games is damaged; is the disk full or failing?")]
    BadCopy,
    /// PostgreSQL confirms commits before they are on its disk.
    #[error(
        "PostgreSQL has {setting} = {value}, with which acknowledged moves can be lost in a crash; \
         set {setting} = on in its configuration"
    )]
    NotDurable {
        /// The setting that says so.
        setting: &'static str,
        /// Its value.
        value: String,
    },
    /// A pooler gives one session several connections.
    #[error(
        "a pooler before PostgreSQL hands out its connections by transaction, so that neither settings nor prepared \
         statements of a session hold; set pool_mode = session for this database, or name PostgreSQL itself"
    )]
    Pooled,
    /// The tables are those of a later program, or were changed.
    #[error("the tables of the games cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

impl OpenError {
    /// Whether the error is temporary: the database may answer a little later.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Database(sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut) => true,
            // Connection failures, also of poolers; too many connections; shutting down, crashed, starting up.
            Self::Database(sqlx::Error::Database(error)) => error.code().is_some_and(|code| {
                code.starts_with("08") || matches!(&*code, "53300" | "57P01" | "57P02" | "57P03")
            }),
            _ => false,
        }
    }
}

impl SqliteLogs {
    const BUSY: Duration = Duration::from_secs(2);
    const READERS: u32 = 4;
    /// This process is the only writer, so a longer gap between heartbeats was an outage: they are written every
    /// [`limits::BEAT`] and take no longer than [`limits::STORE`].
    const GAP_MS: u64 = (limits::BEAT.as_millis() + limits::STORE.as_millis()) as u64;

    /// Opens the file, which is created if needed. Call it inside a tokio runtime.
    ///
    /// # Errors
    /// It is not a database, or this version of SQLite is unsafe.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        keep_private(path).map_err(sqlx::Error::Io)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged move survives a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .pragma("trusted_schema", "OFF")
            .busy_timeout(Self::BUSY)
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        check_version(&mut connection).await?;
        schema::sqlite().run(&mut connection).await?;
        // What a killed server had written but not synced is in the file now and is synced by this commit: a repeated
        // decision is acknowledged as a duplicate.
        queries::beat(&mut Db::Sqlite(&mut connection)).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(Self::READERS)
            .acquire_timeout(Self::BUSY)
            .connect_with(options.create_if_missing(false).pragma("query_only", "ON"))
            .await?;
        Ok(Self { writer: Writer::start(connection), readers, is_first: Arc::new(AtomicBool::new(true)) })
    }

    /// The time to start with if the clock says `own`: never before the last heartbeat, so that events stay in order
    /// although a clock was set back.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn time(&self, own: u64) -> Result<u64, OpenError> {
        let last: i64 =
            sqlx::query_scalar("SELECT at FROM alive WHERE id = 1").fetch_one(&self.readers).await?;
        Ok(own.max(last.cast_unsigned()))
    }

    /// Deletes heartbeats after `now`, which a clock that was ahead has written; events of games stay.
    ///
    /// # Errors
    /// The file cannot be written.
    pub async fn reset_time(&self, now: u64) -> Result<(), OpenError> {
        let reset =
            self.writer.ask(Work::WriteJob(WriteJob::new(move |db| Box::pin(queries::reset_time(db, now)))));
        reset.await.map(|_| ()).map_err(OpenError::Time)
    }

    /// Writes what is queued and closes the file; later calls fail.
    pub async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }

    /// Returns when a write or sync of the file has failed: only a restart finds out what is on the disk.
    pub async fn broken(&self) {
        self.writer.broken().await;
    }

    /// Whether SQLite finds the file intact.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn is_sound(&self) -> Result<bool, OpenError> {
        let told: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&self.readers).await?;
        Ok(told == "ok")
    }
}

/// Makes the file readable by its owner alone: it has password hashes and the server's seeds of unfinished games. Files
/// that SQLite writes beside it get the same permissions; those left by an earlier program may have others.
#[cfg(unix)]
fn keep_private(path: &Path) -> std::io::Result<()> {
    use std::fs::{File, Permissions, set_permissions};
    use std::io::ErrorKind::{AlreadyExists, NotFound};
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};

    const OWN: u32 = 0o600;
    // An existing file is not opened: closing it would release the locks of other connections in this process.
    match File::options().create_new(true).write(true).mode(OWN).open(path) {
        Err(error) if error.kind() != AlreadyExists => return Err(error),
        _ => {}
    }
    for suffix in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(suffix);
        match set_permissions(file, Permissions::from_mode(OWN)) {
            Err(error) if error.kind() != NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_private(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Versions before 3.51.3, and 3.52, can damage a file in this mode.
async fn check_version(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(connection).await?;
    if is_safe(&version) { Ok(()) } else { Err(OpenError::OldSqlite(version)) }
}

fn is_safe(version: &str) -> bool {
    let numbers: Vec<u32> = version.split('.').map_while(|part| part.parse().ok()).collect();
    numbers >= vec![3, 51, 3] && !numbers.starts_with(&[3, 52])
}

#[async_trait]
impl MatchStore for SqliteLogs {
    async fn create(&self, new: NewMatch) -> Result<Appended, StoreError> {
        self.writer.ask(Work::Create(Box::new(new))).await
    }

    async fn append(&self, batch: Batch) -> Result<Appended, StoreError> {
        self.writer.ask(Work::Append(Box::new(batch))).await
    }

    async fn load(&self, game: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        queries::load(&mut Db::Sqlite(&mut connection), game).await
    }

    async fn events(&self, game: MatchId, since: u64, limit: usize) -> Result<Vec<Logged>, StoreError> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        queries::events(&mut Db::Sqlite(&mut connection), game, since, limit).await
    }

    async fn seat(&self, key: Hash) -> Result<Option<MatchId>, StoreError> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        queries::seat(&mut Db::Sqlite(&mut connection), &key).await.map_err(store_error)
    }

    async fn owners(&self, game: MatchId) -> Result<Owners, StoreError> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        queries::owners(&mut Db::Sqlite(&mut connection), game).await.map_err(store_error)
    }

    async fn key(&self) -> Result<Hash, StoreError> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        queries::key(&mut Db::Sqlite(&mut connection)).await.map_err(store_error)
    }

    async fn touch_lobby(&self, game: MatchId, key: Hash, now: u64, until: u64) -> Result<(), StoreError> {
        self.writer.ask(Work::TouchLobby { game, key, now, until }).await.map(|_| ())
    }

    async fn open_games(
        &self,
        key: Option<Hash>,
        now: u64,
        limit: usize,
    ) -> Result<Vec<OpenMatch>, StoreError> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        queries::open_games(&mut Db::Sqlite(&mut connection), key, now, limit).await
    }

    async fn heartbeat(&self, now: u64) -> Result<(), StoreError> {
        // No other process has the file: since the last heartbeat of the one before, none ran.
        let is_first = self.is_first.swap(false, Ordering::Relaxed);
        let gap = if is_first { 0 } else { Self::GAP_MS };
        let kept = self.writer.ask(Work::Heartbeat { now, gap }).await;
        self.is_first.fetch_or(is_first && kept.is_err(), Ordering::Relaxed);
        kept.map(|_| ())
    }

    async fn outages(&self, since: u64) -> Result<Vec<Outage>, StoreError> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        queries::outages(&mut Db::Sqlite(&mut connection), since).await.map_err(store_error)
    }

    fn node(&self) -> Option<NodeId> {
        None
    }

    async fn poll(&self, _: Vec<MatchId>) -> Result<Vec<MatchSummary>, StoreError> {
        Ok(Vec::new())
    }

    async fn set_presence(&self, _: MatchId, _: Side, _: u64) -> Result<(), StoreError> {
        Ok(())
    }

    async fn delete_unjoined(&self, before: u64, limit: usize) -> Result<(), StoreError> {
        self.writer.ask(Work::DeleteUnjoined { before, limit }).await.map(|_| ())
    }

    async fn abandoned(&self, before: u64, limit: usize) -> Result<Vec<MatchId>, StoreError> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        queries::abandoned(&mut Db::Sqlite(&mut connection), before, limit).await
    }

    async fn chain(&self, after: u64, limit: usize) -> Result<Vec<Link>, StoreError> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        chain::links(&mut Db::Sqlite(&mut connection), after, limit).await.map_err(store_error)
    }

    async fn chain_status(&self) -> Result<ChainStatus, StoreError> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        chain::status(&mut Db::Sqlite(&mut connection)).await.map_err(store_error)
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.writer.ask(Work::Beat).await.map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[tokio::test]
    async fn the_database_is_readable_by_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("online.db");
        // Also a file that an earlier program made readable.
        std::fs::write(&path, "").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        let logs = SqliteLogs::open(&path).await.unwrap();
        logs.check().await.unwrap();
        let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap).collect();
        assert_eq!(files.len(), 3, "{files:?}");
        for file in files {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
        }
    }

    #[test]
    fn only_versions_without_the_fault_are_trusted() {
        for (version, expected) in [
            ("3.46.0", false),
            ("3.51.2", false),
            ("3.51.3", true),
            ("3.52.0", false),
            ("3.53.0", true),
            ("4.0.0", true),
            ("", false),
        ] {
            assert_eq!(is_safe(version), expected, "{version}");
        }
    }
}
