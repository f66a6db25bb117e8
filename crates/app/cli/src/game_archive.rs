//! Where games are kept: finished ones in the database, those that go on in files.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gebeta_rules::{GameKind, Record};
use gebeta_tui::{GameStorage, KeptGame, Unfinished, Value};

use crate::history::{FinishedGame, History};
use crate::{Failure, atomic_file, config, folders, replay};

/// The database of finished games; none where the system has no such place.
pub(crate) fn database() -> Option<PathBuf> {
    folders::data().map(|folder| folder.join("games.db"))
}

/// Opens the database, which is made where there is none.
pub(crate) fn open() -> Result<History, Failure> {
    let path = database().ok_or_else(no_folder)?;
    // Where the folder cannot be made, opening the file says why.
    let _ = fs::create_dir_all(atomic_file::folder_of(&path));
    History::open(&path).map_err(|error| Failure::bad_file(&path, &error))
}

fn no_folder() -> Failure {
    Failure::failed("no-folder", "this system has no folder for a user's files")
}

/// Keeps a finished game.
pub(crate) fn add(record: &Record) -> Result<(), Failure> {
    let path = database().ok_or_else(no_folder)?;
    let ended = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let Ok(game) = FinishedGame::new(record, ended) else { return Ok(()) };
    open()?.add(&game).map_err(|error| Failure::bad_file(&path, &error))?;
    Ok(())
}

/// A new file for an unfinished game that has none. It is taken from now on: another game, even one with the
/// same seed, gets another.
pub(crate) fn new_waiting_place(record: &Record) -> Option<PathBuf> {
    /// With more games of one seed than this, the last one is overwritten.
    const MOST: usize = 1000;
    let folder = waiting_folder()?;
    // Where the folder cannot be made, writing the file says why.
    let _ = fs::create_dir_all(&folder);
    let name = format!("{}-{}", record.rules.game(), record.seed.unwrap_or(0));
    let mut place = folder.join(format!("{name}.gebeta"));
    for number in 2..MOST {
        match fs::File::create_new(&place) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                place = folder.join(format!("{name}-{number}.gebeta"));
            }
            _ => break,
        }
    }
    Some(place)
}

/// Whether this is a place where games wait, rather than a file that the user has named.
pub(crate) fn is_waiting_place(path: &Path) -> bool {
    waiting_folder().is_some_and(|folder| path.parent() == Some(&folder))
}

fn waiting_folder() -> Option<PathBuf> {
    folders::data().map(|folder| folder.join("saved"))
}

/// The games that wait, the latest first.
pub(crate) fn waiting() -> Vec<Unfinished> {
    /// A folder full of something else must not slow down the start.
    const MOST: usize = 50;
    let Some(Ok(entries)) = waiting_folder().map(fs::read_dir) else { return Vec::new() };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path();
            let is_game = path.extension().is_some_and(|extension| extension == "gebeta");
            is_game.then_some((entry.metadata().ok()?.modified().ok()?, path))
        })
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    let games = files.into_iter().take(MOST).filter_map(|(_, path)| {
        let record = replay::load(&path).ok().filter(|record| record.outcome().is_none())?;
        Some(Unfinished { path, record })
    });
    games.collect()
}

/// A new game never overwrites a file.
pub(crate) fn refuse_existing(path: &Path) -> Result<(), Failure> {
    if path.exists() {
        let message = format!("{} is there already; choose another name", path.display());
        return Err(Failure::failed("file-exists", message));
    }
    Ok(())
}

/// Finished and unfinished games as the full screen saves and lists them.
#[derive(Debug, Default)]
pub(crate) struct GameArchive {
    /// The database, once it was needed.
    store: Option<History>,
    /// Where the games of this sitting wait that began in it, by game and seed.
    places: HashMap<(GameKind, Option<u64>), PathBuf>,
}

impl GameArchive {
    /// Where a game waits that was begun in this sitting.
    fn place(&mut self, record: &Record) -> Option<PathBuf> {
        let place = match self.places.entry((record.rules.game(), record.seed)) {
            Entry::Occupied(place) => place.into_mut(),
            Entry::Vacant(place) => place.insert(new_waiting_place(record)?),
        };
        Some(place.clone())
    }

    fn store(&mut self) -> Result<&mut History, String> {
        if self.store.is_none() {
            self.store = Some(open().map_err(told)?);
        }
        self.store.as_mut().ok_or_else(String::new)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it stands where errors are mapped")]
fn told(failure: Failure) -> String {
    failure.sentence().to_owned()
}

impl GameStorage for GameArchive {
    fn games(&mut self) -> Result<Vec<KeptGame>, String> {
        let games = self.store()?.games().map_err(|error| error.to_string())?;
        Ok(games.into_iter().map(|game| KeptGame { id: game.id, result: game.result }).collect())
    }

    fn game(&mut self, id: i64) -> Result<Record, String> {
        let text = self.store()?.record(id).map_err(|error| error.to_string())?;
        let text = text.ok_or_else(|| format!("there is no game {id} any more"))?;
        text.parse().map_err(|error: gebeta_rules::RecordError| error.to_string())
    }

    fn add(&mut self, record: &Record) -> Result<(), String> {
        // Opened anew for each game: a database that was full or busy once may have recovered.
        add(record).map_err(told)
    }

    fn clear(&mut self) -> Result<u64, String> {
        self.store()?.clear().map_err(|error| error.to_string())
    }

    fn unfinished(&mut self) -> Vec<Unfinished> {
        waiting()
    }

    fn keep(&mut self, record: &Record, path: Option<&Path>) -> Result<(), String> {
        let path = path.map(Path::to_owned).or_else(|| self.place(record));
        let path = path.ok_or_else(|| told(no_folder()))?;
        atomic_file::write(&path, &record.to_string()).map_err(told)
    }

    fn let_go(&mut self, record: &Record, path: Option<&Path>) {
        let own = match path {
            Some(path) => is_waiting_place(path).then(|| path.to_owned()),
            None => self.places.remove(&(record.rules.game(), record.seed)),
        };
        // There is nothing left to go on with.
        let _ = own.map(fs::remove_file);
    }

    fn discard(&mut self, path: &Path) -> Result<(), String> {
        fs::remove_file(path).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn save_as(&mut self, text: &str, path: &Path) -> Result<(), String> {
        refuse_existing(path).and_then(|()| atomic_file::write(path, text)).map_err(told)
    }

    fn save_settings(&mut self, changes: &[(&'static str, Value)]) -> Result<(), String> {
        let path = config::path().ok_or_else(|| told(no_folder()))?;
        config::save(&path, changes).map_err(told)
    }
}
