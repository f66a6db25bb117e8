/// What a solver remembers: bounds of nodes, as long as no other node takes their place.
///
/// The whole node is kept, so two are never confused. Each node has two places; the one with fewer stones below it, which
/// is cheaper to find again, gives way.
pub(super) struct Memory<N> {
    entries: Vec<Option<Entry<N>>>,
}

#[derive(Clone, Copy)]
struct Entry<N> {
    node: N,
    bounds: Bounds,
    stones: i16,
}

/// Between which worths a node lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i16,
    pub(super) high: i16,
}

impl<N: Copy + Eq> Memory<N> {
    /// A memory of about so many megabytes.
    pub(super) fn new(megabytes: usize) -> Self {
        let wanted = (megabytes << 20) / size_of::<Option<Entry<N>>>();
        let size = wanted.max(1024).next_power_of_two() / 2;
        Self { entries: vec![None; size.max(1024)] }
    }

    #[inline]
    pub(super) fn get(&self, node: N, hash: u64) -> Option<Bounds> {
        let found = |entry: &&Entry<N>| entry.node == node;
        self.places(hash)
            .into_iter()
            .find_map(|place| self.entries[place].as_ref().filter(found))
            .map(|e| e.bounds)
    }

    /// Remembers what is known of `node` now.
    pub(super) fn put(&mut self, node: N, hash: u64, bounds: Bounds, stones: i32) {
        let places = self.places(hash);
        let same =
            places.into_iter().find(|&place| self.entries[place].as_ref().is_some_and(|e| e.node == node));
        let weight =
            |place: &usize| self.entries[*place].as_ref().map_or(-1, |entry| i32::from(entry.stones));
        let place = same.unwrap_or_else(|| if weight(&places[0]) <= stones { places[0] } else { places[1] });
        self.entries[place] = Some(Entry { node, bounds, stones: stones as i16 });
    }

    /// Two neighbors.
    #[inline]
    fn places(&self, hash: u64) -> [usize; 2] {
        let first = hash as usize & (self.entries.len() - 1);
        [first, first ^ 1]
    }
}
