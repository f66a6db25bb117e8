//! The limits of a store: how much waits, how long an answer may take, when a server is taken to be dead.

use std::time::Duration;

/// How many moves share one write to the disk at most.
pub const COMMITS_PER_WRITE: usize = 512;
/// How many writes may wait for the disk.
pub const WRITES_WAITING: usize = 4096;

/// How many lines statistics have at most.
pub const STATISTICS: usize = 1000;

/// How long a request to the store may take.
pub const STORE: Duration = Duration::from_secs(2);
/// How often a server says that it lives.
pub const BEAT: Duration = Duration::from_secs(5);
/// When no server is taken to have lived, or to have reached the store.
pub const SILENCE_MS: u64 = 12_000;
/// How long outages are remembered: longer than anybody has for a move.
pub const OUTAGES_MS: u64 = 31 * 24 * 60 * 60 * 1000;
