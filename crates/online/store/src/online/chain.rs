//! The public chain of commitments.

use gebeta_fairness::{ByRole, Digest, Link};
use gebeta_protocol::{ChainMark, ChainStatus, Ending, Hash, MatchId};

use crate::sql::{Db, Row};

fn strange(column: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(format!("column {column} cannot be read").into())
}

fn digest(row: &Row, column: &'static str) -> Result<Digest, sqlx::Error> {
    let bytes: Vec<u8> = row.try_get(column)?;
    bytes.try_into().map(Digest::new).map_err(|_| strange(column))
}

/// Adds a game, in the transaction that stores the server's commitment. Other games that seal wait for its end.
pub(crate) async fn add(
    db: &mut Db<'_>,
    game: MatchId,
    seals: ByRole<Digest>,
    at: u64,
) -> Result<ChainMark, sqlx::Error> {
    let last = db
        .query("UPDATE chain_head SET place = place + 1 WHERE id = 1 RETURNING place, head")
        .fetch_one()
        .await?;
    let place: i64 = last.try_get("place")?;
    let before = digest(&last, "head")?;
    let link = Link::after(place.cast_unsigned() - 1, &before, &game.to_string(), seals);
    db.query("UPDATE chain_head SET head = $1 WHERE id = 1").bind(&link.head.bytes()[..]).execute().await?;
    db.query(
        "INSERT INTO chain (place, match, server, a, b, head, at, opened) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0)",
    )
    .bind(place)
    .bind(&game.bytes()[..])
    .bind(&seals.server.bytes()[..])
    .bind(&seals.a.bytes()[..])
    .bind(&seals.b.bytes()[..])
    .bind(&link.head.bytes()[..])
    .bind(at.cast_signed())
    .execute()
    .await?;
    Ok(ChainMark { place: link.place, head: Hash::new(*link.head.bytes()) })
}

/// The server has revealed its seed; in the transaction that stores the end.
pub(crate) async fn open(db: &mut Db<'_>, game: MatchId, how: Ending) -> Result<(), sqlx::Error> {
    db.query("UPDATE chain SET opened = $2 WHERE match = $1")
        .bind(&game.bytes()[..])
        .bind(if how == Ending::Aborted { 2_i64 } else { 1 })
        .execute()
        .await?;
    Ok(())
}

pub(crate) async fn links(db: &mut Db<'_>, after: u64, limit: usize) -> Result<Vec<Link>, sqlx::Error> {
    let rows = db
        .query("SELECT place, match, server, a, b, head FROM chain WHERE place > $1 ORDER BY place LIMIT $2")
        .bind(after.min(i64::MAX.cast_unsigned()).cast_signed())
        .bind(limit as i64)
        .fetch_all()
        .await?;
    let link = |row: &Row| {
        let game: Vec<u8> = row.try_get("match")?;
        let game = game.try_into().map(MatchId::new).map_err(|_| strange("match"))?;
        Ok(Link {
            place: row.try_get::<i64>("place")?.cast_unsigned(),
            game: game.to_string(),
            seals: ByRole { server: digest(row, "server")?, a: digest(row, "a")?, b: digest(row, "b")? },
            head: digest(row, "head")?,
        })
    };
    rows.iter().map(link).collect()
}

pub(crate) async fn status(db: &mut Db<'_>) -> Result<ChainStatus, sqlx::Error> {
    let row = db
        .query(
            "SELECT place, head, (SELECT count(*) FROM chain WHERE opened = 0) AS unopened, \
         (SELECT min(at) FROM chain WHERE opened = 0) AS oldest, \
         (SELECT count(*) FROM chain WHERE opened = 2) AS called_off FROM chain_head WHERE id = 1",
        )
        .fetch_one()
        .await?;
    Ok(ChainStatus {
        links: row.try_get::<i64>("place")?.cast_unsigned(),
        head: Hash::new(*digest(&row, "head")?.bytes()),
        unopened: row.try_get::<i64>("unopened")?.cast_unsigned(),
        oldest: row.try_get::<Option<i64>>("oldest")?.map(i64::cast_unsigned),
        called_off: row.try_get::<i64>("called_off")?.cast_unsigned(),
    })
}
