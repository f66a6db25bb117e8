//! Files that are either the old ones or the new ones, never something between.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::CliError;

/// Replaces `path` by these bytes: a temporary file beside it, flushed to the disk, then renamed.
pub(crate) fn write(path: &Path, content: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), CliError> {
    replace(path, content).map(drop)
}

/// The same; the answer is the open file.
pub(crate) fn replace(path: &Path, content: &(impl AsRef<[u8]> + ?Sized)) -> Result<File, CliError> {
    let written = || {
        let file = filled(path, content.as_ref())?.persist(path).map_err(|error| error.error)?;
        sync_folder(folder_of(path))?;
        Ok(file)
    };
    written().map_err(|error| not_saved(path, &error))
}

/// The same for a file that is not there yet; none if there is one.
pub(crate) fn create(path: &Path, content: &str) -> Result<Option<File>, CliError> {
    let written = || match filled(path, content.as_bytes())?.persist_noclobber(path) {
        Ok(file) => sync_folder(folder_of(path)).map(|()| Some(file)),
        Err(failure) if failure.error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
        Err(failure) => Err(failure.error),
    };
    written().map_err(|error| not_saved(path, &error))
}

/// Makes the folder of a file, and those above it.
pub(crate) fn make_folder_of(path: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder_of(path)).map_err(|error| not_saved(path, &error))
}

/// Says now whether [`write`] can work later.
pub(crate) fn try_out(path: &Path) -> Result<(), CliError> {
    begin(path).map(drop).map_err(|error| not_saved(path, &error))
}

/// A file cannot be written.
pub(crate) fn not_saved(path: &Path, error: &io::Error) -> CliError {
    CliError::failed("not-saved", format!("{} cannot be written: {}", path.display(), reason(error)))
}

/// What the system says, without the number that only programmers know.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error ").map_or(text.as_str(), |(words, _)| words).to_owned()
}

/// A temporary file beside `path` with this content, flushed to the disk.
fn filled(path: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = begin(path)?;
    // Not through the wrapper, whose errors name the temporary file.
    file.as_file_mut().write_all(content)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// A temporary file beside `path`.
fn begin(path: &Path) -> io::Result<NamedTempFile> {
    if path.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    let mut builder = Builder::new();
    builder.prefix(".gebeta-");
    readable_by_others(&mut builder);
    builder.tempfile_in(folder_of(path)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::other("there is no such folder"),
        _ => plain(&error),
    })
}

/// The error of the system without the name of the temporary file, which means nothing to anybody.
fn plain(error: &io::Error) -> io::Error {
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(inner) = source {
        let known = inner.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error);
        if let Some(number) = known {
            return io::Error::from_raw_os_error(number);
        }
        source = inner.source();
    }
    error.kind().into()
}

/// An empty file beside `path` that only its owner may read, to be filled by somebody else and then [kept](keep).
pub(crate) fn private(path: &Path) -> Result<NamedTempFile, CliError> {
    if path.is_dir() {
        return Err(not_saved(path, &io::Error::other("it is a directory")));
    }
    let file = Builder::new().prefix(".gebeta-").tempfile_in(folder_of(path));
    file.map_err(|error| not_saved(path, &plain(&error)))
}

/// Gives a filled file its name, once it is on the disk. The answer is its size in bytes.
pub(crate) fn keep(file: NamedTempFile, path: &Path) -> Result<u64, CliError> {
    let kept = || {
        file.as_file().sync_all()?;
        let bytes = file.as_file().metadata()?.len();
        file.persist(path).map_err(|error| error.error)?;
        sync_folder(folder_of(path))?;
        Ok(bytes)
    };
    kept().map_err(|error| not_saved(path, &error))
}

/// The folder a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A saved game is an ordinary file; a temporary one would be private.
#[cfg(unix)]
fn readable_by_others(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn readable_by_others(_: &mut Builder<'_, '_>) {}

/// Makes the rename itself survive a power cut.
#[cfg(unix)]
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Reads a text file of at most `most` bytes.
///
/// # Errors
/// It is no regular file (a pipe could keep us waiting for ever), too large, no UTF-8, or unreadable.
pub(crate) fn read(path: &Path, most: usize) -> Result<String, CliError> {
    String::from_utf8(read_bytes(path, most)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        CliError::failed("bad-utf8", format!("{} is not UTF-8 text at byte {place}", path.display()))
    })
}

/// Reads any file of at most `most` bytes.
///
/// # Errors
/// It is no regular file, too large, or unreadable.
pub(crate) fn read_bytes(path: &Path, most: usize) -> Result<Vec<u8>, CliError> {
    regular(path)?;
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, &error))?;
    if bytes.len() > most {
        let (shown, kib) = (path.display(), most / 1024);
        return Err(CliError::failed(
            "file-too-large",
            format!("{shown} has more than the {kib} KiB that are allowed"),
        ));
    }
    Ok(bytes)
}

/// Refuses what is no regular file, or none at all.
pub(crate) fn regular(path: &Path) -> Result<(), CliError> {
    let shown = path.display();
    let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if metadata.is_dir() {
        return Err(CliError::failed("not-a-file", format!("{shown} is a directory, not a file")));
    }
    if !metadata.is_file() {
        return Err(CliError::failed("not-a-file", format!("{shown} is not a regular file")));
    }
    Ok(())
}

/// A file cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> CliError {
    let code = if error.kind() == io::ErrorKind::NotFound { "no-such-file" } else { "unreadable-file" };
    CliError::failed(code, format!("{} cannot be read: {}", path.display(), reason(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        write(&path, "first, and rather longer").unwrap();
        write(&path, "second").unwrap();
        assert_eq!(read(&path, 100).unwrap(), "second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        let code = |path: &Path| read(path, 4).unwrap_err().code();
        assert_eq!(code(&path), "no-such-file");
        assert_eq!(code(folder.path()), "not-a-file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(code(&path), "file-too-large");
        fs::write(&path, [b'a', 0xff]).unwrap();
        assert_eq!(code(&path), "bad-utf8");
        assert_eq!(write(folder.path(), "x").unwrap_err().code(), "not-saved");
    }
}
