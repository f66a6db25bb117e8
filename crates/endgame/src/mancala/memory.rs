use gebeta_rules::mancala::Packed;

use super::shelves::Shelves;

/// What a solver remembers: bounds of positions, as long as no other takes their place.
///
/// A position is numbered and the numbers are shuffled one to one, so nothing is ever taken for something else.
/// Positions that have no such number, with too many stones in a pit, are forgotten.
pub(super) struct Memory {
    /// Positions a few stones above the table, most of all: they come again soon or never, so a part that stays near
    /// the processor is enough for them.
    near: Shelves,
    far: Shelves,
    /// The most stones of a position that belongs to the near part.
    near_stones: u32,
    /// How many bits a pit takes in a number.
    pit_bits: u32,
    /// The bits of a side that a number does not hold.
    too_full: u64,
}

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
    /// Bounds with more stones do not fit.
    const MOST_STONES: u32 = 127;
    /// The size of the near part.
    const NEAR_MEGABYTES: usize = 4;

    /// A memory of about so many megabytes, at least eight, for boards with so many pits on a side. Positions of up to
    /// `near_stones` stones have a small part of it for themselves.
    pub(super) fn new(megabytes: usize, pits: u32, near_stones: u32) -> Self {
        let pit_bits = (32 / pits).min(8);
        Self {
            near: Shelves::new(Self::NEAR_MEGABYTES),
            far: Shelves::new(megabytes),
            near_stones,
            pit_bits,
            too_full: !(u64::MAX / 0xFF * ((1 << pit_bits) - 1)),
        }
    }

    #[inline]
    pub(super) fn get(&self, position: Packed) -> Option<Bounds> {
        let stones = position.stones();
        let number = self.number(position, stones)?;
        self.part(stones).get(number).map(Bounds::from_word)
    }

    /// Remembers what is known of a position now. The one with the fewest stones, which is the cheapest to find again,
    /// gives way.
    #[inline]
    pub(super) fn put(&self, position: Packed, bounds: Bounds) {
        let stones = position.stones();
        let Some(number) = self.number(position, stones) else { return };
        self.part(stones).put(number, stones, bounds.word());
    }

    /// The positions of the far part with the most stones, up to so many: number, weight and content.
    pub(super) fn heaviest(&self, most: usize) -> Vec<(u64, u8, u16)> {
        let mut by_weight = [0; 64];
        self.far.each(|_, weight, _| by_weight[usize::from(weight)] += 1);
        let mut room = most;
        let lightest = (0..64_u8).rev().take_while(|&weight| {
            let fits = by_weight[usize::from(weight)] <= room;
            room = room.saturating_sub(by_weight[usize::from(weight)]);
            fits
        });
        let lightest = lightest.last().unwrap_or(63);
        let mut kept = Vec::new();
        self.far.each(|number, weight, content| {
            // Others may be writing, so there can be more of them now.
            if weight >= lightest && kept.len() < most {
                kept.push((number, weight, content));
            }
        });
        kept
    }

    /// Puts back what [`heaviest`](Self::heaviest) showed.
    pub(super) fn put_back(&self, number: u64, weight: u8, content: u16) {
        self.far.put(number, weight.into(), content.into());
    }

    #[inline]
    const fn part(&self, stones: u32) -> &Shelves {
        if stones <= self.near_stones { &self.near } else { &self.far }
    }

    /// The shuffled number of a position.
    #[inline]
    fn number(&self, position: Packed, stones: u32) -> Option<u64> {
        if (position.own | position.theirs) & self.too_full != 0 || stones > Self::MOST_STONES {
            return None;
        }
        let mut number = self.squeeze(position.own) | self.squeeze(position.theirs) << 32;
        // Each step can be undone, so no two numbers become one.
        number = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        number = (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        Some(number ^ number >> 32)
    }

    /// A side in 32 bits: the unused bits of each pit left out.
    #[inline]
    const fn squeeze(&self, side: u64) -> u64 {
        let bits = self.pit_bits;
        let pairs = side & 0x00FF_00FF_00FF_00FF | (side & 0xFF00_FF00_FF00_FF00) >> (8 - bits);
        let fours = pairs & 0x0000_FFFF_0000_FFFF | (pairs & 0xFFFF_0000_FFFF_0000) >> (16 - 2 * bits);
        fours & 0xFFFF_FFFF | (fours >> 32) << (4 * bits)
    }
}
