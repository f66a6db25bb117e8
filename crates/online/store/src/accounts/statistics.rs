//! Results of an account by rule set and opponent.

use gebeta_protocol::{AccountId, PlayerName, StatisticsLine};

use super::queries::strange;
use crate::limits;
use crate::sql::{Db, Row};

pub(crate) async fn lines(db: &mut Db<'_>, account: AccountId) -> Result<Vec<StatisticsLine>, sqlx::Error> {
    let rows = db
        .query(
            "SELECT game, rule_set, opponent, \
         count(CASE WHEN result = 'won' THEN 1 END) AS won, \
         count(CASE WHEN result = 'lost' THEN 1 END) AS lost, \
         count(CASE WHEN result = 'drawn' THEN 1 END) AS drawn, \
         count(score) AS scored, \
         CAST(COALESCE(sum(score), 0) AS BIGINT) AS score, \
         CAST(COALESCE(sum(against), 0) AS BIGINT) AS against, \
         CAST(sum(plies) AS BIGINT) AS plies \
         FROM played WHERE account = $1 GROUP BY game, rule_set, opponent \
         ORDER BY count(*) DESC, game, rule_set, opponent LIMIT $2",
        )
        .bind(&account.bytes()[..])
        .bind(limits::STATISTICS as i64)
        .fetch_all()
        .await?;
    rows.iter().map(line).collect()
}

fn line(row: &Row) -> Result<StatisticsLine, sqlx::Error> {
    let count = |column: &str| row.try_get::<i64>(column).map(|count| count as u32);
    let opponent: String = row.try_get("opponent")?;
    Ok(StatisticsLine {
        kind: row.try_get("game")?,
        rule_set: row.try_get("rule_set")?,
        opponent: opponent.parse::<PlayerName>().map_err(|_| strange("opponent"))?,
        won: count("won")?,
        lost: count("lost")?,
        drawn: count("drawn")?,
        scored: count("scored")?,
        score: count("score")?,
        against: count("against")?,
        plies: count("plies")?,
    })
}
