//! Stores and a doorbell that fail when they are told to.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gebeta_arena::{
    Appended, Batch, Bus, Glance, NewMatch, NodeId, Outage, Owners, Pending, Store, StoreFault, StoredMatch,
};
use gebeta_fair::{Digest, Link};
use gebeta_protocol::{
    AccountId, ChainStatus, Export, Hash, Logged, MatchId, PlayerName, Profile, Ring, Side, StatisticsLine,
    TokenId, TokenView,
};
use gebeta_store::accounts::{
    Account, Accounts, Ended, NewAccount, NewSession, NewToken, RatingLimits, Settled,
};

/// How the store feels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mood {
    /// It does what it is asked.
    #[default]
    Well,
    /// It says no to everything.
    Ill,
    /// It writes only after nobody waits any more.
    Late(Duration),
    /// The call with this number, counted from the change of mood, fails; all others do not.
    Stumbles(usize),
    /// The same, but the call is done and only its answer lost.
    Forgets(usize),
}

/// The mood of a store, told from outside, and what it was asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moods(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    mood: Mutex<Mood>,
    calls: AtomicUsize,
}

impl Moods {
    /// From now on.
    pub(crate) fn set(&self, mood: Mood) {
        *self.0.mood.lock().unwrap() = mood;
        self.0.calls.store(0, Ordering::SeqCst);
    }

    /// How often it was asked in this mood.
    pub(crate) fn calls(&self) -> usize {
        self.0.calls.load(Ordering::SeqCst)
    }

    /// Lets `work` be done by `store` as the mood is.
    fn ask<S: Send + Sync + ?Sized + 'static, T: Send + 'static>(
        &self,
        store: &Arc<S>,
        work: impl FnOnce(Arc<S>) -> Pending<'static, Result<T, StoreFault>> + Send + 'static,
    ) -> Pending<'static, Result<T, StoreFault>> {
        let number = self.0.calls.fetch_add(1, Ordering::SeqCst);
        let mood = *self.0.mood.lock().unwrap();
        let store = Arc::clone(store);
        Box::pin(async move {
            match mood {
                Mood::Ill => Err(StoreFault::Unavailable),
                Mood::Stumbles(n) if n == number => Err(StoreFault::Unavailable),
                Mood::Forgets(n) if n == number => {
                    let _ = work(store).await;
                    Err(StoreFault::Unavailable)
                }
                Mood::Late(late) => {
                    tokio::spawn(async move {
                        tokio::time::sleep(late).await;
                        let _ = work(store).await;
                    });
                    std::future::pending().await
                }
                Mood::Well | Mood::Stumbles(_) | Mood::Forgets(_) => work(store).await,
            }
        })
    }

    /// The same for what is not late: only writes of games are.
    fn read<S: Send + Sync + ?Sized + 'static, T: Send + 'static>(
        &self,
        store: &Arc<S>,
        work: impl FnOnce(Arc<S>) -> Pending<'static, Result<T, StoreFault>> + Send + 'static,
    ) -> Pending<'static, Result<T, StoreFault>> {
        if matches!(*self.0.mood.lock().unwrap(), Mood::Late(_)) {
            return work(Arc::clone(store));
        }
        self.ask(store, work)
    }
}

#[derive(Clone, Debug)]
pub(super) struct MoodyStore {
    pub(super) store: Arc<dyn Store>,
    pub(super) moods: Moods,
}

/// A call that owns what it needs.
macro_rules! owned {
    ($store:ident, $call:expr) => {
        move |$store: Arc<_>| Box::pin(async move { $call.await })
    };
}

impl Store for MoodyStore {
    fn create(&self, new: NewMatch) -> Pending<'_, Result<Appended, StoreFault>> {
        self.moods.ask(&self.store, owned!(store, store.create(new)))
    }

    fn append(&self, batch: Batch) -> Pending<'_, Result<Appended, StoreFault>> {
        self.moods.ask(&self.store, owned!(store, store.append(batch)))
    }

    fn load(&self, game: MatchId) -> Pending<'_, Result<Option<StoredMatch>, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.load(game)))
    }

    fn events(
        &self,
        game: MatchId,
        since: u64,
        limit: usize,
    ) -> Pending<'_, Result<Vec<Logged>, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.events(game, since, limit)))
    }

    fn seat(&self, key: Hash) -> Pending<'_, Result<Option<MatchId>, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.seat(key)))
    }

    fn owners(&self, game: MatchId) -> Pending<'_, Result<Owners, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.owners(game)))
    }

    fn key(&self) -> Pending<'_, Result<Hash, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.key()))
    }

    fn show(&self, game: MatchId, key: Hash, now: u64, until: u64) -> Pending<'_, Result<(), StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.show(game, key, now, until)))
    }

    fn open_games(
        &self,
        key: Option<Hash>,
        now: u64,
        limit: usize,
    ) -> Pending<'_, Result<Vec<(MatchId, Logged)>, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.open_games(key, now, limit)))
    }

    fn live(&self, now: u64) -> Pending<'_, Result<(), StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.live(now)))
    }

    fn outages(&self, since: u64) -> Pending<'_, Result<Vec<Outage>, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.outages(since)))
    }

    fn node(&self) -> Option<NodeId> {
        self.store.node()
    }

    fn look(&self, games: Vec<MatchId>) -> Pending<'_, Result<Vec<Glance>, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.look(games)))
    }

    fn here(&self, game: MatchId, side: Side, until: u64) -> Pending<'_, Result<(), StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.here(game, side, until)))
    }

    fn expire(&self, before: u64, limit: usize) -> Pending<'_, Result<(), StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.expire(before, limit)))
    }

    fn abandoned(&self, before: u64, limit: usize) -> Pending<'_, Result<Vec<MatchId>, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.abandoned(before, limit)))
    }

    fn chain(&self, after: u64, limit: usize) -> Pending<'_, Result<Vec<Link>, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.chain(after, limit)))
    }

    fn chain_status(&self) -> Pending<'_, Result<ChainStatus, StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.chain_status()))
    }

    fn check(&self) -> Pending<'_, Result<(), StoreFault>> {
        self.moods.read(&self.store, owned!(store, store.check()))
    }
}

#[derive(Clone, Debug)]
pub(super) struct MoodyAccounts {
    pub(super) accounts: Arc<dyn Accounts>,
    pub(super) moods: Moods,
}

/// All calls of a port, each as the mood is.
macro_rules! moody_accounts {
    ($($call:ident($($argument:ident: $kind:ty),*) -> $told:ty;)*) => {
        impl Accounts for MoodyAccounts {
            $(fn $call(&self, $($argument: $kind),*) -> Pending<'_, Result<$told, StoreFault>> {
                self.moods.read(&self.accounts, owned!(accounts, accounts.$call($($argument),*)))
            })*
        }
    };
}

moody_accounts! {
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
    statistics(account: AccountId) -> Vec<StatisticsLine>;
    export(account: Account) -> Export;
    delete(account: AccountId) -> ();
    erase(nobody: PlayerName) -> Option<Vec<MatchId>>;
}

/// A doorbell that rings as it feels: not at all, not the one time, or twice.
#[derive(Debug)]
pub(super) struct MoodyBus {
    pub(super) bus: Arc<dyn Bus>,
    pub(super) moods: Moods,
}

impl Bus for MoodyBus {
    fn ring(&self, ring: Ring) {
        let number = self.moods.0.calls.fetch_add(1, Ordering::SeqCst);
        let times = match *self.moods.0.mood.lock().unwrap() {
            Mood::Ill => 0,
            Mood::Stumbles(n) if n == number => 0,
            Mood::Forgets(n) if n == number => 2,
            Mood::Well | Mood::Stumbles(_) | Mood::Forgets(_) | Mood::Late(_) => 1,
        };
        for _ in 0..times {
            self.bus.ring(ring);
        }
    }
}
