//! How the tables came to be, one step after the other. The file's `user_version` counts the steps it has taken.

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use super::HistoryError;

/// Every step, the oldest first. Steps are only ever added.
pub(crate) const STEPS: &[&str] = &[include_str!("../../migrations/1-games.sql")];

/// Brings the tables to the last of `steps`; all of it or nothing, and only one program at a time.
pub(crate) async fn migrate(
    connection: &mut SqliteConnection,
    steps: &'static [&'static str],
) -> Result<(), HistoryError> {
    let known = steps.len() as i64;
    if version(connection).await? == known {
        return Ok(());
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Another program may have been quicker while we waited.
    let found = version(&mut transaction).await?;
    let Some(missing) = usize::try_from(found).ok().and_then(|found| steps.get(found..)) else {
        return Err(HistoryError::Newer { found, known });
    };
    for step in missing {
        sqlx::raw_sql(*step).execute(&mut *transaction).await?;
    }
    // A pragma takes no parameters; the number is our own.
    let stamp = format!("PRAGMA user_version = {known}");
    sqlx::raw_sql(AssertSqlSafe(stamp)).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

async fn version(connection: &mut SqliteConnection) -> Result<i64, HistoryError> {
    Ok(sqlx::query_scalar("PRAGMA user_version").fetch_one(connection).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &[&str] = &["CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (7);"];
    const NEW: &[&str] = &[OLD[0], "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 3;"];
    const BROKEN: &[&str] = &[OLD[0], NEW[1], "CREATE TABLE b (x INTEGER) STRICT; NONSENSE;"];

    fn check(run: impl AsyncFnOnce(&mut SqliteConnection)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
            run(&mut connection).await;
        });
    }

    #[test]
    fn an_old_file_keeps_its_rows_and_gets_what_is_new() {
        check(async |connection| {
            migrate(connection, OLD).await.unwrap();
            migrate(connection, NEW).await.unwrap();
            migrate(connection, NEW).await.unwrap();
            let row: (i64, i64) = sqlx::query_as("SELECT x, y FROM a").fetch_one(connection).await.unwrap();
            assert_eq!(row, (7, 3));
        });
    }

    #[test]
    fn a_step_that_fails_leaves_everything_as_it_was() {
        check(async |connection| {
            migrate(connection, OLD).await.unwrap();
            assert!(migrate(connection, BROKEN).await.is_err());
            assert_eq!(version(connection).await.unwrap(), 1);
            migrate(connection, NEW).await.unwrap();
        });
    }

    #[test]
    fn a_file_of_a_later_program_is_left_alone() {
        check(async |connection| {
            migrate(connection, NEW).await.unwrap();
            let refused = migrate(connection, OLD).await.unwrap_err();
            assert!(matches!(refused, HistoryError::Newer { found: 2, known: 1 }), "{refused}");
        });
    }
}
