use std::fs::File;
use std::io;
use std::path::Path;

use gebeta_solver::file::Source;

use crate::{CliError, atomic_file};

/// A table on the disk. It is read by place and never mapped: a file that somebody cuts off meanwhile is an error then,
/// not a signal.
#[derive(Debug)]
pub(crate) struct DiskFile {
    name: String,
    file: File,
}

impl DiskFile {
    /// Opens a regular file.
    pub(crate) fn open(path: &Path) -> Result<Self, CliError> {
        atomic_file::regular(path)?;
        let file = File::open(path).map_err(|error| atomic_file::unreadable(path, &error))?;
        Ok(Self::new(path, file))
    }

    /// A file that is open.
    pub(crate) fn new(path: &Path, file: File) -> Self {
        Self { name: path.display().to_string(), file }
    }
}

impl Source for DiskFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(&self.file, buffer, offset)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => {
                    offset += count as u64;
                    buffer = &mut buffer[count..];
                }
            }
        }
        Ok(())
    }
}
