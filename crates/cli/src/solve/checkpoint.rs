use std::path::Path;
use std::time::{Duration, Instant};

use gebeta_endgame::mancala::Prover;

use crate::{Failure, atomic_file};

/// The file that a proof is kept in while it runs.
pub(super) struct Checkpoint<'a> {
    path: &'a Path,
    /// What is being proved.
    about: String,
    next: Instant,
    /// Why it could not be written the last time.
    failure: Option<Failure>,
}

impl<'a> Checkpoint<'a> {
    /// No honest checkpoint is larger.
    const MOST_BYTES: usize = 64 << 20;
    /// How much of a run may be lost.
    const EVERY: Duration = Duration::from_secs(20);
    /// Keeping must not take more than a part of the time.
    const PART: u32 = 20;

    /// Takes up what the file holds, if there is one, and sees to it that it can be written.
    pub(super) fn open(path: &'a Path, about: String, prover: &Prover) -> Result<Self, Failure> {
        if !prover.is_packed() {
            return Err(Failure::usage(
                "no-checkpoint",
                "a proof with so many stones cannot be kept in a file",
            ));
        }
        if path.exists() {
            let bytes = atomic_file::read_bytes(path, Self::MOST_BYTES)?;
            prover.resume(&about, &bytes).map_err(|fault| Failure::bad_file(path, &fault))?;
        }
        atomic_file::try_out(path)?;
        Ok(Self { path, about, next: Instant::now() + Self::EVERY, failure: None })
    }

    /// Keeps the proof, if it is time.
    pub(super) fn keep_sometimes(&mut self, prover: &Prover) {
        if Instant::now() >= self.next {
            self.keep(prover);
        }
    }

    /// Keeps the proof now.
    pub(super) fn keep(&mut self, prover: &Prover) {
        let started = Instant::now();
        let bytes = prover.checkpoint(&self.about).unwrap_or_default();
        self.failure = atomic_file::write(self.path, &bytes).err();
        self.next = Instant::now() + Self::EVERY.max(started.elapsed() * Self::PART);
    }

    /// Keeps the finished proof, so that asking again costs nothing.
    pub(super) fn finish(mut self, prover: &Prover) -> Result<(), Failure> {
        self.keep(prover);
        self.failure.map_or(Ok(()), Err)
    }
}
