//! Online games: live games and everything around them. `gebeta-match` decides what may happen in a game; nothing is
//! published before it is stored.

mod actor;
pub(crate) mod analysis;
mod analysis_pool;
mod bot_pool;
mod event_pages;
mod expiry;
mod list_cache;
pub(crate) mod messages;
pub(crate) mod pairing;
pub(crate) mod registry;
pub(crate) mod searches;
pub(crate) mod seat_owner;
pub(crate) mod seats;

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::Method;
use tokio::sync::{OnceCell, Semaphore, mpsc, watch};

use gebeta_protocol::{ClusterEvent, Code, Hash, MatchId};
use gebeta_store::ports::{Bus, MatchStore};

pub use registry::GameRegistry;

use self::analysis_pool::AnalysisPool;
use self::registry::RegistryParts;
use self::searches::{Pool, PoolLoad, Searches};
use crate::cluster::ClusterEvents;
use crate::config::ServerSettings;
use crate::http::pages::picture_cache::PictureCache;
use crate::http::rate_limits::RateLimits;
use crate::http::request_checks::RequestChecks;
use crate::websocket::signed_in_sockets::SignedInSockets;
use crate::{Tasks, Time};

/// Receives the ids of games that have ended.
pub type FinishedGames = mpsc::Sender<MatchId>;

/// The online games of a server: what routes and sockets share.
#[derive(Clone, Debug)]
pub struct GameService {
    pub(crate) registry: GameRegistry,
    pub(crate) rates: Arc<RateLimits>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) store: Arc<dyn MatchStore>,
    pub(crate) settings: Arc<ServerSettings>,
    /// How many sockets are open.
    pub(crate) sockets: Arc<watch::Sender<usize>>,
    pub(crate) signed_in_sockets: Arc<SignedInSockets>,
    pub(crate) analysis_pool: Arc<AnalysisPool>,
    pub(crate) pictures: Arc<PictureCache>,
    pub(crate) searches: Arc<Searches>,
    /// Lets one request for an opponent through at a time.
    pub(crate) pairing: Arc<Semaphore>,
    /// The key of the store, once it is known.
    pub(crate) key: Arc<OnceCell<Hash>>,
    pub(crate) tasks: Tasks,
}

impl GameService {
    /// Games in `store`, until `tasks` are stopped; the ids of games that end are sent to `finished`. Call it inside a
    /// tokio runtime.
    pub fn new(
        store: Arc<dyn MatchStore>,
        bus: Arc<dyn Bus>,
        time: Arc<dyn Time>,
        settings: ServerSettings,
        finished: Option<FinishedGames>,
        tasks: Tasks,
    ) -> Self {
        let (signed_in_sockets, searches) = (Arc::<SignedInSockets>::default(), Arc::<Searches>::default());
        let watch_searches = Arc::clone(&searches).watch(tasks.clone());
        tasks.spawn_to_end("searches", tracing::Span::none(), watch_searches);
        let parts = RegistryParts {
            store: Arc::clone(&store),
            bus,
            time: Arc::clone(&time),
            signed_in_sockets: Arc::clone(&signed_in_sockets),
            searches: Arc::clone(&searches),
            finished,
            tasks: tasks.clone(),
        };
        let registry = GameRegistry::new(parts, &settings);
        let rates = Arc::new(RateLimits::new(settings.quotas));
        let analysis_pool = Arc::new(AnalysisPool::new(settings.tables.clone(), Arc::clone(&searches)));
        let (settings, sockets, pictures) = (Arc::new(settings), Arc::default(), Arc::default());
        let (pairing, key) = (Arc::new(Semaphore::new(1)), Arc::default());
        Self {
            registry,
            rates,
            time,
            store,
            settings,
            sockets,
            signed_in_sockets,
            analysis_pool,
            pictures,
            searches,
            pairing,
            key,
            tasks,
        }
    }

    /// Starts to handle the events of other nodes. Call it inside a tokio runtime.
    pub fn listen(&self, cluster_events: ClusterEvents) {
        self.registry.listen(cluster_events);
    }

    /// The sockets that were opened with a session or token.
    pub(crate) fn signed_in_sockets(&self) -> &SignedInSockets {
        &self.signed_in_sockets
    }

    /// Closes the sockets whose session has ended, at every node.
    pub(crate) fn sign_out(&self, event: ClusterEvent) {
        self.signed_in_sockets.close(event);
        self.registry.publish(event);
    }

    /// A name was removed from the log of a game: every node that has the game in memory reads it again.
    pub(crate) fn forget_name(&self, game: MatchId) {
        self.registry.reload(game);
        self.registry.publish(ClusterEvent::Renamed { game });
    }

    /// The checks of requests about games, made before any query and before a body is read.
    pub(crate) fn request_checks(&self) -> RequestChecks {
        let (rates, time) = (Arc::clone(&self.rates), Arc::clone(&self.time));
        let rate = move |method: &Method, address: IpAddr| match *method {
            Method::POST => rates.new_game(address, time.now()),
            _ => rates.question(address, time.now()),
        };
        RequestChecks { settings: Arc::clone(&self.settings), rate: Arc::new(rate) }
    }

    /// How many sockets and games there are.
    pub(crate) fn load(&self) -> Load {
        Load { sockets: *self.sockets.borrow(), games: self.registry.count() }
    }

    /// How many searches of a pool run.
    pub(crate) fn busy(&self, pool: Pool) -> PoolLoad {
        self.searches.busy(pool)
    }

    /// Returns when the server goes down.
    pub(crate) async fn closing(&self) {
        self.tasks.closed().await;
    }

    /// Returns when the last socket is closed.
    pub(crate) async fn emptied(&self) {
        let _ = self.sockets.subscribe().wait_for(|count| *count == 0).await;
    }

    /// Counts a new socket from `address`. Every socket that was opened has to be closed.
    ///
    /// # Errors
    /// The address has too many, or there are too many in all.
    pub(crate) fn open_socket(&self, address: IpAddr) -> Result<(), Code> {
        if !self.rates.sockets.open(address) {
            return Err(Code::Rate);
        }
        let most = self.settings.quotas.sockets as usize;
        let has_room = self.sockets.send_if_modified(|count| {
            let has_room = *count < most;
            *count += usize::from(has_room);
            has_room
        });
        if !has_room {
            self.rates.sockets.close(address);
            return Err(Code::Full);
        }
        Ok(())
    }

    /// Uncounts a socket.
    pub(crate) fn close_socket(&self, address: IpAddr) {
        self.sockets.send_modify(|count| *count = count.saturating_sub(1));
        self.rates.sockets.close(address);
    }
}

/// The load of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    /// Open sockets.
    pub(crate) sockets: usize,
    /// Games in memory.
    pub(crate) games: usize,
}
