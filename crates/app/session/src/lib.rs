//! A game on one device: who sits where, what was thrown and played, what may be taken back, how it ended.
//!
//! Everything here is a pure function of what it is given: no clock, no file, no thread. The terminal and the browser
//! hold a [`LocalGame`], show what it says and tell it what people do; computer players are asked by the front end, because
//! only it knows where thinking may take place.

mod game_setup;
mod local_game;
mod names;
mod narration;
mod player_kind;
mod result;
pub mod settings;
mod statistics;

pub use game_setup::{GameSetup, SetupError};
pub use local_game::{ActionError, LocalGame, Stage};
pub use names::{LONGEST_NAME, NameError, clean_name, name_faults, usual_name};
pub use narration::{
    mancala_refusal, move_text, narrate, plan_fault, refusal, rule_conflict, senet_refusal, verdict,
};
pub use player_kind::PlayerKind;
pub use result::GameResult;
pub use statistics::{Line, Statistics, Streak};
