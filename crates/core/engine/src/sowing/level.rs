use gebeta_rules::sowing::{Position, Sowing};

use crate::Level;

/// How a level plays: how far it looks ahead, and how clearly it sees what it finds there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LevelParams {
    /// Plies to look ahead.
    pub(super) depth: u32,
    /// By how many of 48 stones it misjudges a move, give or take.
    noise: f64,
}

impl LevelParams {
    /// The stones of a board to which the noise belongs.
    const STONES: f64 = 48.0;

    /// Where a move is one lap.
    const LAPS: [Self; 8] = [
        Self { depth: 1, noise: 6.0 },
        Self { depth: 1, noise: 2.5 },
        Self { depth: 1, noise: 0.9 },
        Self { depth: 2, noise: 0.7 },
        Self { depth: 3, noise: 0.4 },
        Self { depth: 4, noise: 0.0 },
        Self { depth: 7, noise: 0.0 },
        Self { depth: 14, noise: 0.0 },
    ];

    /// Relays move more stones, and looking some plies ahead tells less.
    const RELAYS: [Self; 8] = [
        Self { depth: 1, noise: 18.0 },
        Self { depth: 1, noise: 8.0 },
        Self { depth: 1, noise: 4.0 },
        Self { depth: 2, noise: 3.0 },
        Self { depth: 2, noise: 1.0 },
        Self { depth: 3, noise: 0.0 },
        Self { depth: 5, noise: 0.0 },
        Self { depth: 14, noise: 0.0 },
    ];

    pub(super) fn of(level: Level, position: &Position) -> Self {
        match position.law().sowing {
            Sowing::Single => level.of(&Self::LAPS),
            Sowing::Relay | Sowing::RelayNext => level.of(&Self::RELAYS),
        }
    }

    /// By how many stones it misjudges a move of this game.
    pub(super) fn noise(self, position: &Position) -> f64 {
        self.noise * f64::from(position.board().total()) / Self::STONES
    }
}
