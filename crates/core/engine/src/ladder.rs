use crate::Tally;

/// The results of several players against each other, and how strong that makes each of them.
///
/// Strengths are those under which the results are most probable if a difference of 400 Elo means ten wins for one loss
/// (the model of Bradley and Terry). The first player stands at zero.
#[derive(Clone, Debug)]
pub struct Ladder {
    players: usize,
    /// The score of `a` against `b`, for every `a < b` that has met.
    results: Vec<(usize, usize, Tally)>,
}

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Above the first player.
    pub elo: f64,
    /// The standard error of that.
    pub error: f64,
}

/// Elo for one unit of the logistic curve.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

impl Ladder {
    /// Players who have not met yet.
    pub const fn new(players: usize) -> Self {
        Self { players, results: Vec::new() }
    }

    /// Adds what came of the games of `a` against `b`, in the eyes of `a`.
    ///
    /// # Panics
    /// There are no such players.
    pub fn add(&mut self, a: usize, b: usize, tally: Tally) {
        assert!(a < self.players && b < self.players && a != b, "two of the players");
        self.results.push((a, b, tally));
    }

    /// What is known of every player, in their order.
    pub fn ratings(&self) -> Vec<Rating> {
        const ROUNDS: usize = 100;
        let mut strength = vec![0.0; self.players];
        let mut slopes = self.slopes(&strength);
        for _ in 0..ROUNDS {
            let step = solve(slopes.matrix.clone(), &slopes.gradient);
            for (place, step) in step.iter().enumerate() {
                // A clean sweep would send a player away for ever: no step is longer than a few hundred Elo.
                strength[place + 1] += step.clamp(-2.0, 2.0);
            }
            slopes = self.slopes(&strength);
            if step.iter().all(|step| step.abs() < 1e-10) {
                break;
            }
        }
        let errors = self.errors(&slopes);
        std::iter::once(0.0)
            .chain(errors)
            .zip(&strength)
            .map(|(error, strength)| Rating { elo: ELO * strength, error: ELO * error })
            .collect()
    }

    /// How the probability of the results changes with every strength but the first.
    fn slopes(&self, strength: &[f64]) -> Slopes {
        // A little doubt, half a drawn game each, keeps a clean sweep finite.
        const DOUBT: f64 = 0.5;
        let unknown = self.players.saturating_sub(1);
        let mut slopes = Slopes { gradient: vec![0.0; unknown], matrix: vec![vec![0.0; unknown]; unknown] };
        for (a, b, tally) in &self.results {
            let games = f64::from(tally.games()) + DOUBT;
            let score = (f64::from(tally.games()) * tally.score() + DOUBT / 2.0) / games;
            let expected = 1.0 / (1.0 + (strength[*b] - strength[*a]).exp());
            let surprise = games * (score - expected);
            let weight = games * expected * (1.0 - expected);
            for (player, sign) in [(*a, 1.0), (*b, -1.0)] {
                let Some(row) = player.checked_sub(1) else { continue };
                slopes.gradient[row] += sign * surprise;
                slopes.matrix[row][row] += weight;
            }
            if let (Some(a), Some(b)) = (a.checked_sub(1), b.checked_sub(1)) {
                slopes.matrix[a][b] -= weight;
                slopes.matrix[b][a] -= weight;
            }
        }
        slopes
    }

    /// The standard errors of all strengths but the first. Pairs of games vary less than single ones, so the spread of
    /// the results is taken from the pairs themselves.
    fn errors(&self, slopes: &Slopes) -> Vec<f64> {
        let unknown = slopes.gradient.len();
        (0..unknown)
            .map(|place| {
                let unit: Vec<f64> = (0..unknown).map(|other| f64::from(other == place)).collect();
                let lever = solve(slopes.matrix.clone(), &unit);
                let pull = |player: usize| player.checked_sub(1).map_or(0.0, |place| lever[place]);
                let spread = |(a, b, tally): &(usize, usize, Tally)| {
                    ((pull(*a) - pull(*b)) * f64::from(tally.games()) * tally.error()).powi(2)
                };
                self.results.iter().map(spread).sum::<f64>().sqrt()
            })
            .collect()
    }
}

struct Slopes {
    gradient: Vec<f64>,
    matrix: Vec<Vec<f64>>,
}

/// The solution of `matrix * x = right` for a symmetric positive matrix, by elimination. What nothing is known of stays
/// zero.
fn solve(mut matrix: Vec<Vec<f64>>, right: &[f64]) -> Vec<f64> {
    const NOTHING: f64 = 1e-12;
    let mut x = right.to_vec();
    let size = x.len();
    for pivot in 0..size {
        if matrix[pivot][pivot].abs() < NOTHING {
            continue;
        }
        for row in 0..size {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            if row == pivot || factor == 0.0 {
                continue;
            }
            let pivot_row = matrix[pivot].clone();
            for (cell, from) in matrix[row].iter_mut().zip(&pivot_row) {
                *cell -= factor * from;
            }
            x[row] -= factor * x[pivot];
        }
    }
    for (place, value) in x.iter_mut().enumerate() {
        let pivot = matrix[place][place];
        *value = if pivot.abs() < NOTHING { 0.0 } else { *value / pivot };
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pair, Points};

    fn tally(won: u32, lost: u32) -> Tally {
        let mut tally = Tally::default();
        for (points, count) in [(Points::Win, won), (Points::Loss, lost)] {
            for _ in 0..count {
                tally.add(Pair { as_first: points, as_second: points, plies: 0 });
            }
        }
        tally
    }

    #[test]
    fn two_players_stand_as_far_apart_as_their_score_says() {
        let mut ladder = Ladder::new(2);
        ladder.add(1, 0, tally(750, 250));
        let ratings = ladder.ratings();
        assert_eq!(ratings[0], Rating { elo: 0.0, error: 0.0 });
        assert!((ratings[1].elo - 190.85).abs() < 0.3, "{ratings:?}");
        // 1000 pairs that bring 0 or 1 vary by sqrt(3/16/1000); the slope there is 3/16 per unit.
        let error = ELO * (0.1875_f64 / 1000.0).sqrt() / 0.1875;
        assert!((ratings[1].error - error).abs() < 0.1, "{ratings:?} {error}");
    }

    #[test]
    fn differences_add_up_along_a_ladder() {
        let mut ladder = Ladder::new(3);
        ladder.add(1, 0, tally(750, 250));
        ladder.add(2, 1, tally(750, 250));
        let ratings = ladder.ratings();
        assert!((ratings[2].elo - 2.0 * ratings[1].elo).abs() < 0.1, "{ratings:?}");
        assert!(ratings[2].error > 1.3 * ratings[1].error, "{ratings:?}");
    }

    #[test]
    fn a_clean_sweep_and_a_player_who_met_nobody_stay_finite() {
        let mut ladder = Ladder::new(3);
        ladder.add(0, 1, tally(50, 0));
        let ratings = ladder.ratings();
        assert!(ratings[1].elo < -400.0 && ratings[1].elo.is_finite(), "{ratings:?}");
        assert!(ratings[2].elo.abs() < 1e-9, "{ratings:?}");
    }
}
