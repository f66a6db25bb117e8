//! The nodes on one PostgreSQL: when each of them ran, and which players were connected to it.

use sqlx::{PgConnection, PgPool};

use gebeta_match::{NodeId, Outage};
use gebeta_protocol::{BySide, MatchId, Side};

use super::error::{bad_id, store_error};
use crate::limits;
use crate::ports::{MatchSummary, Presence, StoreError};

/// The number for a new node.
pub(super) async fn number(pool: &PgPool) -> Result<NodeId, sqlx::Error> {
    let id: i64 = sqlx::query_scalar("SELECT nextval('node_ids')").fetch_one(pool).await?;
    Ok(NodeId(id.cast_unsigned()))
}

/// Writes the heartbeat of `node`, and the outage before it if there was one; inside the caller's transaction.
pub(super) async fn heartbeat(
    connection: &mut PgConnection,
    node: NodeId,
    now: u64,
) -> Result<(), sqlx::Error> {
    let (id, now_at) = (node.0.cast_signed(), now.cast_signed());
    let last: Option<i64> = sqlx::query_scalar("SELECT at FROM nodes WHERE id = $1")
        .bind(id)
        .fetch_optional(&mut *connection)
        .await?;
    if let Some(last) = last.filter(|last| now > last.cast_unsigned().saturating_add(limits::SILENCE_MS)) {
        sqlx::query("INSERT INTO node_outages VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(id)
            .bind(last)
            .bind(now_at)
            .execute(&mut *connection)
            .await?;
    }
    if last.is_none() {
        // A starting node deletes old entries.
        let old = now.saturating_sub(limits::OUTAGES_MS).cast_signed();
        for old_ones in ["DELETE FROM nodes WHERE at < $1", "DELETE FROM node_outages WHERE ended < $1"] {
            sqlx::query(old_ones).bind(old).execute(&mut *connection).await?;
        }
    }
    sqlx::query(
        "INSERT INTO nodes VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET at = GREATEST(nodes.at, EXCLUDED.at)",
    )
    .bind(id)
    .bind(now_at)
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// Deletes heartbeats after `now` and the presence that belongs to them; inside the caller's transaction.
pub(super) async fn reset_time(connection: &mut PgConnection, now: u64) -> Result<(), sqlx::Error> {
    for later in ["DELETE FROM nodes WHERE at > $1", "DELETE FROM node_outages WHERE ended > $1"] {
        sqlx::query(later).bind(now.cast_signed()).execute(&mut *connection).await?;
    }
    sqlx::query("DELETE FROM present").execute(&mut *connection).await?;
    Ok(())
}

/// The outages of single nodes that ended after `since` or last. The current time is that of the latest heartbeat.
pub(super) async fn outages(connection: &mut PgConnection, since: u64) -> Result<Vec<Outage>, sqlx::Error> {
    const OUTAGES: &str = "SELECT node, began, ended FROM node_outages WHERE ended > $1 \
         UNION ALL SELECT nodes.id, nodes.at, NULL FROM nodes, alive \
         WHERE alive.id = 1 AND alive.at > nodes.at + $2 \
         ORDER BY 2 DESC LIMIT 10000";
    let rows: Vec<(i64, i64, Option<i64>)> = sqlx::query_as(OUTAGES)
        .bind(since.cast_signed())
        .bind(limits::SILENCE_MS.cast_signed())
        .fetch_all(&mut *connection)
        .await?;
    let outage = |(node, began, ended): (i64, i64, Option<i64>)| Outage {
        began: began.cast_unsigned(),
        ended: ended.map_or(u64::MAX, i64::cast_unsigned),
        node: Some(NodeId(node.cast_unsigned())),
    };
    Ok(rows.into_iter().map(outage).collect())
}

/// The revisions of these matches, and where their players are.
pub(super) async fn poll(pool: &PgPool, games: &[MatchId]) -> Result<Vec<MatchSummary>, StoreError> {
    const LOOK: &str = "SELECT id, revision, COALESCE(a, 0), COALESCE(a_node, 0), COALESCE(b, 0), COALESCE(b_node, 0) \
         FROM matches LEFT JOIN present ON present.match = matches.id WHERE id = ANY($1)";
    type Row = (Vec<u8>, i64, i64, i64, i64, i64);
    let ids: Vec<Vec<u8>> = games.iter().map(|game| game.bytes().to_vec()).collect();
    let rows: Vec<Row> = sqlx::query_as(LOOK).bind(ids).fetch_all(pool).await.map_err(store_error)?;
    let seen =
        |until: i64, node: i64| Presence { until: until.cast_unsigned(), node: NodeId(node.cast_unsigned()) };
    let summary = |(id, revision, a, a_node, b, b_node): Row| {
        let game = id.try_into().map(MatchId::new).map_err(|id: Vec<u8>| bad_id(&id))?;
        let here = BySide { a: seen(a, a_node), b: seen(b, b_node) };
        Ok(MatchSummary { game, revision: revision.cast_unsigned(), here })
    };
    rows.into_iter().map(summary).collect()
}

/// Writes that a player is connected to `node` until then, or has left it, unless another node has seen the player since.
pub(super) async fn set_presence(
    pool: &PgPool,
    node: NodeId,
    game: MatchId,
    side: Side,
    until: u64,
) -> Result<(), sqlx::Error> {
    const A: &str = "INSERT INTO present (match, a, a_node, b) VALUES ($1, $2, $3, 0) \
         ON CONFLICT (match) DO UPDATE SET a = EXCLUDED.a, a_node = EXCLUDED.a_node";
    const B: &str = "INSERT INTO present (match, b, b_node, a) VALUES ($1, $2, $3, 0) \
         ON CONFLICT (match) DO UPDATE SET b = EXCLUDED.b, b_node = EXCLUDED.b_node";
    const A_LEFT: &str = "UPDATE present SET a = $2 WHERE match = $1 AND a_node = $3";
    const B_LEFT: &str = "UPDATE present SET b = $2 WHERE match = $1 AND b_node = $3";
    let statement = match (side, until) {
        (Side::A, 0) => A_LEFT,
        (Side::B, 0) => B_LEFT,
        (Side::A, _) => A,
        (Side::B, _) => B,
    };
    sqlx::query(statement)
        .bind(&game.bytes()[..])
        .bind(until.cast_signed())
        .bind(node.0.cast_signed())
        .execute(pool)
        .await?;
    Ok(())
}
