use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use gebeta_engine::Tablebases;

use super::{IpNetwork, Quotas};
use crate::limits;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Origins of this server's pages, if a proxy serves them under another address.
    pub origins: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub proxies: Vec<IpNetwork>,
    /// How long the start waits for a database.
    pub store_wait: Duration,
    /// Where metrics are served ([`crate::telemetry::metrics`]); none serves none.
    pub metrics: Option<SocketAddr>,
    /// The NATS server for notifications between nodes; without one they poll the store every second.
    pub nats: Option<String>,
    /// Endgame tables of the operator.
    pub tables: Option<Arc<dyn Tablebases>>,
    /// How long a game without sockets stays in memory.
    pub idle: Duration,
    /// Limits that operators can change.
    pub quotas: Quotas,
    /// Whether the time of the games restarts with the clock of this machine or its PostgreSQL, although a server has run
    /// with a clock that was ahead.
    pub reset_clock: bool,
}

impl ServerSettings {
    /// The default of `store_wait`.
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
