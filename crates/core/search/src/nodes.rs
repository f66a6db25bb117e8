use std::ops::AddAssign;

/// How many positions a search has looked at, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    /// Decisions of the player the search works for.
    pub max: u64,
    /// Decisions of the opponent.
    pub min: u64,
    /// Positions before a throw.
    pub chance: u64,
}

impl Nodes {
    /// All of them.
    pub const fn total(&self) -> u64 {
        self.max + self.min + self.chance
    }
}

impl AddAssign for Nodes {
    fn add_assign(&mut self, other: Self) {
        self.max += other.max;
        self.min += other.min;
        self.chance += other.chance;
    }
}
