//! Random play that is the same every time.

use gebeta_rules::{Game, StepObserver};

use crate::TestGame;

/// A tiny source of numbers that look random: `SplitMix64` (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Walk {
    state: u64,
}

impl Walk {
    /// The walk that belongs to `seed`.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number.
    pub const fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub const fn below(&mut self, n: usize) -> usize {
        // The upper half of a product: as even as 64 bits over a small `n` can be.
        ((self.number() as u128 * n as u128) >> 64) as usize
    }

    /// Puts `items` in any order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A legal move of `pos`; none when there is none.
    pub fn pick<G: Game>(&mut self, pos: &G) -> Option<G::Move> {
        let n_moves = pos.legal_moves().count();
        if n_moves == 0 { None } else { pos.legal_moves().nth(self.below(n_moves)) }
    }

    /// Throws where the game throws and plays a random move, telling `watch`. False when the game is over.
    pub fn step<G: TestGame>(&mut self, pos: &mut G, watch: &mut impl StepObserver<G::Step>) -> bool {
        *pos = pos.thrown_by(self);
        let Some(mv) = self.pick(pos) else { return false };
        pos.play_unchecked(mv, watch);
        true
    }

    /// The position `plies` random moves later, or the end of the game.
    pub fn play<G: TestGame>(&mut self, mut pos: G, plies: usize) -> G {
        for _ in 0..plies {
            if !self.step(&mut pos, &mut ()) {
                break;
            }
        }
        pos
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_paper() {
        let mut walk = Walk::new(1_234_567);
        let numbers = [walk.number(), walk.number(), walk.number()];
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_number_below_n_comes_up() {
        let mut walk = Walk::new(1);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[walk.below(5)] += 1;
        }
        assert!(seen.iter().all(|&times| times > 150), "{seen:?}");
    }
}
