use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};

use gebeta_rules::{GameKind, Record};
use gebeta_tui::{GameStorage, KeptGame, Unfinished, Value};

use crate::game_file::{self, GameFile};
use crate::history::History;
use crate::{CliError, atomic_file, config, game_archive};

/// Finished and unfinished games as the full screen saves and lists them.
#[derive(Debug, Default)]
pub(crate) struct GameArchive {
    /// The database, once it was needed.
    store: Option<History>,
    /// The files of games that began in this run and have no file of their own, by game and seed.
    places: HashMap<(GameKind, Option<u64>), GameFile>,
    /// The files that games were resumed from, or that the user has named.
    files: HashMap<PathBuf, GameFile>,
}

impl GameArchive {
    /// An archive that holds the file of the game it begins with.
    pub(crate) fn with(file: Option<GameFile>) -> Self {
        let files = file.into_iter().map(|file| (file.path().to_owned(), file)).collect();
        Self { files, ..Self::default() }
    }

    /// The file of a game that was begun in this run.
    fn place(&mut self, record: &Record) -> Result<&mut GameFile, CliError> {
        Ok(match self.places.entry((record.rules.game(), record.seed)) {
            Entry::Occupied(place) => place.into_mut(),
            Entry::Vacant(place) => {
                place.insert(GameFile::waiting(record).ok_or_else(game_archive::no_folder)?)
            }
        })
    }

    /// The file with this name, which belongs to a game of this program.
    fn file(&mut self, path: &Path) -> Result<&mut GameFile, CliError> {
        Ok(match self.files.entry(path.to_owned()) {
            Entry::Occupied(file) => file.into_mut(),
            Entry::Vacant(file) => file.insert(GameFile::claim(path.to_owned())?),
        })
    }

    fn store(&mut self) -> Result<&mut History, String> {
        if self.store.is_none() {
            self.store = Some(game_archive::open().map_err(told)?);
        }
        self.store.as_mut().ok_or_else(String::new)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it stands where errors are mapped")]
fn told(failure: CliError) -> String {
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
        game_archive::add(record).map_err(told)
    }

    fn clear(&mut self) -> Result<u64, String> {
        self.store()?.clear().map_err(|error| error.to_string())
    }

    fn unfinished(&mut self) -> Vec<Unfinished> {
        let ours = |path: &Path| {
            self.files.contains_key(path) || self.places.values().any(|file| file.path() == path)
        };
        let games = game_archive::waiting().into_iter();
        let free = games.filter(|(path, _)| ours(path) || !game_file::is_in_use(path));
        free.map(|(path, record)| Unfinished { path, record }).collect()
    }

    fn claim(&mut self, path: &Path) -> Result<(), String> {
        // A game that was begun in this run goes on in its file.
        let place = self.places.iter().find(|(_, file)| file.path() == path).map(|(game, _)| *game);
        if let Some(file) = place.and_then(|game| self.places.remove(&game)) {
            self.files.insert(path.to_owned(), file);
        }
        self.file(path).map(drop).map_err(told)
    }

    fn keep(&mut self, record: &Record, path: Option<&Path>) -> Result<(), String> {
        let file = match path {
            Some(path) => self.file(path),
            None => self.place(record),
        };
        file.and_then(|file| file.write(&record.to_string())).map_err(told)
    }

    fn let_go(&mut self, record: &Record, path: Option<&Path>) {
        let file = match path {
            Some(path) => self.files.remove(path).filter(|_| game_archive::is_waiting_place(path)),
            None => self.places.remove(&(record.rules.game(), record.seed)),
        };
        // There is nothing left to resume.
        let _ = file.filter(GameFile::is_written).map(|file| fs::remove_file(file.path()));
    }

    fn discard(&mut self, path: &Path) -> Result<(), String> {
        self.files.remove(path);
        fs::remove_file(path).map_err(|error| format!("{}: {}", path.display(), atomic_file::reason(&error)))
    }

    fn save_as(&mut self, text: &str, path: &Path) -> Result<(), String> {
        game_archive::refuse_existing(path).and_then(|()| atomic_file::write(path, text)).map_err(told)
    }

    fn save_settings(&mut self, changes: &[(&'static str, Value)]) -> Result<(), String> {
        let path = config::path().ok_or_else(|| told(game_archive::no_folder()))?;
        config::save(&path, changes).map_err(told)
    }
}
