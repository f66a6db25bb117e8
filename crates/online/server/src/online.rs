//! Games by a link: who may ask, what is answered, and the sockets. What may happen in a game is decided by
//! `gebeta-match`, and nothing is told to anybody before the store has it on the disk.

mod actor;
pub(crate) mod analysis;
mod analysis_pool;
mod bot_pool;
pub(crate) mod caller;
pub(crate) mod cookie;
mod expiry;
mod game_registry;
mod heartbeat;
mod inbox;
mod lag;
mod lobby;
mod log;
mod nats;
mod network;
mod nodes;
mod origin;
mod pairing;
mod picture_cache;
mod preview;
mod quotas;
pub(crate) mod rate;
pub(crate) mod reply;
pub(crate) mod routes;
mod searches;
mod seat_owner;
mod seats;
mod settings;
mod sign_ins;
mod socket;
mod world;

pub use game_registry::GameRegistry;
use game_registry::Parts;
pub use nats::{NatsBus, NatsError, Rings};
pub use network::{Network, NetworkError};
pub use origin::{Origin, OriginError};
pub use quotas::Quotas;
use rate::Rates;
pub(crate) use routes::guarded;
pub use routes::routes;
pub(crate) use searches::{Busy, Pool};
pub(crate) use seat_owner::SeatAccount;
pub use settings::Settings;
pub(crate) use sign_ins::SignIns;
pub use world::{NoBus, OsChance, SystemTime, Time};

use analysis_pool::AnalysisPool;
use picture_cache::Pictures;
use searches::Searches;
use std::net::IpAddr;
use std::sync::Arc;

use axum::http::{Extensions, HeaderMap};
use tokio::sync::{OnceCell, Semaphore, mpsc, watch};

use gebeta_protocol::{ClusterEvent, Code, Hash, MatchId};
use gebeta_store::ports::{Bus, MatchStore};

use crate::Tasks;

/// Where games are named that have ended.
pub type FinishedGames = mpsc::Sender<MatchId>;

/// What the routes share.
#[derive(Clone, Debug)]
pub struct Online {
    hall: GameRegistry,
    rates: Arc<Rates>,
    time: Arc<dyn Time>,
    store: Arc<dyn MatchStore>,
    settings: Arc<Settings>,
    /// How many there are.
    sockets: Arc<watch::Sender<usize>>,
    sign_ins: Arc<SignIns>,
    analysts: Arc<AnalysisPool>,
    pictures: Arc<Pictures>,
    searches: Arc<Searches>,
    /// Whose turn it is to look for an opponent.
    pairing: Arc<Semaphore>,
    /// The key of the store, once it is known.
    key: Arc<OnceCell<Hash>>,
    tasks: Tasks,
}

impl Online {
    /// Games in `store`, until `tasks` are stopped; those that end are named to `finished`. Call it inside a tokio runtime.
    pub fn new(
        store: Arc<dyn MatchStore>,
        bus: Arc<dyn Bus>,
        time: Arc<dyn Time>,
        settings: Settings,
        finished: Option<FinishedGames>,
        tasks: Tasks,
    ) -> Self {
        let (sign_ins, searches) = (Arc::<SignIns>::default(), Arc::<Searches>::default());
        let watch_searches = Arc::clone(&searches).watch(tasks.clone());
        tasks.spawn_to_end("searches", tracing::Span::none(), watch_searches);
        let parts = Parts {
            store: Arc::clone(&store),
            bus,
            time: Arc::clone(&time),
            sign_ins: Arc::clone(&sign_ins),
            searches: Arc::clone(&searches),
            finished,
            tasks: tasks.clone(),
        };
        let hall = GameRegistry::new(parts, &settings);
        let rates = Arc::new(Rates::new(settings.quotas));
        let analysts = Arc::new(AnalysisPool::new(settings.tables.clone(), Arc::clone(&searches)));
        let (settings, sockets, pictures) = (Arc::new(settings), Arc::default(), Arc::default());
        let (pairing, key) = (Arc::new(Semaphore::new(1)), Arc::default());
        Self {
            hall,
            rates,
            time,
            store,
            settings,
            sockets,
            sign_ins,
            analysts,
            pictures,
            searches,
            pairing,
            key,
            tasks,
        }
    }

    /// Lets the doorbell of other nodes be heard. Call it inside a tokio runtime.
    pub fn listen(&self, rings: Rings) {
        self.hall.listen(rings);
    }

    /// The sockets of who is signed in.
    pub(crate) fn sign_ins(&self) -> &SignIns {
        &self.sign_ins
    }

    /// Closes the sockets of who has signed out, at every node.
    pub(crate) fn sign_out(&self, ring: ClusterEvent) {
        self.sign_ins.close(ring);
        self.hall.publish(ring);
    }

    /// A name was taken out of the log of a game: whoever has it in memory forgets it, at every node.
    pub(crate) fn forget_name(&self, game: MatchId) {
        self.hall.reload(game);
        self.hall.publish(ClusterEvent::Renamed { game });
    }

    /// Whether the client may ask another question that changes nothing.
    pub(crate) fn may_question(&self, extensions: &Extensions, headers: &HeaderMap) -> bool {
        let address = caller::address(extensions, headers, &self.settings.proxies);
        self.rates.question(address, self.time.now())
    }

    /// How much goes on.
    pub(crate) fn load(&self) -> Load {
        Load { sockets: *self.sockets.borrow(), games: self.hall.count() }
    }

    /// How much a pool of searches has to do.
    pub(crate) fn busy(&self, pool: Pool) -> Busy {
        self.searches.busy(pool)
    }

    /// Comes back when the server goes down.
    async fn closing(&self) {
        self.tasks.closed().await;
    }

    /// Comes back when the last socket has gone.
    pub(crate) async fn emptied(&self) {
        let _ = self.sockets.subscribe().wait_for(|count| *count == 0).await;
    }

    /// Whether there is room for another socket from `address`; it is to be given back.
    ///
    /// # Errors
    /// The address has too many, or there are too many in all.
    fn open_socket(&self, address: IpAddr) -> Result<(), Code> {
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

    /// Gives a socket back.
    fn close_socket(&self, address: IpAddr) {
        self.sockets.send_modify(|count| *count = count.saturating_sub(1));
        self.rates.sockets.close(address);
    }
}

/// How much goes on at a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    /// Open sockets.
    pub(crate) sockets: usize,
    /// Games in memory.
    pub(crate) games: usize,
}
