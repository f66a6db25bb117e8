//! The port on both databases: SQLite through the one writer of the games, PostgreSQL in a transaction of its own.

use std::sync::{Arc, Mutex, PoisonError};

use sqlx::{PgConnection, SqliteConnection};

use gebeta_arena::{Pending, StoreFault};
use gebeta_fair::Digest;
use gebeta_protocol::{AccountId, Export, MatchId, PlayerName, Profile, StatisticsLine, TokenId, TokenView};

use super::{
    Account, Accounts, Ended, NewAccount, NewSession, NewToken, RatingLimits, Settled, delete, queries,
    recovery, results, statistics,
};
use crate::online::fault::fault;
use crate::online::writer::{Errand, Work};
use crate::online::{PostgresLogs, SqliteLogs};

/// A piece of work with a connection.
type Doing<'c, T> = Pending<'c, Result<T, sqlx::Error>>;

impl SqliteLogs {
    async fn write_with<T: Send + 'static>(
        &self,
        work: impl for<'c> Fn(&'c mut SqliteConnection) -> Doing<'c, T> + Send + Sync + 'static,
    ) -> Result<T, StoreFault> {
        let place = Arc::new(Mutex::new(None));
        let kept = Arc::clone(&place);
        let errand = Errand::new(move |connection| {
            let kept = Arc::clone(&kept);
            let done = work(connection);
            Box::pin(async move {
                let value = done.await?;
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
                Ok(())
            })
        });
        self.writer.ask(Work::Errand(errand)).await?;
        let value = place.lock().unwrap_or_else(PoisonError::into_inner).take();
        value.ok_or(StoreFault::Unavailable)
    }

    async fn read_with<T>(
        &self,
        work: impl for<'c> FnOnce(&'c mut SqliteConnection) -> Doing<'c, T>,
    ) -> Result<T, StoreFault> {
        let mut connection = self.readers.acquire().await.map_err(|error| fault(&error))?;
        work(&mut connection).await.map_err(|error| fault(&error))
    }
}

impl PostgresLogs {
    async fn write_with<T>(
        &self,
        work: impl for<'c> Fn(&'c mut PgConnection) -> Doing<'c, T>,
    ) -> Result<T, StoreFault> {
        let mut transaction = self.pool.begin().await.map_err(|error| fault(&error))?;
        let value = work(&mut transaction).await.map_err(|error| fault(&error))?;
        transaction.commit().await.map_err(|error| fault(&error))?;
        Ok(value)
    }

    async fn read_with<T>(
        &self,
        work: impl for<'c> FnOnce(&'c mut PgConnection) -> Doing<'c, T>,
    ) -> Result<T, StoreFault> {
        let mut connection = self.pool.acquire().await.map_err(|error| fault(&error))?;
        work(&mut connection).await.map_err(|error| fault(&error))
    }
}

macro_rules! accounts {
    ($store:ty, $database:ident) => {
        impl Accounts for $store {
            fn create(&self, new: NewAccount) -> Pending<'_, Result<bool, StoreFault>> {
                let new = Arc::new(new);
                Box::pin(self.write_with(move |connection| {
                    let new = Arc::clone(&new);
                    Box::pin(async move { queries::$database::create(connection, &new).await })
                }))
            }

            fn find(&self, name: PlayerName) -> Pending<'_, Result<Option<(Account, String)>, StoreFault>> {
                Box::pin(self.read_with(move |connection| {
                    Box::pin(async move { queries::$database::find(connection, &name).await })
                }))
            }

            fn open_session(&self, new: NewSession, most: usize) -> Pending<'_, Result<(), StoreFault>> {
                Box::pin(self.write_with(move |connection| {
                    Box::pin(queries::$database::open_session(connection, new, most))
                }))
            }

            fn session(&self, digest: Digest, now: u64) -> Pending<'_, Result<Option<Account>, StoreFault>> {
                Box::pin(self.read_with(move |connection| {
                    Box::pin(queries::$database::session(connection, digest, now))
                }))
            }

            fn good_sessions(
                &self,
                digests: Vec<Digest>,
                now: u64,
            ) -> Pending<'_, Result<Vec<Digest>, StoreFault>> {
                Box::pin(self.read_with(move |connection| {
                    Box::pin(queries::$database::good_sessions(connection, digests, now))
                }))
            }

            fn close_session(&self, digest: Digest) -> Pending<'_, Result<(), StoreFault>> {
                Box::pin(self.write_with(move |connection| {
                    Box::pin(queries::$database::close_session(connection, digest))
                }))
            }

            fn close_sessions(&self, account: AccountId) -> Pending<'_, Result<(), StoreFault>> {
                Box::pin(self.write_with(move |connection| {
                    Box::pin(queries::$database::close_sessions(connection, account))
                }))
            }

            fn change_password(
                &self,
                account: AccountId,
                old: String,
                new: String,
            ) -> Pending<'_, Result<bool, StoreFault>> {
                let both = Arc::new((old, new));
                Box::pin(self.write_with(move |connection| {
                    let both = Arc::clone(&both);
                    Box::pin(async move {
                        queries::$database::change_password(connection, account, &both.0, &both.1).await
                    })
                }))
            }

            fn set_recovery(
                &self,
                account: AccountId,
                codes: Vec<Digest>,
            ) -> Pending<'_, Result<(), StoreFault>> {
                let codes = Arc::new(codes);
                Box::pin(self.write_with(move |connection| {
                    let codes = Arc::clone(&codes);
                    Box::pin(async move { recovery::$database::set(connection, account, &codes).await })
                }))
            }

            fn add_recovery(&self, account: AccountId, code: Digest) -> Pending<'_, Result<(), StoreFault>> {
                Box::pin(self.write_with(move |connection| {
                    Box::pin(recovery::$database::add(connection, account, code))
                }))
            }

            fn has_recovery(
                &self,
                account: AccountId,
                code: Digest,
            ) -> Pending<'_, Result<bool, StoreFault>> {
                Box::pin(self.read_with(move |connection| {
                    Box::pin(recovery::$database::has(connection, account, code))
                }))
            }

            fn recover(
                &self,
                account: AccountId,
                code: Digest,
                new: String,
            ) -> Pending<'_, Result<bool, StoreFault>> {
                let new = Arc::new(new);
                Box::pin(self.write_with(move |connection| {
                    let new = Arc::clone(&new);
                    Box::pin(
                        async move { recovery::$database::recover(connection, account, code, &new).await },
                    )
                }))
            }

            fn add_token(&self, new: NewToken, most: usize) -> Pending<'_, Result<bool, StoreFault>> {
                let new = Arc::new(new);
                Box::pin(self.write_with(move |connection| {
                    let new = Arc::clone(&new);
                    Box::pin(async move { queries::$database::add_token(connection, &new, most).await })
                }))
            }

            fn token(&self, digest: Digest) -> Pending<'_, Result<Option<Account>, StoreFault>> {
                Box::pin(
                    self.read_with(move |connection| Box::pin(queries::$database::token(connection, digest))),
                )
            }

            fn tokens(&self, account: AccountId) -> Pending<'_, Result<Vec<TokenView>, StoreFault>> {
                Box::pin(
                    self.read_with(move |connection| {
                        Box::pin(queries::$database::tokens(connection, account))
                    }),
                )
            }

            fn revoke(&self, account: AccountId, token: TokenId) -> Pending<'_, Result<bool, StoreFault>> {
                Box::pin(self.write_with(move |connection| {
                    Box::pin(queries::$database::revoke(connection, account, token))
                }))
            }

            fn unsettled(
                &self,
                after: Option<MatchId>,
                limit: usize,
            ) -> Pending<'_, Result<Vec<MatchId>, StoreFault>> {
                Box::pin(self.read_with(move |connection| {
                    Box::pin(results::$database::unsettled(connection, after, limit))
                }))
            }

            fn settle(&self, ended: Ended, limits: RatingLimits) -> Pending<'_, Result<Settled, StoreFault>> {
                let ended = Arc::new(ended);
                Box::pin(self.write_with(move |connection| {
                    let ended = Arc::clone(&ended);
                    Box::pin(async move { results::$database::settle(connection, &ended, limits).await })
                }))
            }

            fn profile(
                &self,
                account: Account,
                before: u64,
                limit: usize,
            ) -> Pending<'_, Result<Profile, StoreFault>> {
                Box::pin(self.read_with(move |connection| {
                    Box::pin(results::$database::profile(connection, account, before, limit))
                }))
            }

            fn statistics(&self, account: AccountId) -> Pending<'_, Result<Vec<StatisticsLine>, StoreFault>> {
                Box::pin(
                    self.read_with(move |connection| {
                        Box::pin(statistics::$database::lines(connection, account))
                    }),
                )
            }

            fn export(&self, account: Account) -> Pending<'_, Result<Export, StoreFault>> {
                Box::pin(self.read_with(move |connection| {
                    Box::pin(async move {
                        let tokens = queries::$database::tokens(connection, account.id).await?;
                        let sessions = queries::$database::sessions(connection, account.id).await?;
                        results::$database::export(connection, account, sessions, tokens).await
                    })
                }))
            }

            fn delete(&self, account: AccountId) -> Pending<'_, Result<(), StoreFault>> {
                Box::pin(
                    self.write_with(move |connection| {
                        Box::pin(delete::$database::delete(connection, account))
                    }),
                )
            }

            fn erase(&self, nobody: PlayerName) -> Pending<'_, Result<Option<Vec<MatchId>>, StoreFault>> {
                let nobody = Arc::new(nobody);
                Box::pin(self.write_with(move |connection| {
                    let nobody = Arc::clone(&nobody);
                    Box::pin(async move { delete::$database::erase(connection, &nobody).await })
                }))
            }
        }
    };
}

accounts!(SqliteLogs, sqlite);
accounts!(PostgresLogs, postgres);
