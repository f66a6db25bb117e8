use gebeta_rules::mancala::Sowing;

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
    /// Measured so that each level beats the one below in about two games of three (`docs/levels.md`).
    const LAPS: [Self; 8] = [
        Self { depth: 1, blur: 9.0 },
        Self { depth: 1, blur: 3.2 },
        Self { depth: 1, blur: 0.9 },
        Self { depth: 2, blur: 0.9 },
        Self { depth: 3, blur: 0.8 },
        Self { depth: 4, blur: 0.0 },
        Self { depth: 8, blur: 0.0 },
        Self { depth: 14, blur: 0.0 },
    ];

    /// Relays move more stones in a turn, and looking some plies ahead tells less.
    const RELAYS: [Self; 8] = [
        Self { depth: 1, blur: 24.0 },
        Self { depth: 1, blur: 13.0 },
        Self { depth: 1, blur: 7.0 },
        Self { depth: 1, blur: 3.4 },
        Self { depth: 2, blur: 3.7 },
        Self { depth: 3, blur: 2.8 },
        Self { depth: 6, blur: 1.8 },
        Self { depth: 14, blur: 0.0 },
    ];

    pub(super) fn of(level: Level, sowing: Sowing) -> Self {
        match sowing {
            Sowing::Relay => level.of(&Self::RELAYS),
            Sowing::Single => level.of(&Self::LAPS),
        }
    }
}
