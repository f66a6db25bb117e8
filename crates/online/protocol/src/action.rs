use serde::{Deserialize, Serialize};

use crate::no_fields::no_fields;
use crate::{Hash, OpenSeed};

/// A decision of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "a", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Commit to a seed, or contribute none.
    Seal {
        /// The commitment.
        seal: Option<Hash>,
    },
    /// Reveal the seed.
    Open {
        /// The seed.
        seed: OpenSeed,
    },
    /// Throw the sticks.
    #[serde(deserialize_with = "no_fields")]
    Throw,
    /// Move.
    Play {
        /// The move, without the throw.
        mv: String,
    },
    /// Resign.
    #[serde(deserialize_with = "no_fields")]
    Resign,
    /// Offer a draw.
    #[serde(deserialize_with = "no_fields")]
    OfferDraw,
    /// Accept the draw.
    #[serde(deserialize_with = "no_fields")]
    AcceptDraw,
    /// Decline the draw.
    #[serde(deserialize_with = "no_fields")]
    DeclineDraw,
    /// Ask to take back one's last move.
    #[serde(deserialize_with = "no_fields")]
    AskTakeback,
    /// Accept the takeback.
    #[serde(deserialize_with = "no_fields")]
    AcceptTakeback,
    /// Decline the takeback.
    #[serde(deserialize_with = "no_fields")]
    DeclineTakeback,
    /// Abort the game before both have moved.
    #[serde(deserialize_with = "no_fields")]
    Abort,
    /// Claim the game of an absent opponent.
    #[serde(deserialize_with = "no_fields")]
    Claim,
    /// Claim that the opponent's time is over.
    #[serde(deserialize_with = "no_fields")]
    Flag,
    /// Play again with sides swapped; the new game is made when both want it.
    #[serde(deserialize_with = "no_fields")]
    Rematch,
}

impl Action {
    /// Whether it refers to the position its sender has seen, and is refused if that has changed.
    pub const fn needs_the_board(&self) -> bool {
        matches!(
            self,
            Self::Throw
                | Self::Play { .. }
                | Self::OfferDraw
                | Self::AcceptDraw
                | Self::AskTakeback
                | Self::AcceptTakeback
        )
    }
}
