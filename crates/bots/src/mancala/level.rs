use crate::Level;

/// How a level plays: how far it looks ahead, and how clearly it sees what it finds there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sight {
    /// Plies to look ahead.
    pub(super) depth: u32,
    /// By how many stones it misjudges a move, give or take.
    pub(super) blur: f64,
}

impl Sight {
    /// Measured so that each level beats the one below in two games of three, or about that (`docs/levels.md`).
    const LEVELS: [Self; 8] = [
        Self { depth: 1, blur: 4.0 },
        Self { depth: 1, blur: 1.0 },
        Self { depth: 2, blur: 4.0 },
        Self { depth: 2, blur: 1.5 },
        Self { depth: 3, blur: 0.8 },
        Self { depth: 4, blur: 0.0 },
        Self { depth: 8, blur: 0.0 },
        Self { depth: 14, blur: 0.0 },
    ];

    pub(super) fn of(level: Level) -> Self {
        level.of(&Self::LEVELS)
    }
}
