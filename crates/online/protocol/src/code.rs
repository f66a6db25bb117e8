use serde::{Deserialize, Serialize};

/// By hand: a derived schema does not see the words, which come out of a macro.
#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Code {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .description(Some("Why something was refused: short names that never change."))
            .enum_values(Some(Self::ALL.iter().map(|code| code.word())))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Code {}

macro_rules! codes {
    ($($(#[$about:meta])* $name:ident = $word:literal, $status:literal;)*) => {
        /// Error codes: short names that never change. `docs/developing/protocol.md` explains each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Code {
            $($(#[$about])* #[serde(rename = $word)] $name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name on the wire.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }

            /// The HTTP status.
            pub const fn status(self) -> u16 {
                match self { $(Self::$name => $status,)* }
            }
        }
    };
}

codes! {
    /// The position has changed; the events follow.
    Stale = "stale", 409;
    /// The client claims to have seen events that do not exist.
    Ahead = "ahead", 409;
    /// The rules do not allow the move.
    Illegal = "illegal", 422;
    /// The opponent is to move.
    NotYourTurn = "not-your-turn", 409;
    /// The game is over.
    Over = "over", 409;
    /// The game has not begun.
    NotStarted = "not-started", 409;
    /// The game has begun already, or this part of its beginning is done.
    Started = "started", 409;
    /// The seed does not match the commitment.
    WrongSeed = "wrong-seed", 422;
    /// The sticks have been thrown already.
    Thrown = "thrown", 409;
    /// The sticks must be thrown first.
    ThrowFirst = "throw-first", 409;
    /// This game has no throws.
    NoSticks = "no-sticks", 409;
    /// There is no such offer.
    NoOffer = "no-offer", 409;
    /// The offer exists already.
    Offered = "offered", 409;
    /// Too many offers since the last move.
    TooManyOffers = "too-many-offers", 429;
    /// Senet has no draws.
    NoDraws = "no-draws", 409;
    /// There is no own move to take back, or the sticks have been thrown since.
    NoTakeback = "no-takeback", 409;
    /// Both have moved; resign instead.
    TooLate = "too-late", 409;
    /// The opponent is present, or not absent for long enough.
    NotGone = "not-gone", 409;
    /// There is time left, or no clock.
    TimeLeft = "time-left", 409;
    /// The player's own time is over.
    NoTime = "no-time", 409;
    /// The seat is taken.
    SeatTaken = "seat-taken", 409;
    /// The other player has the same or a similar name.
    SameName = "same-name", 409;
    /// The id has been used by the other player, or for another game.
    UsedId = "used-id", 409;
    /// The game has the most events a game may have.
    TooLong = "too-long", 409;
    /// Watchers do not play.
    NotAPlayer = "not-a-player", 403;
    /// There is no such game, or the secret is wrong.
    NotFound = "not-found", 404;
    /// The message is malformed.
    BadMessage = "bad-message", 400;
    /// Unsupported version of the protocol.
    Version = "version", 426;
    /// The rules cannot be read.
    BadRules = "bad-rules", 422;
    /// The time control cannot be played.
    BadClock = "bad-clock", 422;
    /// There is no such computer player for this game.
    BadBot = "bad-bot", 422;
    /// The position cannot be read, or not under these rules.
    BadPosition = "bad-position", 422;
    /// The stored game cannot be read.
    BadRecord = "bad-record", 422;
    /// The request comes from a page of another site.
    Foreign = "foreign", 403;
    /// Not JSON.
    NotJson = "not-json", 415;
    /// The message or body is too large.
    TooLarge = "too-large", 413;
    /// The name, or one that looks like it, is taken.
    NameTaken = "name-taken", 409;
    /// The password is too short, too long, or easily guessed.
    BadPassword = "bad-password", 422;
    /// The name or the password is wrong.
    WrongLogin = "wrong-login", 401;
    /// The limit for these is reached.
    TooMany = "too-many", 409;
    /// The request requires a session or token.
    SignedOut = "signed-out", 401;
    /// Too many requests, or too many sockets of an address or account.
    Rate = "rate", 429;
    /// Too many sockets or games in all.
    Full = "full", 503;
    /// The client reads too slowly.
    Slow = "slow", 503;
    /// The same seat is open in too many tabs; the oldest is closed and does not reconnect.
    Replaced = "replaced", 409;
    /// The store does not answer; nothing is lost, try again.
    Unavailable = "unavailable", 503;
    /// The stored game cannot be read; a retry does not help, and the operator is informed.
    Damaged = "damaged", 500;
    /// The server restarts.
    Restarting = "restarting", 503;
}
