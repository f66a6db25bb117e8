//! What crosses a wire (`docs/developing/protocol.md`): the events of a game by a link, which are its truth, and the messages that
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
mod cluster_event;
mod code;
mod event;
mod id;
pub mod limits;
mod message;
mod name;
mod no_fields;
mod password;
mod recovery;
mod setup;
mod side;

pub use account::{
    Credentials, Export, Farewell, GameResult, HistoryEntry, LeaderboardEntry, Me, PasswordChange, Profile,
    RatingView, SessionView, StatisticsLine, Tally, TokenMade, TokenRequest, TokenView, Unrated,
};
pub use action::Action;
pub use analysis::{AdvisedMove, AnalyseRequest, Analysis, Endgame, EndgameRequest, JudgedPly};
pub use api::{ClockView, CreateRequest, ErrorBody, JoinRequest, LobbyEntry, MatchView, PairRequest, Ticket};
pub use bot_name::{BotName, BotNameError};
pub use chain::{ChainMark, ChainStatus};
pub use clock::TimeControl;
pub use cluster_event::ClusterEvent;
pub use code::Code;
pub use event::{Ending, Event, Logged, Outcome, Seat, Seeds};
pub use id::{
    AccountId, ApiToken, Hash, IdError, MatchId, MoveId, OpenSeed, SeatSecret, SessionSecret, TokenId,
};
pub use message::{ClientMessage, Phrase, ServerMessage, read};
pub use name::{NameError, PlayerName};
pub use password::Password;
pub use recovery::{Recovery, RecoveryCode, RecoveryCodeError, RecoveryCodes};
pub use setup::{SeatWish, Setup};
pub use side::{BySide, Side};

/// The version of the protocol; a client with another is refused.
pub const PROTOCOL: u32 = 1;
