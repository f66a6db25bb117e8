//! Recovery codes: kept as digests, each used once. The statements are written once and compiled for both databases.

use gebeta_fair::Digest;
use gebeta_protocol::{AccountId, RecoveryCode};

use super::queries;

/// What is kept of a recovery code.
pub fn recovery_digest(account: AccountId, code: &RecoveryCode) -> Digest {
    Digest::of(&[b"gebeta-recovery", account.bytes(), code.bytes()])
}

macro_rules! recovery {
    ($module:ident, $database:ty, $connection:ty) => {
        pub(super) mod $module {
            use super::*;

            pub(in super::super) async fn set(
                connection: &mut $connection,
                account: AccountId,
                codes: &[Digest],
            ) -> Result<(), sqlx::Error> {
                sqlx::query::<$database>("DELETE FROM recovery_codes WHERE account = $1")
                    .bind(&account.bytes()[..])
                    .execute(&mut *connection)
                    .await?;
                for code in codes {
                    add(connection, account, *code).await?;
                }
                Ok(())
            }

            pub(in super::super) async fn add(
                connection: &mut $connection,
                account: AccountId,
                code: Digest,
            ) -> Result<(), sqlx::Error> {
                sqlx::query::<$database>("INSERT INTO recovery_codes (account, digest) VALUES ($1, $2)")
                    .bind(&account.bytes()[..])
                    .bind(&code.bytes()[..])
                    .execute(connection)
                    .await?;
                Ok(())
            }

            pub(in super::super) async fn has(
                connection: &mut $connection,
                account: AccountId,
                code: Digest,
            ) -> Result<bool, sqlx::Error> {
                let count: i64 = sqlx::query_scalar::<$database, _>(
                    "SELECT count(*) FROM recovery_codes WHERE account = $1 AND digest = $2",
                )
                .bind(&account.bytes()[..])
                .bind(&code.bytes()[..])
                .fetch_one(connection)
                .await?;
                Ok(count > 0)
            }

            pub(in super::super) async fn recover(
                connection: &mut $connection,
                account: AccountId,
                code: Digest,
                password: &str,
            ) -> Result<bool, sqlx::Error> {
                let used =
                    sqlx::query::<$database>("DELETE FROM recovery_codes WHERE account = $1 AND digest = $2")
                        .bind(&account.bytes()[..])
                        .bind(&code.bytes()[..])
                        .execute(&mut *connection)
                        .await?;
                if used.rows_affected() == 0 {
                    return Ok(false);
                }
                sqlx::query::<$database>("UPDATE accounts SET password = $2 WHERE id = $1")
                    .bind(&account.bytes()[..])
                    .bind(password)
                    .execute(&mut *connection)
                    .await?;
                queries::$module::sign_out_all(connection, account).await?;
                Ok(true)
            }
        }
    };
}

recovery!(sqlite, sqlx::Sqlite, sqlx::SqliteConnection);
recovery!(postgres, sqlx::Postgres, sqlx::PgConnection);
