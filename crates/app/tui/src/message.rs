use crossterm::event::{KeyCode, KeyEvent};

use gebeta_engine::Review;
use gebeta_rules::{AnyPly, Record};
use gebeta_search::Nodes;

use crate::{KeptGame, NetworkEvent, Unfinished};

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Message {
    /// Time has passed.
    Tick,
    /// A key was pressed.
    Key(KeyEvent),
    /// Something on the screen was clicked.
    Click(Target),
    /// The wheel was turned, down or up.
    Wheel(bool),
    /// Text came in one piece.
    Paste(String),
    /// A computer player has decided.
    SearchResult(u64, Option<AnySearchResult>),
    /// Advice has come.
    Advice(u64, Option<Advice>),
    /// So many moves of a review are done.
    Reviewing(u64, usize),
    /// A review is done.
    Reviewed(u64, Box<Review>),
    /// The list of finished games.
    Games(Result<Vec<KeptGame>, String>),
    /// A finished game.
    Opened(Result<Box<Record>, String>),
    /// The list of waiting games.
    Unfinished(Vec<Unfinished>),
    /// A finished game was kept, or why not.
    Added(Result<(), String>),
    /// A game that goes on was kept, or why not.
    Kept(Result<(), String>),
    /// A game was written to the file with this name, or the name and why not.
    Saved(Result<String, (String, String)>),
    /// All games were forgotten.
    Cleared(Result<u64, String>),
    /// The settings were kept, or why not.
    SettingsSaved(Result<(), String>),
    /// The network reports something of the request with this number.
    Online(u64, NetworkEvent),
    /// The link of the online game whose seat was kept last.
    LatestLink(Option<String>),
    /// The system wants us to end, by the signal with this number.
    Hangup(u8),
}

/// What can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// As if this key were pressed.
    Key(KeyCode),
    /// A line of a list.
    Row(usize),
    /// A line's value: back or on.
    Turn(usize, bool),
    /// A pit or store.
    Hole(usize),
    /// A square.
    Square(u8),
    /// A move of the list.
    Move(usize),
}

/// What a computer player thought, of either game.
#[derive(Clone, Debug, PartialEq)]
pub struct AnySearchResult {
    /// What it plays.
    pub best: AnyPly,
    /// Every candidate with its worth in the bot's own number.
    pub moves: Vec<(AnyPly, f64)>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: Nodes,
    /// Whether its move is proved.
    pub exact: bool,
    /// How long it took, in milliseconds.
    pub millis: u64,
}

/// Advice, of either game.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The best move.
    pub best: AnyPly,
    /// Its worth: stones ahead at the end, or the probability to win.
    pub value: f64,
    /// Whether that is proved.
    pub exact: bool,
    /// How the game is expected to go on.
    pub line: Vec<AnyPly>,
}
