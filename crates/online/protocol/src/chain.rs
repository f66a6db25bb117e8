use serde::{Deserialize, Serialize};

use crate::Hash;

/// The place of a game in the public chain of commitments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChainMark {
    /// The number of the link, from 1.
    pub place: u64,
    /// The hash of this link and all before it: it proves later that none of them was changed.
    pub head: Hash,
}

/// A summary of the public chain of commitments: `GET /api/status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChainStatus {
    /// How many games were ever sealed.
    pub links: u64,
    /// The last head.
    pub head: Hash,
    /// In how many of them the server has not revealed its seed: unfinished games, and deleted ones.
    pub unopened: u64,
    /// When the oldest of these was sealed, in milliseconds since 1970.
    pub oldest: Option<u64>,
    /// How many were sealed and then aborted: by a player, by a timeout before the first throw, or after months without
    /// players. A server that aborted games until it likes the throws would be noticed by this.
    #[serde(default)]
    pub called_off: u64,
}
