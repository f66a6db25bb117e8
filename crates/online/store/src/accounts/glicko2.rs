//! Glicko-2, as M. Glickman published it (2013): the strength of a player and how sure it is. The steps have the letters of the
//! paper.
//!
//! Pure numbers: no clock, no store. Each game is a rating period of its own, so that a rating is known right after the game;
//! the time between games makes it less sure by [`Rating::aged`].

/// How strong somebody plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rating {
    /// The strength; 200 more win about three games of four.
    pub(super) value: f64,
    /// How far off it may be: two of these to either side hold the truth 19 times of 20.
    pub(super) deviation: f64,
    /// How much the strength itself moves about.
    pub(super) volatility: f64,
}

/// What came of a game, for the one who is rated.
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
    /// Of somebody nobody knows.
    pub(super) const NEW: Self = Self { value: 1500.0, deviation: 350.0, volatility: 0.06 };
    /// Nobody is less sure than somebody nobody knows, and nobody so sure that games stop to count.
    pub(super) const DEVIATIONS: (f64, f64) = (45.0, 350.0);
    /// Above this the rating is a guess, and is shown as one.
    pub(super) const GUESS: f64 = 110.0;
    /// Who plays no game for a year goes from a deviation of 60 to one of 110, with the volatility of somebody new.
    const PERIODS_PER_DAY: f64 = 0.2143;

    /// The same after so many days without a game: as strong, but nobody knows for sure.
    pub(super) fn aged(self, days: f64) -> Self {
        let grown = self.volatility.powi(2) * days.max(0.0) * Self::PERIODS_PER_DAY;
        let deviation = (self.deviation / SCALE).hypot(grown.sqrt()) * SCALE;
        Self { deviation: deviation.min(Self::DEVIATIONS.1), ..self }
    }

    /// Whether too few games are known.
    pub(super) fn is_guess(&self) -> bool {
        self.deviation > Self::GUESS
    }
}

/// What the units of Glicko are in those of Glicko-2: 400 / ln 10.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// How much a single surprise moves the volatility; the paper proposes 0.3 to 1.2.
const TAU: f64 = 0.5;
/// How exactly the volatility is found.
const EPSILON: f64 = 1e-6;
/// The search for it takes about ten steps; a broken number must not make it endless.
const STEPS: usize = 100;

/// The rating after one rating period with these games, each with the rating of the opponent at its beginning.
///
/// Without a game it only becomes less sure.
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

/// How much a game against somebody so unsure counts: g of the paper.
fn impact(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / std::f64::consts::PI.powi(2)).sqrt()
}

/// The points to be expected: E of the paper.
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

/// Within what can be; the bounds also keep ten thousand games from adding up rounding errors.
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
        // A clock that went back ages nobody.
        assert!((known.aged(-5.0).deviation - 60.0).abs() < 1e-9);
    }
}
