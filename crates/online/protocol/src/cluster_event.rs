use serde::{Deserialize, Serialize};

use crate::{AccountId, Hash, MatchId, Phrase, Side};

/// An event that one node publishes to the others. It may be lost, repeated or late: the store is the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "r", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClusterEvent {
    /// A match has new events.
    Wrote {
        /// The match.
        game: MatchId,
        /// How many events it has.
        revision: u64,
    },
    /// The round-trip time of a player.
    Lag {
        /// The match.
        game: MatchId,
        /// The player.
        side: Side,
        /// In milliseconds.
        ms: u32,
    },
    /// A player has sent a phrase.
    Said {
        /// The match.
        game: MatchId,
        /// The player.
        side: Side,
        /// The phrase.
        phrase: Phrase,
    },
    /// A session has ended.
    SignedOut {
        /// The digest of its secret.
        session: Hash,
    },
    /// All sessions of an account have ended.
    SignedOutEverywhere {
        /// The account.
        account: AccountId,
    },
    /// A name was removed from the log of a match.
    Renamed {
        /// The match.
        game: MatchId,
    },
}

impl ClusterEvent {
    /// The text on the wire.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("events can always be serialized")
    }

    /// The event of a text; none if this version does not know it.
    pub fn from_text(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text).ok()
    }
}
