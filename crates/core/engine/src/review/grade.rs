use gebeta_rules::{GameKind, Keyword};
use serde::{Deserialize, Serialize};

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Grade {
    /// There was no other move.
    Forced,
    /// Nothing was better.
    Best,
    /// Nothing much was better.
    Good,
    /// Something was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// Very much was lost.
    Blunder,
}

impl Keyword for Grade {
    const KEYWORDS: &'static [(&'static str, Self)] = &[
        ("forced", Self::Forced),
        ("best", Self::Best),
        ("good", Self::Good),
        ("inaccuracy", Self::Inaccuracy),
        ("mistake", Self::Mistake),
        ("blunder", Self::Blunder),
    ];
}

impl Grade {
    /// From worst to best, how much must be lost for a grade: stones in mancala.
    const STONES: [(f64, Self); 4] =
        [(9.0, Self::Blunder), (5.0, Self::Mistake), (3.0, Self::Inaccuracy), (0.5, Self::Good)];
    /// And probability to win in Senet: the steps of the backgammon programs, whose points are worth half a win.
    const WINS: [(f64, Self); 4] =
        [(0.08, Self::Blunder), (0.04, Self::Mistake), (0.02, Self::Inaccuracy), (0.002, Self::Good)];

    /// The grade of a loss alone.
    pub fn of_loss(game: GameKind, loss: f64) -> Self {
        let steps = match game {
            GameKind::Mancala => Self::STONES,
            GameKind::Senet => Self::WINS,
        };
        steps.into_iter().find(|&(least, _)| loss >= least).map_or(Self::Best, |(_, grade)| grade)
    }

    /// The grade of a move that is proved to reach `value` where `best` could be had: who throws a won game away has
    /// blundered, however few stones it were, and half a point less is a mistake.
    pub(super) fn of_result(best: f64, value: f64) -> Self {
        match sign(best) - sign(value) {
            2.. => Self::Blunder,
            1 => Self::Mistake,
            ..=0 => Self::Best,
        }
    }
}

/// 1 ahead, 0 level, -1 behind, in whole stones.
pub(super) fn sign(stones: f64) -> i8 {
    match stones {
        ahead if ahead >= 0.5 => 1,
        behind if behind <= -0.5 => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_and_chances_have_their_own_steps() {
        let stones = |loss| Grade::of_loss(GameKind::Mancala, loss);
        assert_eq!(
            [0.0, 1.0, 2.0, 4.0, 6.0, 8.0, 10.0].map(stones),
            [
                Grade::Best,
                Grade::Good,
                Grade::Good,
                Grade::Inaccuracy,
                Grade::Mistake,
                Grade::Mistake,
                Grade::Blunder
            ]
        );
        let wins = |loss| Grade::of_loss(GameKind::Senet, loss);
        assert_eq!(
            [0.001, 0.01, 0.03, 0.05, 0.5].map(wins),
            [Grade::Best, Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder]
        );
    }

    #[test]
    fn a_won_game_thrown_away_is_a_blunder_for_any_stones() {
        assert_eq!(Grade::of_result(2.0, -2.0), Grade::Blunder);
        assert_eq!(Grade::of_result(2.0, 0.0), Grade::Mistake);
        assert_eq!(Grade::of_result(0.0, -12.0), Grade::Mistake);
        assert_eq!(Grade::of_result(20.0, 2.0), Grade::Best);
    }
}
