use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// Reserves a data folder for one process as long as it runs. The system releases the lock even of a killed process.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

/// Why the folder cannot be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has it.
    #[error("another server{} uses this folder", .0.as_ref().map(|pid| format!(" (process {pid})")).unwrap_or_default())]
    Taken(Option<String>),
    /// The system refuses.
    #[error("the folder cannot be written: {0}")]
    Failed(#[from] io::Error),
}

impl FolderLock {
    /// The file that is locked.
    const NAME: &str = "server.lock";

    /// Locks the folder.
    ///
    /// # Errors
    /// Another process has it.
    pub fn take(folder: &Path) -> Result<Self, LockError> {
        let mut file = File::options()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(folder.join(Self::NAME))?;
        match file.try_lock() {
            Ok(()) => {
                file.set_len(0)?;
                file.rewind()?;
                write!(file, "{}", std::process::id())?;
                Ok(Self { _file: file })
            }
            Err(TryLockError::WouldBlock) => {
                let mut pid = String::new();
                let known = file.take(20).read_to_string(&mut pid).is_ok() && !pid.is_empty();
                Err(LockError::Taken(known.then_some(pid)))
            }
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_server_which_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let first = FolderLock::take(folder.path()).unwrap();
        let refused = FolderLock::take(folder.path()).unwrap_err();
        assert!(
            matches!(&refused, LockError::Taken(Some(pid)) if *pid == std::process::id().to_string()),
            "{refused}"
        );
        drop(first);
        FolderLock::take(folder.path()).unwrap();
    }
}
