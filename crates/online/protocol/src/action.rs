use serde::{Deserialize, Serialize};

use crate::nothing::nothing;
use crate::{Hash, OpenSeed};

/// What a player wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "a", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Show a closed envelope, or say that there will be none.
    Seal {
        /// The envelope.
        seal: Option<Hash>,
    },
    /// Hand in what is in the envelope.
    Open {
        /// The seed.
        seed: OpenSeed,
    },
    /// Throw the sticks.
    #[serde(deserialize_with = "nothing")]
    Throw,
    /// Move.
    Play {
        /// The move, without the throw.
        mv: String,
    },
    /// Give up.
    #[serde(deserialize_with = "nothing")]
    Resign,
    /// Offer a draw.
    #[serde(deserialize_with = "nothing")]
    OfferDraw,
    /// Take the offer.
    #[serde(deserialize_with = "nothing")]
    AcceptDraw,
    /// Leave it.
    #[serde(deserialize_with = "nothing")]
    DeclineDraw,
    /// Ask to take back one's last move.
    #[serde(deserialize_with = "nothing")]
    AskTakeback,
    /// Let the other.
    #[serde(deserialize_with = "nothing")]
    AcceptTakeback,
    /// Do not.
    #[serde(deserialize_with = "nothing")]
    DeclineTakeback,
    /// Call the game off before both have moved.
    #[serde(deserialize_with = "nothing")]
    Abort,
    /// Claim the game of somebody who is gone.
    #[serde(deserialize_with = "nothing")]
    Claim,
    /// Say that the other has no time left.
    #[serde(deserialize_with = "nothing")]
    Flag,
    /// Play again with sides swapped; the game is made when both want it.
    #[serde(deserialize_with = "nothing")]
    Rematch,
}

impl Action {
    /// Whether it is about the position its sender has seen, and wrong when the position is another by now.
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
