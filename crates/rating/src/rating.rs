/// How strong somebody plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength; 200 more win about three games of four.
    pub value: f64,
    /// How far off it may be: two of these to either side hold the truth 19 times of 20.
    pub deviation: f64,
    /// How much the strength itself moves about.
    pub volatility: f64,
}

/// What came of a game, for the one who is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// One whole point.
    Won,
    /// Half a point.
    Drawn,
    /// None.
    Lost,
}

impl Score {
    /// The points.
    pub const fn points(self) -> f64 {
        match self {
            Self::Won => 1.0,
            Self::Drawn => 0.5,
            Self::Lost => 0.0,
        }
    }
}

impl Rating {
    /// Of somebody nobody knows.
    pub const NEW: Self = Self { value: 1500.0, deviation: 350.0, volatility: 0.06 };
    /// Nobody is less sure than somebody nobody knows, and nobody so sure that games stop to count.
    pub const DEVIATIONS: (f64, f64) = (45.0, 350.0);
    /// Above this the rating is a guess, and is shown as one.
    pub const GUESS: f64 = 110.0;
    /// Who plays no game for a year goes from a deviation of 60 to one of 110, with the volatility of somebody new.
    const PERIODS_PER_DAY: f64 = 0.2143;

    /// The same after so many days without a game: as strong, but nobody knows for sure.
    pub fn aged(self, days: f64) -> Self {
        let grown = self.volatility.powi(2) * days.max(0.0) * Self::PERIODS_PER_DAY;
        let deviation = (self.deviation / SCALE).hypot(grown.sqrt()) * SCALE;
        Self { deviation: deviation.min(Self::DEVIATIONS.1), ..self }
    }

    /// Whether too few games are known.
    pub fn is_guess(&self) -> bool {
        self.deviation > Self::GUESS
    }
}

/// What the units of Glicko are in those of Glicko-2: 400 / ln 10.
pub(crate) const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

#[cfg(test)]
mod tests {
    use super::*;

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
