use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

use gebeta_solver::mancala::Prover;

use crate::tablebase::warn;
use crate::{CliError, atomic_file};

/// The file that a proof is kept in while it runs.
pub(super) struct Checkpoint<'a> {
    path: &'a Path,
    /// What is being proved.
    about: String,
    next: Instant,
    /// Whether it was told that it cannot be written.
    warned: bool,
}

impl<'a> Checkpoint<'a> {
    /// No honest checkpoint is larger.
    const MOST_BYTES: usize = 64 << 20;
    /// How much of a run may be lost.
    const EVERY: Duration = Duration::from_secs(20);
    /// Keeping must not take more than a part of the time.
    const PART: u32 = 20;

    /// Takes up what the file holds, if there is one, and sees to it that it can be written.
    pub(super) fn open(path: &'a Path, about: String, prover: &Prover) -> Result<Self, CliError> {
        if !prover.is_packed() {
            return Err(CliError::usage(
                "no-checkpoint",
                "a proof with so many stones cannot be kept in a file",
            ));
        }
        if path.exists() {
            let bytes = atomic_file::read_bytes(path, Self::MOST_BYTES)?;
            prover.resume(&about, &bytes).map_err(|fault| CliError::bad_file(path, &fault))?;
        }
        atomic_file::try_out(path)?;
        Ok(Self { path, about, next: Instant::now() + Self::EVERY, warned: false })
    }

    /// Keeps the proof, if it is time. The first time that it cannot be kept is told; the proof goes on.
    pub(super) fn keep_sometimes(&mut self, prover: &Prover) {
        if Instant::now() < self.next {
            return;
        }
        let started = Instant::now();
        if let Err(failure) = self.keep(prover)
            && !mem::replace(&mut self.warned, true)
        {
            warn(
                &failure,
                "the proof continues; if it is interrupted, it resumes from what was stored before",
            );
        }
        self.next = Instant::now() + Self::EVERY.max(started.elapsed() * Self::PART);
    }

    /// Keeps the finished proof, so that asking again costs nothing. Whoever waited for it gets it in any case.
    pub(super) fn finish(self, prover: &Prover) {
        if let Err(failure) = self.keep(prover) {
            warn(&failure, "the proof is finished, but the next run has to compute it again");
        }
    }

    /// Keeps the proof now. Where there is nothing to keep the file stays as it is.
    fn keep(&self, prover: &Prover) -> Result<(), CliError> {
        prover.checkpoint(&self.about).map_or(Ok(()), |bytes| atomic_file::write(self.path, &bytes))
    }
}
