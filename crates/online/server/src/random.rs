//! The system's source of randomness.

use gebeta_match::Chance;

/// The system's source of randomness.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsChance;

impl Chance for OsChance {
    fn fill(&mut self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the system has randomness once it runs");
    }
}
