//! What every position of a table is worth.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::{Layer, Reach};

/// Holds one value while several threads write.
///
/// Sweeps in place need no order between writers: whoever reads an older value is corrected by the next sweep.
pub(super) trait Cell: Send + Sync {
    /// How far from their end the values may be left.
    const TOLERANCE: f64;
    /// The last digit of a probability, which may go back and forth for ever.
    const ROUNDING: f64;

    fn new(value: f64) -> Self;

    fn get(&self) -> f64;

    fn set(&self, value: f64);
}

impl Cell for AtomicU64 {
    /// Some ten thousand roundings.
    const TOLERANCE: f64 = 2e-12;
    const ROUNDING: f64 = f64::EPSILON;

    fn new(value: f64) -> Self {
        Self::new(value.to_bits())
    }

    #[inline]
    fn get(&self) -> f64 {
        f64::from_bits(self.load(Ordering::Relaxed))
    }

    #[inline]
    fn set(&self, value: f64) {
        self.store(value.to_bits(), Ordering::Relaxed);
    }
}

impl Cell for AtomicU32 {
    /// A few roundings.
    const TOLERANCE: f64 = 3e-7;
    const ROUNDING: f64 = f32::EPSILON as f64;

    fn new(value: f64) -> Self {
        Self::new((value as f32).to_bits())
    }

    #[inline]
    fn get(&self) -> f64 {
        f64::from(f32::from_bits(self.load(Ordering::Relaxed)))
    }

    #[inline]
    fn set(&self, value: f64) {
        self.store((value as f32).to_bits(), Ordering::Relaxed);
    }
}

/// For each position within reach the probability that the player to throw wins.
pub(super) struct Values<C> {
    reach: Reach,
    layers: Vec<Vec<C>>,
}

impl<C: Cell> Values<C> {
    /// A guess for every position.
    pub(super) fn new(reach: Reach) -> Self {
        let sides = || 1..=reach.get();
        let grid = sides().flat_map(|own| sides().filter_map(move |theirs| Layer::new(own, theirs)));
        let guesses = |layer: Layer| (0..layer.len()).map(|_| C::new(0.5)).collect();
        Self { reach, layers: grid.map(guesses).collect() }
    }

    pub(super) fn reach(&self) -> Reach {
        self.reach
    }

    /// The values of a layer within reach.
    #[inline]
    pub(super) fn layer(&self, layer: Layer) -> &[C] {
        let most = usize::from(self.reach.get());
        &self.layers[usize::from(layer.own() - 1) * most + usize::from(layer.theirs() - 1)]
    }
}
