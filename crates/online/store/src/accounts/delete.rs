//! Deleting an account: credentials at once, the name in games of others one batch of games after the other.

use gebeta_protocol::{AccountId, MatchId, PlayerName};

use super::queries::strange;
use crate::online::stored_event;
use crate::sql::Db;

/// How many games one transaction changes, so that moves do not wait long.
const SOME: i64 = 50;
/// Names are in one of the first events of a game.
const NAMES_WITHIN: i64 = 4;

pub(crate) async fn delete(db: &mut Db<'_>, account: AccountId) -> Result<(), sqlx::Error> {
    for query in [
        "INSERT INTO gone (account) VALUES ($1) ON CONFLICT DO NOTHING",
        "DELETE FROM sessions WHERE account = $1",
        "DELETE FROM tokens WHERE account = $1",
        "DELETE FROM recovery_codes WHERE account = $1",
        "DELETE FROM ratings WHERE account = $1",
        "DELETE FROM played WHERE account = $1",
        "DELETE FROM accounts WHERE id = $1",
    ] {
        let query = db.query(query).bind(&account.bytes()[..]);
        query.execute().await?;
    }
    Ok(())
}

pub(crate) async fn erase(db: &mut Db<'_>, nobody: &PlayerName) -> Result<Option<Vec<MatchId>>, sqlx::Error> {
    let account: Option<Vec<u8>> = db.query("SELECT account FROM gone LIMIT 1").scalar_optional().await?;
    let Some(account) = account else { return Ok(None) };
    let seats: Vec<(Vec<u8>, String)> = db
        .query("SELECT match, side FROM players WHERE account = $1 LIMIT $2")
        .bind(&account)
        .bind(SOME)
        .tuples()
        .await?;
    for (game, side) in &seats {
        forget(db, game, side, nobody).await?;
        db.query(
            "UPDATE played SET opponent = $3, opponent_account = NULL \
             WHERE match = $1 AND opponent_account = $2",
        )
        .bind(game)
        .bind(&account)
        .bind(nobody.to_string())
        .execute()
        .await?;
        db.query("DELETE FROM players WHERE match = $1 AND side = $2")
            .bind(game)
            .bind(side)
            .execute()
            .await?;
    }
    if seats.is_empty() {
        db.query("DELETE FROM gone WHERE account = $1").bind(&account).execute().await?;
    }
    let id = |(game, _): (Vec<u8>, String)| game.try_into().map(MatchId::new).map_err(|_| strange("match"));
    seats.into_iter().map(id).collect::<Result<_, _>>().map(Some)
}

async fn forget(db: &mut Db<'_>, game: &[u8], side: &str, nobody: &PlayerName) -> Result<(), sqlx::Error> {
    let events: Vec<(i64, String)> = db
        .query("SELECT seq, body FROM events WHERE match = $1 ORDER BY seq LIMIT $2")
        .bind(game)
        .bind(NAMES_WITHIN)
        .tuples()
        .await?;
    for (seq, body) in events {
        let renamed = stored_event::rename(&body, side, nobody);
        let Some(body) = renamed.map_err(|error| sqlx::Error::Decode(error.into()))? else {
            continue;
        };
        db.query("UPDATE events SET body = $3 WHERE match = $1 AND seq = $2")
            .bind(game)
            .bind(seq)
            .bind(body)
            .execute()
            .await?;
    }
    Ok(())
}
