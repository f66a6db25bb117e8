use gebeta_rules::mancala::Sowing;

use crate::Level;

/// How a level plays: how far it looks ahead, and how clearly it sees what it finds there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LevelParams {
    /// Plies to look ahead.
    pub(super) depth: u32,
    /// By how many stones it misjudges a move, give or take.
    pub(super) noise: f64,
}

impl LevelParams {
    /// Measured so that each level beats the one below in about two games of three (`docs/playing/levels.md`).
    const LAPS: [Self; 8] = [
        Self { depth: 1, noise: 9.0 },
        Self { depth: 1, noise: 3.2 },
        Self { depth: 1, noise: 0.9 },
        Self { depth: 2, noise: 0.9 },
        Self { depth: 3, noise: 0.8 },
        Self { depth: 4, noise: 0.0 },
        Self { depth: 8, noise: 0.0 },
        Self { depth: 14, noise: 0.0 },
    ];

    /// Relays move more stones in a turn, and looking some plies ahead tells less.
    const RELAYS: [Self; 8] = [
        Self { depth: 1, noise: 24.0 },
        Self { depth: 1, noise: 13.0 },
        Self { depth: 1, noise: 7.0 },
        Self { depth: 1, noise: 3.4 },
        Self { depth: 2, noise: 3.7 },
        Self { depth: 3, noise: 2.8 },
        Self { depth: 6, noise: 1.8 },
        Self { depth: 14, noise: 0.0 },
    ];

    pub(super) fn of(level: Level, sowing: Sowing) -> Self {
        match sowing {
            Sowing::Relay => level.of(&Self::RELAYS),
            Sowing::Single => level.of(&Self::LAPS),
        }
    }
}
