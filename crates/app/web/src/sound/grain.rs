/// A small source of variety: sounds and tunes need to differ, not to be secret.
#[derive(Clone, Debug)]
pub(super) struct Grain(u64);

impl Grain {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// `SplitMix64`, by Sebastiano Vigna.
    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to 1.
    pub(super) const fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// From -1 up to 1: noise.
    pub(super) const fn swing(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }

    /// From `low` up to `high`.
    pub(super) const fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// One of these, which are not none.
    pub(super) const fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.next() as usize % choices.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_keeps_its_bounds_and_its_middle() {
        let mut grain = Grain::new(7);
        let noise: Vec<_> = (0..10_000).map(|_| grain.swing()).collect();
        assert!(noise.iter().all(|value| (-1.0..1.0).contains(value)));
        assert!((noise.iter().sum::<f32>() / 10_000.0).abs() < 0.03);
    }

    #[test]
    fn the_same_seed_says_the_same() {
        let mut pair = [Grain::new(3), Grain::new(3)];
        let [a, b] = &mut pair;
        assert!((0..100).all(|_| a.next() == b.next()));
        assert_ne!(Grain::new(3).next(), Grain::new(4).next());
    }
}
