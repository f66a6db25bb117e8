//! Stores and a bus that fail as a test wants.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::BoxFuture;

use gebeta_fairness::{Digest, Link};
use gebeta_match::{NodeId, Outage};
use gebeta_protocol::{
    AccountId, ChainStatus, ClusterEvent, Export, Hash, LeaderboardEntry, Logged, MatchId, PlayerName,
    Profile, Side, StatisticsLine, TokenId, TokenView,
};
use gebeta_rules::GameKind;
use gebeta_store::accounts::{
    Account, Accounts, Ended, NewAccount, NewSession, NewToken, RatingLimits, Settled,
};
use gebeta_store::ports::{
    Appended, Batch, Bus, MatchStore, MatchSummary, NewMatch, OpenMatch, Owners, StoreError, StoreErrorKind,
    StoredMatch,
};

/// How a store or bus fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It does what it is asked.
    #[default]
    None,
    /// It says no to everything.
    AllFail,
    /// It writes only after the timeout.
    LateWrites(Duration),
    /// The call with this number, counted since the fault was set, fails; all others do not.
    CallFails(usize),
    /// The same, but the call is done and only its answer lost.
    AnswerLost(usize),
}

/// Makes a store or bus fail as a test wants, and counts its calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct FaultInjector(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    fault: Mutex<Fault>,
    calls: AtomicUsize,
}

impl FaultInjector {
    /// From now on.
    pub(crate) fn set(&self, fault: Fault) {
        *self.0.fault.lock().unwrap() = fault;
        self.0.calls.store(0, Ordering::SeqCst);
    }

    /// How many calls there were since the fault was set.
    pub(crate) fn calls(&self) -> usize {
        self.0.calls.load(Ordering::SeqCst)
    }

    /// Lets `store` do `work`, with the fault.
    fn ask<S: Send + Sync + ?Sized + 'static, T: Send + 'static>(
        &self,
        store: &Arc<S>,
        work: impl FnOnce(Arc<S>) -> BoxFuture<'static, Result<T, StoreError>> + Send + 'static,
    ) -> BoxFuture<'static, Result<T, StoreError>> {
        let number = self.0.calls.fetch_add(1, Ordering::SeqCst);
        let fault = *self.0.fault.lock().unwrap();
        let store = Arc::clone(store);
        Box::pin(async move {
            match fault {
                Fault::AllFail => Err(StoreErrorKind::Unavailable.into()),
                Fault::CallFails(n) if n == number => Err(StoreErrorKind::Unavailable.into()),
                Fault::AnswerLost(n) if n == number => {
                    let _ = work(store).await;
                    Err(StoreErrorKind::Unavailable.into())
                }
                Fault::LateWrites(late) => {
                    tokio::spawn(async move {
                        tokio::time::sleep(late).await;
                        let _ = work(store).await;
                    });
                    std::future::pending().await
                }
                Fault::None | Fault::CallFails(_) | Fault::AnswerLost(_) => work(store).await,
            }
        })
    }

    /// The same for what is not late: only writes of games are.
    fn read<S: Send + Sync + ?Sized + 'static, T: Send + 'static>(
        &self,
        store: &Arc<S>,
        work: impl FnOnce(Arc<S>) -> BoxFuture<'static, Result<T, StoreError>> + Send + 'static,
    ) -> BoxFuture<'static, Result<T, StoreError>> {
        if matches!(*self.0.fault.lock().unwrap(), Fault::LateWrites(_)) {
            return work(Arc::clone(store));
        }
        self.ask(store, work)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct FaultyStore {
    pub(crate) store: Arc<dyn MatchStore>,
    pub(crate) faults: FaultInjector,
}

/// A call that owns what it needs.
macro_rules! owned {
    ($store:ident, $call:expr) => {
        move |$store: Arc<_>| Box::pin(async move { $call.await })
    };
}

#[async_trait]
impl MatchStore for FaultyStore {
    async fn create(&self, new: NewMatch) -> Result<Appended, StoreError> {
        self.faults.ask(&self.store, owned!(store, store.create(new))).await
    }

    async fn append(&self, batch: Batch) -> Result<Appended, StoreError> {
        self.faults.ask(&self.store, owned!(store, store.append(batch))).await
    }

    async fn load(&self, game: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        self.faults.read(&self.store, owned!(store, store.load(game))).await
    }

    async fn events(&self, game: MatchId, since: u64, limit: usize) -> Result<Vec<Logged>, StoreError> {
        self.faults.read(&self.store, owned!(store, store.events(game, since, limit))).await
    }

    async fn seat(&self, key: Hash) -> Result<Option<MatchId>, StoreError> {
        self.faults.read(&self.store, owned!(store, store.seat(key))).await
    }

    async fn owners(&self, game: MatchId) -> Result<Owners, StoreError> {
        self.faults.read(&self.store, owned!(store, store.owners(game))).await
    }

    async fn key(&self) -> Result<Hash, StoreError> {
        self.faults.read(&self.store, owned!(store, store.key())).await
    }

    async fn touch_lobby(&self, game: MatchId, key: Hash, now: u64, until: u64) -> Result<(), StoreError> {
        self.faults.read(&self.store, owned!(store, store.touch_lobby(game, key, now, until))).await
    }

    async fn open_games(
        &self,
        key: Option<Hash>,
        now: u64,
        limit: usize,
    ) -> Result<Vec<OpenMatch>, StoreError> {
        self.faults.read(&self.store, owned!(store, store.open_games(key, now, limit))).await
    }

    async fn heartbeat(&self, now: u64) -> Result<(), StoreError> {
        self.faults.read(&self.store, owned!(store, store.heartbeat(now))).await
    }

    async fn outages(&self, since: u64) -> Result<Vec<Outage>, StoreError> {
        self.faults.read(&self.store, owned!(store, store.outages(since))).await
    }

    fn node(&self) -> Option<NodeId> {
        self.store.node()
    }

    async fn poll(&self, games: Vec<MatchId>) -> Result<Vec<MatchSummary>, StoreError> {
        self.faults.read(&self.store, owned!(store, store.poll(games))).await
    }

    async fn set_presence(&self, game: MatchId, side: Side, until: u64) -> Result<(), StoreError> {
        self.faults.read(&self.store, owned!(store, store.set_presence(game, side, until))).await
    }

    async fn delete_unjoined(&self, before: u64, limit: usize) -> Result<(), StoreError> {
        self.faults.read(&self.store, owned!(store, store.delete_unjoined(before, limit))).await
    }

    async fn abandoned(&self, before: u64, limit: usize) -> Result<Vec<MatchId>, StoreError> {
        self.faults.read(&self.store, owned!(store, store.abandoned(before, limit))).await
    }

    async fn chain(&self, after: u64, limit: usize) -> Result<Vec<Link>, StoreError> {
        self.faults.read(&self.store, owned!(store, store.chain(after, limit))).await
    }

    async fn chain_status(&self) -> Result<ChainStatus, StoreError> {
        self.faults.read(&self.store, owned!(store, store.chain_status())).await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.faults.read(&self.store, owned!(store, store.check())).await
    }
}

#[derive(Clone, Debug)]
pub(super) struct FaultyAccounts {
    pub(super) accounts: Arc<dyn Accounts>,
    pub(super) faults: FaultInjector,
}

/// All calls of a port, each with the fault.
macro_rules! faulty_accounts {
    ($($call:ident($($argument:ident: $kind:ty),*) -> $told:ty;)*) => {
        #[async_trait]
        impl Accounts for FaultyAccounts {
            $(async fn $call(&self, $($argument: $kind),*) -> Result<$told, StoreError> {
                self.faults.read(&self.accounts, owned!(accounts, accounts.$call($($argument),*))).await
            })*
        }
    };
}

faulty_accounts! {
    create(new: NewAccount) -> bool;
    find(name: PlayerName) -> Option<(Account, String)>;
    open_session(new: NewSession, most: usize) -> ();
    session(digest: Digest, now: u64) -> Option<Account>;
    good_sessions(digests: Vec<Digest>, now: u64) -> Vec<Digest>;
    close_session(digest: Digest) -> ();
    close_sessions(account: AccountId) -> ();
    change_password(account: AccountId, old: String, new: String) -> bool;
    set_recovery(account: AccountId, codes: Vec<Digest>) -> ();
    add_recovery(account: AccountId, code: Digest) -> ();
    has_recovery(account: AccountId, code: Digest) -> bool;
    recover(account: AccountId, code: Digest, new: String) -> bool;
    add_token(new: NewToken, most: usize) -> bool;
    token(digest: Digest) -> Option<Account>;
    tokens(account: AccountId) -> Vec<TokenView>;
    revoke(account: AccountId, token: TokenId) -> bool;
    unsettled(after: Option<MatchId>, limit: usize) -> Vec<MatchId>;
    settle(ended: Ended, limits: RatingLimits) -> Settled;
    profile(account: Account, before: u64, limit: usize) -> Profile;
    leaderboard(game: GameKind, rule_set: String, skipped: u64, limit: usize) -> Vec<LeaderboardEntry>;
    statistics(account: AccountId) -> Vec<StatisticsLine>;
    export(account: Account) -> Export;
    delete(account: AccountId) -> ();
    erase(nobody: PlayerName) -> Option<Vec<MatchId>>;
}

/// A bus that loses or doubles events.
#[derive(Debug)]
pub(super) struct FaultyBus {
    pub(super) bus: Arc<dyn Bus>,
    pub(super) faults: FaultInjector,
}

impl Bus for FaultyBus {
    fn publish(&self, event: ClusterEvent) {
        let number = self.faults.0.calls.fetch_add(1, Ordering::SeqCst);
        let times = match *self.faults.0.fault.lock().unwrap() {
            Fault::AllFail => 0,
            Fault::CallFails(n) if n == number => 0,
            Fault::AnswerLost(n) if n == number => 2,
            Fault::None | Fault::CallFails(_) | Fault::AnswerLost(_) | Fault::LateWrites(_) => 1,
        };
        for _ in 0..times {
            self.bus.publish(event);
        }
    }
}
