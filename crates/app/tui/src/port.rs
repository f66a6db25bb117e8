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

/// An unfinished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Its file.
    pub path: PathBuf,
    /// The game.
    pub record: Record,
}

/// Where games and settings are kept. Errors are sentences for people; the game continues.
///
/// It runs in a separate thread, so it may block.
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
    /// Takes over the file of a stored game before it is resumed, so that no other program plays it meanwhile.
    fn claim(&mut self, path: &Path) -> Result<(), String>;
    /// Stores an unfinished game, in its file or else in the folder of unfinished games.
    fn keep(&mut self, record: &Record, path: Option<&Path>) -> Result<(), String>;
    /// Deletes the stored unfinished game, or `path` where that is in the folder of unfinished games: the game is over.
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
