//! Seats of accounts, results, ratings and histories.

use gebeta_protocol::{
    AccountId, BySide, Ending, Export, GameResult, HistoryEntry, MatchId, Me, PlayerName, Profile,
    RatingView, SessionView, Side, Tally, TokenView, Unrated,
};
use gebeta_rules::Keyword;

use super::glicko2::{Rating, rate};
use super::queries::{number, strange};
use super::rows::{score, turned};
use super::{Account, Ended, RatingLimits, Settled};
use crate::online::queries::owners;
use crate::ports::Owners;
use crate::sql::{Db, Row};

const DAY: f64 = 24.0 * 60.0 * 60.0 * 1000.0;

/// A rating, how many games it rests on, and when it last changed.
struct Known {
    rating: Rating,
    games: i64,
    updated: u64,
}

impl Known {
    const NOTHING: Self = Self { rating: Rating::NEW, games: 0, updated: 0 };

    /// The rating at a later time.
    fn at(&self, now: u64) -> Rating {
        if self.games == 0 {
            self.rating
        } else {
            self.rating.aged(now.saturating_sub(self.updated) as f64 / DAY)
        }
    }
}

/// The result of a game for one player.
#[derive(Clone, Copy)]
struct RatedResult {
    result: GameResult,
    /// The new rating and its change, if the game was rated.
    rating: Option<(f64, f64)>,
    /// Why it was not rated.
    unrated: Option<Unrated>,
}

/// A value as its JSON word, for a column.
fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// The value of a JSON word in a column.
fn value<T: serde::de::DeserializeOwned>(word: String, column: &'static str) -> Result<T, sqlx::Error> {
    serde_json::from_value(serde_json::Value::String(word)).map_err(|_| strange(column))
}

fn match_id(bytes: Vec<u8>) -> Result<MatchId, sqlx::Error> {
    bytes.try_into().map(MatchId::new).map_err(|_| strange("match"))
}

pub(crate) async fn unsettled(
    db: &mut Db<'_>,
    after: Option<MatchId>,
    limit: usize,
) -> Result<Vec<MatchId>, sqlx::Error> {
    let after = after.map_or_else(Vec::new, |game| game.bytes().to_vec());
    let ids: Vec<Vec<u8>> = db
        .query("SELECT DISTINCT match FROM players WHERE live = 1 AND match > $1 ORDER BY match LIMIT $2")
        .bind(after)
        .bind(limit as i64)
        .scalar_all()
        .await?;
    ids.into_iter().map(match_id).collect()
}

/// Records a result once, in one transaction: the first to mark the seats as settled writes the rest. A match with any
/// settled seat has its result, whatever seats earlier versions have added.
pub(crate) async fn settle(
    db: &mut Db<'_>,
    ended: &Ended,
    limits: RatingLimits,
) -> Result<Settled, sqlx::Error> {
    let settled: i64 = db
        .query("SELECT count(*) FROM players WHERE match = $1 AND live = 0")
        .bind(&ended.game.bytes()[..])
        .scalar_one()
        .await?;
    let done = db
        .query("UPDATE players SET live = 0 WHERE match = $1 AND live = 1")
        .bind(&ended.game.bytes()[..])
        .execute()
        .await?;
    if done == 0 || settled > 0 {
        return Ok(Settled::Before);
    }
    let owners = owners(db, ended.game).await?;
    let seats = owners.accounts;
    let Some(result) = ended.result else { return Ok(Settled::Now { rated: false }) };
    let results = BySide { a: result, b: turned(result) };
    let mut ratings = BySide::default();
    let unrated = unrated(db, ended, &owners, limits).await?;
    let both = seats.a.zip(seats.b).filter(|_| unrated.is_none());
    if let Some((a, b)) = both {
        let a = known(db, a, ended).await?;
        let b = known(db, b, ended).await?;
        let (before_a, before_b) = (a.at(ended.at), b.at(ended.at));
        let after_a = rate(before_a, &[(before_b, score(results.a))]);
        let after_b = rate(before_b, &[(before_a, score(results.b))]);
        ratings.a = Some((a, after_a));
        ratings.b = Some((b, after_b));
    }
    let mut sides = Side::BOTH;
    // Two games of the same players that end at once lock their rows in the same order.
    sides.sort_by_key(|side| seats[*side]);
    for side in sides {
        let Some(account) = seats[side] else { continue };
        let rating = ratings[side].as_ref();
        if let Some((before, after)) = rating {
            keep_rating(db, account, ended, before, *after).await?;
        }
        let rating = rating.map(|(before, after)| (after.value, after.value - before.rating.value));
        let outcome = RatedResult { result: results[side], rating, unrated };
        keep_game(db, account, ended, side, outcome, seats[!side]).await?;
    }
    Ok(Settled::Now { rated: both.is_some() })
}

/// Why a finished game changes no ratings; none if it does.
async fn unrated(
    db: &mut Db<'_>,
    ended: &Ended,
    owners: &Owners,
    limits: RatingLimits,
) -> Result<Option<Unrated>, sqlx::Error> {
    let (Some(a), Some(b)) = (owners.accounts.a, owners.accounts.b) else {
        return Ok(Some(Unrated::Guest));
    };
    if a == b {
        return Ok(Some(Unrated::OneNetwork));
    }
    if ended.unrated.is_some() {
        return Ok(ended.unrated);
    }
    let (most, why) = if owners.one_network {
        (limits.per_pair_of_one_network, Unrated::OneNetwork)
    } else {
        (limits.per_pair, Unrated::Repeated)
    };
    let since = ended.at.saturating_sub(DAY as u64);
    let count: i64 = db
        .query(
            "SELECT count(*) FROM played WHERE account = $1 AND ended > $2 AND opponent_account = $3 \
         AND rating IS NOT NULL",
        )
        .bind(&a.bytes()[..])
        .bind(number(since))
        .bind(&b.bytes()[..])
        .scalar_one()
        .await?;
    Ok((count >= i64::from(most)).then_some(why))
}

async fn known(db: &mut Db<'_>, account: AccountId, ended: &Ended) -> Result<Known, sqlx::Error> {
    let row = db
        .query(
            "SELECT value, deviation, volatility, games, updated FROM ratings \
         WHERE account = $1 AND game = $2 AND rule_set = $3",
        )
        .bind(&account.bytes()[..])
        .bind(ended.kind.word())
        .bind(&ended.rule_set)
        .fetch_optional()
        .await?;
    row.as_ref().map_or(Ok(Known::NOTHING), read_known)
}

fn read_known(row: &Row) -> Result<Known, sqlx::Error> {
    let rating = Rating {
        value: row.try_get("value")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    };
    let updated: i64 = row.try_get("updated")?;
    Ok(Known { rating, games: row.try_get("games")?, updated: updated.cast_unsigned() })
}

/// Writes a rating if it has not changed meanwhile; otherwise the transaction is rolled back and tried again.
async fn keep_rating(
    db: &mut Db<'_>,
    account: AccountId,
    ended: &Ended,
    before: &Known,
    after: Rating,
) -> Result<(), sqlx::Error> {
    let query = if before.games == 0 {
        "INSERT INTO ratings (account, game, rule_set, value, deviation, volatility, games, updated) \
         VALUES ($1, $2, $3, $4, $5, $6, $7 + 1, $8) ON CONFLICT DO NOTHING"
    } else {
        "UPDATE ratings SET value = $4, deviation = $5, volatility = $6, games = $7 + 1, updated = $8 \
         WHERE account = $1 AND game = $2 AND rule_set = $3 AND games = $7"
    };
    let done = db
        .query(query)
        .bind(&account.bytes()[..])
        .bind(ended.kind.word())
        .bind(&ended.rule_set)
        .bind(after.value)
        .bind(after.deviation)
        .bind(after.volatility)
        .bind(before.games)
        .bind(number(ended.at.max(before.updated)))
        .execute()
        .await?;
    if done == 1 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
}

async fn keep_game(
    db: &mut Db<'_>,
    account: AccountId,
    ended: &Ended,
    side: Side,
    RatedResult { result, rating, unrated }: RatedResult,
    opponent: Option<AccountId>,
) -> Result<(), sqlx::Error> {
    db.query(
        "INSERT INTO played (match, account, ended, game, rule_set, opponent, opponent_account, \
         result, how, plies, rating, change, score, against, unrated) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING",
    )
    .bind(&ended.game.bytes()[..])
    .bind(&account.bytes()[..])
    .bind(number(ended.at))
    .bind(ended.kind.word())
    .bind(&ended.rule_set)
    .bind(ended.names[!side].to_string())
    .bind(opponent.map(|opponent| opponent.bytes().to_vec()))
    .bind(word(&result))
    .bind(ended.how.word())
    .bind(i64::from(ended.plies))
    .bind(rating.map(|(value, _)| value))
    .bind(rating.map(|(_, change)| change))
    .bind(i64::from(ended.scores[side]))
    .bind(i64::from(ended.scores[!side]))
    .bind(unrated.map(|unrated| word(&unrated)))
    .execute()
    .await?;
    Ok(())
}

async fn ratings(db: &mut Db<'_>, account: AccountId) -> Result<Vec<RatingView>, sqlx::Error> {
    let rows = db
        .query(
            "SELECT game, rule_set, value, deviation, volatility, games, updated FROM ratings \
         WHERE account = $1 ORDER BY game, rule_set",
        )
        .bind(&account.bytes()[..])
        .fetch_all()
        .await?;
    let view = |row: &Row| {
        let Known { rating, games, .. } = read_known(row)?;
        Ok(RatingView {
            kind: row.try_get("game")?,
            rule_set: row.try_get("rule_set")?,
            rating: rating.value.round() as i32,
            deviation: rating.deviation.round() as i32,
            guess: rating.is_guess(),
            games: games as u32,
        })
    };
    rows.iter().map(view).collect()
}

async fn tallies(db: &mut Db<'_>, account: AccountId) -> Result<Vec<Tally>, sqlx::Error> {
    let rows = db
        .query(
            "SELECT game, rule_set, \
         count(CASE WHEN result = 'won' THEN 1 END) AS won, \
         count(CASE WHEN result = 'lost' THEN 1 END) AS lost, \
         count(CASE WHEN result = 'drawn' THEN 1 END) AS drawn \
         FROM played WHERE account = $1 GROUP BY game, rule_set ORDER BY game, rule_set",
        )
        .bind(&account.bytes()[..])
        .fetch_all()
        .await?;
    let view = |row: &Row| {
        let count = |column: &str| row.try_get::<i64>(column).map(|count| count as u32);
        Ok(Tally {
            kind: row.try_get("game")?,
            rule_set: row.try_get("rule_set")?,
            won: count("won")?,
            lost: count("lost")?,
            drawn: count("drawn")?,
        })
    };
    rows.iter().map(view).collect()
}

async fn history(
    db: &mut Db<'_>,
    account: AccountId,
    before: u64,
    limit: usize,
) -> Result<Vec<HistoryEntry>, sqlx::Error> {
    let rows = db
        .query(
            "SELECT match, ended, game, rule_set, opponent, result, how, plies, rating, change, unrated \
         FROM played WHERE account = $1 AND ended < $2 ORDER BY ended DESC, match LIMIT $3",
        )
        .bind(&account.bytes()[..])
        .bind(number(before.min(i64::MAX.cast_unsigned())))
        .bind(limit as i64)
        .fetch_all()
        .await?;
    let view = |row: &Row| {
        let whole = |column: &str| {
            row.try_get::<Option<f64>>(column).map(|value| value.map(|value| value.round() as i32))
        };
        let opponent: String = row.try_get("opponent")?;
        Ok(HistoryEntry {
            game: match_id(row.try_get("match")?)?,
            ended: row.try_get::<i64>("ended")?.cast_unsigned(),
            kind: row.try_get("game")?,
            rule_set: row.try_get("rule_set")?,
            opponent: PlayerName::from_stored(&opponent).map_err(|_| strange("opponent"))?,
            result: value::<GameResult>(row.try_get("result")?, "result")?,
            how: value::<Ending>(row.try_get("how")?, "how")?,
            plies: row.try_get::<i64>("plies")? as u32,
            rating: whole("rating")?,
            change: whole("change")?,
            unrated: row
                .try_get::<Option<String>>("unrated")?
                .map(|word| value::<Unrated>(word, "unrated"))
                .transpose()?,
        })
    };
    rows.iter().map(view).collect()
}

/// How many sealed games of an account were aborted.
async fn called_off(db: &mut Db<'_>, account: AccountId) -> Result<u64, sqlx::Error> {
    let count: i64 = db.query(
        "SELECT count(*) FROM chain WHERE opened = 2 AND match IN (SELECT match FROM players WHERE account = $1)",
    )
    .bind(&account.bytes()[..])
    .scalar_one()
    .await?;
    Ok(count.cast_unsigned())
}

pub(crate) async fn profile(
    db: &mut Db<'_>,
    account: Account,
    before: u64,
    limit: usize,
) -> Result<Profile, sqlx::Error> {
    // In this order, so that a game in the history is also in the rating.
    Ok(Profile {
        history: history(db, account.id, before, limit).await?,
        statistics: tallies(db, account.id).await?,
        ratings: ratings(db, account.id).await?,
        called_off: called_off(db, account.id).await?,
        name: account.name,
        created: account.created,
    })
}

pub(crate) async fn export(
    db: &mut Db<'_>,
    account: Account,
    sessions: Vec<SessionView>,
    tokens: Vec<TokenView>,
) -> Result<Export, sqlx::Error> {
    let live: Vec<Vec<u8>> = db
        .query("SELECT match FROM players WHERE account = $1 AND live = 1 ORDER BY match")
        .bind(&account.id.bytes()[..])
        .scalar_all()
        .await?;
    Ok(Export {
        sessions,
        tokens,
        ratings: ratings(db, account.id).await?,
        games: history(db, account.id, u64::MAX, i64::MAX as usize).await?,
        live: live.into_iter().map(match_id).collect::<Result<_, _>>()?,
        account: Me { name: account.name, created: account.created, recovery: Vec::new() },
    })
}
