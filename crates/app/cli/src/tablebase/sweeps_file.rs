use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gebeta_solver::senet::Checkpoint;

use super::folder::warn;
use super::part::Synced;
use crate::atomic_file;

/// `FILE.sweeps`: the layer at work, kept now and then.
pub(super) struct SweepsFile {
    path: PathBuf,
    every: Duration,
    kept: Instant,
}

impl SweepsFile {
    pub(super) fn beside(target: &Path, every: Duration) -> Self {
        let mut name = target.as_os_str().to_owned();
        name.push(".sweeps");
        Self { path: name.into(), every, kept: Instant::now() }
    }

    fn new_path(&self) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".new");
        name.into()
    }

    /// Writes the new one beside the old one, which is good until the new one is.
    fn replace(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let new = self.new_path();
        let mut out = BufWriter::with_capacity(1 << 20, File::create(&new)?);
        write(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(&new, &self.path)?;
        atomic_file::sync_folder(atomic_file::folder_of(&self.path))
    }

    /// The layer is finished, and is where a power cut does not reach it.
    pub(super) fn forget(&mut self, _: Synced) {
        // It may never have been written; and another layer does not take it for its own.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(self.new_path());
        self.kept = Instant::now();
    }
}

impl Checkpoint for SweepsFile {
    fn kept(&mut self) -> Option<Box<dyn Read>> {
        let file = File::open(&self.path).ok()?;
        Some(Box::new(BufReader::with_capacity(1 << 20, file)))
    }

    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        if self.kept.elapsed() < self.every {
            return;
        }
        if let Err(error) = self.replace(write) {
            // What there is of it takes room that the table may need.
            let _ = fs::remove_file(self.new_path());
            let failure = atomic_file::not_saved(&self.path, &error);
            warn(
                &failure,
                "the build continues; if it is interrupted, this layer resumes from what was stored before",
            );
        }
        self.kept = Instant::now();
    }
}
