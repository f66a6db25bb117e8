//! The port of accounts on both databases: SQLite through the single writer, PostgreSQL in a transaction for each call.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use futures_util::future::BoxFuture;

use gebeta_fairness::Digest;
use gebeta_protocol::{
    AccountId, Export, LeaderboardEntry, MatchId, PlayerName, Profile, StatisticsLine, TokenId, TokenView,
};
use gebeta_rules::GameKind;

use super::{
    Account, Accounts, Ended, NewAccount, NewSession, NewToken, RatingLimits, Settled, delete, leaderboard,
    queries, recovery, results, statistics,
};
use crate::online::error::store_error;
use crate::online::writer::{Work, WriteJob};
use crate::online::{PostgresLogs, SqliteLogs};
use crate::ports::{StoreError, StoreErrorKind};
use crate::sql::Db;

/// The result of statements on a connection.
type Done<'a, T> = BoxFuture<'a, Result<T, sqlx::Error>>;

/// A database that runs statements for accounts.
#[async_trait]
pub(crate) trait Transactions: Send + Sync + fmt::Debug {
    /// Runs `work`, which only reads.
    async fn read<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: for<'a, 'c> FnOnce(&'a mut Db<'c>) -> Done<'a, T> + Send + 'static;

    /// Runs `work` in a transaction: all of it is stored, or nothing.
    async fn write<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: for<'a, 'c> Fn(&'a mut Db<'c>) -> Done<'a, T> + Send + Sync + 'static;
}

#[async_trait]
impl Transactions for SqliteLogs {
    async fn read<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: for<'a, 'c> FnOnce(&'a mut Db<'c>) -> Done<'a, T> + Send + 'static,
    {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        work(&mut Db::Sqlite(&mut connection)).await.map_err(store_error)
    }

    async fn write<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: for<'a, 'c> Fn(&'a mut Db<'c>) -> Done<'a, T> + Send + Sync + 'static,
    {
        let place = Arc::new(Mutex::new(None));
        let kept = Arc::clone(&place);
        let write_job = WriteJob::new(move |db| {
            let kept = Arc::clone(&kept);
            let done = work(db);
            Box::pin(async move {
                let value = done.await?;
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
                Ok(())
            })
        });
        self.writer.ask(Work::WriteJob(write_job)).await?;
        let value = place.lock().unwrap_or_else(PoisonError::into_inner).take();
        value.ok_or_else(|| StoreErrorKind::Unavailable.into())
    }
}

#[async_trait]
impl Transactions for PostgresLogs {
    async fn read<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: for<'a, 'c> FnOnce(&'a mut Db<'c>) -> Done<'a, T> + Send + 'static,
    {
        let mut connection = self.pool.acquire().await.map_err(store_error)?;
        work(&mut Db::Postgres(&mut connection)).await.map_err(store_error)
    }

    async fn write<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: for<'a, 'c> Fn(&'a mut Db<'c>) -> Done<'a, T> + Send + Sync + 'static,
    {
        self.in_transaction(work).await
    }
}

#[async_trait]
impl<S: Transactions> Accounts for S {
    async fn create(&self, new: NewAccount) -> Result<bool, StoreError> {
        let new = Arc::new(new);
        self.write(move |db| {
            let new = Arc::clone(&new);
            Box::pin(async move { queries::create(db, &new).await })
        })
        .await
    }

    async fn find(&self, name: PlayerName) -> Result<Option<(Account, String)>, StoreError> {
        self.read(move |db| Box::pin(async move { queries::find(db, &name).await })).await
    }

    async fn open_session(&self, new: NewSession, most: usize) -> Result<(), StoreError> {
        self.write(move |db| Box::pin(queries::open_session(db, new, most))).await
    }

    async fn session(&self, digest: Digest, now: u64) -> Result<Option<Account>, StoreError> {
        self.read(move |db| Box::pin(queries::session(db, digest, now))).await
    }

    async fn good_sessions(&self, digests: Vec<Digest>, now: u64) -> Result<Vec<Digest>, StoreError> {
        self.read(move |db| Box::pin(queries::good_sessions(db, digests, now))).await
    }

    async fn close_session(&self, digest: Digest) -> Result<(), StoreError> {
        self.write(move |db| Box::pin(queries::close_session(db, digest))).await
    }

    async fn close_sessions(&self, account: AccountId) -> Result<(), StoreError> {
        self.write(move |db| Box::pin(queries::close_sessions(db, account))).await
    }

    async fn change_password(
        &self,
        account: AccountId,
        old: String,
        new: String,
    ) -> Result<bool, StoreError> {
        let both = Arc::new((old, new));
        self.write(move |db| {
            let both = Arc::clone(&both);
            Box::pin(async move { queries::change_password(db, account, &both.0, &both.1).await })
        })
        .await
    }

    async fn set_recovery(&self, account: AccountId, codes: Vec<Digest>) -> Result<(), StoreError> {
        let codes = Arc::new(codes);
        self.write(move |db| {
            let codes = Arc::clone(&codes);
            Box::pin(async move { recovery::set(db, account, &codes).await })
        })
        .await
    }

    async fn add_recovery(&self, account: AccountId, code: Digest) -> Result<(), StoreError> {
        self.write(move |db| Box::pin(recovery::add(db, account, code))).await
    }

    async fn has_recovery(&self, account: AccountId, code: Digest) -> Result<bool, StoreError> {
        self.read(move |db| Box::pin(recovery::has(db, account, code))).await
    }

    async fn recover(&self, account: AccountId, code: Digest, new: String) -> Result<bool, StoreError> {
        let new = Arc::new(new);
        self.write(move |db| {
            let new = Arc::clone(&new);
            Box::pin(async move { recovery::recover(db, account, code, &new).await })
        })
        .await
    }

    async fn add_token(&self, new: NewToken, most: usize) -> Result<bool, StoreError> {
        let new = Arc::new(new);
        self.write(move |db| {
            let new = Arc::clone(&new);
            Box::pin(async move { queries::add_token(db, &new, most).await })
        })
        .await
    }

    async fn token(&self, digest: Digest) -> Result<Option<Account>, StoreError> {
        self.read(move |db| Box::pin(queries::token(db, digest))).await
    }

    async fn tokens(&self, account: AccountId) -> Result<Vec<TokenView>, StoreError> {
        self.read(move |db| Box::pin(queries::tokens(db, account))).await
    }

    async fn revoke(&self, account: AccountId, token: TokenId) -> Result<bool, StoreError> {
        self.write(move |db| Box::pin(queries::revoke(db, account, token))).await
    }

    async fn unsettled(&self, after: Option<MatchId>, limit: usize) -> Result<Vec<MatchId>, StoreError> {
        self.read(move |db| Box::pin(results::unsettled(db, after, limit))).await
    }

    async fn settle(&self, ended: Ended, limits: RatingLimits) -> Result<Settled, StoreError> {
        let ended = Arc::new(ended);
        self.write(move |db| {
            let ended = Arc::clone(&ended);
            Box::pin(async move { results::settle(db, &ended, limits).await })
        })
        .await
    }

    async fn profile(&self, account: Account, before: u64, limit: usize) -> Result<Profile, StoreError> {
        self.read(move |db| Box::pin(results::profile(db, account, before, limit))).await
    }

    async fn leaderboard(
        &self,
        game: GameKind,
        rule_set: String,
        skipped: u64,
        limit: usize,
    ) -> Result<Vec<LeaderboardEntry>, StoreError> {
        self.read(move |db| {
            Box::pin(async move { leaderboard::best(db, game, &rule_set, skipped, limit).await })
        })
        .await
    }

    async fn statistics(&self, account: AccountId) -> Result<Vec<StatisticsLine>, StoreError> {
        self.read(move |db| Box::pin(statistics::lines(db, account))).await
    }

    async fn export(&self, account: Account) -> Result<Export, StoreError> {
        self.read(move |db| {
            Box::pin(async move {
                let tokens = queries::tokens(db, account.id).await?;
                let sessions = queries::sessions(db, account.id).await?;
                results::export(db, account, sessions, tokens).await
            })
        })
        .await
    }

    async fn delete(&self, account: AccountId) -> Result<(), StoreError> {
        self.write(move |db| Box::pin(delete::delete(db, account))).await
    }

    async fn erase(&self, nobody: PlayerName) -> Result<Option<Vec<MatchId>>, StoreError> {
        let nobody = Arc::new(nobody);
        self.write(move |db| {
            let nobody = Arc::clone(&nobody);
            Box::pin(async move { delete::erase(db, &nobody).await })
        })
        .await
    }
}
