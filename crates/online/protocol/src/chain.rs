use serde::{Deserialize, Serialize};

use crate::Hash;

/// Where a game stands in the public chain of envelopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChainMark {
    /// Which link, from 1.
    pub place: u64,
    /// What holds on to it and to all before it. Who remembers it finds out if any of them is changed.
    pub head: Hash,
}

/// The public chain of envelopes as a whole: `GET /api/status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChainStatus {
    /// How many games were ever sealed.
    pub links: u64,
    /// The last head.
    pub head: Hash,
    /// In how many of them the server has not shown its seed: games under way, and those that were thrown away.
    pub unopened: u64,
    /// When the oldest of these was sealed, in milliseconds since 1970.
    pub oldest: Option<u64>,
    /// How many were sealed and then called off: by a player or for somebody's silence before the first throw, or because
    /// nobody has come back for months. A server that did so until it likes the throws would be seen by this.
    #[serde(default)]
    pub called_off: u64,
}
