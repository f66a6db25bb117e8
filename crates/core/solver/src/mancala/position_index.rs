use gebeta_rules::mancala::{Bitboard, SideWord};

use super::ranks::{term, ways};
use super::transposition_table::Key;

/// Numbers the positions of any board without gaps, by the prefix sums of both sides like [`Ranks`](super::ranks::Ranks),
/// and several kinds of each. Positions with so many stones that the numbers would not suffice have none.
pub(super) struct Numbers {
    pits: u32,
    kinds: u64,
    /// The most stones of a position that has a number.
    most: u32,
    /// What a pit adds, by its place along both sides and the stones in it and before it.
    terms: Vec<[u64; Self::SUMS]>,
}

impl Numbers {
    /// One more than the most stones: what is known of more would not fit into the table.
    const SUMS: usize = 128;

    pub(super) fn new(pits: u32, kinds: u64) -> Self {
        let most = (0..Self::SUMS as u32).take_while(|&stones| ways(2 * pits + 1, stones) < u64::MAX / kinds);
        let terms = (0..2 * pits).map(|place| std::array::from_fn(|sum| term(sum as u32, place)));
        Self { pits, kinds, most: most.last().unwrap_or(0), terms: terms.collect() }
    }

    /// The key of a position of this kind.
    #[inline]
    pub(super) fn key<S: SideWord>(&self, position: Bitboard<S>, kind: u64) -> Option<Key> {
        let own = position.own.sum();
        let stones = own + position.theirs.sum();
        if stones > self.most {
            return None;
        }
        let number: u64 = {
            let sums = [position.own.prefix_sums(), position.theirs.prefix_sums()];
            let (first, second) = self.terms.split_at(self.pits as usize);
            let of_side = |terms: &[[u64; Self::SUMS]], sums: S, before: u32| {
                let pits = (0..).zip(terms);
                pits.map(|(pit, terms)| terms[(before + sums.stones_in(pit)) as usize % Self::SUMS])
                    .sum::<u64>()
            };
            of_side(first, sums[0], 0) + of_side(second, sums[1], own)
        };
        Some(Key { number: number * self.kinds + kind, stones })
    }
}

#[cfg(test)]
mod tests {
    use super::super::ranks::Ranks;
    use super::*;

    fn check<S: SideWord>(pits: u32, most: u32) {
        let numbers = Numbers::new(pits, 3);
        let sides = Ranks::new(pits, most).sides::<S>(most);
        let mut found = Vec::new();
        for (own, theirs) in (0..=most).flat_map(|own| (0..=most - own).map(move |theirs| (own, theirs))) {
            for (&own, &theirs) in sides
                .with(own)
                .iter()
                .flat_map(|own| sides.with(theirs).iter().map(move |theirs| (own, theirs)))
            {
                let keys = (0..3).filter_map(|kind| numbers.key(Bitboard { own, theirs }, kind));
                found.extend(keys.map(|key| key.number));
            }
        }
        found.sort_unstable();
        assert_eq!(found, (0..3 * ways(2 * pits + 1, most)).collect::<Vec<_>>(), "{pits} pits");
    }

    #[test]
    fn every_position_has_a_number_of_its_own_and_there_are_no_gaps() {
        for pits in 1..=8 {
            check::<u64>(pits, 4);
        }
        for pits in 9..=12 {
            check::<u128>(pits, 3);
        }
    }

    #[test]
    fn numbers_end_where_64_bits_do() {
        // Twelve pits a side: the last board all of whose positions, and those with fewer stones, have numbers.
        let numbers = Numbers::new(12, 1);
        let all_in_last = |stones| Bitboard { own: 0_u128, theirs: u128::lone(stones, 11) };
        let full = Bitboard { own: u128::lone(numbers.most, 0), theirs: 0 };
        assert_eq!(numbers.key(full, 0).unwrap().number, ways(25, numbers.most) - 1);
        assert_eq!(numbers.key(all_in_last(numbers.most + 1), 0), None);
        assert!(numbers.most >= 48, "{}", numbers.most);
    }
}
