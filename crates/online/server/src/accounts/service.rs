use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use axum::http::Method;
use tokio::sync::{OnceCell, mpsc};

use gebeta_fairness::Digest;
use gebeta_protocol::{AccountId, Code, Hash, PlayerName};
use gebeta_store::accounts::{Accounts, RatingLimits};
use gebeta_store::ports::MatchStore;

use super::known_devices::DeviceId;
use super::password_hasher::PasswordHasher;
use super::result_recorder::{ResultRecorder, erase};
use super::session_watch::recheck;
use crate::config::{Quotas, ServerSettings};
use crate::game_error::GameError;
use crate::games::{FinishedGames, GameService};
use crate::http::rate_limits::{Buckets, network};
use crate::http::request_checks::RequestChecks;
use crate::store_timeouts::in_time;
use crate::{Tasks, Time, limits};

/// The accounts of a server.
#[derive(Clone, Debug)]
pub struct AccountService(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    accounts: Arc<dyn Accounts>,
    logs: Arc<dyn MatchStore>,
    /// The key of the store, once it is known.
    key: OnceCell<Hash>,
    time: Arc<dyn Time>,
    settings: Arc<ServerSettings>,
    hasher: PasswordHasher,
    ended: FinishedGames,
    tasks: Tasks,
    /// The games whose sockets are closed when sessions end, once they are served.
    online: OnceLock<GameService>,
    /// Sign-in attempts by name and network.
    by_name: Buckets<(String, IpAddr)>,
    /// Sign-in attempts by name and known device.
    by_device: Buckets<(String, DeviceId)>,
    /// Password confirmations by session.
    by_session: Buckets<Digest>,
    recoveries: Buckets<(String, IpAddr)>,
    by_address: Buckets<IpAddr>,
    sign_ups: Buckets<IpAddr>,
    seats: Buckets<AccountId>,
    reads: Buckets<IpAddr>,
}

impl AccountService {
    /// How many finished games may wait; further ones are found by the periodic search.
    const WAITING: usize = 1024;

    /// Opens the service and starts to record the results of the games in `logs`. Call it inside a tokio runtime.
    pub fn open(
        accounts: Arc<dyn Accounts>,
        logs: Arc<dyn MatchStore>,
        time: Arc<dyn Time>,
        settings: &ServerSettings,
        tasks: Tasks,
    ) -> Self {
        let (ended, games) = mpsc::channel(Self::WAITING);
        let quotas = &settings.quotas;
        let rated = RatingLimits {
            per_pair: quotas.rated_per_pair,
            per_pair_of_one_network: quotas.rated_per_pair_of_one_network,
        };
        tasks.spawn(
            "settler",
            ResultRecorder::new(Arc::clone(&accounts), Arc::clone(&logs), rated).run(games),
        );
        Self(Arc::new(Inner {
            accounts,
            logs,
            key: OnceCell::new(),
            time,
            settings: Arc::new(settings.clone()),
            hasher: PasswordHasher::new(),
            ended,
            tasks,
            online: OnceLock::new(),
            by_name: Buckets::new(quotas.logins_per_name, limits::LOGIN_NAME_WINDOW),
            by_device: Buckets::new(quotas.logins_per_name, limits::LOGIN_NAME_WINDOW),
            by_session: Buckets::new(limits::CONFIRMATIONS_PER_SESSION, limits::LOGIN_NAME_WINDOW),
            recoveries: Buckets::new(limits::RECOVERIES_PER_NAME, limits::LOGIN_NAME_WINDOW),
            by_address: Buckets::new(quotas.logins_per_address, limits::LOGIN_WINDOW),
            sign_ups: Buckets::new(quotas.sign_ups, limits::LOGIN_WINDOW),
            seats: Buckets::new(quotas.new_games_per_account, limits::REQUEST_WINDOW),
            reads: Buckets::new(quotas.account_reads, limits::REQUEST_WINDOW),
        }))
    }

    /// Receives the ids of games that have ended, for [`GameService::new`].
    pub fn finished_games(&self) -> FinishedGames {
        self.0.ended.clone()
    }

    /// From now on the sockets of `online` are closed when their sessions end. Call it once, inside a tokio runtime.
    pub(crate) fn serve_for(&self, online: &GameService) {
        if self.0.online.set(online.clone()).is_ok() {
            self.0.tasks.spawn("sessions", recheck(self.clone(), online.clone()));
        }
    }

    pub(crate) fn online(&self) -> Option<&GameService> {
        self.0.online.get()
    }

    /// Removes the names of deleted accounts from their games, also from those in memory, in the background.
    pub(crate) fn erase_names(&self) {
        let service = self.clone();
        // If the store stops answering, the result recorder finds the rest.
        self.0.tasks.spawn("erase names", async move {
            let forget = |game| {
                if let Some(online) = service.online() {
                    online.forget_name(game);
                }
            };
            let _ = erase(service.store(), forget).await;
        });
    }

    pub(crate) fn store(&self) -> &dyn Accounts {
        &*self.0.accounts
    }

    pub(crate) fn hasher(&self) -> &PasswordHasher {
        &self.0.hasher
    }

    /// The checks of requests about accounts, made before any query and before a body is read.
    pub(crate) fn request_checks(&self) -> RequestChecks {
        let service = self.clone();
        let rate = move |_: &Method, address| service.0.reads.take(network(address), service.now());
        RequestChecks { settings: Arc::clone(&self.0.settings), rate: Arc::new(rate) }
    }

    pub(crate) fn quotas(&self) -> &Quotas {
        &self.0.settings.quotas
    }

    pub(crate) fn now(&self) -> u64 {
        self.0.time.now()
    }

    /// Counts an attempt to sign in with `name`, by name and network, so that attempts from elsewhere do not lock the owner
    /// out. A device that has signed in before has its own count.
    pub(crate) fn may_sign_in(&self, name: &PlayerName, address: IpAddr, known: Option<DeviceId>) -> bool {
        let (now, network) = (self.now(), network(address));
        if let Some(device) = known {
            return self.0.by_device.take((name.key(), device), now);
        }
        self.0.by_address.take(network, now) && self.0.by_name.take((name.key(), network), now)
    }

    /// Counts an attempt with a recovery code.
    pub(crate) fn may_recover(&self, name: &PlayerName, address: IpAddr) -> bool {
        let (now, network) = (self.now(), network(address));
        self.0.by_address.take(network, now) && self.0.recoveries.take((name.key(), network), now)
    }

    /// Counts a confirmation of the password in a session.
    pub(crate) fn may_confirm(&self, session: Digest) -> bool {
        self.0.by_session.take(session, self.now())
    }

    /// The key of the store.
    ///
    /// # Errors
    /// The store does not answer.
    pub(crate) async fn key(&self) -> Result<Hash, GameError> {
        Ok(*self.0.key.get_or_try_init(|| in_time(self.0.logs.key())).await?)
    }

    /// Counts a new account.
    pub(crate) fn may_sign_up(&self, address: IpAddr) -> bool {
        self.0.sign_ups.take(network(address), self.now())
    }

    /// Counts a new game or join of an account.
    ///
    /// # Errors
    /// There were too many.
    pub(crate) fn check_seat_rate(&self, account: AccountId) -> Result<(), Code> {
        if self.0.seats.take(account, self.now()) { Ok(()) } else { Err(Code::Rate) }
    }
}
