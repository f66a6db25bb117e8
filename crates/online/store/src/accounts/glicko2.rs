//! Glicko-2 as published by M. Glickman (2013): the strength of a player and its uncertainty. The steps have the letters of
//! the paper.
//!
//! Pure numbers: no clock, no store. Each game is its own rating period, so that a rating is known right after the game;
//! the time between games increases the uncertainty by [`Rating::aged`].

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rating {
    /// The strength; 200 more win about three games of four.
    pub(super) value: f64,
    /// The standard deviation: two of these to either side contain the true strength with 95 %.
    pub(super) deviation: f64,
    /// How much the strength itself fluctuates.
    pub(super) volatility: f64,
}

/// The result of a game for the rated player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// One whole point.
    Won,
    /// Half a point.
    Drawn,
    /// None.
    Lost,
}

impl Score {
    /// The points.
    pub(super) const fn points(self) -> f64 {
        match self {
            Self::Won => 1.0,
            Self::Drawn => 0.5,
            Self::Lost => 0.0,
        }
    }
}

impl Rating {
    /// The rating of a new player.
    pub(super) const NEW: Self = Self { value: 1500.0, deviation: 350.0, volatility: 0.06 };
    /// The bounds of the deviation: no more than that of a new player, and not so small that games stop counting.
    pub(super) const DEVIATIONS: (f64, f64) = (45.0, 350.0);
    /// Above this deviation the rating is provisional and shown so.
    pub(super) const GUESS: f64 = 110.0;
    /// A year without games takes the deviation from 60 to 110, with the volatility of a new player.
    const PERIODS_PER_DAY: f64 = 0.2143;

    /// The rating after so many days without a game: the same strength, more uncertainty.
    pub(super) fn aged(self, days: f64) -> Self {
        let grown = self.volatility.powi(2) * days.max(0.0) * Self::PERIODS_PER_DAY;
        let deviation = (self.deviation / SCALE).hypot(grown.sqrt()) * SCALE;
        Self { deviation: deviation.min(Self::DEVIATIONS.1), ..self }
    }

    /// Whether the rating is provisional.
    pub(super) fn is_guess(&self) -> bool {
        self.deviation > Self::GUESS
    }
}

/// What the units of Glicko are in those of Glicko-2: 400 / ln 10.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// How much a single result moves the volatility; the paper proposes 0.3 to 1.2.
const TAU: f64 = 0.5;
/// The precision of the volatility.
const EPSILON: f64 = 1e-6;
/// The search takes about ten steps; an invalid number must not make it endless.
const STEPS: usize = 100;

/// The rating after one rating period with these games, each with the opponent's rating at its beginning.
///
/// Without a game only the uncertainty grows.
pub(super) fn rate(before: Rating, games: &[(Rating, Score)]) -> Rating {
    let mu = (before.value - Rating::NEW.value) / SCALE;
    let phi = before.deviation / SCALE;
    let mut information = 0.0;
    let mut surprise = 0.0;
    for (opponent, score) in games {
        let g = impact(opponent.deviation / SCALE);
        let expected = expected(mu, (opponent.value - Rating::NEW.value) / SCALE, g);
        information += g * g * expected * (1.0 - expected);
        surprise += g * (score.points() - expected);
    }
    if information <= 0.0 {
        let deviation = phi.hypot(before.volatility) * SCALE;
        return bounded(Rating { deviation, ..before });
    }
    let v = 1.0 / information;
    let volatility = volatility(before.volatility, phi, v, v * surprise);
    let star = phi.hypot(volatility);
    let phi = 1.0 / (1.0 / (star * star) + information).sqrt();
    let value = Rating::NEW.value + SCALE * (mu + phi * phi * surprise);
    bounded(Rating { value, deviation: phi * SCALE, volatility })
}

/// The weight of a game against an opponent with this deviation: g of the paper.
fn impact(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / std::f64::consts::PI.powi(2)).sqrt()
}

/// The expected points: E of the paper.
fn expected(mu: f64, opponent: f64, g: f64) -> f64 {
    1.0 / (1.0 + (-g * (mu - opponent)).exp())
}

/// Step 5: the volatility under which the results are likeliest, by the Illinois algorithm.
fn volatility(sigma: f64, phi: f64, v: f64, delta: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let total = phi * phi + v + e;
        e * (delta * delta - total) / (2.0 * total * total) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + v {
        (delta * delta - phi * phi - v).ln()
    } else {
        let steps = (1..=STEPS).map(|k| a - k as f64 * TAU);
        steps.into_iter().find(|&x| f(x) >= 0.0).unwrap_or(a)
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    for _ in 0..STEPS {
        if (high - low).abs() <= EPSILON {
            break;
        }
        let middle = low + (low - high) * f_low / (f_high - f_low);
        let f_middle = f(middle);
        if f_middle * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (middle, f_middle);
    }
    (low / 2.0).exp()
}

/// Keeps a rating within its bounds, also against rounding errors of thousands of games.
fn bounded(rating: Rating) -> Rating {
    let (least, most) = Rating::DEVIATIONS;
    Rating {
        value: rating.value.clamp(100.0, 4000.0),
        deviation: rating.deviation.clamp(least, most),
        volatility: rating.volatility.clamp(0.01, 0.1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn known(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, ..Rating::NEW }
    }

    /// The example of the paper, section "Example calculation".
    #[test]
    fn the_worked_example_of_the_paper() {
        let games = [
            (known(1400.0, 30.0), Score::Won),
            (known(1550.0, 100.0), Score::Lost),
            (known(1700.0, 300.0), Score::Lost),
        ];
        let after = rate(known(1500.0, 200.0), &games);
        assert!((after.value - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn equals_exchange_the_same_and_a_draw_moves_neither() {
        let new = Rating::NEW;
        let (won, lost) = (rate(new, &[(new, Score::Won)]), rate(new, &[(new, Score::Lost)]));
        assert!((won.value + lost.value - 3000.0).abs() < 1e-6);
        assert!((rate(new, &[(new, Score::Drawn)]).value - 1500.0).abs() < 1e-9);
        assert!(rate(new, &[]).deviation >= new.deviation, "nothing is learned from no game");
    }

    proptest! {
        #[test]
        fn more_points_are_never_worse_and_all_stays_within_bounds(
            value in 100.0..4000.0_f64,
            deviation in 45.0..350.0_f64,
            volatility in 0.01..0.1_f64,
            other in 100.0..4000.0_f64,
            unsure in 45.0..350.0_f64,
        ) {
            let me = Rating { value, deviation, volatility };
            let [won, drawn, lost] =
                [Score::Won, Score::Drawn, Score::Lost].map(|score| rate(me, &[(known(other, unsure), score)]));
            prop_assert!(won.value >= drawn.value && drawn.value >= lost.value);
            prop_assert!(won.value >= me.value && lost.value <= me.value);
            for after in [won, drawn, lost] {
                prop_assert!((100.0..=4000.0).contains(&after.value));
                prop_assert!((45.0..=350.0).contains(&after.deviation));
                prop_assert!((0.01..=0.1).contains(&after.volatility));
            }
        }
    }

    #[test]
    fn a_year_without_a_game_makes_a_known_rating_a_guess() {
        let known = Rating { deviation: 60.0, ..Rating::NEW };
        let year = known.aged(365.0);
        assert!((year.deviation - 110.0).abs() < 0.1, "{year:?}");
        assert_eq!((year.value, known.aged(0.0).deviation.round()), (known.value, 60.0));
        assert!(known.aged(1e9).deviation <= 350.0);
        // A clock that went back ages no rating.
        assert!((known.aged(-5.0).deviation - 60.0).abs() < 1e-9);
    }
}
