use std::fmt;

/// A participant's secret contribution. `Debug` does not show it, so that no log reveals it early.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed of a player who contributed none. The server never chooses in a player's place.
    pub const DEFAULT: Self = Self([0; 32]);

    /// These bytes, which should come from the system's source of randomness.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Whether the player contributed none.
    pub fn is_default(&self) -> bool {
        *self == Self::DEFAULT
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}
