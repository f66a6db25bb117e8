use std::sync::atomic::{AtomicU64, Ordering};

/// Lock-free hash table with buckets of eight words, keyed by a bijectively mixed position index.
///
/// Part of the key selects the bucket; the rest is stored in the word together with 16 bits of content. A word is read whole
/// or not at all, so an entry is never mistaken for that of another key.
pub(super) struct AtomicBuckets {
    /// A bucket of eight words fills one cache line.
    words: Vec<AtomicU64>,
    /// The first word at the start of such a look.
    first: usize,
    /// How many bits of a number are its place.
    place_bits: u32,
    /// Bits of a word for the weight, as many as are left.
    weight_bits: u32,
}

impl AtomicBuckets {
    /// Bits of a word for the content.
    const CONTENT: u32 = 16;
    /// Words side by side.
    const WIDTH: usize = 8;

    /// About so many megabytes, at least four.
    pub(super) fn new(megabytes: usize) -> Self {
        let shelf = Self::WIDTH * size_of::<AtomicU64>();
        let wanted = (megabytes << 20) / shelf;
        // The rest of a number and the content must fit into a word.
        let place_bits = wanted.max(1).ilog2().max(Self::CONTENT);
        // Zeros by the machine, which cost nothing until they are used.
        let zeros = vec![0; Self::WIDTH * ((1 << place_bits) + 1)];
        let words: Vec<_> = zeros.into_iter().map(AtomicU64::new).collect();
        let first = words.as_ptr().align_offset(shelf).min(Self::WIDTH);
        Self { words, first, place_bits, weight_bits: (place_bits - Self::CONTENT).min(6) }
    }

    /// The content that was put for this number.
    #[inline]
    pub(super) fn get(&self, number: u64) -> Option<u64> {
        let mut words = self.shelf(number).iter().map(|word| word.load(Ordering::Relaxed));
        words.find(|&word| self.is_of(word, number)).map(|word| word & ((1 << Self::CONTENT) - 1))
    }

    /// Puts a content, which is not zero. The one with the least weight, up to 63, gives way.
    #[inline]
    pub(super) fn put(&self, number: u64, weight: u32, content: u64) {
        let weight = u64::from(weight.min(63)) >> (6 - self.weight_bits);
        let priority = |place: &&AtomicU64| match place.load(Ordering::Relaxed) {
            word if self.is_of(word, number) => 0,
            0 => 1,
            word => 2 + self.weight_of(word),
        };
        if let Some(place) = self.shelf(number).iter().min_by_key(priority) {
            let rest = number >> self.place_bits << (Self::CONTENT + self.weight_bits);
            place.store(rest | weight << Self::CONTENT | content, Ordering::Relaxed);
        }
    }

    /// Shows every number with its weight, as far as that is kept, and its content.
    pub(super) fn each(&self, mut show: impl FnMut(u64, u8, u16)) {
        for (place, shelf) in self.words[self.first..].chunks_exact(Self::WIDTH).enumerate() {
            for word in shelf.iter().map(|word| word.load(Ordering::Relaxed)).filter(|&word| word != 0) {
                let number = word >> (Self::CONTENT + self.weight_bits) << self.place_bits | place as u64;
                show(number, (self.weight_of(word) << (6 - self.weight_bits)) as u8, word as u16);
            }
        }
    }

    #[inline]
    const fn weight_of(&self, word: u64) -> u64 {
        word >> Self::CONTENT & ((1 << self.weight_bits) - 1)
    }

    #[inline]
    fn is_of(&self, word: u64, number: u64) -> bool {
        word != 0 && word >> (Self::CONTENT + self.weight_bits) == number >> self.place_bits
    }

    #[inline]
    fn shelf(&self, number: u64) -> &[AtomicU64] {
        let place = (number & ((1 << self.place_bits) - 1)) as usize;
        let first = self.first + place * Self::WIDTH;
        &self.words[first..first + Self::WIDTH]
    }
}
