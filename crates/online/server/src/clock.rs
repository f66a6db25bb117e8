//! The clock of the server.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, UNIX_EPOCH};

/// The current time.
pub trait Time: Send + Sync + fmt::Debug {
    /// Milliseconds since 1970. It never goes back while the process runs, whatever happens to the system's clock.
    fn now(&self) -> u64;
}

/// A monotonic clock that starts with the system's time. It can only be set forward: after the machine was suspended, or if
/// it runs slow.
#[derive(Clone, Debug)]
pub struct SystemTime {
    began: Instant,
    at: Duration,
    /// By how many milliseconds it was set forward.
    forward: Arc<AtomicU64>,
}

impl SystemTime {
    /// Starts with the system's clock.
    pub fn new() -> Self {
        let at = std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { began: Instant::now(), at, forward: Arc::default() }
    }

    /// Starts at `at` milliseconds after 1970: the store may know better than the system's clock.
    pub fn starting_at(at: u64) -> Self {
        Self { began: Instant::now(), at: Duration::from_millis(at), forward: Arc::default() }
    }

    /// Sets this clock and its copies forward to `at` milliseconds after 1970, if they are behind.
    pub fn put_forward(&self, at: u64) {
        let behind = at.saturating_sub(self.now());
        self.forward.fetch_add(behind, Ordering::Relaxed);
    }
}

impl Default for SystemTime {
    fn default() -> Self {
        Self::new()
    }
}

impl Time for SystemTime {
    fn now(&self) -> u64 {
        (self.at + self.began.elapsed()).as_millis() as u64 + self.forward.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_is_put_forward_and_never_back() {
        let time = SystemTime::starting_at(1_000_000);
        let copy = time.clone();
        time.put_forward(5_000_000);
        assert!((5_000_000..5_900_000).contains(&copy.now()), "{}", copy.now());
        time.put_forward(2_000_000);
        assert!(copy.now() >= 5_000_000);
    }
}
