//! The only writer of the SQLite file. It commits all queued work in one transaction, with one sync (group commit).

use std::fmt;

use futures_util::future::BoxFuture;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use gebeta_protocol::{Hash, MatchId};

use super::error::{store_error, store_error_kind};
use super::queries;
use crate::limits;
use crate::ports::{Appended, Batch, NewMatch, StoreError, StoreErrorKind};
use crate::sql::Db;

type Answer = Result<Appended, StoreError>;

/// Something to write.
#[derive(Debug)]
pub(crate) enum Work {
    Create(Box<NewMatch>),
    Append(Box<Batch>),
    /// Until when an open match is shown.
    TouchLobby {
        game: MatchId,
        key: Hash,
        now: u64,
        until: u64,
    },
    /// A heartbeat.
    Heartbeat {
        now: u64,
        gap: u64,
    },
    /// Deletes old open matches.
    DeleteUnjoined {
        before: u64,
        limit: usize,
    },
    /// A write without effect, to test the disk.
    Beat,
    /// A write about accounts.
    WriteJob(WriteJob),
}

/// A write of another module in the same transaction. If it fails, only it is rolled back.
pub(crate) struct WriteJob(Box<Run>);

type Run = dyn for<'a, 'c> Fn(&'a mut Db<'c>) -> BoxFuture<'a, Result<(), sqlx::Error>> + Send + Sync;

impl WriteJob {
    pub(crate) fn new(
        run: impl for<'a, 'c> Fn(&'a mut Db<'c>) -> BoxFuture<'a, Result<(), sqlx::Error>> + Send + Sync + 'static,
    ) -> Self {
        Self(Box::new(run))
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Answer, sqlx::Error> {
        sqlx::raw_sql("SAVEPOINT write_job").execute(&mut *connection).await?;
        let done = (self.0)(&mut Db::Sqlite(&mut *connection)).await;
        let answer = match done {
            Ok(()) => Ok(Appended::Done),
            Err(error) => match store_error_kind(&error) {
                // All other jobs would fail too.
                StoreErrorKind::Full | StoreErrorKind::Corrupt => return Err(error),
                kind => {
                    sqlx::raw_sql("ROLLBACK TO write_job").execute(&mut *connection).await?;
                    Err(kind.caused_by(error))
                }
            },
        };
        sqlx::raw_sql("RELEASE write_job").execute(&mut *connection).await?;
        Ok(answer)
    }
}

impl fmt::Debug for WriteJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WriteJob(..)")
    }
}

/// A job and where its answer goes.
#[derive(Debug)]
struct Job {
    work: Work,
    answer: oneshot::Sender<Answer>,
}

/// The handle of the writer.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    jobs: mpsc::Sender<Job>,
    /// Turns true when nothing can be written any more.
    broken: watch::Receiver<bool>,
    closing: CancellationToken,
    task: TaskTracker,
}

impl Writer {
    /// Writes to `connection` until all handles are dropped.
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (jobs, waiting) = mpsc::channel(limits::WRITES_WAITING);
        let (breaks, broken) = watch::channel(false);
        let (closing, task) = (CancellationToken::new(), TaskTracker::new());
        let writing = tokio::spawn(write(connection, waiting, breaks.clone(), closing.clone()));
        task.spawn(async move {
            if let Err(error) = writing.await {
                tracing::error!(cause = %error, "task_panic: the writer of the games has panicked");
                breaks.send_replace(true);
            }
        });
        task.close();
        Self { jobs, broken, closing, task }
    }

    /// Writes what is queued, closes the file and takes no more work.
    pub(super) async fn close(&self) {
        self.closing.cancel();
        self.task.wait().await;
    }

    /// The result once it is on the disk. A full queue fails at once.
    pub(crate) async fn ask(&self, work: Work) -> Answer {
        let (answer, answered) = oneshot::channel();
        let sent = self.jobs.try_send(Job { work, answer });
        sent.map_err(|error| StoreErrorKind::Unavailable.caused_by(error.to_string()))?;
        answered.await.unwrap_or_else(|lost| Err(StoreErrorKind::Unavailable.caused_by(lost)))
    }

    /// Returns when the disk or the writer has failed and this process writes nothing any more.
    pub(super) async fn broken(&self) {
        if self.broken.clone().wait_for(|broken| *broken).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

async fn write(
    mut connection: SqliteConnection,
    mut waiting: mpsc::Receiver<Job>,
    broken: watch::Sender<bool>,
    closing: CancellationToken,
) {
    let mut jobs = Vec::new();
    // After a failed sync the content of the disk is unknown; only a restart finds out.
    let mut is_broken = false;
    loop {
        let count = tokio::select! {
            // What is queued is written first.
            biased;
            count = waiting.recv_many(&mut jobs, limits::COMMITS_PER_WRITE) => count,
            () = closing.cancelled() => 0,
        };
        if count == 0 {
            break;
        }
        let answers = if is_broken {
            Err(StoreErrorKind::Corrupt.caused_by("an earlier write failed"))
        } else {
            commit(&mut connection, &jobs).await
        };
        is_broken |= matches!(&answers, Err(error) if error.kind == StoreErrorKind::Corrupt);
        let mut answers = answers.map(Vec::into_iter);
        for job in jobs.drain(..) {
            let answer = match &mut answers {
                Ok(answers) => answers.next().unwrap_or(Err(StoreErrorKind::Unavailable.into())),
                Err(error) => Err(error.clone()),
            };
            // A caller that no longer waits finds out by the decision's id.
            let _ = job.answer.send(answer);
        }
        broken.send_if_modified(|known| is_broken && !std::mem::replace(known, true));
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(cause = %error, "the database file was not closed properly");
    }
}

/// Commits all `jobs` in one transaction. Afterwards they are on the disk.
///
/// The statements are explicit: SQLite ends a transaction by itself when the disk is full, which a `Transaction` of sqlx
/// does not notice, and then it never begins another.
async fn commit(connection: &mut SqliteConnection, jobs: &[Job]) -> Result<Vec<Answer>, StoreError> {
    let done = work(connection, jobs).await;
    if done.is_err() {
        // If SQLite has rolled back already, this fails.
        let _ = sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await;
    }
    done.map_err(store_error)
}

async fn work(connection: &mut SqliteConnection, jobs: &[Job]) -> Result<Vec<Answer>, sqlx::Error> {
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let mut answers = Vec::with_capacity(jobs.len());
    for job in jobs {
        let db = &mut Db::Sqlite(&mut *connection);
        answers.push(match &job.work {
            Work::Create(new) => queries::create(db, new).await?,
            Work::Append(batch) => queries::append(db, batch).await?,
            Work::TouchLobby { game, key, now, until } => {
                queries::touch_lobby(db, *game, *key, *now, *until).await.map(|()| Ok(Appended::Done))?
            }
            Work::Heartbeat { now, gap } => {
                queries::heartbeat(db, *now, *gap).await.map(|()| Ok(Appended::Done))?
            }
            Work::DeleteUnjoined { before, limit } => {
                queries::delete_unjoined(db, *before, *limit).await.map(|()| Ok(Appended::Done))?
            }
            Work::WriteJob(write_job) => write_job.run(connection).await?,
            Work::Beat => queries::beat(db).await.map(|()| Ok(Appended::Done))?,
        });
    }
    sqlx::raw_sql("COMMIT").execute(&mut *connection).await?;
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use crate::ports::Owners;
    use gebeta_match::create;
    use gebeta_protocol::{CreateRequest, Logged, SeatSecret, SeatWish, Side, TimeControl};

    use super::*;

    fn job(number: u16) -> Job {
        let [high, low] = number.to_be_bytes();
        let request = CreateRequest {
            rules: "gebeta".to_owned(),
            clock: TimeControl::None,
            seat: SeatWish::One,
            listed: false,
            name: "Abebe".parse().unwrap(),
            secret: SeatSecret::new([1; 16]),
            opponent: None,
        };
        let made = create(&request).unwrap();
        let game = MatchId::new([high, low, 0, 0, 0, 0, 0, 0, 0, 0]);
        let event = Logged { seq: 1, at: 5, by: Some(Side::A), mid: None, what: made.events[0].clone() };
        let (events, secrets) = (vec![event], made.vault.unwrap());
        let new = NewMatch { game, events, secrets, listing: None, owners: Owners::default(), network: None };
        Job { work: Work::Create(Box::new(new)), answer: oneshot::channel().0 }
    }

    #[tokio::test]
    async fn a_full_disk_is_reported_and_writes_continue_when_there_is_space() {
        let folder = tempfile::tempdir().unwrap();
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(folder.path().join("online.db"))
            .create_if_missing(true)
            .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        crate::schema::sqlite().run(&mut connection).await.unwrap();
        sqlx::raw_sql("PRAGMA max_page_count = 1").execute(&mut connection).await.unwrap();
        let mut full = None;
        for number in 0..1000 {
            full = commit(&mut connection, &[job(number)]).await.err();
            if full.is_some() {
                break;
            }
        }
        let full = full.expect("the file cannot grow");
        assert_eq!(full.kind, StoreErrorKind::Full);
        let cause = std::error::Error::source(&full).expect("the error of the database is kept");
        assert!(cause.to_string().contains("full"), "{cause}");
        sqlx::raw_sql("PRAGMA max_page_count = 100000").execute(&mut connection).await.unwrap();
        for number in 2000..2100 {
            let done = commit(&mut connection, &[job(number)]).await.unwrap();
            assert!(matches!(done[..], [Ok(Appended::Done)]), "{done:?}");
        }
    }
}
