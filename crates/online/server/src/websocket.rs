//! The sockets of players and watchers.

pub(crate) mod latency;
pub(crate) mod session;
pub(crate) mod signed_in_sockets;
