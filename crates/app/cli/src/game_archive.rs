//! Where games are kept: finished ones in the database, those that go on in files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gebeta_rules::{GameKind, Record};

use crate::history::{FinishedGame, History};
use crate::{CliError, atomic_file, folders, record_file};

/// The database of finished games; none where the system has no such place.
pub(crate) fn database() -> Option<PathBuf> {
    folders::data().map(|folder| folder.join("games.db"))
}

/// Opens the database, which is made where there is none.
pub(crate) fn open() -> Result<History, CliError> {
    let path = database().ok_or_else(no_folder)?;
    atomic_file::make_folder_of(&path)?;
    History::open(&path).map_err(|error| CliError::bad_file(&path, &error))
}

pub(crate) fn no_folder() -> CliError {
    CliError::failed("no-folder", "this system has no folder for a user's files")
}

/// Keeps a finished game.
pub(crate) fn add(record: &Record) -> Result<(), CliError> {
    let path = database().ok_or_else(no_folder)?;
    let ended = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let Ok(game) = FinishedGame::new(record, ended) else { return Ok(()) };
    open()?.add(&game).map_err(|error| CliError::bad_file(&path, &error))?;
    Ok(())
}

/// Whether this is a place where games wait, rather than a file that the user has named.
pub(crate) fn is_waiting_place(path: &Path) -> bool {
    waiting_folder().is_some_and(|folder| path.parent() == Some(&folder))
}

/// Where unfinished games are.
pub(crate) fn waiting_folder() -> Option<PathBuf> {
    folders::data().map(|folder| folder.join("saved"))
}

/// The games that wait with their files, the latest first.
pub(crate) fn waiting() -> Vec<(PathBuf, Record)> {
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
        let record = record_file::load(&path).ok().filter(|record| record.outcome().is_none())?;
        Some((path, record))
    });
    games.collect()
}

/// A new game never overwrites a file.
pub(crate) fn refuse_existing(path: &Path) -> Result<(), CliError> {
    if path.exists() {
        let message = format!("{} already exists; choose another name", path.display());
        return Err(CliError::failed("file-exists", message));
    }
    Ok(())
}

/// The newest game that waits, for `--resume` without a file.
pub(crate) fn latest(game: GameKind) -> Result<PathBuf, CliError> {
    let newest = waiting().into_iter().find(|(_, record)| record.rules.game() == game);
    newest.map(|(path, _)| path).ok_or_else(|| {
        CliError::failed(
            "nothing-to-resume",
            format!("no game of {game} waits; start one with: gebeta {game}"),
        )
    })
}
