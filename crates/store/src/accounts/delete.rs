//! How an account goes: at once for who could sign in, and game by game for its name, which others have in their games.

use gebeta_protocol::{AccountId, Event, Logged, MatchId, PlayerName};

use super::queries::strange;

/// How many games are gone through in one transaction, so that nobody who moves waits for long.
const SOME: i64 = 50;
/// A name stands in one of the first events of a game.
const NAMES_WITHIN: i64 = 4;

/// The event without the name, if it is where the name of `side` stands.
fn without_name(body: &str, side: &str, nobody: &PlayerName) -> Result<Option<String>, sqlx::Error> {
    let mut logged: Logged = serde_json::from_str(body).map_err(|_| strange("body"))?;
    match &mut logged.what {
        Event::Created { name, .. } if side == "a" => *name = nobody.clone(),
        Event::Joined { name, .. } if side == "b" => *name = nobody.clone(),
        _ => return Ok(None),
    }
    serde_json::to_string(&logged).map(Some).map_err(|_| strange("body"))
}

macro_rules! queries {
    ($module:ident, $database:ty, $connection:ty) => {
        pub(super) mod $module {
            use super::*;

            pub(in super::super) async fn delete(
                connection: &mut $connection,
                account: AccountId,
            ) -> Result<(), sqlx::Error> {
                for query in [
                    "INSERT INTO gone (account) VALUES ($1) ON CONFLICT DO NOTHING",
                    "DELETE FROM sessions WHERE account = $1",
                    "DELETE FROM tokens WHERE account = $1",
                    "DELETE FROM recovery_codes WHERE account = $1",
                    "DELETE FROM ratings WHERE account = $1",
                    "DELETE FROM played WHERE account = $1",
                    "DELETE FROM accounts WHERE id = $1",
                ] {
                    let query = sqlx::query::<$database>(query).bind(&account.bytes()[..]);
                    query.execute(&mut *connection).await?;
                }
                Ok(())
            }

            pub(in super::super) async fn erase(
                connection: &mut $connection,
                nobody: &PlayerName,
            ) -> Result<Option<Vec<MatchId>>, sqlx::Error> {
                let account: Option<Vec<u8>> =
                    sqlx::query_scalar::<$database, _>("SELECT account FROM gone LIMIT 1")
                        .fetch_optional(&mut *connection)
                        .await?;
                let Some(account) = account else { return Ok(None) };
                let seats: Vec<(Vec<u8>, String)> = sqlx::query_as::<$database, _>(
                    "SELECT match, side FROM players WHERE account = $1 LIMIT $2",
                )
                .bind(&account)
                .bind(SOME)
                .fetch_all(&mut *connection)
                .await?;
                for (game, side) in &seats {
                    forget(connection, game, side, nobody).await?;
                    sqlx::query::<$database>(
                        "UPDATE played SET opponent = $3, opponent_account = NULL \
                         WHERE match = $1 AND opponent_account = $2",
                    )
                    .bind(game)
                    .bind(&account)
                    .bind(nobody.to_string())
                    .execute(&mut *connection)
                    .await?;
                    sqlx::query::<$database>("DELETE FROM players WHERE match = $1 AND side = $2")
                        .bind(game)
                        .bind(side)
                        .execute(&mut *connection)
                        .await?;
                }
                if seats.is_empty() {
                    sqlx::query::<$database>("DELETE FROM gone WHERE account = $1")
                        .bind(&account)
                        .execute(&mut *connection)
                        .await?;
                }
                let id = |(game, _): (Vec<u8>, String)| {
                    game.try_into().map(MatchId::new).map_err(|_| strange("match"))
                };
                seats.into_iter().map(id).collect::<Result<_, _>>().map(Some)
            }

            async fn forget(
                connection: &mut $connection,
                game: &[u8],
                side: &str,
                nobody: &PlayerName,
            ) -> Result<(), sqlx::Error> {
                let events: Vec<(i64, String)> = sqlx::query_as::<$database, _>(
                    "SELECT seq, body FROM events WHERE match = $1 ORDER BY seq LIMIT $2",
                )
                .bind(game)
                .bind(NAMES_WITHIN)
                .fetch_all(&mut *connection)
                .await?;
                for (seq, body) in events {
                    let Some(body) = without_name(&body, side, nobody)? else { continue };
                    sqlx::query::<$database>("UPDATE events SET body = $3 WHERE match = $1 AND seq = $2")
                        .bind(game)
                        .bind(seq)
                        .bind(body)
                        .execute(&mut *connection)
                        .await?;
                }
                Ok(())
            }
        }
    };
}

queries!(sqlite, sqlx::Sqlite, sqlx::SqliteConnection);
queries!(postgres, sqlx::Postgres, sqlx::PgConnection);
