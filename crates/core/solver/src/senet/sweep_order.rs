//! The order in which the blocks of a layer are swept.

use std::ops::Range;

use super::Layer;
use super::index::bits;

/// The occupied sets of a layer, those furthest along the path first.
///
/// Every move but a swap changes how far all pieces have come together, so blocks that are equally far do not depend on
/// each other: any number of threads can work on them and find the same values.
///
/// A single thread goes down the ranks instead. A move of one piece changes the rank in the direction in which it changes
/// how far all have come, so in both orders every block finds the same blocks done before it, and the same values.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The sets in this order.
    sets: Vec<u32>,
    /// For each rank the place in this order; empty if they go down the ranks.
    places: Vec<u32>,
    /// Which places do not depend on each other. An order down the ranks has none.
    levels: Vec<Range<usize>>,
}

impl Order {
    /// The order for a single thread: down the ranks, so that no place need be looked up.
    pub(super) fn down(layer: Layer) -> Self {
        let mut sets: Vec<_> = sets(layer).collect();
        sets.reverse();
        Self { sets, places: Vec::new(), levels: Vec::new() }
    }

    pub(super) fn new(layer: Layer) -> Self {
        let mut counts = Vec::new();
        for set in sets(layer) {
            let far = far(set);
            counts.resize(counts.len().max(far + 1), 0);
            counts[far] += 1;
        }
        let mut levels: Vec<Range<usize>> = Vec::new();
        let mut begins = vec![0; counts.len()];
        let mut end = 0;
        for (begin, count) in begins.iter_mut().zip(counts).rev().filter(|&(_, count)| count > 0) {
            *begin = end;
            levels.push(end..end + count);
            end += count;
        }
        let mut order = Self { sets: vec![0; end], places: Vec::with_capacity(end), levels };
        for set in sets(layer) {
            let place = &mut begins[far(set)];
            order.sets[*place] = set;
            order.places.push(*place as u32);
            *place += 1;
        }
        order
    }

    /// The occupied sets of some places.
    pub(super) fn sets(&self, places: Range<usize>) -> &[u32] {
        &self.sets[places]
    }

    /// The place of the set with this rank.
    #[inline]
    pub(super) fn place(&self, rank: usize) -> usize {
        match self.places.get(rank) {
            Some(&place) => place as usize,
            None => self.sets.len() - 1 - rank,
        }
    }

    /// Whether it goes down the ranks.
    #[inline]
    pub(super) fn is_down(&self) -> bool {
        self.places.is_empty()
    }

    /// Places that are equally far, in order.
    pub(super) fn levels(&self) -> &[Range<usize>] {
        &self.levels
    }

    /// Moves blocks of `len` values from where this order has them to where the index has them.
    pub(super) fn undo<T: Copy>(&self, values: &mut [T], len: usize) {
        let mut moved = vec![0u64; self.sets.len().div_ceil(64)];
        let mut was_moved = |rank: usize| {
            let was = moved[rank / 64] >> (rank % 64) & 1 == 1;
            moved[rank / 64] |= 1 << (rank % 64);
            was
        };
        let mut hand = Vec::with_capacity(len);
        for first in 0..self.sets.len() {
            if was_moved(first) || self.place(first) == first {
                continue;
            }
            hand.clear();
            hand.extend_from_slice(&values[first * len..(first + 1) * len]);
            let mut rank = first;
            loop {
                let from = self.place(rank);
                if from == first {
                    values[rank * len..(rank + 1) * len].copy_from_slice(&hand);
                    break;
                }
                values.copy_within(from * len..(from + 1) * len, rank * len);
                was_moved(from);
                rank = from;
            }
        }
    }
}

/// The occupied sets in the order of their rank.
fn sets(layer: Layer) -> impl Iterator<Item = u32> {
    let first = (1u32 << layer.total()) - 1;
    std::iter::successors(Some(first), |&set| Some(next_of_same_size(set))).take(layer.blocks())
}

/// How far the pieces have come together.
fn far(set: u32) -> usize {
    bits(set).map(|bit| bit as usize).sum()
}

/// The next larger number with as many bits.
const fn next_of_same_size(set: u32) -> u32 {
    let lowest = set & set.wrapping_neg();
    let carried = set.wrapping_add(lowest);
    carried | ((set ^ carried) >> 2) >> lowest.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::super::index::rank;
    use super::*;

    #[test]
    fn blocks_come_from_far_to_near_and_can_be_put_back() {
        let layer = Layer::new(2, 2).unwrap();
        let order = Order::new(layer);
        let sets = order.sets(0..layer.blocks());
        assert!(sets.is_sorted_by_key(|&set| usize::MAX - far(set)));
        for level in order.levels() {
            assert!(sets[level.clone()].iter().all(|&set| far(set) == far(sets[level.start])));
        }
        check_places(&order, layer);
        check_places(&Order::down(layer), layer);
    }

    fn check_places(order: &Order, layer: Layer) {
        let sets = order.sets(0..layer.blocks());
        for (place, &set) in sets.iter().enumerate() {
            assert_eq!(order.place(rank(set) as usize), place);
        }
        let mut values: Vec<_> = sets.iter().flat_map(|&set| [rank(set), set]).collect();
        order.undo(&mut values, 2);
        assert!(values.chunks(2).zip(0..).all(|(block, rank)| block[0] == rank));
    }
}
