use std::sync::atomic::{AtomicU64, Ordering};

use gebeta_rules::mancala::Packed;

/// What a solver remembers: bounds of positions, as long as no other takes their place.
///
/// Stones and bounds share one word with no collisions: a position is numbered, the numbers are shuffled one to one, a
/// part of the result is the place and the rest is kept there. So threads share a memory without locks, and a word is
/// whole or not there. Positions that have no such number, with too many stones in a pit, are forgotten.
pub(super) struct Memory {
    shelves: Vec<Shelf>,
    /// How many bits of a number are its place.
    place_bits: u32,
    /// Bits of a word for the stones of its position, as many as are left.
    weight_bits: u32,
    pits: u32,
    /// How many bits a pit takes in a number.
    pit_bits: u32,
    /// The bits of a side that a number does not hold.
    too_full: u64,
}

/// The words that come with one look into the machine's memory.
#[derive(Default)]
#[repr(align(64))]
struct Shelf([AtomicU64; 8]);

/// Between which worths a position lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Bounds {
    /// All that is known of so many stones.
    pub(super) const fn of_stones(stones: i32) -> Self {
        Self { low: -stones, high: stones }
    }

    /// Both bounds in 16 bits, never zero.
    fn word(self) -> u64 {
        ((self.low + 128) << 8 | (self.high + 128)) as u64
    }

    fn from_word(word: u64) -> Self {
        Self { low: (word >> 8 & 0xFF) as i32 - 128, high: (word & 0xFF) as i32 - 128 }
    }
}

impl Memory {
    /// Bits of a word for the bounds.
    const BOUNDS: u32 = 16;
    /// Bounds with more stones do not fit.
    const MOST_STONES: u32 = 127;

    /// A memory of about so many megabytes, at least four, for boards with so many pits on a side.
    pub(super) fn new(megabytes: usize, pits: u32) -> Self {
        let wanted = (megabytes << 20) / size_of::<Shelf>();
        // The rest of a number and the bounds must fit into a word.
        let place_bits = wanted.max(1).ilog2().max(Self::BOUNDS);
        let shelves = std::iter::repeat_with(Shelf::default).take(1 << place_bits).collect();
        let pit_bits = (32 / pits).min(8);
        let too_full = !(u64::MAX / 0xFF * ((1 << pit_bits) - 1));
        Self {
            shelves,
            place_bits,
            weight_bits: (place_bits - Self::BOUNDS).min(6),
            pits,
            pit_bits,
            too_full,
        }
    }

    #[inline]
    pub(super) fn get(&self, position: Packed) -> Option<Bounds> {
        let number = self.number(position)?;
        let mut words = self.shelf(number).0.iter().map(|word| word.load(Ordering::Relaxed));
        words.find(|&word| self.is_of(word, number)).map(Bounds::from_word)
    }

    /// Remembers what is known of a position now. The one with the fewest stones, which is the cheapest to find again,
    /// gives way.
    pub(super) fn put(&self, position: Packed, bounds: Bounds) {
        let Some(number) = self.number(position) else { return };
        let weight = u64::from(position.stones().min(63)) >> (6 - self.weight_bits);
        let weight_of = |word: u64| word >> Self::BOUNDS & ((1 << self.weight_bits) - 1);
        let shelf = &self.shelf(number).0;
        let priority = |place: &&AtomicU64| match place.load(Ordering::Relaxed) {
            word if self.is_of(word, number) => 0,
            0 => 1,
            word => 2 + weight_of(word),
        };
        if let Some(place) = shelf.iter().min_by_key(priority) {
            let rest = number >> self.place_bits << (Self::BOUNDS + self.weight_bits);
            place.store(rest | weight << Self::BOUNDS | bounds.word(), Ordering::Relaxed);
        }
    }

    #[inline]
    fn is_of(&self, word: u64, number: u64) -> bool {
        word != 0 && word >> (Self::BOUNDS + self.weight_bits) == number >> self.place_bits
    }

    #[inline]
    fn shelf(&self, number: u64) -> &Shelf {
        &self.shelves[number as usize & (self.shelves.len() - 1)]
    }

    /// The shuffled number of a position.
    #[inline]
    fn number(&self, position: Packed) -> Option<u64> {
        if (position.own | position.theirs) & self.too_full != 0 || position.stones() > Self::MOST_STONES {
            return None;
        }
        let mut number = 0;
        for pit in 0..self.pits {
            let (own, theirs) = (position.own >> (8 * pit) & 0xFF, position.theirs >> (8 * pit) & 0xFF);
            number |= (own | theirs << self.pit_bits) << (2 * self.pit_bits * pit);
        }
        // Each step can be undone, so no two numbers become one.
        number = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        number = (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        Some(number ^ number >> 32)
    }
}
