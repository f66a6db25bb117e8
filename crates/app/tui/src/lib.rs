//! The full-screen game of the terminal.
//!
//! A [`Model`] is all there is to know; [`update`] changes it by a [`Message`] and says which [`Effect`]s are wanted;
//! [`view::draw`] shows it. Nothing of that touches the terminal, a file or a clock: [`run`] does, with what the program
//! puts into [`Ports`].

mod board;
mod columns;
mod effect;
mod engine_worker;
mod input;
pub mod look;
mod measure;
mod message;
mod model;
mod motion;
mod move_selection;
mod network;
mod options;
mod port;
mod run;
pub mod scene;
mod screen;
mod storage_worker;
mod terminal;
mod update;
pub mod view;
pub mod words;

pub use effect::Effect;
pub use gebeta_session::settings::{Animation, BoardLayout, Charset, Color, SettingError, Settings, Value};
pub use measure::draw_frames;
pub use message::{Advice, AnySearchResult, Message, Target};
pub use model::{Model, Start};
pub use move_selection::MoveSelection;
pub use network::{
    Arrival, EventSink, Network, NetworkCommand, NetworkEvent, OnlineError, OnlineGoal, OnlineRequest,
    game_of,
};
pub use port::{GameStorage, KeptGame, Ports, Unfinished};
pub use run::{Exit, LeftGame, RunError, run};
pub use screen::play_board::{BoardSource, PlayBoard};
pub use screen::{Screen, game, online, online_form, setup};
pub use update::update;
