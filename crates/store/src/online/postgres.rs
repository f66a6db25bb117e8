use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection as _};

use gebeta_arena::{
    Appended, Batch, Glance, NewMatch, NodeId, Outage, Owners, Pending, Store, StoreFault, StoredMatch,
};
use gebeta_fair::Link;
use gebeta_protocol::{ChainStatus, Hash, Logged, MatchId, Side, limits};

use super::OpenFault;
use super::chain::postgres as chain;
use super::fault::fault;
use super::nodes;
use super::queries::postgres as queries;
use super::session;
use crate::schema;

/// The logs in a PostgreSQL database, which any number of nodes may write to.
#[derive(Clone, Debug)]
pub struct PostgresLogs {
    pub(crate) pool: PgPool,
    /// Which of the nodes this is.
    node: NodeId,
}

impl PostgresLogs {
    const PATIENCE: Duration = Duration::from_secs(1);
    const CONNECTIONS: u32 = 16;

    /// Connects to the database at `url`.
    ///
    /// # Errors
    /// Nobody answers there or lets us in, a pooler does not keep sessions apart, or what PostgreSQL commits is not on its disk.
    pub async fn open(url: &str) -> Result<Self, OpenFault> {
        let options = PgConnectOptions::from_str(url)?
            // Values come in binary form, and poolers refuse what they do not know.
            .extra_float_digits(None)
            .disable_statement_logging();
        session::keep_connection(&options).await?;
        // Bringing tables up to date takes as long as it takes, and waits for other nodes that do the same.
        let mut connection = options.connect().await?;
        session::make_durable(&mut connection).await?;
        schema::postgres().run(&mut connection).await?;
        connection.close().await?;
        let pool = PgPoolOptions::new()
            .max_connections(Self::CONNECTIONS)
            .acquire_timeout(Self::PATIENCE)
            .after_connect(|connection, _| {
                Box::pin(async move {
                    // The pool logs the reason, and tries again until nobody waits for it any more.
                    session::prepare(connection)
                        .await
                        .map_err(|fault| sqlx::Error::Configuration(fault.into()))
                })
            })
            .connect_with(options)
            .await?;
        let node = nodes::number(&pool).await?;
        Ok(Self { pool, node })
    }

    /// What time it is for all servers of this database, whatever their own clocks say. Never before what one of them has
    /// said last.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn time(&self) -> Result<u64, OpenFault> {
        const TIME: &str = "SELECT GREATEST((EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint, at) \
             FROM alive WHERE id = 1";
        let now: i64 = sqlx::query_scalar(TIME).fetch_one(&self.pool).await?;
        Ok(now.cast_unsigned())
    }

    /// What the database's clock says.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn clock(&self) -> Result<u64, OpenFault> {
        const CLOCK: &str = "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint";
        let now: i64 = sqlx::query_scalar(CLOCK).fetch_one(&self.pool).await?;
        Ok(now.cast_unsigned())
    }

    /// Takes back that servers have lived after what the database's clock says; what has happened in games stays. No other
    /// server may run meanwhile.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn reset_time(&self) -> Result<(), OpenFault> {
        let now = self.clock().await?;
        let mut transaction = self.pool.begin().await?;
        queries::reset_time(&mut transaction, now).await?;
        nodes::reset_time(&mut transaction, now).await?;
        transaction.commit().await?;
        Ok(())
    }
}

/// Does `$work` with a connection inside a transaction, and keeps it if all went well.
macro_rules! in_transaction {
    ($pool:expr, $work:expr, $argument:expr) => {
        async move {
            let mut transaction = $pool.begin().await?;
            let answer = $work(&mut transaction, $argument).await?;
            transaction.commit().await?;
            Ok(answer)
        }
    };
}

impl Store for PostgresLogs {
    fn create(&self, new: NewMatch) -> Pending<'_, Result<Appended, StoreFault>> {
        Box::pin(async move {
            let work = in_transaction!(self.pool, queries::create, &new);
            work.await.map_err(|error: sqlx::Error| fault(&error))?
        })
    }

    fn append(&self, batch: Batch) -> Pending<'_, Result<Appended, StoreFault>> {
        Box::pin(async move {
            let work = in_transaction!(self.pool, queries::append, &batch);
            work.await.map_err(|error: sqlx::Error| fault(&error))?
        })
    }

    fn load(&self, game: MatchId) -> Pending<'_, Result<Option<StoredMatch>, StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            queries::load(&mut connection, game).await
        })
    }

    fn events(
        &self,
        game: MatchId,
        since: u64,
        limit: usize,
    ) -> Pending<'_, Result<Vec<Logged>, StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            queries::events(&mut connection, game, since, limit).await
        })
    }

    fn seat(&self, key: Hash) -> Pending<'_, Result<Option<MatchId>, StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            queries::seat(&mut connection, &key).await.map_err(|error| fault(&error))
        })
    }

    fn owners(&self, game: MatchId) -> Pending<'_, Result<Owners, StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            queries::owners(&mut connection, game).await.map_err(|error| fault(&error))
        })
    }

    fn key(&self) -> Pending<'_, Result<Hash, StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            queries::key(&mut connection).await.map_err(|error| fault(&error))
        })
    }

    fn show(&self, game: MatchId, key: Hash, now: u64, until: u64) -> Pending<'_, Result<(), StoreFault>> {
        Box::pin(async move {
            let mut transaction = self.pool.begin().await.map_err(|error| fault(&error))?;
            queries::show(&mut transaction, game, key, now, until).await.map_err(|error| fault(&error))?;
            transaction.commit().await.map_err(|error| fault(&error))
        })
    }

    fn open_games(
        &self,
        key: Option<Hash>,
        now: u64,
        limit: usize,
    ) -> Pending<'_, Result<Vec<(MatchId, Logged)>, StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            queries::open_games(&mut connection, key, now, limit).await
        })
    }

    fn live(&self, now: u64) -> Pending<'_, Result<(), StoreFault>> {
        Box::pin(async move {
            let mut transaction = self.pool.begin().await.map_err(|error| fault(&error))?;
            queries::live(&mut transaction, now, limits::SILENCE_MS).await.map_err(|error| fault(&error))?;
            nodes::live(&mut transaction, self.node, now).await.map_err(|error| fault(&error))?;
            transaction.commit().await.map_err(|error| fault(&error))
        })
    }

    fn outages(&self, since: u64) -> Pending<'_, Result<Vec<Outage>, StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            let mut all = queries::outages(&mut connection, since).await.map_err(|error| fault(&error))?;
            all.extend(nodes::outages(&mut connection, since).await.map_err(|error| fault(&error))?);
            Ok(all)
        })
    }

    fn node(&self) -> Option<NodeId> {
        Some(self.node)
    }

    fn look(&self, games: Vec<MatchId>) -> Pending<'_, Result<Vec<Glance>, StoreFault>> {
        Box::pin(async move { nodes::look(&self.pool, &games).await })
    }

    fn here(&self, game: MatchId, side: Side, until: u64) -> Pending<'_, Result<(), StoreFault>> {
        Box::pin(async move {
            let kept = nodes::here(&self.pool, self.node, game, side, until);
            kept.await.map_err(|error| fault(&error))
        })
    }

    fn expire(&self, before: u64, limit: usize) -> Pending<'_, Result<(), StoreFault>> {
        Box::pin(async move {
            let work = async {
                let mut transaction = self.pool.begin().await?;
                queries::expire(&mut transaction, before, limit).await?;
                sqlx::query("DELETE FROM present WHERE a < $1 AND b < $1")
                    .bind(before.cast_signed())
                    .execute(&mut *transaction)
                    .await?;
                transaction.commit().await
            };
            work.await.map_err(|error| fault(&error))
        })
    }

    fn abandoned(&self, before: u64, limit: usize) -> Pending<'_, Result<Vec<MatchId>, StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            queries::abandoned(&mut connection, before, limit).await
        })
    }

    fn chain(&self, after: u64, limit: usize) -> Pending<'_, Result<Vec<Link>, StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            chain::links(&mut connection, after, limit).await.map_err(|error| fault(&error))
        })
    }

    fn chain_status(&self) -> Pending<'_, Result<ChainStatus, StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            chain::status(&mut connection).await.map_err(|error| fault(&error))
        })
    }

    fn check(&self) -> Pending<'_, Result<(), StoreFault>> {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
            queries::beat(&mut connection).await.map_err(|error| fault(&error))
        })
    }
}

#[cfg(test)]
#[path = "../../tests/cluster/mod.rs"]
pub(super) mod cluster;

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::PostgresLogs;
    use super::cluster::Cluster;

    /// A node is stopped between taking the head of the chain and its commit: the others go on without it.
    #[tokio::test]
    async fn a_node_that_stops_in_a_transaction_holds_nobody_up() {
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
