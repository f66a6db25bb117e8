use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection as _};

use gebeta_fairness::Link;
use gebeta_match::{NodeId, Outage};
use gebeta_protocol::{ChainStatus, Hash, Logged, MatchId, Side};

use super::OpenError;
use super::error::store_error;
use super::nodes;
use super::session;
use super::{chain, queries};
use crate::limits;
use crate::ports::{
    Appended, Batch, MatchStore, MatchSummary, NewMatch, OpenMatch, Owners, StoreError, StoredMatch,
};
use crate::schema;
use crate::sql::Db;

/// The logs in a PostgreSQL database, which any number of nodes may write to.
#[derive(Clone, Debug)]
pub struct PostgresLogs {
    pub(crate) pool: PgPool,
    /// The number of this node.
    node: NodeId,
}

impl PostgresLogs {
    const PATIENCE: Duration = Duration::from_secs(1);
    const CONNECTIONS: u32 = 16;

    /// Connects to the database at `url`.
    ///
    /// # Errors
    /// There is no answer or no access, a pooler does not keep sessions apart, or commits are not durable.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let options = PgConnectOptions::from_str(url)?
            // Values are binary, and poolers refuse parameters they do not know.
            .extra_float_digits(None)
            .disable_statement_logging();
        session::keep_connection(&options).await?;
        // Migrations may take long and wait for those of other nodes.
        let mut connection = options.connect().await?;
        session::make_durable(&mut connection).await?;
        schema::postgres().run(&mut connection).await?;
        connection.close().await?;
        let pool = PgPoolOptions::new()
            .max_connections(Self::CONNECTIONS)
            .acquire_timeout(Self::PATIENCE)
            .after_connect(|connection, _| {
                Box::pin(async move {
                    // The pool logs the reason and retries as long as a caller waits.
                    session::prepare(connection)
                        .await
                        .map_err(|error| sqlx::Error::Configuration(error.into()))
                })
            })
            .connect_with(options)
            .await?;
        let node = nodes::number(&pool).await?;
        Ok(Self { pool, node })
    }

    /// The time for all servers of this database, whatever their own clocks say: never before the latest heartbeat.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn time(&self) -> Result<u64, OpenError> {
        const TIME: &str = "SELECT GREATEST((EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint, at) \
             FROM alive WHERE id = 1";
        let now: i64 = sqlx::query_scalar(TIME).fetch_one(&self.pool).await?;
        Ok(now.cast_unsigned())
    }

    /// The database's clock.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn clock(&self) -> Result<u64, OpenError> {
        const CLOCK: &str = "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint";
        let now: i64 = sqlx::query_scalar(CLOCK).fetch_one(&self.pool).await?;
        Ok(now.cast_unsigned())
    }

    /// Runs `work` inside a transaction, which is committed on success.
    pub(crate) async fn in_transaction<T>(
        &self,
        work: impl for<'a, 'c> FnOnce(&'a mut Db<'c>) -> BoxFuture<'a, Result<T, sqlx::Error>>,
    ) -> Result<T, StoreError> {
        let mut transaction = self.pool.begin().await.map_err(store_error)?;
        let value = work(&mut Db::Postgres(&mut transaction)).await.map_err(store_error)?;
        transaction.commit().await.map_err(store_error)?;
        Ok(value)
    }

    /// Deletes heartbeats that are later than the database's clock; events of games stay. No other server may run
    /// meanwhile.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn reset_time(&self) -> Result<(), OpenError> {
        let now = self.clock().await?;
        let mut transaction = self.pool.begin().await?;
        queries::reset_time(&mut Db::Postgres(&mut transaction), now).await?;
        nodes::reset_time(&mut transaction, now).await?;
        transaction.commit().await?;
        Ok(())
    }
}

#[async_trait]
impl MatchStore for PostgresLogs {
    async fn create(&self, new: NewMatch) -> Result<Appended, StoreError> {
        self.in_transaction(move |db| Box::pin(async move { queries::create(db, &new).await })).await?
    }

    async fn append(&self, batch: Batch) -> Result<Appended, StoreError> {
        self.in_transaction(move |db| Box::pin(async move { queries::append(db, &batch).await })).await?
    }

    async fn load(&self, game: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        queries::load(&mut Db::Postgres(&mut connection), game).await
    }

    async fn events(&self, game: MatchId, since: u64, limit: usize) -> Result<Vec<Logged>, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        queries::events(&mut Db::Postgres(&mut connection), game, since, limit).await
    }

    async fn seat(&self, key: Hash) -> Result<Option<MatchId>, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        queries::seat(&mut Db::Postgres(&mut connection), &key).await.map_err(store_error)
    }

    async fn owners(&self, game: MatchId) -> Result<Owners, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        queries::owners(&mut Db::Postgres(&mut connection), game).await.map_err(store_error)
    }

    async fn key(&self) -> Result<Hash, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        queries::key(&mut Db::Postgres(&mut connection)).await.map_err(store_error)
    }

    async fn touch_lobby(&self, game: MatchId, key: Hash, now: u64, until: u64) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await.map_err(store_error)?;
        queries::touch_lobby(&mut Db::Postgres(&mut transaction), game, key, now, until)
            .await
            .map_err(store_error)?;
        transaction.commit().await.map_err(store_error)
    }

    async fn open_games(
        &self,
        key: Option<Hash>,
        now: u64,
        limit: usize,
    ) -> Result<Vec<OpenMatch>, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        queries::open_games(&mut Db::Postgres(&mut connection), key, now, limit).await
    }

    async fn heartbeat(&self, now: u64) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await.map_err(store_error)?;
        queries::heartbeat(&mut Db::Postgres(&mut transaction), now, limits::SILENCE_MS)
            .await
            .map_err(store_error)?;
        nodes::heartbeat(&mut transaction, self.node, now).await.map_err(store_error)?;
        transaction.commit().await.map_err(store_error)
    }

    async fn outages(&self, since: u64) -> Result<Vec<Outage>, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        let mut all =
            queries::outages(&mut Db::Postgres(&mut connection), since).await.map_err(store_error)?;
        all.extend(nodes::outages(&mut connection, since).await.map_err(store_error)?);
        Ok(all)
    }

    fn node(&self) -> Option<NodeId> {
        Some(self.node)
    }

    async fn poll(&self, games: Vec<MatchId>) -> Result<Vec<MatchSummary>, StoreError> {
        nodes::poll(&self.pool, &games).await
    }

    async fn set_presence(&self, game: MatchId, side: Side, until: u64) -> Result<(), StoreError> {
        let kept = nodes::set_presence(&self.pool, self.node, game, side, until);
        kept.await.map_err(store_error)
    }

    async fn delete_unjoined(&self, before: u64, limit: usize) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.pool.begin().await?;
            queries::delete_unjoined(&mut Db::Postgres(&mut transaction), before, limit).await?;
            sqlx::query("DELETE FROM present WHERE a < $1 AND b < $1")
                .bind(before.cast_signed())
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await
        };
        work.await.map_err(store_error)
    }

    async fn abandoned(&self, before: u64, limit: usize) -> Result<Vec<MatchId>, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        queries::abandoned(&mut Db::Postgres(&mut connection), before, limit).await
    }

    async fn chain(&self, after: u64, limit: usize) -> Result<Vec<Link>, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        chain::links(&mut Db::Postgres(&mut connection), after, limit).await.map_err(store_error)
    }

    async fn chain_status(&self) -> Result<ChainStatus, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        chain::status(&mut Db::Postgres(&mut connection)).await.map_err(store_error)
    }

    async fn check(&self) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        queries::beat(&mut Db::Postgres(&mut connection)).await.map_err(store_error)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use gebeta_testkit::postgres::Cluster;

    use super::PostgresLogs;

    /// A node is stopped between reading the head of the chain and its commit: the others continue without it.
    #[tokio::test]
    async fn a_node_that_stops_in_a_transaction_does_not_block_others() {
        const TAKE: &str = "UPDATE chain_head SET place = place WHERE id = 1";
        let Some(cluster) = Cluster::start() else { return };
        let url = cluster.database("stopped");
        let [stopped, other] =
            [PostgresLogs::open(&url).await.unwrap(), PostgresLogs::open(&url).await.unwrap()];
        let mut held = stopped.pool.begin().await.unwrap();
        sqlx::query(TAKE).execute(&mut *held).await.unwrap();
        let began = Instant::now();
        let mut refused = 0;
        while sqlx::query(TAKE).execute(&other.pool).await.is_err() {
            refused += 1;
            assert!(began.elapsed() < Duration::from_secs(6), "the lock is held for ever");
        }
        assert!(refused > 0 && began.elapsed() > Duration::from_secs(2), "nobody has held it");
        assert!(held.commit().await.is_err(), "who wakes too late has written nothing");
        sqlx::query(TAKE).execute(&stopped.pool).await.unwrap();
    }
}
