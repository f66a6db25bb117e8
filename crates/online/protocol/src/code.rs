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
        /// Why something was refused: short names that never change. `docs/developing/protocol.md` explains each.
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

            /// The status of an HTTP answer with it.
            pub const fn status(self) -> u16 {
                match self { $(Self::$name => $status,)* }
            }
        }
    };
}

codes! {
    /// The position is another by now; the events that made it come along.
    Stale = "stale", 409;
    /// The client claims to know what has not happened.
    Ahead = "ahead", 409;
    /// The rules do not allow the move.
    Illegal = "illegal", 422;
    /// The other is to move.
    NotYourTurn = "not-your-turn", 409;
    /// The game is over.
    Over = "over", 409;
    /// The game has not begun.
    NotStarted = "not-started", 409;
    /// The game has begun already, or this part of its beginning is done.
    Started = "started", 409;
    /// The seed does not fit the envelope.
    WrongSeed = "wrong-seed", 422;
    /// The sticks lie on the table.
    Thrown = "thrown", 409;
    /// The sticks are to be thrown first.
    ThrowFirst = "throw-first", 409;
    /// There is nothing to throw in this game.
    NoSticks = "no-sticks", 409;
    /// Nobody has offered or asked that.
    NoOffer = "no-offer", 409;
    /// It has been offered already.
    Offered = "offered", 409;
    /// Enough offers until the next move.
    TooManyOffers = "too-many-offers", 429;
    /// Senet knows no draws.
    NoDraws = "no-draws", 409;
    /// There is no move of one's own to take back, or the sticks have been thrown since.
    NoTakeback = "no-takeback", 409;
    /// Both have moved; resign instead.
    TooLate = "too-late", 409;
    /// The opponent is there, or not gone for long enough.
    NotGone = "not-gone", 409;
    /// There is time left, or no clock.
    TimeLeft = "time-left", 409;
    /// One's own time is over.
    NoTime = "no-time", 409;
    /// Somebody else sits there.
    SeatTaken = "seat-taken", 409;
    /// The other player is called so, or nearly so.
    SameName = "same-name", 409;
    /// The other player has used this id for something.
    UsedId = "used-id", 409;
    /// The game has had more events than any game.
    TooLong = "too-long", 409;
    /// Watchers do not play.
    NotAPlayer = "not-a-player", 403;
    /// There is no such game, or the secret opens nothing there.
    NotFound = "not-found", 404;
    /// Not written as a message should be.
    BadMessage = "bad-message", 400;
    /// Another version of the protocol.
    Version = "version", 426;
    /// The rules cannot be read.
    BadRules = "bad-rules", 422;
    /// Nobody could play with such a clock.
    BadClock = "bad-clock", 422;
    /// No computer player of this name plays this game.
    BadBot = "bad-bot", 422;
    /// The position cannot be read, or not under these rules.
    BadPosition = "bad-position", 422;
    /// The stored game cannot be read.
    BadRecord = "bad-record", 422;
    /// The page that asks is not ours.
    Foreign = "foreign", 403;
    /// Not JSON.
    NotJson = "not-json", 415;
    /// More than is taken.
    TooLarge = "too-large", 413;
    /// Somebody else has this name, or one that looks like it.
    NameTaken = "name-taken", 409;
    /// Too short, too long, or easily guessed.
    BadPassword = "bad-password", 422;
    /// The name or the password is wrong; which of them is not told.
    WrongLogin = "wrong-login", 401;
    /// One has as many of these as one may have.
    TooMany = "too-many", 409;
    /// This is for who is signed in.
    SignedOut = "signed-out", 401;
    /// Too often, or more sockets at once than an address or an account may have.
    Rate = "rate", 429;
    /// Too many sockets or games in all.
    Full = "full", 503;
    /// The client reads too slowly.
    Slow = "slow", 503;
    /// The same seat is open in more tabs than it may be; the oldest is let go and does not come back by itself.
    Replaced = "replaced", 409;
    /// The store does not answer; nothing is lost, try again.
    Unavailable = "unavailable", 503;
    /// The stored game cannot be read; trying again does not help, and whoever runs the server is told.
    Damaged = "damaged", 500;
    /// The server goes down for a moment.
    Restarting = "restarting", 503;
}
