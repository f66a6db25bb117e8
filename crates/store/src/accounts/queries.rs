//! Names, sessions and tokens. The statements are written once and compiled for both databases.

use sqlx::Row;

use gebeta_fair::Digest;
use gebeta_protocol::{AccountId, PlayerName, SessionView, TokenId, TokenView};

use super::{Account, NewAccount, NewSession, NewToken, recovery};

/// A column that this program would not have written.
pub(super) fn strange(column: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(format!("column {column} cannot be read").into())
}

pub(super) fn number(value: u64) -> i64 {
    value.cast_signed()
}

macro_rules! queries {
    ($module:ident, $database:ty, $connection:ty, $row:ty) => {
        pub(super) mod $module {
            use super::*;

            fn id(row: &$row, column: &'static str) -> Result<AccountId, sqlx::Error> {
                let bytes: Vec<u8> = row.try_get(column)?;
                bytes.try_into().map(AccountId::new).map_err(|_| strange(column))
            }

            /// A name, and when.
            fn name(row: &$row, column: &'static str) -> Result<PlayerName, sqlx::Error> {
                PlayerName::kept(&row.try_get::<String, _>(column)?).map_err(|_| strange(column))
            }

            fn time(row: &$row, column: &'static str) -> Result<u64, sqlx::Error> {
                row.try_get::<i64, _>(column).map(i64::cast_unsigned)
            }

            fn account(row: &$row) -> Result<Account, sqlx::Error> {
                Ok(Account { id: id(row, "id")?, name: name(row, "name")?, created: time(row, "created")? })
            }

            pub(in super::super) async fn create(
                connection: &mut $connection,
                new: &NewAccount,
            ) -> Result<bool, sqlx::Error> {
                let done = sqlx::query::<$database>(
                    "INSERT INTO accounts (id, name, key, password, created) VALUES ($1, $2, $3, $4, $5) \
                     ON CONFLICT DO NOTHING",
                )
                .bind(&new.account.id.bytes()[..])
                .bind(new.account.name.to_string())
                .bind(new.account.name.key())
                .bind(&new.password)
                .bind(number(new.account.created))
                .execute(&mut *connection)
                .await?;
                if done.rows_affected() == 0 {
                    return Ok(false);
                }
                recovery::$module::set(connection, new.account.id, &new.recovery).await?;
                Ok(true)
            }

            pub(in super::super) async fn find(
                connection: &mut $connection,
                name: &PlayerName,
            ) -> Result<Option<(Account, String)>, sqlx::Error> {
                let row = sqlx::query::<$database>(
                    "SELECT id, name, created, password FROM accounts WHERE key = $1",
                )
                .bind(name.key())
                .fetch_optional(connection)
                .await?;
                row.map(|row| Ok((account(&row)?, row.try_get("password")?))).transpose()
            }

            pub(in super::super) async fn open_session(
                connection: &mut $connection,
                new: NewSession,
                most: usize,
            ) -> Result<(), sqlx::Error> {
                sqlx::query::<$database>(
                    "INSERT INTO sessions (digest, account, created, expires) VALUES ($1, $2, $3, $4)",
                )
                .bind(&new.digest.bytes()[..])
                .bind(&new.account.bytes()[..])
                .bind(number(new.created))
                .bind(number(new.expires))
                .execute(&mut *connection)
                .await?;
                sqlx::query::<$database>(
                    "DELETE FROM sessions WHERE account = $1 AND (expires <= $2 OR digest NOT IN \
                     (SELECT digest FROM sessions WHERE account = $1 ORDER BY created DESC LIMIT $3))",
                )
                .bind(&new.account.bytes()[..])
                .bind(number(new.created))
                .bind(most as i64)
                .execute(connection)
                .await?;
                Ok(())
            }

            pub(in super::super) async fn session(
                connection: &mut $connection,
                digest: Digest,
                now: u64,
            ) -> Result<Option<Account>, sqlx::Error> {
                let row = sqlx::query::<$database>(
                    "SELECT accounts.id, accounts.name, accounts.created FROM sessions \
                     JOIN accounts ON accounts.id = sessions.account WHERE digest = $1 AND expires > $2",
                )
                .bind(&digest.bytes()[..])
                .bind(number(now))
                .fetch_optional(connection)
                .await?;
                row.as_ref().map(account).transpose()
            }

            pub(in super::super) async fn good_sessions(
                connection: &mut $connection,
                digests: Vec<Digest>,
                now: u64,
            ) -> Result<Vec<Digest>, sqlx::Error> {
                let mut query = sqlx::QueryBuilder::<$database>::new(
                    "SELECT digest FROM (SELECT digest FROM sessions WHERE expires > ",
                );
                query.push_bind(number(now));
                query.push(" UNION ALL SELECT digest FROM tokens) AS good WHERE digest IN (");
                let mut list = query.separated(", ");
                for digest in digests {
                    list.push_bind(digest.bytes().to_vec());
                }
                query.push(")");
                let rows: Vec<Vec<u8>> = query.build_query_scalar().fetch_all(connection).await?;
                Ok(rows.into_iter().filter_map(|row| row.try_into().ok()).map(Digest::new).collect())
            }

            pub(in super::super) async fn sessions(
                connection: &mut $connection,
                account: AccountId,
            ) -> Result<Vec<SessionView>, sqlx::Error> {
                let rows = sqlx::query::<$database>(
                    "SELECT created, expires FROM sessions WHERE account = $1 ORDER BY created",
                )
                .bind(&account.bytes()[..])
                .fetch_all(connection)
                .await?;
                rows.iter()
                    .map(|row| Ok(SessionView { created: time(row, "created")?, expires: time(row, "expires")? }))
                    .collect()
            }

            pub(in super::super) async fn close_session(
                connection: &mut $connection,
                digest: Digest,
            ) -> Result<(), sqlx::Error> {
                sqlx::query::<$database>("DELETE FROM sessions WHERE digest = $1")
                    .bind(&digest.bytes()[..])
                    .execute(connection)
                    .await?;
                Ok(())
            }

            pub(in super::super) async fn close_sessions(
                connection: &mut $connection,
                account: AccountId,
            ) -> Result<(), sqlx::Error> {
                sqlx::query::<$database>("DELETE FROM sessions WHERE account = $1")
                    .bind(&account.bytes()[..])
                    .execute(connection)
                    .await?;
                Ok(())
            }

            pub(in super::super) async fn change_password(
                connection: &mut $connection,
                account: AccountId,
                old: &str,
                new: &str,
            ) -> Result<bool, sqlx::Error> {
                let done = sqlx::query::<$database>(
                    "UPDATE accounts SET password = $3 WHERE id = $1 AND password = $2",
                )
                .bind(&account.bytes()[..])
                .bind(old)
                .bind(new)
                .execute(&mut *connection)
                .await?;
                if done.rows_affected() == 0 {
                    return Ok(false);
                }
                sign_out_all(connection, account).await?;
                Ok(true)
            }

            /// Signs out everywhere and revokes all tokens.
            pub(in super::super) async fn sign_out_all(
                connection: &mut $connection,
                account: AccountId,
            ) -> Result<(), sqlx::Error> {
                close_sessions(&mut *connection, account).await?;
                sqlx::query::<$database>("DELETE FROM tokens WHERE account = $1")
                    .bind(&account.bytes()[..])
                    .execute(connection)
                    .await?;
                Ok(())
            }

            pub(in super::super) async fn add_token(
                connection: &mut $connection,
                new: &NewToken,
                most: usize,
            ) -> Result<bool, sqlx::Error> {
                let count: i64 =
                    sqlx::query_scalar::<$database, _>("SELECT count(*) FROM tokens WHERE account = $1")
                        .bind(&new.account.bytes()[..])
                        .fetch_one(&mut *connection)
                        .await?;
                if count >= most as i64 {
                    return Ok(false);
                }
                sqlx::query::<$database>(
                    "INSERT INTO tokens (id, digest, account, label, created) VALUES ($1, $2, $3, $4, $5)",
                )
                .bind(&new.id.bytes()[..])
                .bind(&new.digest.bytes()[..])
                .bind(&new.account.bytes()[..])
                .bind(new.label.to_string())
                .bind(number(new.created))
                .execute(connection)
                .await?;
                Ok(true)
            }

            pub(in super::super) async fn token(
                connection: &mut $connection,
                digest: Digest,
            ) -> Result<Option<Account>, sqlx::Error> {
                let row = sqlx::query::<$database>(
                    "SELECT accounts.id, accounts.name, accounts.created FROM tokens \
                     JOIN accounts ON accounts.id = tokens.account WHERE digest = $1",
                )
                .bind(&digest.bytes()[..])
                .fetch_optional(connection)
                .await?;
                row.as_ref().map(account).transpose()
            }

            pub(in super::super) async fn tokens(
                connection: &mut $connection,
                account: AccountId,
            ) -> Result<Vec<TokenView>, sqlx::Error> {
                let rows = sqlx::query::<$database>(
                    "SELECT id, label, created FROM tokens WHERE account = $1 ORDER BY created",
                )
                .bind(&account.bytes()[..])
                .fetch_all(connection)
                .await?;
                let view = |row: &$row| {
                    let id: Vec<u8> = row.try_get("id")?;
                    let id = id.try_into().map(TokenId::new).map_err(|_| strange("id"))?;
                    Ok(TokenView { id, label: name(row, "label")?, created: time(row, "created")? })
                };
                rows.iter().map(view).collect()
            }

            pub(in super::super) async fn revoke(
                connection: &mut $connection,
                account: AccountId,
                token: TokenId,
            ) -> Result<bool, sqlx::Error> {
                let done = sqlx::query::<$database>("DELETE FROM tokens WHERE account = $1 AND id = $2")
                    .bind(&account.bytes()[..])
                    .bind(&token.bytes()[..])
                    .execute(connection)
                    .await?;
                Ok(done.rows_affected() == 1)
            }
        }
    };
}

queries!(sqlite, sqlx::Sqlite, sqlx::SqliteConnection, sqlx::sqlite::SqliteRow);
queries!(postgres, sqlx::Postgres, sqlx::PgConnection, sqlx::postgres::PgRow);
