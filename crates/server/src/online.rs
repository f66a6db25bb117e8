//! Games by a link: who may ask, what is answered, and the sockets. What may happen in a game is decided by
//! `gebeta-arena`, and nothing is told to anybody before the store has it on the disk.

mod actor;
mod caller;
mod cookie;
mod hall;
mod inbox;
mod rate;
mod reply;
mod routes;
mod seats;
mod socket;
mod thinkers;
mod world;

pub use hall::Hall;
pub use rate::Rates;
pub use routes::routes;
pub use world::{NoBus, OsChance, SystemTime};

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use tokio::sync::watch;

use gebeta_arena::{Bus, Store, Time};

/// What the routes share.
#[derive(Clone, Debug)]
pub struct Online {
    hall: Hall,
    rates: Arc<Rates>,
    time: Arc<dyn Time>,
    store: Arc<dyn Store>,
    /// Addresses of pages that may ask although they are not served from here: of a proxy before us.
    origins: Arc<[String]>,
    sockets: Arc<AtomicUsize>,
    /// Turns true when the server goes down.
    closing: watch::Receiver<bool>,
}

impl Online {
    /// Games in `store`, until `closing` turns true.
    pub fn new(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        time: Arc<dyn Time>,
        origins: Vec<String>,
        closing: watch::Receiver<bool>,
    ) -> Self {
        let hall = Hall::new(Arc::clone(&store), bus, Arc::clone(&time));
        let rates = Arc::new(Rates::default());
        Self { hall, rates, time, store, origins: origins.into(), sockets: Arc::default(), closing }
    }
}
