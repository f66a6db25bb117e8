//! A game being played, as every front end has it: what it waits for, what may be done now, what follows.
//!
//! Everything here is a pure function of what it is given: no clock, no file, no thread, no socket. The terminal and the browser
//! hold a [`GameSession`], report what people do, and carry out its [`Effect`]s; they hold no rule of play. The game comes from
//! this device ([`LocalSource`]) or from a server ([`OnlineSource`]).

mod actions;
mod announcement;
mod board_view;
mod game_session;
mod game_setup;
mod local_game;
mod local_source;
mod names;
mod narration;
mod online_announcement;
mod online_event;
mod online_source;
mod online_wording;
mod player_kind;
mod presence;
mod prompt;
mod proof;
mod puzzle;
mod result;
mod rounds;
mod scene;
mod server_clock;
pub mod settings;
mod statistics;
mod told;

pub use actions::Actions;
pub use announcement::{Announcement, coin_side};
pub use board_view::BoardView;
pub use game_session::{Effect, GameSession, Input, Source};
pub use game_setup::{GameSetup, SetupError};
pub use local_game::{ActionError, LocalGame};
pub use local_source::{LocalEvent, LocalSource, SearchTask};
pub use names::{LONGEST_NAME, NameError, clean_name, name_faults, spectator_name, usual_name};
pub use narration::{
    beginning, end_reason, landing_text, mancala_refusal, move_text, narrate, pit_text, plan_fault,
    proof_of_move, refusal, rule_conflict, senet_refusal, store_text, turn_text, uncounted, verdict, winning,
};
pub use online_announcement::OnlineAnnouncement;
pub use online_event::{FinishedGame, OnlineEffect, OnlineEvent};
pub use online_source::{Offer, OnlineSource};
pub use online_wording::{
    EndingText, connection_text, ending_text, game_ending, off_board_reason, phrase_text, player_names,
    server_refusal, side_name, time_control_text, time_left_text,
};
pub use player_kind::PlayerKind;
pub use presence::Presence;
pub use prompt::Prompt;
pub use proof::Proof;
pub use puzzle::{DailyStreak, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleKind};
pub use result::GameResult;
pub use rounds::{Round, rounds};
pub use scene::Scene;
pub use statistics::{Line, Statistics, Streak};
pub use told::Told;
