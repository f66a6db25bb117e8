use std::path::PathBuf;

use gebeta_bots::{Bot, Luck};
use gebeta_rules::{AnyPosition, Record};

use crate::Settings;

/// Something to be done in the world; most answer with a message.
#[derive(Clone, Debug)]
pub enum Effect {
    /// A computer player decides.
    Think {
        /// Comes back with the answer.
        ticket: u64,
        /// Where it decides.
        position: AnyPosition,
        /// Who.
        bot: Bot,
        /// The chance of the game.
        luck: Luck,
        /// The number of the ply.
        ply: usize,
    },
    /// Somebody asks for advice.
    Advise {
        /// Comes back with the answer.
        ticket: u64,
        /// Where.
        position: AnyPosition,
    },
    /// A game is looked at move by move.
    Review {
        /// Comes back with the answer.
        ticket: u64,
        /// Which game.
        record: Box<Record>,
    },
    /// Nobody waits for any answer any more.
    Stop,
    /// Keep a game that goes on, in its file if it has one.
    Keep(Box<Record>, Option<PathBuf>),
    /// A game is over: its waiting place is free.
    LetGo(Box<Record>),
    /// Keep a finished game.
    Add(Box<Record>),
    /// Write a game to a file.
    SaveAs(Box<Record>, PathBuf),
    /// Read the list of finished games.
    ListGames,
    /// Read one of them.
    OpenGame(i64),
    /// Forget all of them.
    ClearGames,
    /// Read the list of waiting games.
    ListUnfinished,
    /// Keep the settings.
    SaveSettings(Box<Settings>),
    /// Stop until the shell lets us go on.
    Suspend,
    /// End the program.
    Quit,
}
