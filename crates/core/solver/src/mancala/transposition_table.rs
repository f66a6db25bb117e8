use super::atomic_buckets::AtomicBuckets;

/// What a solver remembers: bounds of positions, as long as no other takes their place.
///
/// A position has a unique number, and the numbers are shuffled one to one, so nothing is ever taken for
/// something else.
pub(super) struct TranspositionTable {
    /// Positions a few stones above the table, most of all: they come again soon or never, so a part that stays near
    /// the processor is enough for them.
    near: AtomicBuckets,
    far: AtomicBuckets,
    /// The most stones of a position that belongs to the near part.
    near_stones: u32,
}

/// The key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// No other position has it.
    pub(super) number: u64,
    /// Those in the pits.
    pub(super) stones: u32,
}

impl Key {
    /// The number, shuffled.
    #[inline]
    pub(super) const fn shuffled(self) -> u64 {
        // Each step can be undone, so no two numbers become one.
        let number = (self.number ^ self.number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let number = (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        number ^ number >> 32
    }
}

/// Between which values a position lies.
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

    /// Whether [`word`](Self::word) has room for them.
    #[inline]
    const fn fit(self) -> bool {
        -127 <= self.low && self.high <= 127
    }

    /// Both bounds in 16 bits, never zero.
    fn word(self) -> u64 {
        ((self.low + 128) << 8 | (self.high + 128)) as u64
    }

    fn from_keyword(word: u64) -> Self {
        Self { low: (word >> 8 & 0xFF) as i32 - 128, high: (word & 0xFF) as i32 - 128 }
    }
}

impl TranspositionTable {
    /// The size of the near part.
    const NEAR_MEGABYTES: usize = 4;

    /// A transposition table of about so many megabytes, at least eight. Positions of up to `near_stones` stones have a small part of
    /// it for themselves.
    pub(super) fn new(megabytes: usize, near_stones: u32) -> Self {
        Self {
            near: AtomicBuckets::new(Self::NEAR_MEGABYTES),
            far: AtomicBuckets::new(megabytes),
            near_stones,
        }
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Bounds> {
        self.part(key.stones).get(key.shuffled()).map(Bounds::from_keyword)
    }

    /// Remembers what is known of a position now, if that is not beyond all measure. The one with the fewest stones, which
    /// is the cheapest to find again, gives way.
    #[inline]
    pub(super) fn put(&self, key: Key, bounds: Bounds) {
        if bounds.fit() {
            self.part(key.stones).put(key.shuffled(), key.stones, bounds.word());
        }
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
    const fn part(&self, stones: u32) -> &AtomicBuckets {
        if stones <= self.near_stones { &self.near } else { &self.far }
    }
}
