use crate::duel::{Pair, Points};

/// The score of a match and what it says about strength.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games the first bot won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games it lost.
    pub losses: u32,
    /// The plies of all games.
    plies: usize,
    /// How many pairs brought 0, 1, .. 4 half points.
    pairs: [u32; 5],
}

impl Tally {
    /// A little doubt: as if half a pair had been played before, a part of it with each of the five results. Without it
    /// pairs that all ended alike would have no error at all, and a clean sweep would say nothing of strength.
    const DOUBT: f64 = 0.5;

    /// Adds a pair of games.
    pub fn add(&mut self, pair: Pair) {
        let mut half_points = 0;
        for points in [pair.as_first, pair.as_second] {
            match points {
                Points::Loss => self.losses += 1,
                Points::Draw => self.draws += 1,
                Points::Win => self.wins += 1,
            }
            half_points += points as usize;
        }
        self.pairs[half_points] += 1;
        self.plies += pair.plies;
    }

    /// The average number of plies of a game.
    pub fn length(&self) -> f64 {
        self.plies as f64 / f64::from(self.games().max(1))
    }

    /// Games played.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The first bot's share of the points, 0 to 1; a half without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(self.games())
    }

    /// The standard error of [`Self::score`], from pairs: swapped seats and shared luck cancel within them.
    pub fn error(&self) -> f64 {
        if self.pairs.iter().sum::<u32>() < 2 {
            return 0.5;
        }
        let Spread { pairs, variance, .. } = self.spread();
        (variance / pairs).sqrt()
    }

    /// How much stronger the first bot is in Elo: the lower end, the best guess and the upper end (95 %).
    pub fn elo(&self) -> [f64; 3] {
        const NORMAL_95: f64 = 1.96;
        let (mean, error) = (self.spread().mean, self.error());
        [mean - NORMAL_95 * error, self.score(), mean + NORMAL_95 * error].map(elo_of)
    }

    /// The log-likelihood ratio of "stronger by `more` Elo" against "equal", by the normal approximation.
    pub fn likelihood(&self, more: f64) -> f64 {
        let (equal, stronger) = (0.5, 1.0 / (1.0 + 10_f64.powf(-more / 400.0)));
        let Spread { pairs, mean, variance } = self.spread();
        pairs * (stronger - equal) * (2.0 * mean - equal - stronger) / (2.0 * variance)
    }

    /// How the scores of pairs lie, the doubt among them.
    fn spread(&self) -> Spread {
        let results = self.pairs.iter().enumerate();
        let weighed = results
            .map(|(half_points, &count)| (half_points as f64 / 4.0, f64::from(count) + Self::DOUBT / 5.0));
        let pairs: f64 = weighed.clone().map(|(_, weight)| weight).sum();
        let mean = weighed.clone().map(|(score, weight)| weight * score).sum::<f64>() / pairs;
        let squares = weighed.map(|(score, weight)| weight * (score - mean).powi(2));
        Spread { pairs, mean, variance: squares.sum::<f64>() / pairs }
    }
}

/// How many pairs there are, their mean score and how far one lies from it, squared.
struct Spread {
    pairs: f64,
    mean: f64,
    variance: f64,
}

fn elo_of(score: f64) -> f64 {
    // A clean sweep says "very much stronger", not "infinitely".
    let score = score.clamp(0.001, 0.999);
    // Taken from nought, so that an even score has no minus before it.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[(Points, Points, u32)]) -> Tally {
        let mut tally = Tally::default();
        for &(as_first, as_second, count) in pairs {
            for _ in 0..count {
                tally.add(Pair { as_first, as_second, plies: 60 });
            }
        }
        tally
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let tally = tally(&[(Points::Win, Points::Win, 50), (Points::Win, Points::Loss, 50)]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (150, 0, 50));
        assert!((tally.length() - 30.0).abs() < 1e-9);
        let [low, elo, high] = tally.elo();
        assert!((elo - 190.85).abs() < 0.01 && low < elo && elo < high, "{low} {elo} {high}");
        // Half the pairs bring 1, half 1/2: a variance of 1/16 each.
        assert!((tally.error() - 0.025).abs() < 1e-3, "{}", tally.error());
    }

    #[test]
    fn pairs_that_cancel_say_nothing_of_strength() {
        let tally = tally(&[(Points::Win, Points::Loss, 100)]);
        assert!(tally.elo()[1].abs() < 1e-9 && tally.error() < 0.01);
        assert!(tally.likelihood(20.0) < -3.0, "{}", tally.likelihood(20.0));
    }

    #[test]
    fn a_clean_sweep_is_soon_called_stronger_but_not_at_once() {
        let sweep = |pairs| tally(&[(Points::Win, Points::Win, pairs)]);
        assert!(sweep(0).likelihood(20.0).abs() < 0.1 && sweep(1).likelihood(20.0) < 0.5);
        assert!(sweep(10).likelihood(20.0) > 3.0, "{}", sweep(10).likelihood(20.0));
        let [low, elo, high] = sweep(15).elo();
        assert!(200.0 < low && low + 100.0 < elo && elo <= high, "{low} {elo} {high}");
        let lost = tally(&[(Points::Loss, Points::Loss, 10)]);
        assert!((lost.likelihood(20.0) + sweep(10).likelihood(20.0)).abs() < 1.0);
        assert!(lost.elo()[2] < -150.0, "{:?}", lost.elo());
    }

    #[test]
    fn a_stronger_bot_makes_its_hypothesis_likely() {
        let even = tally(&[(Points::Win, Points::Win, 50), (Points::Loss, Points::Loss, 50)]);
        let better = tally(&[(Points::Win, Points::Win, 60), (Points::Loss, Points::Loss, 40)]);
        assert!(even.likelihood(20.0) < 0.0 && better.likelihood(20.0) > 0.0);
    }
}
