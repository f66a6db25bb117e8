use serde::{Deserialize, Serialize};

use crate::{AccountId, Hash, MatchId, Phrase, Side};

/// What one node tells the others. It may be lost, doubled or late: what has to be right is in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "r", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClusterEvent {
    /// A match has events.
    Wrote {
        /// Which match.
        game: MatchId,
        /// How many events it has.
        revision: u64,
    },
    /// A player's messages take so long.
    Lag {
        /// At which match.
        game: MatchId,
        /// Who.
        side: Side,
        /// There and back, in milliseconds.
        ms: u32,
    },
    /// A player says something.
    Said {
        /// At which match.
        game: MatchId,
        /// Who.
        side: Side,
        /// What.
        phrase: Phrase,
    },
    /// Somebody has signed out in one place.
    SignedOut {
        /// What is kept of the session's secret.
        session: Hash,
    },
    /// Somebody has signed out everywhere.
    SignedOutEverywhere {
        /// Who.
        account: AccountId,
    },
    /// A name was taken out of the log of a match.
    Renamed {
        /// Which match.
        game: MatchId,
    },
}

impl ClusterEvent {
    /// As it goes over the wire.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("rings can always be written")
    }

    /// What was rung; none for what is no ring of this version.
    pub fn from_text(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text).ok()
    }
}
