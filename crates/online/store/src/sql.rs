//! One connection to either database. The statements of this crate are the same for SQLite and PostgreSQL, so they are written once,
//! as plain functions of a [`Db`].

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{
    AssertSqlSafe, Decode, Encode, FromRow, PgConnection, Postgres, Row as _, Sqlite, SqliteConnection, Type,
};

/// A connection, maybe inside a transaction.
pub(crate) enum Db<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl Db<'_> {
    /// A statement with the parameters `$1`, `$2` ..
    pub(crate) fn query(&mut self, sql: &'static str) -> Statement<'_> {
        match self {
            Self::Sqlite(connection) => Statement::Sqlite(connection, sqlx::query(sql)),
            Self::Postgres(connection) => Statement::Postgres(connection, sqlx::query(sql)),
        }
    }

    /// The same for a statement that is composed of constants.
    pub(crate) fn query_built(&mut self, sql: String) -> Statement<'_> {
        let sql = AssertSqlSafe(sql);
        match self {
            Self::Sqlite(connection) => Statement::Sqlite(connection, sqlx::query(sql)),
            Self::Postgres(connection) => Statement::Postgres(connection, sqlx::query(sql)),
        }
    }
}

/// A statement whose parameters are being bound.
#[must_use = "a statement does nothing before it is run"]
pub(crate) enum Statement<'a> {
    Sqlite(&'a mut SqliteConnection, Query<'a, Sqlite, SqliteArguments>),
    Postgres(&'a mut PgConnection, Query<'a, Postgres, PgArguments>),
}

/// A row of a result.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// A value that both databases can read from a column.
pub(crate) trait Column:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> Column for T where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

/// A tuple of such values.
pub(crate) trait Columns: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}

impl<T> Columns for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}

impl Statement<'_> {
    /// Binds the next parameter.
    pub(crate) fn bind<'t, T>(self, value: T) -> Self
    where
        T: Encode<'t, Sqlite> + Type<Sqlite> + Encode<'t, Postgres> + Type<Postgres>,
    {
        match self {
            Self::Sqlite(connection, query) => Self::Sqlite(connection, query.bind(value)),
            Self::Postgres(connection, query) => Self::Postgres(connection, query.bind(value)),
        }
    }

    /// Runs it and returns how many rows have changed.
    pub(crate) async fn execute(self) -> Result<u64, sqlx::Error> {
        match self {
            Self::Sqlite(connection, query) => Ok(query.execute(connection).await?.rows_affected()),
            Self::Postgres(connection, query) => Ok(query.execute(connection).await?.rows_affected()),
        }
    }

    /// All rows.
    pub(crate) async fn fetch_all(self) -> Result<Vec<Row>, sqlx::Error> {
        match self {
            Self::Sqlite(connection, query) => {
                Ok(query.fetch_all(connection).await?.into_iter().map(Row::Sqlite).collect())
            }
            Self::Postgres(connection, query) => {
                Ok(query.fetch_all(connection).await?.into_iter().map(Row::Postgres).collect())
            }
        }
    }

    /// The first row, if there is one.
    pub(crate) async fn fetch_optional(self) -> Result<Option<Row>, sqlx::Error> {
        match self {
            Self::Sqlite(connection, query) => Ok(query.fetch_optional(connection).await?.map(Row::Sqlite)),
            Self::Postgres(connection, query) => {
                Ok(query.fetch_optional(connection).await?.map(Row::Postgres))
            }
        }
    }

    /// The first row, which exists.
    pub(crate) async fn fetch_one(self) -> Result<Row, sqlx::Error> {
        self.fetch_optional().await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// The first column of all rows.
    pub(crate) async fn scalar_all<T: Column>(self) -> Result<Vec<T>, sqlx::Error> {
        self.fetch_all().await?.iter().map(Row::first).collect()
    }

    /// The first column of the first row, if there is one.
    pub(crate) async fn scalar_optional<T: Column>(self) -> Result<Option<T>, sqlx::Error> {
        self.fetch_optional().await?.as_ref().map(Row::first).transpose()
    }

    /// The first column of the first row, which exists.
    pub(crate) async fn scalar_one<T: Column>(self) -> Result<T, sqlx::Error> {
        self.fetch_one().await?.first()
    }

    /// All rows as tuples.
    pub(crate) async fn tuples<T: Columns>(self) -> Result<Vec<T>, sqlx::Error> {
        self.fetch_all().await?.iter().map(Row::tuple).collect()
    }
}

impl Row {
    /// The value of a column.
    pub(crate) fn try_get<T: Column>(&self, column: &str) -> Result<T, sqlx::Error> {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
    }

    fn first<T: Column>(&self) -> Result<T, sqlx::Error> {
        match self {
            Self::Sqlite(row) => row.try_get(0),
            Self::Postgres(row) => row.try_get(0),
        }
    }

    fn tuple<T: Columns>(&self) -> Result<T, sqlx::Error> {
        match self {
            Self::Sqlite(row) => T::from_row(row),
            Self::Postgres(row) => T::from_row(row),
        }
    }
}
