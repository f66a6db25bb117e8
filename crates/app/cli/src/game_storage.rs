use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};

use gebeta_rules::{GameKind, Record};
use gebeta_tui::{GameStorage, KeptGame, Unfinished, Value};

use crate::history::History;
use crate::{CliError, atomic_file, config, game_archive};

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
            Entry::Vacant(place) => place.insert(game_archive::new_waiting_place(record)?),
        };
        Some(place.clone())
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
        game_archive::waiting().into_iter().map(|(path, record)| Unfinished { path, record }).collect()
    }

    fn keep(&mut self, record: &Record, path: Option<&Path>) -> Result<(), String> {
        let path = path.map(Path::to_owned).or_else(|| self.place(record));
        let path = path.ok_or_else(|| told(game_archive::no_folder()))?;
        atomic_file::write(&path, &record.to_string()).map_err(told)
    }

    fn let_go(&mut self, record: &Record, path: Option<&Path>) {
        let own = match path {
            Some(path) => game_archive::is_waiting_place(path).then(|| path.to_owned()),
            None => self.places.remove(&(record.rules.game(), record.seed)),
        };
        // There is nothing left to go on with.
        let _ = own.map(fs::remove_file);
    }

    fn discard(&mut self, path: &Path) -> Result<(), String> {
        fs::remove_file(path).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn save_as(&mut self, text: &str, path: &Path) -> Result<(), String> {
        game_archive::refuse_existing(path).and_then(|()| atomic_file::write(path, text)).map_err(told)
    }

    fn save_settings(&mut self, changes: &[(&'static str, Value)]) -> Result<(), String> {
        let path = config::path().ok_or_else(|| told(game_archive::no_folder()))?;
        config::save(&path, changes).map_err(told)
    }
}
