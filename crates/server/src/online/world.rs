//! The real clock, the real chance, and no other nodes.

use std::time::{Duration, Instant, UNIX_EPOCH};

use gebeta_arena::{Bus, Chance, Time};
use gebeta_protocol::Ring;

/// The time as it was at the start, and from then on a watch that nobody can set.
#[derive(Clone, Copy, Debug)]
pub struct SystemTime {
    began: Instant,
    at: Duration,
}

impl SystemTime {
    /// From now on, by the system's clock.
    pub fn new() -> Self {
        let at = std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { began: Instant::now(), at }
    }

    /// From now on, which is `at` milliseconds after 1970: the store may know better than the system's clock.
    pub fn starting_at(at: u64) -> Self {
        Self { began: Instant::now(), at: Duration::from_millis(at) }
    }
}

impl Default for SystemTime {
    fn default() -> Self {
        Self::new()
    }
}

impl Time for SystemTime {
    fn now(&self) -> u64 {
        (self.at + self.began.elapsed()).as_millis() as u64
    }
}

/// The system's source of randomness.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsChance;

impl Chance for OsChance {
    fn fill(&mut self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the system has randomness once it runs");
    }
}

/// A bus without other nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoBus;

impl Bus for NoBus {
    fn ring(&self, _: Ring) {}
}
