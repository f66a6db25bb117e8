use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

/// A set of durations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures(Vec<u64>);

impl Figures {
    pub(crate) fn add(&mut self, took: Duration) {
        self.0.push(took.as_micros() as u64);
    }

    pub(crate) fn join(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The duration that so many of a thousand do not exceed, in milliseconds.
    pub(crate) fn per_mille(&self, share: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * share).div_ceil(1000).saturating_sub(1);
        sorted.get(place).map_or(0.0, |micros| *micros as f64 / 1000.0)
    }

    /// For another process, in microseconds.
    pub(crate) fn to_json(&self) -> Value {
        json!(self.0)
    }

    /// From another process; none if the value is something else.
    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<_>>>().map(Self)
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [half, most, nearly_all] = [500, 990, 999].map(|share| self.per_mille(share));
        write!(f, "p50 {half:.1} ms, p99 {most:.1} ms, p99.9 {nearly_all:.1} ms")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_sorted_list() {
        let mut figures = Figures::default();
        (1..=1000).rev().for_each(|millis| figures.add(Duration::from_millis(millis)));
        assert_eq!(figures.to_string(), "p50 500.0 ms, p99 990.0 ms, p99.9 999.0 ms");
        let again = Figures::from_json(&figures.to_json()).map(|figures| figures.to_string());
        assert_eq!(again, Some(figures.to_string()));
        assert_eq!(Figures::default().to_string(), "p50 0.0 ms, p99 0.0 ms, p99.9 0.0 ms");
    }
}
