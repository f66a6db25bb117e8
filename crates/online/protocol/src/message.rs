use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::limits::MESSAGE_BYTES;
use crate::{Action, Code, Logged, MoveId, SeatSecret, Side};

/// A message of a client on a socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "t", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message.
    Hello {
        /// The version of the protocol.
        proto: u32,
        /// The last event the client has; 0 for none.
        since: u64,
        /// The seat's secret, unless a cookie has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<SeatSecret>,
    },
    /// A decision. It is sent again unchanged until it is acknowledged or refused.
    Do {
        /// Its id.
        mid: MoveId,
        /// The last event the player had seen when deciding.
        base: u64,
        /// The decision.
        action: Action,
    },
    /// A phrase for the opponent; it is not stored.
    Say {
        /// The phrase.
        phrase: Phrase,
    },
    /// Asks for a `Pong`.
    Ping {
        /// Returned in the `Pong`.
        n: u32,
    },
}

/// The phrases that players can send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// Thank you.
    ThankYou,
    /// Oops.
    Oops,
    /// One moment.
    OneMoment,
    /// Good bye.
    Bye,
}

impl Phrase {
    /// All phrases in the order in which they are offered; the terminal numbers them from 1.
    pub const ALL: [Self; 7] = [
        Self::Hello,
        Self::GoodLuck,
        Self::WellPlayed,
        Self::ThankYou,
        Self::Oops,
        Self::OneMoment,
        Self::Bye,
    ];
}

/// A message of the server on a socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "t", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ServerMessage {
    /// The answer to the first message.
    Welcome {
        /// The version of the protocol.
        proto: u32,
        /// The side of the socket; none for a watcher.
        side: Option<Side>,
        /// How many events there are.
        ver: u64,
        /// The server's clock, in milliseconds since 1970.
        now: u64,
    },
    /// Events, numbered without gaps.
    Events {
        /// In order.
        list: Vec<Logged>,
    },
    /// The decision is stored.
    Ack {
        /// Its id.
        mid: MoveId,
        /// The number of its event.
        ver: u64,
        /// Whether it had been stored before.
        dup: bool,
    },
    /// The decision was refused and has no effect.
    Nack {
        /// Its id.
        mid: MoveId,
        /// The reason.
        code: Code,
        /// How many events there are.
        ver: u64,
        /// When to send it again, in milliseconds, if that may help.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry: Option<u64>,
    },
    /// A player has connected or left.
    Presence {
        /// The player.
        side: Side,
        /// Whether the player is connected.
        online: bool,
    },
    /// The round-trip time of a player. It is sent again when it changes.
    Lag {
        /// The player.
        side: Side,
        /// In milliseconds.
        ms: u32,
    },
    /// A player has sent a phrase.
    Said {
        /// The player.
        side: Side,
        /// The phrase.
        phrase: Phrase,
    },
    /// The answer to `Ping`.
    Pong {
        /// The number in the `Ping`.
        n: u32,
    },
    /// A message was not understood or not allowed.
    Error {
        /// The reason.
        code: Code,
    },
}

/// Reads a message: JSON of at most [`MESSAGE_BYTES`], without unknown fields.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Code> {
    if text.len() > MESSAGE_BYTES {
        return Err(Code::TooLarge);
    }
    serde_json::from_str(text).map_err(|_| Code::BadMessage)
}
