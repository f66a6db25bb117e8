use serde::{Deserialize, Serialize};

use crate::no_fields::no_fields;

/// The time control of a game. Unknown fields are refused, in stored games too: time must not be judged by a clock that is
/// understood in part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeControl {
    /// Unlimited.
    #[default]
    #[serde(deserialize_with = "no_fields")]
    None,
    /// Seconds for the whole game, and an increment for every move.
    Game {
        /// For the game.
        seconds: u32,
        /// For every move.
        increment: u32,
    },
    /// Seconds for every move.
    Move {
        /// For a move.
        seconds: u32,
    },
    /// Days for every move.
    Days {
        /// For a move.
        days: u32,
    },
}

impl TimeControl {
    /// The time controls that front ends offer. Players are paired by equal ones, so every front end offers the same.
    pub const OFFERED: [Self; 7] = [
        Self::None,
        Self::Game { seconds: 180, increment: 2 },
        Self::Game { seconds: 600, increment: 5 },
        Self::Game { seconds: 1800, increment: 10 },
        Self::Move { seconds: 30 },
        Self::Days { days: 1 },
        Self::Days { days: 3 },
    ];

    const DAY: u64 = 24 * 60 * 60 * 1000;

    /// Whether a game can be played with it.
    pub const fn is_sensible(self) -> bool {
        match self {
            Self::None => true,
            Self::Game { seconds, increment } => {
                // An increment does not help a player without time for the first move.
                seconds >= 10 && seconds <= 6 * 60 * 60 && increment <= 600
            }
            Self::Move { seconds } => seconds >= 5 && seconds <= 60 * 60,
            Self::Days { days } => days >= 1 && days <= 30,
        }
    }

    /// The milliseconds at the start; none if unlimited.
    pub const fn first_ms(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::Game { seconds, .. } | Self::Move { seconds } => Some(seconds as u64 * 1000),
            Self::Days { days } => Some(days as u64 * Self::DAY),
        }
    }

    /// The milliseconds after a move of a player with `left`.
    pub fn after_move_ms(self, left: u64) -> u64 {
        match self {
            Self::Game { increment, .. } => left + u64::from(increment) * 1000,
            Self::None | Self::Move { .. } | Self::Days { .. } => self.first_ms().unwrap_or(left),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TimeControl;

    #[test]
    fn every_time_control_leaves_time_for_the_first_move() {
        for (seconds, is_sensible) in [(0, false), (9, false), (10, true)] {
            assert_eq!(TimeControl::Game { seconds, increment: 10 }.is_sensible(), is_sensible, "{seconds}");
        }
    }

    #[test]
    fn no_number_is_too_large_to_be_refused() {
        let endless = TimeControl::Game { seconds: u32::MAX, increment: u32::MAX };
        assert!(!endless.is_sensible());
    }

    #[test]
    fn every_offered_time_control_is_playable() {
        assert!(TimeControl::OFFERED.iter().all(|clock| clock.is_sensible()));
    }
}
