use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use gebeta_rules::{ByPlayer, Keyword, Seat};
use gebeta_session::GameResult;

use super::migrations::{STEPS, migrate};
use super::{FinishedGame, HistoryError, StoredGame, finished};

/// The games of one file.
#[derive(Debug)]
pub struct Database {
    connection: SqliteConnection,
}

const COLUMNS: &str = "SELECT id, finished_at, game, rule_set, name1, seat1, name2, seat2, score1, score2, outcome, plies FROM games ORDER BY finished_at DESC, id DESC";

impl Database {
    /// How long to wait for another program that writes.
    pub const PATIENCE: Duration = Duration::from_secs(5);
    /// Between two attempts, where SQLite itself does not wait: when the file changes to its journal.
    const PAUSE: Duration = Duration::from_millis(20);

    /// Opens the file, which is made where there is none.
    pub async fn open(path: &Path) -> Result<Self, HistoryError> {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        Self::with(options).await
    }

    /// Opens a database in the given way, with our own journal and patience.
    pub(crate) async fn with(options: SqliteConnectOptions) -> Result<Self, HistoryError> {
        let options = options
            .journal_mode(SqliteJournalMode::Wal)
            // A game once told as recorded survives even a power cut; there are few games in an hour.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Self::PATIENCE);
        let mut attempts = Self::PATIENCE.as_millis() / Self::PAUSE.as_millis();
        loop {
            match Self::attempt(&options).await {
                Err(HistoryError::Busy) if attempts > 0 => {
                    attempts -= 1;
                    tokio::time::sleep(Self::PAUSE).await;
                }
                opened => return opened,
            }
        }
    }

    async fn attempt(options: &SqliteConnectOptions) -> Result<Self, HistoryError> {
        let mut connection = options.connect().await?;
        migrate(&mut connection, STEPS).await?;
        Ok(Self { connection })
    }

    /// Keeps a game; it is on the disk when this is done. The answer is its number.
    pub async fn add(&mut self, game: &FinishedGame) -> Result<i64, HistoryError> {
        let FinishedGame { result, record } = game;
        let done = sqlx::query(
            "INSERT INTO games (finished_at, game, rule_set, name1, seat1, name2, seat2, score1, score2, outcome, plies, record) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(result.ended.cast_signed())
        .bind(result.game.word())
        .bind(&result.rule_set)
        .bind(&result.players.one.name)
        .bind(&result.players.one.kind)
        .bind(&result.players.two.name)
        .bind(&result.players.two.kind)
        .bind(i64::from(result.scores.one))
        .bind(i64::from(result.scores.two))
        .bind(result.outcome.to_string())
        .bind(result.plies as i64)
        .bind(record)
        .execute(&mut self.connection)
        .await?;
        Ok(done.last_insert_rowid())
    }

    /// Every game, the latest first.
    pub async fn games(&mut self) -> Result<Vec<StoredGame>, HistoryError> {
        let rows = sqlx::query(COLUMNS).fetch_all(&mut self.connection).await?;
        rows.iter().map(read).collect()
    }

    /// The text of a game, if there is one with this number.
    pub async fn record(&mut self, id: i64) -> Result<Option<String>, HistoryError> {
        let query = sqlx::query_scalar("SELECT record FROM games WHERE id = ?").bind(id);
        Ok(query.fetch_optional(&mut self.connection).await?)
    }

    /// Forgets every game. The answer is how many there were.
    pub async fn clear(&mut self) -> Result<u64, HistoryError> {
        let done = sqlx::query("DELETE FROM games").execute(&mut self.connection).await?;
        // What people want forgotten shall not lie about in free pages.
        sqlx::raw_sql("VACUUM").execute(&mut self.connection).await?;
        Ok(done.rows_affected())
    }

    /// Whether SQLite finds every page in order.
    pub async fn is_sound(&mut self) -> Result<bool, HistoryError> {
        let told: String =
            sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut self.connection).await?;
        Ok(told == "ok")
    }

    /// Lets the file go; what was added is in it either way.
    pub async fn close(self) -> Result<(), HistoryError> {
        Ok(self.connection.close().await?)
    }
}

fn read(row: &SqliteRow) -> Result<StoredGame, HistoryError> {
    let id: i64 = row.try_get("id")?;
    let text = |name: &str| row.try_get::<String, _>(name);
    let number = |name: &str| row.try_get::<i64, _>(name);
    let bad = || HistoryError::BadRow { id };
    let result = GameResult {
        ended: u64::try_from(number("finished_at")?).map_err(|_| bad())?,
        game: finished::game(&text("game")?).ok_or_else(bad)?,
        rule_set: text("rule_set")?,
        players: ByPlayer {
            one: Seat { name: text("name1")?, kind: text("seat1")? },
            two: Seat { name: text("name2")?, kind: text("seat2")? },
        },
        scores: ByPlayer {
            one: u16::try_from(number("score1")?).map_err(|_| bad())?,
            two: u16::try_from(number("score2")?).map_err(|_| bad())?,
        },
        outcome: finished::outcome(&text("outcome")?).ok_or_else(bad)?,
        plies: usize::try_from(number("plies")?).map_err(|_| bad())?,
    };
    Ok(StoredGame { id, result })
}

#[cfg(test)]
impl Database {
    /// A database that takes no more pages than it has now: a disk that is full.
    pub(crate) async fn fill_up(&mut self) {
        sqlx::raw_sql("PRAGMA max_page_count = 1").execute(&mut self.connection).await.unwrap();
    }
}
