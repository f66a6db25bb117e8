use std::io;
use std::net::SocketAddr;

use gebeta_rules::Coded;
use gebeta_store::online::{LockError, OpenError};

use crate::cluster::NatsError;

/// Why the game cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error("{0} is in use by another program; choose another address with --listen")]
    AddressInUse(SocketAddr),
    /// The system does not let us listen there.
    #[error("cannot listen at {address}: {cause}")]
    CannotListen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        cause: io::Error,
    },
    /// Another server has the games.
    #[error(transparent)]
    Locked(#[from] LockError),
    /// The games cannot be opened.
    #[error(transparent)]
    Games(#[from] OpenError),
    /// The doorbell has no address.
    #[error(transparent)]
    Nats(#[from] NatsError),
    /// The disk let us down: what was said to be kept may not be, and only a new start finds out.
    #[error(
        "the disk of the games fails: nothing more is written, and only a new start finds out what is on it"
    )]
    Broken,
    /// The system let us down while we served.
    #[error("the server stopped: {0}")]
    Stopped(#[from] io::Error),
}

impl Coded for ServeError {
    fn code(&self) -> &'static str {
        match self {
            Self::AddressInUse(_) => "address-in-use",
            Self::CannotListen { .. } => "cannot-listen",
            Self::Locked(_) => "folder-in-use",
            Self::Games(OpenError::NotDurable { .. }) => "not-durable",
            Self::Games(OpenError::Pooled) => "pooled-transactions",
            Self::Games(_) => "no-games",
            Self::Nats(_) => "bad-nats",
            Self::Broken => "disk-failed",
            Self::Stopped(_) => "server-stopped",
        }
    }
}
