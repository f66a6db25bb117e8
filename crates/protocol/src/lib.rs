//! What crosses a wire (`docs/protocol.md`): the events of a game by a link, which are its truth, and the messages that
//! ask for them. Shared by the server, the browser and the terminal.
//!
//! Everything is JSON with unknown fields refused. Secrets are types of their own that no `Debug` shows.

mod account;
mod action;
mod analysis;
mod api;
mod bot_name;
mod chain;
mod clock;
mod code;
mod event;
mod id;
pub mod limits;
mod message;
mod name;
mod nothing;
mod password;
mod recovery;
mod ring;
mod setup;
mod side;

pub use account::{
    Credentials, Export, Farewell, GameResult, Me, PasswordChange, Played, Profile, RatingView, SessionView,
    StatisticsLine, Tally, TokenMade, TokenRequest, TokenView, Unrated,
};
pub use action::Action;
pub use analysis::{AdvisedMove, AnalyseRequest, Analysis, Endgame, EndgameRequest, JudgedPly};
pub use api::{CreateRequest, JoinRequest, LobbyEntry, MatchView, PairRequest, Problem, Ticket};
pub use bot_name::{BadBotName, BotName};
pub use chain::{ChainMark, ChainStatus};
pub use clock::TimeControl;
pub use code::Code;
pub use event::{Ending, Event, Logged, Outcome, Seat, Seeds};
pub use id::{
    AccountId, ApiToken, BadId, Hash, MatchId, MoveId, OpenSeed, SeatSecret, SessionSecret, TokenId,
};
pub use message::{Ask, Phrase, Tell, read};
pub use name::{BadName, PlayerName};
pub use password::Password;
pub use recovery::{BadRecoveryCode, Recovery, RecoveryCode, RecoveryCodes};
pub use ring::Ring;
pub use setup::{SeatWish, Setup};
pub use side::{BySide, Side};

/// The version of the protocol; a client with another is refused.
pub const PROTOCOL: u32 = 1;
