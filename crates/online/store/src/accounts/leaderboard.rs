//! Who has the highest ratings.

use gebeta_protocol::{LeaderboardEntry, PlayerName};
use gebeta_rules::{GameKind, Keyword as _};

use super::glicko2::Rating;
use super::queries::strange;
use crate::sql::{Db, Row};

/// So many players of a rule set after the first `skipped`, the best first; without provisional ratings.
pub(crate) async fn best(
    db: &mut Db<'_>,
    game: GameKind,
    rule_set: &str,
    skipped: u64,
    limit: usize,
) -> Result<Vec<LeaderboardEntry>, sqlx::Error> {
    let rows = db
        .query(
            "SELECT name, value, games FROM ratings JOIN accounts ON accounts.id = ratings.account \
             WHERE game = $1 AND rule_set = $2 AND deviation <= $3 \
             ORDER BY value DESC, key LIMIT $4 OFFSET $5",
        )
        .bind(game.word())
        .bind(rule_set)
        .bind(Rating::GUESS)
        .bind(limit as i64)
        .bind(i64::try_from(skipped).unwrap_or(i64::MAX))
        .fetch_all()
        .await?;
    let entry = |row: &Row| {
        let name: String = row.try_get("name")?;
        Ok(LeaderboardEntry {
            name: PlayerName::from_stored(&name).map_err(|_| strange("name"))?,
            rating: row.try_get::<f64>("value")?.round() as i32,
            games: row.try_get::<i64>("games")? as u32,
        })
    };
    rows.iter().map(entry).collect()
}
