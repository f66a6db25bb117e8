//! The only one who writes to the SQLite file: all that waits is written at once, with one wait for the disk.

use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use gebeta_arena::{Appended, Batch, NewMatch, StoreFault};
use gebeta_protocol::limits;

use super::fault::fault;
use super::queries::sqlite as queries;

type Answer = Result<Appended, StoreFault>;

/// Something to write.
#[derive(Debug)]
pub(super) enum Work {
    Create(Box<NewMatch>),
    Append(Box<Batch>),
    /// Nothing; just to see whether it can be done.
    Beat,
}

/// Who waits for it.
#[derive(Debug)]
struct Job {
    work: Work,
    answer: oneshot::Sender<Answer>,
}

/// Hands work to the writer.
#[derive(Clone, Debug)]
pub(super) struct Writer(mpsc::Sender<Job>);

impl Writer {
    /// Lets `connection` be written to until nobody has work for it.
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (jobs, waiting) = mpsc::channel(limits::WRITES_WAITING);
        tokio::spawn(write(connection, waiting));
        Self(jobs)
    }

    /// What came of it, once it is on the disk. A queue that is full says so at once.
    pub(super) async fn ask(&self, work: Work) -> Answer {
        let (answer, answered) = oneshot::channel();
        self.0.try_send(Job { work, answer }).map_err(|_| StoreFault::Unavailable)?;
        answered.await.unwrap_or(Err(StoreFault::Unavailable))
    }
}

async fn write(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::new();
    // Once a sync has failed nobody knows what is on the disk; only a new start finds out.
    let mut is_broken = false;
    while waiting.recv_many(&mut jobs, limits::COMMITS_PER_WRITE).await > 0 {
        let answers = if is_broken { Err(StoreFault::Broken) } else { commit(&mut connection, &jobs).await };
        is_broken |= answers == Err(StoreFault::Broken);
        let mut answers = answers.map(Vec::into_iter);
        for job in jobs.drain(..) {
            let answer = match &mut answers {
                Ok(answers) => answers.next().unwrap_or(Err(StoreFault::Unavailable)),
                Err(fault) => Err(*fault),
            };
            // Who no longer waits will find out by the decision's id.
            let _ = job.answer.send(answer);
        }
    }
    let _ = connection.close().await;
}

/// All of `jobs` in one transaction. When this is done, they are on the disk.
async fn commit(connection: &mut SqliteConnection, jobs: &[Job]) -> Result<Vec<Answer>, StoreFault> {
    let work = async {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        let mut answers = Vec::with_capacity(jobs.len());
        for job in jobs {
            answers.push(match &job.work {
                Work::Create(new) => queries::create(&mut transaction, new).await?.map(|()| Appended::Done),
                Work::Append(batch) => queries::append(&mut transaction, batch).await?,
                Work::Beat => queries::beat(&mut transaction).await.map(|()| Ok(Appended::Done))?,
            });
        }
        transaction.commit().await?;
        Ok(answers)
    };
    work.await.map_err(|error: sqlx::Error| fault(&error))
}
