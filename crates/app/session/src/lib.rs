//! A game being played, as every front end has it: what it waits for, what may be done now, what follows.
//!
//! Everything here is a pure function of what it is given: no clock, no file, no thread, no socket. The terminal and the browser
//! hold a [`GameSession`], report what people do, and carry out its [`Effect`]s; they hold no rule of play.

mod actions;
mod announcement;
mod board_view;
mod game_session;
mod game_setup;
mod local_game;
mod local_source;
mod names;
mod narration;
mod player_kind;
mod prompt;
mod result;
mod scene;
mod statistics;

pub use actions::Actions;
pub use announcement::{Announcement, coin_side};
pub use board_view::BoardView;
pub use game_session::{Effect, GameSession, Input, Source};
pub use game_setup::{GameSetup, SetupError};
pub use local_game::{ActionError, LocalGame};
pub use local_source::{LocalEvent, LocalSource, SearchTask};
pub use names::{LONGEST_NAME, NameError, clean_name, name_faults, usual_name};
pub use narration::{
    mancala_refusal, move_text, narrate, plan_fault, refusal, rule_conflict, senet_refusal, verdict,
};
pub use player_kind::PlayerKind;
pub use prompt::Prompt;
pub use result::GameResult;
pub use scene::Scene;
pub use statistics::{Line, Statistics, Streak};
