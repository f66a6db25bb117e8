use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::limits::MESSAGE_BYTES;
use crate::{Action, Code, Logged, MoveId, SeatSecret, Side};

/// What a client says on a socket.
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
        /// Where no cookie tells who is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<SeatSecret>,
    },
    /// A decision. It is sent again, the same, until it is acknowledged or refused.
    Do {
        /// Which one.
        mid: MoveId,
        /// The last event the player had seen when deciding.
        base: u64,
        /// What.
        action: Action,
    },
    /// Something to the other, out of a few things; it is not kept.
    Say {
        /// What.
        phrase: Phrase,
    },
    /// Is anybody there?
    Ping {
        /// Comes back.
        n: u32,
    },
}

/// What players may say to each other.
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
    /// Every one, in the order in which they are offered; the terminal numbers them from 1.
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

/// What the server says on a socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "t", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ServerMessage {
    /// The answer to the first message.
    Welcome {
        /// The version of the protocol.
        proto: u32,
        /// Whose seat it is; none for a watcher.
        side: Option<Side>,
        /// How many events there are.
        ver: u64,
        /// The server's clock, in milliseconds since 1970.
        now: u64,
    },
    /// What has happened since; the numbers have no gaps.
    Events {
        /// In order.
        list: Vec<Logged>,
    },
    /// The decision is on the disk.
    Ack {
        /// Which one.
        mid: MoveId,
        /// As which event.
        ver: u64,
        /// Whether it was there already.
        dup: bool,
    },
    /// The decision was refused and has changed nothing.
    Nack {
        /// Which one.
        mid: MoveId,
        /// Why.
        code: Code,
        /// How many events there are.
        ver: u64,
        /// When to send it again, in milliseconds, if that may help.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry: Option<u64>,
    },
    /// Somebody has come or gone.
    Presence {
        /// Who.
        side: Side,
        /// Whether they are there.
        online: bool,
    },
    /// How long messages of a player take to the server and back. It comes again when that changes.
    Lag {
        /// Whose.
        side: Side,
        /// In milliseconds.
        ms: u32,
    },
    /// Somebody says something.
    Said {
        /// Who.
        side: Side,
        /// What.
        phrase: Phrase,
    },
    /// Somebody is there.
    Pong {
        /// As it was asked.
        n: u32,
    },
    /// A message was not understood or not allowed.
    Error {
        /// Why.
        code: Code,
    },
}

/// Reads a message: JSON of at most [`MESSAGE_BYTES`], nothing unknown in it.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Code> {
    if text.len() > MESSAGE_BYTES {
        return Err(Code::TooLarge);
    }
    serde_json::from_str(text).map_err(|_| Code::BadMessage)
}
