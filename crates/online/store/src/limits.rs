//! The limits of a store: queues, timeouts, and when a server counts as down.

use std::time::Duration;

/// The most writes in one transaction.
pub const COMMITS_PER_WRITE: usize = 512;
/// The most writes in the queue.
pub const WRITES_WAITING: usize = 4096;

/// The most lines of statistics.
pub const STATISTICS: usize = 1000;

/// How long a request to the store may take.
pub const STORE: Duration = Duration::from_secs(2);
/// How often a server writes its heartbeat.
pub const BEAT: Duration = Duration::from_secs(5);
/// Without a heartbeat for this long, a server counts as down or cut off from the store.
pub const SILENCE_MS: u64 = 12_000;
/// How long outages are remembered: longer than any time for a move.
pub const OUTAGES_MS: u64 = 31 * 24 * 60 * 60 * 1000;
