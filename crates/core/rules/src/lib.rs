//! What a legal game is, for the mancala family and for Senet.
//!
//! The crate reads no file, asks no clock and draws no random number: throws and coins come from outside.
//! `docs/playing/rules.md` is the law it implements; comments cite its paragraphs.
//!
//! ```
//! use gebeta_rules::{Game, mancala};
//!
//! let start = mancala::Position::start(&mancala::Rules::GEBETA);
//! let after = start.play("3".parse()?)?;
//! assert_eq!(after.to_string(), "4,4,0,5,5,5,1,4,4,4,4,4,4,0 1"); // the last stone came home: again
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod code;
mod error_list;
mod family;
mod game;
mod keyword;
mod outcome;
mod perft;
mod player;
mod suggest;

pub mod mancala;
pub mod senet;
pub mod sowing;

mod any;
mod applied_move;
pub mod interchange;
pub mod options;
mod origin;
mod preset;
mod record;
mod rule_file;

pub use any::{AnyMove, AnyPly, AnyPosition, AnyRules, GameKind, PlyError, PositionError};
pub use applied_move::{AppliedMove, Steps};
pub use code::Coded;
pub use error_list::ErrorList;
pub use family::Family;
pub use game::{Chance, Deterministic, Game, StepObserver};
pub use keyword::{Keyword, KeywordError};
pub use options::{AnyConflictError, RuleOption};
pub use origin::{Area, Learning, Length, Origin};
pub use outcome::Outcome;
pub use perft::{Perft, divide, divide_with_throws, perft, perft_with_throws};
pub use player::{ByPlayer, Player};
pub use preset::{PRESETS, Preset, RuleSet};
pub use record::{Coin, CoinSide, Record, RecordError, RecordErrorKind, Seat};
pub use rule_file::{RuleFile, RuleFileError, RuleFileErrorKind, is_hidden};
pub use suggest::nearest;
