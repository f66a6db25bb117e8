//! Several nodes that share one store: heartbeat, outages, and the notifications between nodes.

pub(crate) mod heartbeat;
mod nats;
pub(crate) mod nodes;

use gebeta_protocol::ClusterEvent;
use gebeta_store::ports::Bus;

pub use nats::{ClusterEvents, NatsBus, NatsError};

/// A bus without other nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoBus;

impl Bus for NoBus {
    fn publish(&self, _: ClusterEvent) {}
}
