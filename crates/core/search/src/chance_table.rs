use std::hash::{Hash, Hasher};

/// Between which two numbers a value is known to lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// It is no less.
    pub low: f64,
    /// It is no more.
    pub high: f64,
}

impl Bounds {
    const UNKNOWN: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };
}

/// Remembers what a search has found out about positions, as long as no other one takes their place.
///
/// The whole position is kept, so two positions are never confused; and its depth, because a value of
/// another depth is another value.
pub(crate) struct ChanceTable<G> {
    entries: Vec<Option<Entry<G>>>,
}

struct Entry<G> {
    position: G,
    depth: u32,
    bounds: Bounds,
}

impl<G: Clone + Eq + Hash> ChanceTable<G> {
    /// A table for a search of this depth: none for shallow ones, at most some tens of megabytes.
    pub(crate) fn for_depth(depth: u32) -> Self {
        const MOST: u32 = 1 << 18;
        let size = if depth < 4 { 1 } else { MOST.min(1 << (3 * depth.min(9) - 3)) };
        let mut entries = Vec::new();
        entries.resize_with(size as usize, || None);
        Self { entries }
    }

    pub(crate) fn get(&self, position: &G, depth: u32) -> Bounds {
        match &self.entries[self.place(position, depth)] {
            Some(entry) if entry.depth == depth && entry.position == *position => entry.bounds,
            _ => Bounds::UNKNOWN,
        }
    }

    /// Remembers `bounds`, together with what is known already.
    pub(crate) fn put(&mut self, position: &G, depth: u32, bounds: Bounds) {
        let known = self.get(position, depth);
        let bounds = Bounds { low: bounds.low.max(known.low), high: bounds.high.min(known.high) };
        let place = self.place(position, depth);
        self.entries[place] = Some(Entry { position: position.clone(), depth, bounds });
    }

    fn place(&self, position: &G, depth: u32) -> usize {
        let mut mixer = Mixer(u64::from(depth));
        position.hash(&mut mixer);
        // A power of two.
        (mixer.finish() >> 32) as usize & (self.entries.len() - 1)
    }
}

/// A hash for positions, not hardened against chosen keys: fast, and good in its upper bits.
pub(crate) struct Mixer(u64);

impl Mixer {
    pub(crate) const NEW: Self = Self(0);

    /// An odd number without a pattern (the golden ratio in 64 bits).
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(Self::FACTOR);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        (self.0 ^ (self.0 >> 32)).wrapping_mul(Self::FACTOR)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(byte.into());
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }
}
