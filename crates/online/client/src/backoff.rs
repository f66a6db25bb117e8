/// Waits between attempts to connect: exponential with full jitter, so that a server that comes back is not asked by all its
/// clients at once. The seed of the jitter is handed in.
#[derive(Clone, Debug)]
pub struct Backoff {
    longest: u64,
    attempts: u32,
    seed: u64,
}

impl Backoff {
    /// The first wait is up to this long, in milliseconds; the limit doubles with every attempt.
    pub const FIRST_MS: u64 = 250;
    /// The longest wait, in milliseconds.
    pub const LONGEST_MS: u64 = 10_000;

    /// With jitter from a random `seed`.
    pub const fn new(seed: u64) -> Self {
        Self { longest: Self::LONGEST_MS, attempts: 0, seed }
    }

    /// The same with another longest wait, in milliseconds.
    #[must_use]
    pub const fn up_to(self, longest: u64) -> Self {
        Self { longest, ..self }
    }

    /// How long to wait before the next attempt, in milliseconds.
    pub fn next_wait(&mut self) -> u64 {
        let limit = Self::FIRST_MS.saturating_mul(1 << self.attempts.min(16)).min(self.longest);
        self.attempts = self.attempts.saturating_add(1);
        // SplitMix64: https://prng.di.unimi.it/splitmix64.c
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.seed;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % (limit + 1)
    }

    /// Begins with short waits again: the connection works.
    pub const fn reset(&mut self) {
        self.attempts = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest and the mean wait of each attempt, over many clients.
    fn waits(longest: u64) -> Vec<(u64, u64)> {
        const CLIENTS: u64 = 4000;
        let mut clients: Vec<Backoff> = (0..CLIENTS).map(|seed| Backoff::new(seed).up_to(longest)).collect();
        let attempt = |_| {
            let waits: Vec<u64> = clients.iter_mut().map(Backoff::next_wait).collect();
            (waits.iter().copied().max().unwrap_or(0), waits.iter().sum::<u64>() / CLIENTS)
        };
        (0..9).map(attempt).collect()
    }

    #[test]
    fn waits_double_up_to_the_longest_and_spread_over_the_whole_range() {
        for (longest, limits) in [
            (Backoff::LONGEST_MS, [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]),
            (400, [250, 400, 400, 400, 400, 400, 400, 400, 400]),
        ] {
            for ((most, mean), limit) in waits(longest).into_iter().zip(limits) {
                assert!(most <= limit && most > limit * 9 / 10, "{most} of {limit}");
                assert!(mean.abs_diff(limit / 2) < limit / 20, "{mean} of {limit}");
            }
        }
    }

    #[test]
    fn a_connection_that_works_begins_with_short_waits_again() {
        let mut backoff = Backoff::new(7);
        (0..20).for_each(|_| _ = backoff.next_wait());
        backoff.reset();
        assert!(backoff.next_wait() <= Backoff::FIRST_MS);
    }

    #[test]
    fn attempts_without_end_do_not_overflow() {
        let mut backoff = Backoff { attempts: u32::MAX - 2, ..Backoff::new(7) };
        assert!((0..5).all(|_| backoff.next_wait() <= Backoff::LONGEST_MS));
    }
}
