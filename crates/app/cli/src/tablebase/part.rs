use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gebeta_solver::file::{Header, Reader, Writer};

use super::{DiskFile, refused};
use crate::{CliError, atomic_file};

/// A table that is being built: `FILE.part`, which becomes `FILE` when it is finished and never before.
///
/// It is locked, so two programs do not write to it; the lock ends with the program, however that ends.
#[derive(Debug)]
pub(super) struct PartFile {
    target: PathBuf,
    path: PathBuf,
    file: File,
}

impl PartFile {
    /// Opens what there is, or begins. None if the finished table is there already.
    pub(super) fn open(target: &Path, header: &Header) -> Result<Option<Self>, CliError> {
        if is_finished(target, header)? {
            return Ok(None);
        }
        let mut name = OsString::from(target);
        name.push(".part");
        let path = PathBuf::from(name);
        let not_saved = |error: io::Error| atomic_file::not_saved(&path, &error);
        if path.exists() {
            atomic_file::regular(&path)?;
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(not_saved)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = format!("{}: another program is building this table", path.display());
                return Err(CliError::failed("table-busy", message));
            }
            Err(TryLockError::Error(error)) => return Err(not_saved(error)),
        }
        // Whoever had the lock may have finished: then this is the finished file under its old name.
        if is_finished(target, header)? {
            return Ok(None);
        }
        begin(&mut file, header).map_err(not_saved)?;
        Ok(Some(Self { target: target.to_owned(), path, file }))
    }

    /// What was kept of the table.
    pub(super) fn reader(&self, header: &Header) -> Result<Reader<DiskFile>, CliError> {
        let file = self.file.try_clone().map_err(|error| self.not_saved(&error))?;
        Reader::unfinished(DiskFile::new(&self.path, file), header).map_err(|error| {
            let refused = refused(&error);
            CliError::failed(refused.code(), format!("{}; delete it to begin anew", refused.sentence()))
        })
    }

    /// Goes on behind the sections that were kept.
    pub(super) fn go_on<'a>(
        &mut self,
        header: &'a Header,
        sections: usize,
    ) -> Result<PartWriter<'a>, CliError> {
        let end = header.section_offset(sections);
        let ready = self.file.set_len(end).and_then(|()| self.file.seek(SeekFrom::Start(end)));
        let file = ready.and_then(|_| self.file.try_clone()).map_err(|error| self.not_saved(&error))?;
        Ok(PartWriter { writer: Writer::resume(file, header, sections), synced: Instant::now() })
    }

    /// Gives the finished table its name.
    pub(super) fn finish(self, writer: PartWriter<'_>) -> Result<(), CliError> {
        let renamed = writer.writer.finish().and_then(|file| {
            file.sync_all()?;
            fs::rename(&self.path, &self.target)?;
            atomic_file::sync_folder(atomic_file::folder_of(&self.target))
        });
        renamed.map_err(|error| self.not_saved(&error))
    }

    /// Writing failed; what was written before stays.
    pub(super) fn not_saved(&self, error: &io::Error) -> CliError {
        atomic_file::not_saved(&self.path, error)
    }
}

/// What was written has reached the disk: whatever it was made from may be thrown away.
#[derive(Debug)]
pub(super) struct Synced(());

/// Writes sections and sees to it that they reach the disk.
#[derive(Debug)]
pub(super) struct PartWriter<'a> {
    writer: Writer<'a, File>,
    synced: Instant,
}

impl PartWriter<'_> {
    /// How much a power cut may cost.
    const UNSYNCED: Duration = Duration::from_secs(2);

    /// Has the disk confirm what was written.
    pub(super) fn sync(&mut self) -> io::Result<Synced> {
        self.writer.out().sync_data()?;
        self.synced = Instant::now();
        Ok(Synced(()))
    }

    /// Writes the next entries.
    pub(super) fn append(&mut self, entries: &[u8]) -> io::Result<()> {
        self.writer.append(entries)?;
        if self.synced.elapsed() > Self::UNSYNCED {
            self.sync()?;
        }
        Ok(())
    }
}

/// Writes the header, unless there is more than a beginning of it.
fn begin(file: &mut File, header: &Header) -> io::Result<()> {
    let bytes = header.to_bytes();
    let mut found = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(bytes.len() as u64).read_to_end(&mut found)?;
    if found.len() < bytes.len() && bytes.starts_with(&found) {
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        io::Write::write_all(file, &bytes)?;
    }
    Ok(())
}

/// Whether the table is there. What else bears its name is not overwritten.
fn is_finished(target: &Path, header: &Header) -> Result<bool, CliError> {
    if fs::symlink_metadata(target).is_err() {
        return Ok(false);
    }
    let found = super::open(target)?;
    if found.header() == header {
        return Ok(true);
    }
    let message = format!("{} is there and is another table", target.display());
    Err(CliError::failed("table-exists", message))
}
