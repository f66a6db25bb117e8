use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use gebeta_rules::CoinSide;
use gebeta_rules::senet::Sticks;

/// The chance of one game: everything at a ply follows from the seed and the ply's number.
///
/// So a game with a seed can be repeated, a resumed game continues as it would have, and taking a move back does not
/// bring a better throw.
#[derive(Clone, Debug)]
pub struct GameRng {
    seed: u64,
}

/// What random numbers are used for; each use has separate streams.
#[derive(Clone, Copy)]
enum Use {
    Sticks = 0,
    Choice = 1,
    Coin = 2,
    Call = 3,
}

impl GameRng {
    /// The chance that belongs to `seed`.
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How the sticks fall at `ply`.
    pub fn sticks(&self, ply: usize) -> Sticks {
        Sticks::from_bits(self.stream(Use::Sticks, ply).random_range(0..16))
    }

    /// How the coin falls.
    pub fn coin(&self) -> CoinSide {
        side(self.stream(Use::Coin, 0).random())
    }

    /// What a computer calls when the coin is tossed.
    pub fn call(&self) -> CoinSide {
        side(self.stream(Use::Call, 0).random())
    }

    /// One of `items`, for a decision at `ply`; none of none.
    pub fn choose<T: Copy>(&self, ply: usize, items: &[T]) -> Option<T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.stream(Use::Choice, ply).random_range(0..items.len())).copied()
    }

    /// The best move at `ply` after a random error of about `noise` is added to each value, in the same unit.
    ///
    /// With noise a good move is often taken for the best, and the worst hardly ever: people err alike.
    pub fn noisy_best<T: Copy>(&self, ply: usize, moves: &[(T, f64)], noise: f64) -> Option<T> {
        // Twelve throws of an even die less their mean: nearly normal, with a deviation of one, and the same everywhere.
        const THROWS: usize = 12;
        let mut dice = self.stream(Use::Choice, ply);
        let mut normal = || (0..THROWS).map(|_| dice.random::<f64>()).sum::<f64>() - THROWS as f64 / 2.0;
        let seen = moves.iter().map(|&(mv, value)| (mv, value + noise * normal()));
        seen.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(mv, _)| mv)
    }

    fn stream(&self, what: Use, ply: usize) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(4 * ply as u64 + what as u64);
        rng
    }
}

const fn side(heads: bool) -> CoinSide {
    if heads { CoinSide::Heads } else { CoinSide::Tails }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_and_another_does_not() {
        let throws = |seed| (0..64).map(|ply| GameRng::new(seed).sticks(ply)).collect::<Vec<_>>();
        assert_eq!(throws(1), throws(1));
        assert_ne!(throws(1), throws(2));
    }

    #[test]
    fn without_noise_the_best_is_chosen_and_with_noise_what_is_near() {
        let moves = [('a', 0.0), ('b', 1.0), ('c', -9.0)];
        let seen = |noise: f64| -> Vec<usize> {
            let played = (0..1000).filter_map(|ply| GameRng::new(5).noisy_best(ply, &moves, noise));
            let played: Vec<char> = played.collect();
            moves.iter().map(|(mv, _)| played.iter().filter(|other| *other == mv).count()).collect()
        };
        assert_eq!(seen(0.0), [0, 1000, 0]);
        // One deviation of the difference is 1.41: the worse of the two is taken with a probability of 24 %.
        let [near, best, far] = seen(1.0)[..] else { panic!("three moves") };
        assert!((200..280).contains(&near) && near + best == 1000 && far == 0, "{near} {best} {far}");
    }

    #[test]
    fn sticks_fall_evenly() {
        let luck = GameRng::new(5);
        let mut dark = [0; 4];
        for ply in 0..16_000 {
            for (count, is_dark) in dark.iter_mut().zip(luck.sticks(ply).dark()) {
                *count += i32::from(is_dark);
            }
        }
        // 8000 expected, standard deviation 63.
        assert!(dark.iter().all(|count| (7700..8300).contains(count)), "{dark:?}");
    }
}
