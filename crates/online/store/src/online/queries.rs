//! The statements about matches, for both databases.

use gebeta_match::{Outage, ServerSecrets};
use gebeta_protocol::{AccountId, Event, Hash, Logged, MatchId, Side};

use super::error::{bad_id, store_error};
use super::{chain, stored_event};
use crate::limits;
use crate::ports::{
    Appended, Batch, Listing, NewMatch, OpenMatch, Owners, SeatOwner, StoreError, StoreErrorKind, StoredMatch,
};
use crate::sql::Db;

fn number(value: u64) -> i64 {
    value.cast_signed()
}

/// The stored form of the events; all of them before anything is written, so that an error leaves no trace.
fn bodies(events: &[Logged]) -> Result<Vec<(&Logged, String)>, StoreError> {
    let body = |event| Ok((event, stored_event::write(event)?));
    events.iter().map(body).collect()
}

fn match_id(id: Vec<u8>) -> Result<MatchId, StoreError> {
    id.try_into().map(MatchId::new).map_err(|id: Vec<u8>| bad_id(&id))
}

fn match_ids(ids: Vec<Vec<u8>>) -> Result<Vec<MatchId>, StoreError> {
    ids.into_iter().map(match_id).collect()
}

fn bytes(hash: Option<Hash>) -> Option<Vec<u8>> {
    hash.map(|hash| hash.bytes().to_vec())
}

/// Stores a new match; inside the caller's transaction.
pub(crate) async fn create(
    db: &mut Db<'_>,
    new: &NewMatch,
) -> Result<Result<Appended, StoreError>, sqlx::Error> {
    let game = &new.game.bytes()[..];
    let bodies = match bodies(&new.events) {
        Ok(bodies) => bodies,
        Err(store_error) => return Ok(Err(store_error)),
    };
    let revision = new.events.last().map_or(0, |event| event.seq);
    let at = new.events.last().map_or(0, |event| event.at);
    if let Some(listing) = &new.listing
        && has_too_many_listed(db, new, listing, at).await?
    {
        return Ok(Ok(Appended::TooManyListed));
    }
    let done = db.query(
        "INSERT INTO matches (id, revision, listed, updated) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(game)
    .bind(number(revision))
    .bind(i64::from(new.listing.is_some()))
    .bind(number(at))
    .execute()
    .await?;
    if done == 0 {
        return Ok(Ok(taken(db, game).await?));
    }
    db.query("INSERT INTO vaults (match, body) VALUES ($1, $2)")
        .bind(game)
        .bind(new.secrets.to_text())
        .execute()
        .await?;
    if let Some(listing) = &new.listing {
        let maker = new.owners.accounts.a.map(|account| account.bytes().to_vec());
        db.query(
            "INSERT INTO open_games (match, pairing, until, account, network) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(game)
        .bind(&listing.key.bytes()[..])
        .bind(number(listing.until))
        .bind(maker)
        .bind(bytes(new.network))
        .execute()
        .await?;
    }
    for side in Side::BOTH {
        let Some(account) = new.owners.accounts[side] else { continue };
        let network = new.network.filter(|_| side == Side::A);
        sit(db, game, side, account, network, new.owners.one_network).await?;
    }
    insert(db, &new.game, bodies).await?;
    Ok(Ok(Appended::Done))
}

/// Whether the maker of a new match has as many in the lobby as the account or the network may have.
async fn has_too_many_listed(
    db: &mut Db<'_>,
    new: &NewMatch,
    listing: &Listing,
    now: u64,
) -> Result<bool, sqlx::Error> {
    let account = new.owners.accounts.a.map(|account| account.bytes().to_vec());
    for (query, maker, most) in [
        (
            "SELECT count(*) FROM open_games WHERE account = $1 AND until > $2",
            account,
            listing.most_per_account,
        ),
        (
            "SELECT count(*) FROM open_games WHERE network = $1 AND until > $2",
            bytes(new.network),
            listing.most_per_network,
        ),
    ] {
        let Some(maker) = maker else { continue };
        let count: i64 = db.query(query).bind(maker).bind(number(now)).scalar_one().await?;
        if count >= i64::from(most) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Stores the account of a seat; only in the transaction that creates the seat.
async fn sit(
    db: &mut Db<'_>,
    game: &[u8],
    side: Side,
    account: AccountId,
    network: Option<Hash>,
    one_network: bool,
) -> Result<(), sqlx::Error> {
    db.query(
        "INSERT INTO players (match, side, account, live, network, one_network) VALUES ($1, $2, $3, 1, $4, $5)",
    )
    .bind(game)
    .bind(side.to_string())
    .bind(&account.bytes()[..])
    .bind(bytes(network))
    .bind(i64::from(one_network))
    .execute()
    .await?;
    Ok(())
}

/// Stores who takes seat B, and of the networks only whether they are the same.
async fn join(db: &mut Db<'_>, game: &[u8], joiner: SeatOwner) -> Result<(), sqlx::Error> {
    let maker: Option<Option<Vec<u8>>> = db
        .query("SELECT network FROM players WHERE match = $1 AND side = 'a'")
        .bind(game)
        .scalar_optional()
        .await?;
    let one_network = maker.clone().flatten().is_some_and(|maker| Some(maker) == bytes(joiner.network));
    if maker.is_some() {
        db.query("UPDATE players SET network = NULL, one_network = $2 WHERE match = $1 AND side = 'a'")
            .bind(game)
            .bind(i64::from(one_network))
            .execute()
            .await?;
    }
    match joiner.account {
        Some(account) => sit(db, game, Side::B, account, None, one_network).await,
        None => Ok(()),
    }
}

/// The accounts of the seats of a match.
pub(crate) async fn owners(db: &mut Db<'_>, game: MatchId) -> Result<Owners, sqlx::Error> {
    let rows: Vec<(String, Vec<u8>, i64)> = db
        .query("SELECT side, account, one_network FROM players WHERE match = $1")
        .bind(&game.bytes()[..])
        .tuples()
        .await?;
    let mut owners = Owners::default();
    for (side, account, one_network) in rows {
        let strange = |_| sqlx::Error::Decode("column account cannot be read".into());
        let account = account.try_into().map(AccountId::new).map_err(strange)?;
        owners.accounts[if side == "a" { Side::A } else { Side::B }] = Some(account);
        owners.one_network |= one_network == 1;
    }
    Ok(owners)
}

/// The random key of the store.
pub(crate) async fn key(db: &mut Db<'_>) -> Result<Hash, sqlx::Error> {
    let key: Vec<u8> = db.query("SELECT key FROM store_key WHERE id = 1").scalar_one().await?;
    let strange = |_| sqlx::Error::Decode("column key cannot be read".into());
    key.try_into().map(Hash::new).map_err(strange)
}

/// Another writer was quicker; the current revision of the match.
async fn taken(db: &mut Db<'_>, game: &[u8]) -> Result<Appended, sqlx::Error> {
    let revision: Option<i64> =
        db.query("SELECT revision FROM matches WHERE id = $1").bind(game).scalar_optional().await?;
    Ok(revision.map_or(Appended::Unknown, |revision| Appended::Conflict(revision.cast_unsigned())))
}

/// Appends events if no other writer was quicker; inside the caller's transaction.
pub(crate) async fn append(
    db: &mut Db<'_>,
    batch: &Batch,
) -> Result<Result<Appended, StoreError>, sqlx::Error> {
    let game = &batch.game.bytes()[..];
    let stored = match bodies(&batch.events) {
        Ok(stored) => stored,
        Err(store_error) => return Ok(Err(store_error)),
    };
    if let Some(mid) = batch.mid() {
        let seq: Option<i64> = db
            .query("SELECT seq FROM events WHERE match = $1 AND mid = $2")
            .bind(game)
            .bind(&mid.bytes()[..])
            .scalar_optional()
            .await?;
        if let Some(seq) = seq {
            return Ok(Ok(Appended::Duplicate(seq.cast_unsigned())));
        }
    }
    if let Some(key) = batch.seat()
        && seat(db, &key).await?.is_some()
    {
        return Ok(Ok(Appended::Seated));
    }
    let done = db
        .query("UPDATE matches SET revision = $3, listed = $4, updated = $5 WHERE id = $1 AND revision = $2")
        .bind(game)
        .bind(number(batch.expected))
        .bind(number(batch.expected + batch.events.len() as u64))
        .bind(i64::from(batch.listed))
        .bind(number(batch.events.last().map_or(0, |event| event.at)))
        .execute()
        .await?;
    if done == 0 {
        return Ok(Ok(taken(db, game).await?));
    }
    if let Some(key) = batch.seat() {
        // Of two concurrent joins with one secret, the second fails here and finds the first when it is repeated.
        db.query("INSERT INTO seats (key, match) VALUES ($1, $2)")
            .bind(&key.bytes()[..])
            .bind(game)
            .execute()
            .await?;
    }
    if batch.events.iter().any(|event| matches!(event.what, Event::Joined { .. } | Event::Ended { .. })) {
        db.query("DELETE FROM open_games WHERE match = $1").bind(game).execute().await?;
    }
    if let Some(joiner) = batch.joiner {
        join(db, game, joiner).await?;
    }
    if let Some(secrets) = &batch.secrets {
        db.query("UPDATE vaults SET body = $2 WHERE match = $1")
            .bind(game)
            .bind(secrets.to_text())
            .execute()
            .await?;
    }
    if let Some(how) = batch.opens() {
        chain::open(db, batch.game, how).await?;
    }
    let Some(seals) = batch.seals else {
        insert(db, &batch.game, stored).await?;
        return Ok(Ok(Appended::Done));
    };
    let at = batch.events.last().map_or(0, |event| event.at);
    let mark = chain::add(db, batch.game, seals, at).await?;
    let events = batch.chained(mark);
    // Events that cannot be serialized were found before; otherwise the transaction is rolled back.
    let stored = bodies(&events).map_err(|error| sqlx::Error::Encode(error.into()))?;
    insert(db, &batch.game, stored).await?;
    Ok(Ok(Appended::Chained(mark)))
}

async fn insert(db: &mut Db<'_>, game: &MatchId, events: Vec<(&Logged, String)>) -> Result<(), sqlx::Error> {
    for (event, body) in events {
        db.query("INSERT INTO events (match, seq, mid, body) VALUES ($1, $2, $3, $4)")
            .bind(&game.bytes()[..])
            .bind(number(event.seq))
            .bind(event.mid.map(|mid| mid.bytes().to_vec()))
            .bind(body)
            .execute()
            .await?;
    }
    Ok(())
}

/// The match that was joined with this key.
pub(crate) async fn seat(db: &mut Db<'_>, key: &Hash) -> Result<Option<MatchId>, sqlx::Error> {
    let game: Option<Vec<u8>> =
        db.query("SELECT match FROM seats WHERE key = $1").bind(&key.bytes()[..]).scalar_optional().await?;
    Ok(game.and_then(|game| game.try_into().ok()).map(MatchId::new))
}

/// A write that changes nothing.
pub(crate) async fn beat(db: &mut Db<'_>) -> Result<(), sqlx::Error> {
    db.query("UPDATE pulse SET beats = beats + 1 WHERE id = 1").execute().await?;
    Ok(())
}

/// Writes a heartbeat, and an outage if there was none for longer than `gap`.
pub(crate) async fn heartbeat(db: &mut Db<'_>, now: u64, gap: u64) -> Result<(), sqlx::Error> {
    let last: i64 = db.query("SELECT at FROM alive WHERE id = 1").scalar_one().await?;
    if last > 0 && number(now) > last.saturating_add(number(gap)) {
        db.query("DELETE FROM outages WHERE ended < $1")
            .bind(number(now.saturating_sub(limits::OUTAGES_MS)))
            .execute()
            .await?;
        db.query("INSERT INTO outages (began, ended) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(last)
            .bind(number(now))
            .execute()
            .await?;
    }
    db.query("UPDATE alive SET at = $1 WHERE id = 1 AND at < $1").bind(number(now)).execute().await?;
    Ok(())
}

/// Deletes heartbeats after `now`; inside the caller's transaction.
pub(crate) async fn reset_time(db: &mut Db<'_>, now: u64) -> Result<(), sqlx::Error> {
    for later in [
        "UPDATE alive SET at = $1 WHERE id = 1 AND at > $1",
        "DELETE FROM outages WHERE ended > $1",
        "UPDATE matches SET updated = $1 WHERE updated > $1",
    ] {
        db.query(later).bind(number(now)).execute().await?;
    }
    Ok(())
}

/// At most `limit` matches after this one, in the order of their ids.
pub(crate) async fn ids(db: &mut Db<'_>, after: &[u8], limit: i64) -> Result<Vec<Vec<u8>>, sqlx::Error> {
    db.query("SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2")
        .bind(after)
        .bind(limit)
        .scalar_all()
        .await
}

pub(crate) async fn outages(db: &mut Db<'_>, since: u64) -> Result<Vec<Outage>, sqlx::Error> {
    let rows: Vec<(i64, i64)> = db
        .query("SELECT began, ended FROM outages WHERE ended > $1 ORDER BY ended LIMIT 10000")
        .bind(number(since))
        .tuples()
        .await?;
    let outage = |(began, ended): (i64, i64)| Outage {
        began: began.cast_unsigned(),
        ended: ended.cast_unsigned(),
        node: None,
    };
    Ok(rows.into_iter().map(outage).collect())
}

pub(crate) async fn load(db: &mut Db<'_>, game: MatchId) -> Result<Option<StoredMatch>, StoreError> {
    let row = db.query(
        "SELECT revision, body FROM matches JOIN vaults ON vaults.match = matches.id WHERE matches.id = $1",
    )
    .bind(&game.bytes()[..])
    .fetch_optional()
    .await
    .map_err(store_error)?;
    let Some(row) = row else { return Ok(None) };
    let revision: i64 = row.try_get("revision").map_err(store_error)?;
    let secrets: String = row.try_get("body").map_err(store_error)?;
    let secrets = ServerSecrets::from_text(&secrets)
        .ok_or_else(|| StoreErrorKind::BadMatch.caused_by("the secrets of the server"))?;
    Ok(Some(StoredMatch { revision: revision.cast_unsigned(), secrets }))
}

pub(crate) async fn events(
    db: &mut Db<'_>,
    game: MatchId,
    since: u64,
    limit: usize,
) -> Result<Vec<Logged>, StoreError> {
    let bodies: Vec<String> = db
        .query("SELECT body FROM events WHERE match = $1 AND seq > $2 ORDER BY seq LIMIT $3")
        .bind(&game.bytes()[..])
        .bind(number(since))
        .bind(limit as i64)
        .scalar_all()
        .await
        .map_err(store_error)?;
    bodies.iter().map(|body| stored_event::read(body)).collect()
}

/// Shows an open match until then; inside the caller's transaction.
pub(crate) async fn touch_lobby(
    db: &mut Db<'_>,
    game: MatchId,
    key: Hash,
    now: u64,
    until: u64,
) -> Result<(), sqlx::Error> {
    let done = db
        .query("UPDATE matches SET updated = $2 WHERE id = $1 AND listed = 1")
        .bind(&game.bytes()[..])
        .bind(number(now))
        .execute()
        .await?;
    if done == 0 {
        return Ok(());
    }
    db.query(
        "INSERT INTO open_games (match, pairing, until) VALUES ($1, $2, $3) \
         ON CONFLICT (match) DO UPDATE SET until = excluded.until",
    )
    .bind(&game.bytes()[..])
    .bind(&key.bytes()[..])
    .bind(number(until))
    .execute()
    .await?;
    Ok(())
}

/// Deletes open matches that were neither joined nor shown since `before`; inside the caller's transaction.
pub(crate) async fn delete_unjoined(db: &mut Db<'_>, before: u64, limit: usize) -> Result<(), sqlx::Error> {
    let ids: Vec<Vec<u8>> = db
        .query("SELECT id FROM matches WHERE revision = 1 AND updated < $1 ORDER BY updated LIMIT $2")
        .bind(number(before))
        .bind(limit as i64)
        .scalar_all()
        .await?;
    for id in ids {
        // A player may have joined it meanwhile.
        let gone = db.query("DELETE FROM matches WHERE id = $1 AND revision = 1").bind(&id).execute().await?;
        if gone == 0 {
            continue;
        }
        for rest in [
            "DELETE FROM events WHERE match = $1",
            "DELETE FROM vaults WHERE match = $1",
            "DELETE FROM players WHERE match = $1",
            "DELETE FROM open_games WHERE match = $1",
        ] {
            db.query(rest).bind(&id).execute().await?;
        }
    }
    Ok(())
}

/// Joined matches without events since `before` that have a sealed commitment or an account in a seat; the others need no
/// end.
pub(crate) async fn abandoned(
    db: &mut Db<'_>,
    before: u64,
    limit: usize,
) -> Result<Vec<MatchId>, StoreError> {
    let ids: Vec<Vec<u8>> = db.query(
        "SELECT id FROM matches WHERE revision > 1 AND updated < $1 AND (\
         id IN (SELECT match FROM chain WHERE opened = 0) OR id IN (SELECT match FROM players WHERE live = 1)) \
         ORDER BY updated LIMIT $2",
    )
    .bind(number(before))
    .bind(limit as i64)
    .scalar_all()
    .await
    .map_err(store_error)?;
    match_ids(ids)
}

/// The matches in the lobby, each with its first event, in one query.
pub(crate) async fn open_games(
    db: &mut Db<'_>,
    key: Option<Hash>,
    now: u64,
    limit: usize,
) -> Result<Vec<OpenMatch>, StoreError> {
    // An entry that another node renewed late may belong to a joined match.
    let query = match key {
        Some(_) => {
            "SELECT matches.id, events.body FROM open_games \
             JOIN matches ON matches.id = open_games.match AND matches.listed = 1 \
             JOIN events ON events.match = open_games.match AND events.seq = 1 \
             WHERE open_games.until > $1 AND open_games.pairing = $3 ORDER BY open_games.until DESC LIMIT $2"
        }
        None => {
            "SELECT matches.id, events.body FROM open_games \
             JOIN matches ON matches.id = open_games.match AND matches.listed = 1 \
             JOIN events ON events.match = open_games.match AND events.seq = 1 \
             WHERE open_games.until > $1 ORDER BY open_games.until DESC LIMIT $2"
        }
    };
    let query = db.query(query).bind(number(now)).bind(limit as i64);
    let query = if let Some(key) = key { query.bind(key.bytes().to_vec()) } else { query };
    let rows: Vec<(Vec<u8>, String)> = query.tuples().await.map_err(store_error)?;
    let read = |(id, body): (Vec<u8>, String)| {
        Ok(OpenMatch { game: match_id(id)?, first: stored_event::read(&body) })
    };
    rows.into_iter().map(read).collect()
}
