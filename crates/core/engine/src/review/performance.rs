use gebeta_rules::{GameKind, Player};
use serde::{Deserialize, Serialize};

use super::{Grade, ReviewedMove};

/// How well one player has played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Performance {
    /// How many moves there were.
    pub moves: u32,
    /// How many of them were forced.
    pub forced: u32,
    /// How many were the best, good, inaccurate, mistakes and blunders.
    pub best: u32,
    /// Good ones.
    pub good: u32,
    /// Inaccuracies.
    pub inaccuracies: u32,
    /// Mistakes.
    pub mistakes: u32,
    /// Blunders.
    pub blunders: u32,
    /// What all of them lost.
    pub loss: f64,
    /// What all throws brought; nothing in mancala.
    pub luck: f64,
    /// 0 to 100, the mean over the moves that were not forced; none if all were.
    pub accuracy: Option<f64>,
}

impl Performance {
    /// The loss that leaves a move 37 of 100 points, a factor of e: stones in mancala.
    pub const STONES: f64 = 10.0;
    /// And probability to win in Senet.
    pub const WINS: f64 = 0.1;

    /// The performance of `player` in these moves.
    pub(super) fn of(game: GameKind, player: Player, moves: &[ReviewedMove]) -> Self {
        let scale = match game {
            GameKind::Mancala => Self::STONES,
            GameKind::Senet => Self::WINS,
        };
        let mut sum = Self::default();
        let mut points = 0.0;
        for judged in moves.iter().filter(|judged| judged.player == player) {
            sum.moves += 1;
            sum.loss += judged.loss;
            sum.luck += judged.luck.unwrap_or_default();
            points += if judged.grade == Grade::Forced { 0.0 } else { 100.0 * (-judged.loss / scale).exp() };
            *match judged.grade {
                Grade::Forced => &mut sum.forced,
                Grade::Best => &mut sum.best,
                Grade::Good => &mut sum.good,
                Grade::Inaccuracy => &mut sum.inaccuracies,
                Grade::Mistake => &mut sum.mistakes,
                Grade::Blunder => &mut sum.blunders,
            } += 1;
        }
        let free = sum.moves - sum.forced;
        sum.accuracy = (free > 0).then(|| points / f64::from(free));
        sum
    }
}
