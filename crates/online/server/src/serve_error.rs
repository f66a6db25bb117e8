use std::io;
use std::net::SocketAddr;

use gebeta_rules::Coded;
use gebeta_store::online::{LockError, OpenError};

use crate::cluster::NatsError;

/// Why a server did not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error("{0} is in use by another program; choose another address with --listen")]
    AddressInUse(SocketAddr),
    /// The system does not allow listening there.
    #[error("cannot listen at {address}: {cause}")]
    CannotListen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        cause: io::Error,
    },
    /// Another server uses the folder, or nothing can be written there.
    #[error(transparent)]
    Locked(#[from] LockError),
    /// The store cannot be opened.
    #[error(transparent)]
    Games(#[from] OpenError),
    /// The address of NATS is invalid.
    #[error(transparent)]
    Nats(#[from] NatsError),
    /// The disk failed: acknowledged events may be lost, which only a restart finds out.
    #[error(
        "the disk of the games fails: nothing more is written, and only a restart finds out what is on it"
    )]
    Broken,
    /// The system failed.
    #[error("the server stopped: {0}")]
    Stopped(#[from] io::Error),
}

impl Coded for ServeError {
    fn code(&self) -> &'static str {
        match self {
            Self::AddressInUse(_) => "address-in-use",
            Self::CannotListen { .. } => "cannot-listen",
            Self::Locked(LockError::Taken(_)) => "folder-in-use",
            Self::Locked(LockError::Failed(_)) => "folder-unusable",
            Self::Games(OpenError::NotDurable { .. }) => "not-durable",
            Self::Games(OpenError::Pooled) => "pooled-transactions",
            Self::Games(_) => "no-games",
            Self::Nats(_) => "bad-nats",
            Self::Broken => "disk-failed",
            Self::Stopped(_) => "server-stopped",
        }
    }
}
