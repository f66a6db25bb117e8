//! Prepares every session with PostgreSQL before it writes: its parameters are set, and the settings that decide whether a
//! commit is durable are read back. Start-up options would not do: a pooler drops them.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgRow};
use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection, Row as _};
use tokio::time::timeout;

use super::OpenError;

/// If one of these is not `on`, a crash can lose or tear a confirmed commit.
const DURABLE: [&str; 3] = ["synchronous_commit", "fsync", "full_page_writes"];

/// A session that is stopped inside a transaction holds its locks no longer than this, and no statement waits for a lock
/// longer than a player waits for an answer (`limits::STORE`).
const TIMEOUTS: [(&str, &str); 3] =
    [("idle_in_transaction_session_timeout", "3s"), ("lock_timeout", "2s"), ("statement_timeout", "5s")];

/// Prepares a session of the pool: durable, and with timeouts.
pub(super) async fn prepare(connection: &mut PgConnection) -> Result<(), OpenError> {
    set(connection, &TIMEOUTS).await?;
    make_durable(connection).await
}

/// Sets `synchronous_commit`, whatever the default of the database is, and checks that commits are durable.
pub(super) async fn make_durable(connection: &mut PgConnection) -> Result<(), OpenError> {
    set(connection, &[("synchronous_commit", "on")]).await?;
    let values = DURABLE.map(|setting| format!("current_setting('{setting}')")).join(", ");
    let row = row(connection, &format!("SELECT {values}")).await?;
    for (place, setting) in DURABLE.into_iter().enumerate() {
        let value: String = row.try_get(place)?;
        if value != "on" {
            return Err(OpenError::NotDurable { setting, value });
        }
    }
    Ok(())
}

/// Makes sure that a session keeps its connection to PostgreSQL: a pooler that hands out connections by transaction would
/// give what was set here to others, and this program's statements to sessions that know nothing of them.
///
/// Two sessions at the same time never have the same process of PostgreSQL, unless a pooler is between.
///
/// # Errors
/// [`OpenError::Pooled`], or nobody answers.
pub(super) async fn keep_connection(options: &PgConnectOptions) -> Result<(), OpenError> {
    /// Other clients of the pooler may interfere; not every time.
    const ROUNDS: usize = 8;
    const PATIENCE: Duration = Duration::from_secs(10);
    let look = async {
        let mut sessions = [options.connect().await?, options.connect().await?];
        let mut processes: [Option<String>; 2] = [None, None];
        for turn in 0..2 * ROUNDS {
            let (own, other) = (turn % 2, 1 - turn % 2);
            let process = value(&mut sessions[own], "SELECT pg_backend_pid()::text").await?;
            let has_changed = processes[own].as_ref().is_some_and(|before| *before != process);
            if has_changed || processes[other].as_ref() == Some(&process) {
                return Ok(false);
            }
            processes[own] = Some(process);
        }
        Ok::<bool, sqlx::Error>(true)
    };
    // An orderly close may wait for the other end; dropping the connection is enough here.
    let is_kept = timeout(PATIENCE, look).await.map_err(|_| sqlx::Error::PoolTimedOut)??;
    if is_kept { Ok(()) } else { Err(OpenError::Pooled) }
}

async fn set(connection: &mut PgConnection, parameters: &[(&str, &str)]) -> Result<(), sqlx::Error> {
    // Names and values are constants. Simple statements: nothing is prepared that a pooler could mix up.
    let statements: String =
        parameters.iter().map(|(name, value)| format!("SET {name} = '{value}';")).collect();
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(connection).await.map(drop)
}

/// The single value of a simple statement.
pub(super) async fn value(connection: &mut PgConnection, statement: &str) -> Result<String, sqlx::Error> {
    row(connection, statement).await?.try_get(0)
}

async fn row(connection: &mut PgConnection, statement: &str) -> Result<PgRow, sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).fetch_one(connection).await
}

#[cfg(test)]
mod tests {
    use crate::ports::{Bus as _, MatchStore as _};
    use gebeta_protocol::{ClusterEvent, MatchId, Side};
    use gebeta_testkit::postgres::Cluster;
    use sqlx::Connection as _;

    use super::*;
    use crate::online::{PostgresLogs, PostgresNotifier};

    /// Runs a statement as the administrator.
    async fn run(url: &str, statement: &str) {
        let mut connection = PgConnection::connect(url).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
    }

    /// Changes a setting of the whole server, and waits until new sessions have it.
    async fn set_for_all(url: &str, setting: &str, to: &str) {
        run(url, &format!("ALTER SYSTEM SET {setting} = {to}")).await;
        run(url, "SELECT pg_reload_conf()").await;
        loop {
            let mut connection = PgConnection::connect(url).await.unwrap();
            if value(&mut connection, &format!("SHOW {setting}")).await.unwrap() == to {
                return;
            }
        }
    }

    /// Checks several sessions of the pool at once.
    async fn check(logs: &PostgresLogs) {
        let mut sessions = Vec::new();
        for _ in 0..4 {
            sessions.push(logs.pool.acquire().await.unwrap());
        }
        for session in &mut sessions {
            for (setting, expected) in TIMEOUTS.into_iter().chain(DURABLE.map(|setting| (setting, "on"))) {
                let found = value(session, &format!("SHOW {setting}")).await.unwrap();
                assert_eq!(found, expected, "{setting}");
            }
        }
        drop(sessions);
        // Statements that are prepared, inside transactions and outside.
        for now in 1..4 {
            logs.heartbeat(now).await.unwrap();
            logs.check().await.unwrap();
        }
    }

    /// One PostgreSQL for all cases: it takes a while to create one.
    #[tokio::test]
    async fn what_postgres_confirms_is_on_its_disk_or_it_is_refused() {
        let Some(cluster) = Cluster::start() else { return };
        every_session_is_durable_whatever_the_default_of_the_database_is(&cluster).await;
        a_pooler_that_does_not_keep_sessions_apart_is_refused(&cluster).await;
        a_server_that_may_lose_commits_is_refused(&cluster).await;
    }

    async fn every_session_is_durable_whatever_the_default_of_the_database_is(cluster: &Cluster) {
        let url = cluster.database("lazy");
        run(&url, "ALTER DATABASE lazy SET synchronous_commit = off").await;
        check(&PostgresLogs::open(&url).await.unwrap()).await;
        // Start-up options are lost on the way.
        let lossy = "ignore_startup_parameters = extra_float_digits,options";
        let Some(pooler) = cluster.pooler("lazy", "session", lossy) else { return };
        check(&PostgresLogs::open(pooler.url()).await.unwrap()).await;
        let logs = PostgresLogs::open(pooler.url()).await.unwrap();
        let (one, _, work) = PostgresNotifier::new(&logs, 1);
        tokio::spawn(work);
        let (_two, mut events, work) = PostgresNotifier::new(&logs, 2);
        tokio::spawn(work);
        let event = ClusterEvent::Lag { game: MatchId::new([7; 10]), side: Side::A, ms: 3 };
        let heard = async {
            loop {
                one.publish(event);
                if let Ok(heard) = timeout(Duration::from_millis(50), events.recv()).await {
                    return heard;
                }
            }
        };
        assert_eq!(timeout(Duration::from_secs(20), heard).await, Ok(Some(event)), "NOTIFY is heard");
        drop(logs);
        // Nothing of a closed session is left for the next one, and that one is prepared again.
        check(&PostgresLogs::open(pooler.url()).await.unwrap()).await;
    }

    async fn a_pooler_that_does_not_keep_sessions_apart_is_refused(cluster: &Cluster) {
        cluster.database("pooled");
        for mode in ["transaction", "statement"] {
            let Some(pooler) = cluster.pooler("pooled", mode, "") else { return };
            let refused = PostgresLogs::open(pooler.url()).await.unwrap_err();
            assert!(matches!(refused, OpenError::Pooled), "{mode}: {refused}");
            assert!(refused.to_string().contains("pool_mode = session") && !refused.is_passing());
        }
        // The default configuration of poolers.
        let Some(pooler) = cluster.pooler("pooled", "session", "") else { return };
        check(&PostgresLogs::open(pooler.url()).await.unwrap()).await;
    }

    async fn a_server_that_may_lose_commits_is_refused(cluster: &Cluster) {
        let url = cluster.database("careless");
        for careless in ["fsync", "full_page_writes"] {
            set_for_all(&url, careless, "off").await;
            let refused = PostgresLogs::open(&url).await.unwrap_err();
            let why = refused.to_string();
            assert!(
                why.contains(&format!("{careless} = off")) && why.contains(&format!("{careless} = on")),
                "{why}"
            );
            assert!(!refused.is_passing());
            set_for_all(&url, careless, "on").await;
        }
        cluster.close();
        let away = PostgresLogs::open(&url).await.unwrap_err();
        assert!(away.is_passing(), "{away}");
        cluster.begin();
        // Also of a session that is opened later.
        let logs = PostgresLogs::open(&url).await.unwrap();
        set_for_all(&url, "fsync", "off").await;
        let mut held = Vec::new();
        let refused = loop {
            match logs.pool.acquire().await {
                Ok(session) => held.push(session),
                Err(error) => break error,
            }
        };
        assert!(held.len() < 16, "{refused}: {} sessions", held.len());
    }
}
