//! Games by a link: who may ask, what is answered, and the sockets. What may happen in a game is decided by
//! `gebeta-arena`, and nothing is told to anybody before the store has it on the disk.

mod actor;
pub(crate) mod analysis;
mod analysts;
pub(crate) mod caller;
pub(crate) mod cookie;
mod expiry;
mod hall;
mod inbox;
mod lag;
mod lobby;
mod log;
mod nats;
mod network;
mod nodes;
mod origin;
mod pairing;
mod pictures;
mod preview;
mod pulse;
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
mod thinkers;
mod world;

pub use hall::Hall;
pub use nats::{BadNats, NatsBus, Rings};
pub use network::{BadNetwork, Network};
pub use origin::{BadOrigin, Origin};
pub use quotas::Quotas;
use rate::Rates;
pub(crate) use routes::guarded;
pub use routes::routes;
pub(crate) use searches::{Busy, Pool};
pub(crate) use seat_owner::SeatAccount;
pub use settings::Settings;
pub(crate) use sign_ins::SignIns;
pub use world::{NoBus, OsChance, SystemTime};

use analysts::Analysts;
use pictures::Pictures;
use searches::Searches;
use std::net::IpAddr;
use std::sync::Arc;

use axum::http::{Extensions, HeaderMap};
use tokio::sync::{OnceCell, Semaphore, watch};

use gebeta_arena::{Bus, Store, Time};
use gebeta_protocol::{Code, Hash, MatchId, Ring};

/// What the routes share.
#[derive(Clone, Debug)]
pub struct Online {
    hall: Hall,
    rates: Arc<Rates>,
    time: Arc<dyn Time>,
    store: Arc<dyn Store>,
    settings: Arc<Settings>,
    /// How many there are.
    sockets: Arc<watch::Sender<usize>>,
    sign_ins: Arc<SignIns>,
    analysts: Arc<Analysts>,
    pictures: Arc<Pictures>,
    searches: Arc<Searches>,
    /// Whose turn it is to look for an opponent.
    pairing: Arc<Semaphore>,
    /// The key of the store, once it is known.
    key: Arc<OnceCell<Hash>>,
    /// Turns true when the server goes down.
    closing: watch::Receiver<bool>,
}

impl Online {
    /// Games in `store`, until `closing` turns true. Call it inside a tokio runtime.
    pub fn new(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        time: Arc<dyn Time>,
        settings: Settings,
        closing: watch::Receiver<bool>,
    ) -> Self {
        let sign_ins = Arc::<SignIns>::default();
        let (logs, watch, users) = (Arc::clone(&store), Arc::clone(&time), Arc::clone(&sign_ins));
        let searches = Arc::<Searches>::default();
        tokio::spawn(Arc::clone(&searches).watch(closing.clone()));
        let hall = Hall::new(logs, bus, watch, users, Arc::clone(&searches), &settings, closing.clone());
        let rates = Arc::new(Rates::new(settings.quotas));
        let analysts = Arc::new(Analysts::new(settings.tables.clone(), Arc::clone(&searches)));
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
            closing,
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
    pub(crate) fn sign_out(&self, ring: Ring) {
        self.sign_ins.close(ring);
        self.hall.ring(ring);
    }

    /// A name was taken out of the log of a game: whoever has it in memory forgets it, at every node.
    pub(crate) fn forget_name(&self, game: MatchId) {
        self.hall.reload(game);
        self.hall.ring(Ring::Renamed { game });
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
        // Without anybody who could say so it is down already.
        let _ = self.closing.clone().wait_for(|closing| *closing).await;
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
