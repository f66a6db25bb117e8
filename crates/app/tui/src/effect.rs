use std::path::PathBuf;

use gebeta_protocol::MatchId;
use gebeta_rules::{AnyPosition, Record};
use gebeta_session::SearchTask;

use crate::{NetworkCommand, OnlineRequest, Value};

/// Something to be done outside the model; most are answered by a message.
#[derive(Clone, Debug)]
pub enum Effect {
    /// A computer player's move is wanted.
    Search {
        /// The number of the request; the answer carries it.
        ticket: u64,
        /// What is to be searched.
        task: SearchTask,
    },
    /// A hint is wanted.
    Advise {
        /// The number of the request; the answer carries it.
        ticket: u64,
        /// Where.
        position: AnyPosition,
    },
    /// A game is looked at move by move.
    Review {
        /// The number of the request; the answer carries it.
        ticket: u64,
        /// Which game.
        record: Box<Record>,
    },
    /// The answers to earlier requests are not wanted any more.
    Stop,
    /// The game in this file is resumed: no other program may play it meanwhile.
    Claim(PathBuf),
    /// Keep a game that goes on, in its file if it has one.
    Keep(Box<Record>, Option<PathBuf>),
    /// A game is over: its waiting place is free, the one given here or the one it was kept in.
    LetGo(Box<Record>, Option<PathBuf>),
    /// Delete the unfinished game that waits there.
    Discard(PathBuf),
    /// Keep a finished game.
    Add(Box<Record>),
    /// Write a text to a new file.
    SaveAs(String, PathBuf),
    /// Go to a server; what the network reports comes with this number.
    GoOnline(u64, OnlineRequest),
    /// Do something with the connection to the game there.
    Network(NetworkCommand),
    /// Forget the seat at this online game: it is over.
    ForgetSeat(MatchId),
    /// The online game is left.
    LeaveOnline,
    /// Ask for the link of the game that was left last.
    LatestLink,
    /// Read the list of finished games.
    ListGames,
    /// Read one of them.
    OpenGame(i64),
    /// Forget all of them.
    ClearGames,
    /// Read the list of waiting games.
    ListUnfinished,
    /// Keep these settings.
    SaveSettings(Vec<(&'static str, Value)>),
    /// Stop until the shell lets us go on.
    Suspend,
    /// End the program; with the number of a signal if one has asked for it.
    Quit(Option<u8>),
}
