//! The statements, written once and compiled for both databases: they agree on everything but the names of types.

use sqlx::Row;

use gebeta_arena::{
    Appended, Batch, Listing, NewMatch, Outage, Owners, SeatOwner, StoreFault, StoredMatch, Vault,
};
use gebeta_protocol::{AccountId, Event, Hash, Logged, MatchId, Side, limits};

use super::fault::fault;

fn number(value: u64) -> i64 {
    value.cast_signed()
}

/// The events as they are kept; all of them before anything is written, so that one that cannot be leaves no trace.
fn bodies(events: &[Logged]) -> Result<Vec<(&Logged, String)>, StoreFault> {
    let body = |event| Ok((event, serde_json::to_string(event).map_err(|_| StoreFault::BadMatch)?));
    events.iter().map(body).collect()
}

fn match_ids(ids: Vec<Vec<u8>>) -> Result<Vec<MatchId>, StoreFault> {
    let read = |id: Vec<u8>| id.try_into().map(MatchId::new).map_err(|_| StoreFault::BadMatch);
    ids.into_iter().map(read).collect()
}

fn bytes(hash: Option<Hash>) -> Option<Vec<u8>> {
    hash.map(|hash| hash.bytes().to_vec())
}

macro_rules! queries {
    ($module:ident, $database:ty, $connection:ty) => {
        pub(crate) mod $module {
            use super::*;
            use crate::online::chain::$module as chain;

            /// Keeps a new match; part of somebody's transaction.
            pub(in super::super) async fn create(
                connection: &mut $connection,
                new: &NewMatch,
            ) -> Result<Result<Appended, StoreFault>, sqlx::Error> {
                let game = &new.game.bytes()[..];
                let bodies = match bodies(&new.events) {
                    Ok(bodies) => bodies,
                    Err(fault) => return Ok(Err(fault)),
                };
                let revision = new.events.last().map_or(0, |event| event.seq);
                let at = new.events.last().map_or(0, |event| event.at);
                if let Some(listing) = &new.listing
                    && has_too_many_listed(connection, new, listing, at).await?
                {
                    return Ok(Ok(Appended::TooManyListed));
                }
                let done = sqlx::query::<$database>(
                    "INSERT INTO matches (id, revision, listed, updated) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                )
                .bind(game)
                .bind(number(revision))
                .bind(i64::from(new.listing.is_some()))
                .bind(number(at))
                .execute(&mut *connection)
                .await?;
                if done.rows_affected() == 0 {
                    return Ok(Ok(taken(connection, game).await?));
                }
                sqlx::query::<$database>("INSERT INTO vaults (match, body) VALUES ($1, $2)")
                    .bind(game)
                    .bind(new.vault.to_text())
                    .execute(&mut *connection)
                    .await?;
                if let Some(listing) = &new.listing {
                    let maker = new.owners.accounts.a.map(|account| account.bytes().to_vec());
                    sqlx::query::<$database>(
                        "INSERT INTO open_games (match, pairing, until, account, network) VALUES ($1, $2, $3, $4, $5)",
                    )
                    .bind(game)
                    .bind(&listing.key.bytes()[..])
                    .bind(number(listing.until))
                    .bind(maker)
                    .bind(bytes(new.network))
                    .execute(&mut *connection)
                    .await?;
                }
                for side in Side::BOTH {
                    let Some(account) = new.owners.accounts[side] else { continue };
                    let network = new.network.filter(|_| side == Side::A);
                    sit(connection, game, side, account, network, new.owners.one_network).await?;
                }
                insert(connection, &new.game, bodies).await?;
                Ok(Ok(Appended::Done))
            }

            /// Whether the maker of a new match has as many in the lobby as the account or the network may have.
            async fn has_too_many_listed(
                connection: &mut $connection,
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
                    let count: i64 = sqlx::query_scalar::<$database, _>(query)
                        .bind(maker)
                        .bind(number(now))
                        .fetch_one(&mut *connection)
                        .await?;
                    if count >= i64::from(most) {
                        return Ok(true);
                    }
                }
                Ok(false)
            }

            /// Keeps which account takes a seat; part of the transaction that makes the seat, and of no other.
            async fn sit(
                connection: &mut $connection,
                game: &[u8],
                side: Side,
                account: AccountId,
                network: Option<Hash>,
                one_network: bool,
            ) -> Result<(), sqlx::Error> {
                sqlx::query::<$database>(
                    "INSERT INTO players (match, side, account, live, network, one_network) VALUES ($1, $2, $3, 1, $4, $5)",
                )
                .bind(game)
                .bind(side.to_string())
                .bind(&account.bytes()[..])
                .bind(bytes(network))
                .bind(i64::from(one_network))
                .execute(&mut *connection)
                .await?;
                Ok(())
            }

            /// Keeps who takes seat B, and of the networks only whether they are the same.
            async fn join(
                connection: &mut $connection,
                game: &[u8],
                joiner: SeatOwner,
            ) -> Result<(), sqlx::Error> {
                let maker: Option<Option<Vec<u8>>> = sqlx::query_scalar::<$database, _>(
                    "SELECT network FROM players WHERE match = $1 AND side = 'a'",
                )
                .bind(game)
                .fetch_optional(&mut *connection)
                .await?;
                let one_network = maker.clone().flatten().is_some_and(|maker| Some(maker) == bytes(joiner.network));
                if maker.is_some() {
                    sqlx::query::<$database>(
                        "UPDATE players SET network = NULL, one_network = $2 WHERE match = $1 AND side = 'a'",
                    )
                    .bind(game)
                    .bind(i64::from(one_network))
                    .execute(&mut *connection)
                    .await?;
                }
                match joiner.account {
                    Some(account) => sit(connection, game, Side::B, account, None, one_network).await,
                    None => Ok(()),
                }
            }

            /// Which accounts sit at a match.
            pub(crate) async fn owners(
                connection: &mut $connection,
                game: MatchId,
            ) -> Result<Owners, sqlx::Error> {
                let rows: Vec<(String, Vec<u8>, i64)> = sqlx::query_as::<$database, _>(
                    "SELECT side, account, one_network FROM players WHERE match = $1",
                )
                .bind(&game.bytes()[..])
                .fetch_all(connection)
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
            pub(in super::super) async fn key(connection: &mut $connection) -> Result<Hash, sqlx::Error> {
                let key: Vec<u8> = sqlx::query_scalar::<$database, _>("SELECT key FROM store_key WHERE id = 1")
                    .fetch_one(connection)
                    .await?;
                let strange = |_| sqlx::Error::Decode("column key cannot be read".into());
                key.try_into().map(Hash::new).map_err(strange)
            }

            /// Somebody was quicker; how far the match is.
            async fn taken(connection: &mut $connection, game: &[u8]) -> Result<Appended, sqlx::Error> {
                let revision: Option<i64> =
                    sqlx::query_scalar::<$database, _>("SELECT revision FROM matches WHERE id = $1")
                        .bind(game)
                        .fetch_optional(&mut *connection)
                        .await?;
                Ok(revision.map_or(Appended::Unknown, |revision| Appended::Conflict(revision.cast_unsigned())))
            }

            /// Adds events if nobody was quicker; part of somebody's transaction.
            pub(in super::super) async fn append(
                connection: &mut $connection,
                batch: &Batch,
            ) -> Result<Result<Appended, StoreFault>, sqlx::Error> {
                let game = &batch.game.bytes()[..];
                let bodies = match bodies(&batch.events) {
                    Ok(bodies) => bodies,
                    Err(fault) => return Ok(Err(fault)),
                };
                if let Some(mid) = batch.mid() {
                    let seq: Option<i64> =
                        sqlx::query_scalar::<$database, _>("SELECT seq FROM events WHERE match = $1 AND mid = $2")
                            .bind(game)
                            .bind(&mid.bytes()[..])
                            .fetch_optional(&mut *connection)
                            .await?;
                    if let Some(seq) = seq {
                        return Ok(Ok(Appended::Duplicate(seq.cast_unsigned())));
                    }
                }
                if let Some(key) = batch.seat()
                    && seat(connection, &key).await?.is_some()
                {
                    return Ok(Ok(Appended::Seated));
                }
                let done = sqlx::query::<$database>(
                    "UPDATE matches SET revision = $3, listed = $4, updated = $5 WHERE id = $1 AND revision = $2",
                )
                .bind(game)
                .bind(number(batch.expected))
                .bind(number(batch.expected + batch.events.len() as u64))
                .bind(i64::from(batch.listed))
                .bind(number(batch.events.last().map_or(0, |event| event.at)))
                .execute(&mut *connection)
                .await?;
                if done.rows_affected() == 0 {
                    return Ok(Ok(taken(connection, game).await?));
                }
                if let Some(key) = batch.seat() {
                    // Of two who come at once with one secret the second fails here, and finds the first when it asks again.
                    sqlx::query::<$database>("INSERT INTO seats (key, match) VALUES ($1, $2)")
                        .bind(&key.bytes()[..])
                        .bind(game)
                        .execute(&mut *connection)
                        .await?;
                }
                if batch.events.iter().any(|event| matches!(event.what, Event::Joined { .. } | Event::Ended { .. })) {
                    sqlx::query::<$database>("DELETE FROM open_games WHERE match = $1")
                        .bind(game)
                        .execute(&mut *connection)
                        .await?;
                }
                if let Some(joiner) = batch.joiner {
                    join(connection, game, joiner).await?;
                }
                if let Some(vault) = &batch.vault {
                    sqlx::query::<$database>("UPDATE vaults SET body = $2 WHERE match = $1")
                        .bind(game)
                        .bind(vault.to_text())
                        .execute(&mut *connection)
                        .await?;
                }
                if let Some(how) = batch.opens() {
                    chain::open(connection, batch.game, how).await?;
                }
                let Some(seals) = batch.seals else {
                    insert(connection, &batch.game, bodies).await?;
                    return Ok(Ok(Appended::Done));
                };
                let at = batch.events.last().map_or(0, |event| event.at);
                let mark = chain::add(connection, batch.game, seals, at).await?;
                let events = batch.chained(mark);
                // Who cannot be written is found before; if not, nothing of the transaction stays.
                let bodies = super::bodies(&events).map_err(|_| sqlx::Error::Protocol("an event".to_owned()))?;
                insert(connection, &batch.game, bodies).await?;
                Ok(Ok(Appended::Chained(mark)))
            }

            async fn insert(
                connection: &mut $connection,
                game: &MatchId,
                events: Vec<(&Logged, String)>,
            ) -> Result<(), sqlx::Error> {
                for (event, body) in events {
                    sqlx::query::<$database>("INSERT INTO events (match, seq, mid, body) VALUES ($1, $2, $3, $4)")
                        .bind(&game.bytes()[..])
                        .bind(number(event.seq))
                        .bind(event.mid.map(|mid| mid.bytes().to_vec()))
                        .bind(body)
                        .execute(&mut *connection)
                        .await?;
                }
                Ok(())
            }

            /// The match that was joined with this key.
            pub(in super::super) async fn seat(
                connection: &mut $connection,
                key: &Hash,
            ) -> Result<Option<MatchId>, sqlx::Error> {
                let game: Option<Vec<u8>> =
                    sqlx::query_scalar::<$database, _>("SELECT match FROM seats WHERE key = $1")
                        .bind(&key.bytes()[..])
                        .fetch_optional(&mut *connection)
                        .await?;
                Ok(game.and_then(|game| game.try_into().ok()).map(MatchId::new))
            }

            /// A write that changes nothing.
            pub(in super::super) async fn beat(connection: &mut $connection) -> Result<(), sqlx::Error> {
                sqlx::query::<$database>("UPDATE pulse SET beats = beats + 1 WHERE id = 1")
                    .execute(&mut *connection)
                    .await?;
                Ok(())
            }

            /// Keeps that a server lives, and that none has for longer than `gap`.
            pub(in super::super) async fn live(
                connection: &mut $connection,
                now: u64,
                gap: u64,
            ) -> Result<(), sqlx::Error> {
                let last: i64 = sqlx::query_scalar::<$database, _>("SELECT at FROM alive WHERE id = 1")
                    .fetch_one(&mut *connection)
                    .await?;
                if last > 0 && number(now) > last.saturating_add(number(gap)) {
                    sqlx::query::<$database>("DELETE FROM outages WHERE ended < $1")
                        .bind(number(now.saturating_sub(limits::OUTAGES_MS)))
                        .execute(&mut *connection)
                        .await?;
                    sqlx::query::<$database>(
                        "INSERT INTO outages (began, ended) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    )
                    .bind(last)
                    .bind(number(now))
                    .execute(&mut *connection)
                    .await?;
                }
                sqlx::query::<$database>("UPDATE alive SET at = $1 WHERE id = 1 AND at < $1")
                    .bind(number(now))
                    .execute(&mut *connection)
                    .await?;
                Ok(())
            }

            /// Forgets that a server has lived after `now`; part of somebody's transaction.
            pub(in super::super) async fn reset_time(
                connection: &mut $connection,
                now: u64,
            ) -> Result<(), sqlx::Error> {
                for later in [
                    "UPDATE alive SET at = $1 WHERE id = 1 AND at > $1",
                    "DELETE FROM outages WHERE ended > $1",
                    "UPDATE matches SET updated = $1 WHERE updated > $1",
                ] {
                    sqlx::query::<$database>(later).bind(number(now)).execute(&mut *connection).await?;
                }
                Ok(())
            }

            /// At most `limit` matches after this one, in the order of their ids.
            pub(in super::super) async fn ids(
                connection: &mut $connection,
                after: &[u8],
                limit: i64,
            ) -> Result<Vec<Vec<u8>>, sqlx::Error> {
                sqlx::query_scalar::<$database, _>("SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2")
                    .bind(after)
                    .bind(limit)
                    .fetch_all(&mut *connection)
                    .await
            }

            pub(in super::super) async fn outages(
                connection: &mut $connection,
                since: u64,
            ) -> Result<Vec<Outage>, sqlx::Error> {
                let rows: Vec<(i64, i64)> = sqlx::query_as::<$database, _>(
                    "SELECT began, ended FROM outages WHERE ended > $1 ORDER BY ended LIMIT 10000",
                )
                .bind(number(since))
                .fetch_all(&mut *connection)
                .await?;
                let outage = |(began, ended): (i64, i64)| Outage {
                    began: began.cast_unsigned(),
                    ended: ended.cast_unsigned(),
                    node: None,
                };
                Ok(rows.into_iter().map(outage).collect())
            }

            pub(in super::super) async fn load(
                connection: &mut $connection,
                game: MatchId,
            ) -> Result<Option<StoredMatch>, StoreFault> {
                let row = sqlx::query::<$database>(
                    "SELECT revision, body FROM matches JOIN vaults ON vaults.match = matches.id WHERE matches.id = $1",
                )
                .bind(&game.bytes()[..])
                .fetch_optional(&mut *connection)
                .await
                .map_err(|error| fault(&error))?;
                let Some(row) = row else { return Ok(None) };
                let revision: i64 = row.try_get(0).map_err(|error| fault(&error))?;
                let vault: String = row.try_get(1).map_err(|error| fault(&error))?;
                let vault = Vault::from_text(&vault).ok_or(StoreFault::BadMatch)?;
                Ok(Some(StoredMatch { revision: revision.cast_unsigned(), vault }))
            }

            pub(in super::super) async fn events(
                connection: &mut $connection,
                game: MatchId,
                since: u64,
                limit: usize,
            ) -> Result<Vec<Logged>, StoreFault> {
                let bodies: Vec<String> = sqlx::query_scalar::<$database, _>(
                    "SELECT body FROM events WHERE match = $1 AND seq > $2 ORDER BY seq LIMIT $3",
                )
                .bind(&game.bytes()[..])
                .bind(number(since))
                .bind(limit as i64)
                .fetch_all(&mut *connection)
                .await
                .map_err(|error| fault(&error))?;
                let read = |body: &String| serde_json::from_str(body).map_err(|_| StoreFault::BadMatch);
                bodies.iter().map(read).collect()
            }

            /// Shows an open match until then; part of somebody's transaction.
            pub(in super::super) async fn show(
                connection: &mut $connection,
                game: MatchId,
                key: Hash,
                now: u64,
                until: u64,
            ) -> Result<(), sqlx::Error> {
                let done =
                    sqlx::query::<$database>("UPDATE matches SET updated = $2 WHERE id = $1 AND listed = 1")
                        .bind(&game.bytes()[..])
                        .bind(number(now))
                        .execute(&mut *connection)
                        .await?;
                if done.rows_affected() == 0 {
                    return Ok(());
                }
                sqlx::query::<$database>(
                    "INSERT INTO open_games (match, pairing, until) VALUES ($1, $2, $3) \
                     ON CONFLICT (match) DO UPDATE SET until = excluded.until",
                )
                .bind(&game.bytes()[..])
                .bind(&key.bytes()[..])
                .bind(number(until))
                .execute(connection)
                .await?;
                Ok(())
            }

            /// Forgets open matches that nobody has joined or shown since `before`; part of somebody's transaction.
            pub(in super::super) async fn expire(
                connection: &mut $connection,
                before: u64,
                limit: usize,
            ) -> Result<(), sqlx::Error> {
                let ids: Vec<Vec<u8>> = sqlx::query_scalar::<$database, _>(
                    "SELECT id FROM matches WHERE revision = 1 AND updated < $1 ORDER BY updated LIMIT $2",
                )
                .bind(number(before))
                .bind(limit as i64)
                .fetch_all(&mut *connection)
                .await?;
                for id in ids {
                    // Somebody may have joined it meanwhile.
                    let gone = sqlx::query::<$database>("DELETE FROM matches WHERE id = $1 AND revision = 1")
                        .bind(&id)
                        .execute(&mut *connection)
                        .await?;
                    if gone.rows_affected() == 0 {
                        continue;
                    }
                    for rest in [
                        "DELETE FROM events WHERE match = $1",
                        "DELETE FROM vaults WHERE match = $1",
                        "DELETE FROM players WHERE match = $1",
                        "DELETE FROM open_games WHERE match = $1",
                    ] {
                        sqlx::query::<$database>(rest).bind(&id).execute(&mut *connection).await?;
                    }
                }
                Ok(())
            }

            /// Joined matches in which nothing has happened since `before`, and which have a sealed envelope or a seat of an
            /// account: nobody misses the others.
            pub(in super::super) async fn abandoned(
                connection: &mut $connection,
                before: u64,
                limit: usize,
            ) -> Result<Vec<MatchId>, StoreFault> {
                let ids: Vec<Vec<u8>> = sqlx::query_scalar::<$database, _>(
                    "SELECT id FROM matches WHERE revision > 1 AND updated < $1 AND (\
                     id IN (SELECT match FROM chain WHERE opened = 0) OR id IN (SELECT match FROM players WHERE live = 1)) \
                     ORDER BY updated LIMIT $2",
                )
                .bind(number(before))
                .bind(limit as i64)
                .fetch_all(&mut *connection)
                .await
                .map_err(|error| fault(&error))?;
                match_ids(ids)
            }

            /// Matches that the lobby shows, each with its first event, in one question.
            pub(in super::super) async fn open_games(
                connection: &mut $connection,
                key: Option<Hash>,
                now: u64,
                limit: usize,
            ) -> Result<Vec<(MatchId, Logged)>, StoreFault> {
                // What another node has shown late may have been joined by now.
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
                let query = sqlx::query_as::<$database, _>(query).bind(number(now)).bind(limit as i64);
                let query = if let Some(key) = key { query.bind(key.bytes().to_vec()) } else { query };
                let rows: Vec<(Vec<u8>, String)> =
                    query.fetch_all(&mut *connection).await.map_err(|error| fault(&error))?;
                let read = |(id, body): (Vec<u8>, String)| {
                    let id = id.try_into().map(MatchId::new).map_err(|_| StoreFault::BadMatch)?;
                    Ok((id, serde_json::from_str(&body).map_err(|_| StoreFault::BadMatch)?))
                };
                rows.into_iter().map(read).collect()
            }
        }
    };
}

queries!(sqlite, sqlx::Sqlite, sqlx::SqliteConnection);
queries!(postgres, sqlx::Postgres, sqlx::PgConnection);
