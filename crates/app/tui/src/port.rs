use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gebeta_engine::Engine;
use gebeta_rules::Record;
use gebeta_session::GameResult;

use crate::{Network, Value};

/// A finished game of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// Its number there.
    pub id: i64,
    /// What came of it.
    pub result: GameResult,
}

/// A game that waits to be gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Its file.
    pub path: PathBuf,
    /// The game.
    pub record: Record,
}

/// Where games and settings are kept. What goes wrong is told as a sentence; the game goes on.
///
/// It is asked in a thread of its own, so it may take its time.
pub trait GameStorage: Send {
    /// Every finished game, the latest first.
    fn games(&mut self) -> Result<Vec<KeptGame>, String>;
    /// One of them.
    fn game(&mut self, id: i64) -> Result<Record, String>;
    /// Keeps a finished game.
    fn add(&mut self, record: &Record) -> Result<(), String>;
    /// Forgets all finished games; the answer is how many there were.
    fn clear(&mut self) -> Result<u64, String>;
    /// Games that wait, the latest first.
    fn unfinished(&mut self) -> Vec<Unfinished>;
    /// Keeps a game that goes on, in its file or else in a place of its own.
    fn keep(&mut self, record: &Record, path: Option<&Path>) -> Result<(), String>;
    /// Lets go of the place of its own, or of `path` where that is one; there is nothing to go on with any more.
    fn let_go(&mut self, record: &Record, path: Option<&Path>);
    /// Forgets a game that waits.
    fn discard(&mut self, path: &Path) -> Result<(), String>;
    /// Writes a text to a new file.
    fn save_as(&mut self, text: &str, path: &Path) -> Result<(), String>;
    /// Keeps the settings that were changed, and no others.
    fn save_settings(&mut self, changes: &[(&'static str, Value)]) -> Result<(), String>;
}

/// What the program brings.
pub struct Ports {
    /// Where games and settings are kept.
    pub library: Box<dyn GameStorage>,
    /// The way to servers.
    pub network: Arc<dyn Network>,
    /// Who plays, advises and reviews: with a clock and the tables of the user.
    pub engine: Engine,
    /// The longest a computer player takes that looks far ahead in Senet.
    pub cap: Duration,
}

impl fmt::Debug for Ports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ports").finish_non_exhaustive()
    }
}
