use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use gebeta_rules::Record;

use crate::{CliError, atomic_file, game_archive};

/// The file of a game that is being played. While this exists, no other program can claim the file, and a change that was made
/// to it all the same is never overwritten.
#[derive(Debug)]
pub(crate) struct GameFile {
    path: PathBuf,
    /// The beginning of its name, where the program chooses the name: another game never gets the same file.
    stem: Option<String>,
    /// What the file holds, as far as this program knows; none while there is none.
    known: Option<String>,
    /// The open file, which is locked.
    lock: Option<File>,
}

impl GameFile {
    /// A file with this name that is not there yet.
    pub(crate) const fn new(path: PathBuf) -> Self {
        Self { path, stem: None, known: None, lock: None }
    }

    /// A new file in the folder of unfinished games; none where the system has no such place.
    pub(crate) fn waiting(record: &Record) -> Option<Self> {
        let folder = game_archive::waiting_folder()?;
        let stem = format!("{}-{}", record.rules.game(), record.seed.unwrap_or(0));
        let path = folder.join(format!("{stem}.gebeta"));
        Some(Self { path, stem: Some(stem), known: None, lock: None })
    }

    /// The file of a stored game.
    ///
    /// # Errors
    /// Another program plays the game, or the file cannot be read.
    pub(crate) fn claim(path: PathBuf) -> Result<Self, CliError> {
        atomic_file::regular(&path)?;
        let file = File::open(&path).map_err(|error| atomic_file::unreadable(&path, &error))?;
        let lock = lock(file, &path)?;
        let known = Some(atomic_file::read(&path, Record::MAX_FILE_BYTES)?);
        Ok(Self { path, stem: None, known, lock })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the game has been written to it.
    pub(crate) const fn is_written(&self) -> bool {
        self.known.is_some()
    }

    /// Replaces the stored game by this text.
    ///
    /// # Errors
    /// Another program has changed the file, or it cannot be written. It is as it was.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), CliError> {
        let file = match &self.known {
            None => self.create(text)?,
            Some(known) => match atomic_file::read(&self.path, Record::MAX_FILE_BYTES) {
                Ok(there) if there != *known => return Err(changed(&self.path)),
                Ok(_) => atomic_file::replace(&self.path, text)?,
                Err(failure) if failure.code() == "no-such-file" => self.create(text)?,
                Err(failure) => return Err(failure),
            },
        };
        self.lock = lock(file, &self.path)?;
        self.known = Some(text.to_owned());
        Ok(())
    }

    /// Writes a file that is not there yet, under another name where the program may choose it.
    fn create(&mut self, text: &str) -> Result<File, CliError> {
        /// With more games of one seed than this, no more are kept.
        const MOST: usize = 1000;
        if self.stem.is_some() {
            atomic_file::make_folder_of(&self.path)?;
        }
        for number in 2..MOST {
            match (atomic_file::create(&self.path, text)?, &self.stem) {
                (Some(file), _) => return Ok(file),
                (None, Some(stem)) => self.path.set_file_name(format!("{stem}-{number}.gebeta")),
                (None, None) => break,
            }
        }
        Err(changed(&self.path))
    }
}

/// Whether another program plays the game in this file.
pub(crate) fn is_in_use(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| lock(file, path).is_err())
}

fn changed(path: &Path) -> CliError {
    let message = format!("{} was changed by another program and is left as it is", path.display());
    CliError::failed("changed-meanwhile", message)
}

/// Locks an open file, where the system and the file system can do that without hiding it from readers.
fn lock(file: File, path: &Path) -> Result<Option<File>, CliError> {
    if !cfg!(unix) {
        return Ok(None);
    }
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {
            let message = format!("{} is being played by another program", path.display());
            Err(CliError::failed("game-in-use", message))
        }
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_claimed_once_and_never_overwrites_what_others_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        let code = |result: Result<(), CliError>| result.map_err(|error| error.code());
        let mut game = GameFile::new(path.clone());
        game.write("first").unwrap();
        game.write("second").unwrap();
        assert_eq!(GameFile::claim(path.clone()).unwrap_err().code(), "game-in-use");
        assert!(is_in_use(&path));
        assert_eq!(code(GameFile::new(path.clone()).write("other")), Err("changed-meanwhile"));
        std::fs::write(&path, "edited").unwrap();
        assert_eq!(code(game.write("third")), Err("changed-meanwhile"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "edited");
        drop(game);
        let mut game = GameFile::claim(path.clone()).unwrap();
        std::fs::remove_file(&path).unwrap();
        game.write("again").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "again");
    }
}
