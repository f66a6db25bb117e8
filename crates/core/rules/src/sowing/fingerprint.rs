use super::{HoleSet, Position};
use crate::{Game, Player};

/// A short form of a position for tables: different positions of one game have different ones, as far as 128 bits can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64, u64);

impl Position {
    /// The fingerprint of everything that decides how the game goes on, the law and earlier positions apart.
    #[inline]
    pub fn fingerprint(&self) -> Fingerprint {
        let mut print = Fingerprint(0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f);
        let mut chunks = self.board().counts().chunks_exact(4);
        for counts in &mut chunks {
            print.mix(word(counts));
        }
        print.mix(word(chunks.remainder()));
        let to_move = match self.to_move() {
            None => 0,
            Some(Player::One) => 1,
            Some(Player::Two) => 2,
        };
        let turns = self.opening_turns().map_or(0, |turns| 1 + u64::from(turns));
        print.mix(to_move | u64::from(self.bonus()) << 2 | turns << 10 | (self.pie() as u64) << 32);
        let board = self.board();
        let sets = [board.marks(Player::One), board.marks(Player::Two), board.fresh(), board.closed()];
        if sets != [HoleSet::default(); 4] {
            for set in sets {
                let [low, high] = set.words();
                print.mix(low);
                print.mix(high);
            }
        }
        print
    }
}

impl Fingerprint {
    /// Multiplies the word into both halves, each time with another odd number.
    #[inline]
    const fn mix(&mut self, word: u64) {
        self.0 = folded(self.0 ^ word, 0xa076_1d64_78bd_642f);
        self.1 = folded(self.1 ^ word, 0xe703_7ed1_a0b4_28db);
    }
}

/// The two halves of a product, one upon the other.
#[inline]
const fn folded(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// At most four counts as one word.
#[inline]
fn word(counts: &[u16]) -> u64 {
    counts.iter().fold(0, |word, &count| word << 16 | u64::from(count))
}
