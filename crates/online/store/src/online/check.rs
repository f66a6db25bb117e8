//! Reads every game of a store and finds damaged ones. Nothing is written, and a server may be running.

use std::path::Path;
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use gebeta_match::Match;
use gebeta_protocol::MatchId;

use super::{OpenError, queries};
use crate::ports::StoreError;
use crate::sql::Db;

/// How many games, or events of a game, are read at a time.
const PAGE: usize = 1000;
/// How often a game that changes while it is read is read again.
const ATTEMPTS: usize = 3;

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many games there are, damaged ones included.
    pub games: u64,
    /// How many events they have, as far as they could be read.
    pub events: u64,
    /// The damaged ones.
    pub damaged: Vec<DamagedGame>,
    /// What SQLite reports about its file if that is damaged; PostgreSQL has its own tools.
    pub file: Option<String>,
}

impl Checked {
    /// Whether nothing is damaged.
    pub fn is_sound(&self) -> bool {
        self.damaged.is_empty() && self.file.is_none()
    }
}

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedGame {
    /// Its id as stored.
    pub game: String,
    /// The reason.
    pub cause: String,
}

/// The id of a match in hexadecimal, also if it is invalid.
fn hex(id: &[u8]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All games.
async fn games(db: &mut Db<'_>) -> Result<Checked, sqlx::Error> {
    let mut checked = Checked::default();
    let mut after = Vec::new();
    loop {
        let ids = queries::ids(db, &after, PAGE as i64).await?;
        let Some(last) = ids.last() else { return Ok(checked) };
        after.clone_from(last);
        for id in ids {
            checked.games += 1;
            match game(db, &id).await {
                Ok(events) => checked.events += events,
                Err(cause) => checked.damaged.push(DamagedGame { game: hex(&id), cause }),
            }
        }
    }
}

/// How many events a game has, or why it cannot be read.
async fn game(db: &mut Db<'_>, id: &[u8]) -> Result<u64, String> {
    let game = id.try_into().map(MatchId::new).map_err(|_| "its id has another length".to_owned())?;
    let mut attempt = 1;
    loop {
        match read(db, game).await? {
            // A game may be deleted or continue while it is read.
            None => return Ok(0),
            Some((known, events)) if known == events => return Ok(events),
            Some((known, events)) if attempt >= ATTEMPTS || events < known => {
                return Err(format!("it has {events} events and should have {known}"));
            }
            Some(_) => attempt += 1,
        }
    }
}

/// How many events a game should have and has; none if there is no such game.
async fn read(db: &mut Db<'_>, game: MatchId) -> Result<Option<(u64, u64)>, String> {
    let text = |error: StoreError| error.to_string();
    let Some(stored) = queries::load(db, game).await.map_err(text)? else {
        let is_missing = queries::events(db, game, 0, 1).await.map_err(text)?.is_empty();
        return if is_missing {
            Ok(None)
        } else {
            Err("what only the server knows of it is missing".to_owned())
        };
    };
    let mut fold: Option<Match> = None;
    let mut events = 0;
    loop {
        let page = queries::events(db, game, events, PAGE).await.map_err(text)?;
        for event in &page {
            let applied = match &mut fold {
                Some(fold) => fold.apply(event).map(drop),
                None => Match::new(game, event).map(|first| fold = Some(first)),
            };
            applied.map_err(|broken| broken.to_string())?;
            events += 1;
        }
        if page.len() < PAGE {
            return Ok(Some((stored.revision, events)));
        }
    }
}

/// Checks the SQLite file `database`.
///
/// It starts its own runtime, so it must not be called inside one.
///
/// # Errors
/// There is no such database, or not even the list of its games can be read.
pub fn check_sqlite(database: &Path) -> Result<Checked, OpenError> {
    const PATIENCE: Duration = Duration::from_secs(10);
    runtime()?.block_on(async {
        let options = SqliteConnectOptions::new().filename(database).create_if_missing(false);
        let options = options.pragma("query_only", "ON").busy_timeout(PATIENCE).disable_statement_logging();
        let mut connection = options.connect().await?;
        let mut checked = games(&mut Db::Sqlite(&mut connection)).await?;
        let told: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await?;
        checked.file = Some(told).filter(|told| told != "ok");
        connection.close().await?;
        Ok(checked)
    })
}

/// Checks the games in the PostgreSQL database at `url`. Like [`check_sqlite`] it starts its own runtime.
///
/// # Errors
/// There is no answer, or not even the list of its games can be read.
pub fn check_postgres(url: &str) -> Result<Checked, OpenError> {
    runtime()?.block_on(async {
        let options = PgConnectOptions::from_str(url)?.options([("default_transaction_read_only", "on")]);
        let mut connection = options.disable_statement_logging().connect().await?;
        let checked = games(&mut Db::Postgres(&mut connection)).await?;
        connection.close().await?;
        Ok(checked)
    })
}

fn runtime() -> Result<tokio::runtime::Runtime, OpenError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.map_err(sqlx::Error::Io)?)
}
