use std::fmt;
use std::hash::{Hash, Hasher};

use crate::Unit;
use crate::chance_table::Mixer;

/// What [`AlphaBeta`](crate::AlphaBeta) remembers of the nodes it has met, as long as no other takes their place.
///
/// The whole key of a node is kept, so two are never confused. A table belongs to one tree: a caller that changes the evaluation or
/// the rules starts a new one.
#[derive(Clone)]
pub struct TranspositionTable<N> {
    /// A node lies at its place or at the neighbor's.
    slots: Vec<Option<Entry<N>>>,
    /// How many slots are taken.
    taken: usize,
    /// The most slots there may be.
    most: usize,
    /// Which search is on; what earlier ones left gives way first.
    age: u8,
}

#[derive(Clone, Copy)]
struct Entry<N> {
    node: N,
    found: Found,
    age: u8,
}

/// What a search has found out about a node.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    pub(crate) depth: u16,
    pub(crate) unit: Unit,
    /// The place of the best move in the order of the rules.
    pub(crate) best: u8,
    /// Whether the value or bound holds however deep one looks.
    pub(crate) proved: bool,
}

/// How a value stands to the value that was found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is that.
    Exact,
    /// It is that or more.
    Lower,
    /// It is that or less.
    Upper,
}

impl<N: Copy + Eq + Hash> TranspositionTable<N> {
    /// How many slots there are at first: a short search should not pay for a long one.
    const FIRST: usize = 1 << 8;

    /// A memory that grows to about so many nodes, at least two.
    pub fn new(nodes: usize) -> Self {
        let most = nodes.max(2).next_power_of_two();
        Self { slots: vec![None; most.min(Self::FIRST)], taken: 0, most, age: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new(self.most);
    }

    /// Tells it that a new search begins.
    pub(crate) fn begin(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    pub(crate) fn get(&self, node: &N) -> Option<&Found> {
        let place = self.place(node);
        let at = |place: usize| self.slots[place].as_ref().filter(|entry| entry.node == *node);
        at(place).or_else(|| at(place ^ 1)).map(|entry| &entry.found)
    }

    /// Remembers a node; returns whether it is time to [`grow`](Self::grow).
    pub(crate) fn put(&mut self, node: &N, found: Found) -> bool {
        let place = self.place(node);
        let age = self.age;
        // A node has one place; else the entry that took the least work gives way.
        let score = |place: usize| match &self.slots[place] {
            Some(entry) if entry.node == *node => 0,
            None => 1,
            Some(entry) => 2 + u32::from(entry.found.depth) + if entry.age == age { 1 << 16 } else { 0 },
        };
        let place = if score(place ^ 1) < score(place) { place ^ 1 } else { place };
        if self.slots[place].is_none() {
            self.taken += 1;
        }
        self.slots[place] = Some(Entry { node: *node, found, age });
        2 * self.taken > self.slots.len() && self.slots.len() < self.most
    }

    /// Makes room for four times as many nodes. None if `stop`, which is asked about every millisecond, says so; then
    /// everything is as it was.
    pub(crate) fn grow(&mut self, mut stop: impl FnMut() -> bool) -> Option<()> {
        const CHUNK: usize = 1 << 13;
        let wanted = (4 * self.slots.len()).min(self.most);
        let mut larger = Self { slots: Vec::with_capacity(wanted), taken: 0, ..*self };
        while larger.slots.len() < wanted {
            let next = larger.slots.len() + CHUNK;
            larger.slots.resize(next.min(wanted), None);
            if stop() {
                return None;
            }
        }
        for chunk in self.slots.chunks(CHUNK) {
            for entry in chunk.iter().flatten() {
                larger.age = entry.age;
                larger.put(&entry.node, entry.found);
            }
            if stop() {
                return None;
            }
        }
        larger.age = self.age;
        *self = larger;
        Some(())
    }

    #[inline]
    fn place(&self, node: &N) -> usize {
        let mut mixer = Mixer::NEW;
        node.hash(&mut mixer);
        (mixer.finish() >> 32) as usize & (self.slots.len() - 1)
    }
}

impl<N> fmt::Debug for TranspositionTable<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("slots", &self.slots.len()).finish_non_exhaustive()
    }
}
