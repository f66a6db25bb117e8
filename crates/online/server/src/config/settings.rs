use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use gebeta_engine::Tablebases;

use super::{IpNetwork, Quotas};
use crate::limits;

/// How games by a link are served, where servers differ.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Addresses of pages that may ask although they are not served from here: of a proxy before us.
    pub origins: Vec<String>,
    /// Proxies before us that are believed when they say who asks. Nobody else is.
    pub proxies: Vec<IpNetwork>,
    /// How long a database that is not there yet is waited for at the start.
    pub store_wait: Duration,
    /// Where numbers are told ([`crate::metrics`]); none tells them nowhere.
    pub metrics: Option<SocketAddr>,
    /// The NATS server for notifications between nodes; without one they poll the store every second.
    pub nats: Option<String>,
    /// Who knows the worth of endgames: the tables of whoever runs the server.
    pub tables: Option<Arc<dyn Tablebases>>,
    /// How long a game that nobody looks at stays in memory.
    pub idle: Duration,
    /// How much anybody may ask for.
    pub quotas: Quotas,
    /// Whether the time of the games begins anew with the clock of this machine, or of its PostgreSQL, although a server has
    /// lived later by a clock that was ahead.
    pub reset_clock: bool,
}

impl ServerSettings {
    /// How long a database that is not there yet is waited for, unless something else is asked for.
    pub const STORE_WAIT: Duration = Duration::from_secs(30);
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            origins: Vec::new(),
            proxies: Vec::new(),
            store_wait: Self::STORE_WAIT,
            metrics: None,
            nats: None,
            tables: None,
            idle: limits::IDLE,
            quotas: Quotas::default(),
            reset_clock: false,
        }
    }
}
