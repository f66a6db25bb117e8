/// Numbers the ways to lay stones into the pits of one side, without gaps.
///
/// With `p(i)` stones in pits 0 to `i`, the number is the sum of `C(p(i) + i, i + 1)` over all pits but the last: the
/// combinatorial number system over the prefix sums. It does not depend on how many stones there are in all, and
/// moving a stone to the right makes it smaller.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    pits: usize,
    /// `C(p + i, i + 1)` by pit and prefix sum.
    terms: Vec<[u32; Self::SUMS]>,
    /// How many sides have so many stones.
    counts: Vec<usize>,
}

impl Ranks {
    /// One more than the most stones a side may hold.
    const SUMS: usize = 64;

    /// Ranks for sides of up to `most` stones, fewer than 64.
    pub(super) fn new(pits: u32, most: u32) -> Self {
        let pits = pits as usize;
        assert!((most as usize) < Self::SUMS, "tables end long before 64 stones");
        let terms = (0..pits.saturating_sub(1))
            .map(|pit| std::array::from_fn(|sum| choose(sum as u64 + pit as u64, pit as u64 + 1)))
            .collect();
        let count = |stones: u32| choose(u64::from(stones) + pits as u64 - 1, pits as u64 - 1) as usize;
        Self { pits, terms, counts: (0..=most).map(count).collect() }
    }

    /// The number of a side among those with as many stones.
    #[inline]
    pub(super) fn rank(&self, side: u64) -> usize {
        // One product holds all prefix sums, a byte each.
        let sums = side.wrapping_mul(0x0101_0101_0101_0101);
        let mut rank = 0;
        for (pit, terms) in self.terms.iter().enumerate() {
            rank += terms[(sums >> (8 * pit)) as usize % Self::SUMS];
        }
        rank as usize
    }

    /// The side with this number among those with `stones` stones.
    pub(super) fn side(&self, stones: u32, rank: usize) -> u64 {
        let mut side = 0;
        let (mut left, mut sum) = (rank, stones as usize);
        // From the right: the largest prefix sum whose term still fits is the right one.
        for (pit, terms) in self.terms.iter().enumerate().rev() {
            let before = (0..=sum).rev().find(|&sum| terms[sum] as usize <= left).unwrap_or(0);
            left -= terms[before] as usize;
            side |= (sum as u64 - before as u64) << (8 * (pit + 1));
            sum = before;
        }
        side | sum as u64
    }

    /// How many sides have `stones` stones.
    #[inline]
    pub(super) fn count(&self, stones: u32) -> usize {
        self.counts[stones as usize]
    }

    /// Every side with up to `most` stones.
    pub(super) fn sides(&self, most: u32) -> Sides {
        let with = |stones| {
            let mut sides = Vec::with_capacity(self.count(stones));
            self.lay(0, 0, stones, &mut sides);
            sides.sort_by_cached_key(|&side| self.rank(side));
            sides
        };
        Sides { by_stones: (0..=most).map(with).collect() }
    }

    /// Every way to lay `left` stones into `pit` and the pits right of it.
    fn lay(&self, side: u64, pit: usize, left: u32, sides: &mut Vec<u64>) {
        if pit + 1 == self.pits {
            sides.push(side | u64::from(left) << (8 * pit));
            return;
        }
        for here in 0..=left {
            self.lay(side | u64::from(here) << (8 * pit), pit + 1, left - here, sides);
        }
    }
}

/// The sides of a board in the order of their numbers.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    by_stones: Vec<Vec<u64>>,
}

impl Sides {
    /// The sides with `stones` stones, in order of their number.
    pub(super) fn with(&self, stones: u32) -> &[u64] {
        &self.by_stones[stones as usize]
    }
}

fn choose(n: u64, k: u64) -> u32 {
    let product =
        (0..k).fold(1_u128, |product, i| product * u128::from(n.saturating_sub(i)) / u128::from(i + 1));
    u32::try_from(product).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::mancala::side_sum;

    #[test]
    fn every_side_has_a_number_of_its_own() {
        for pits in 1..=8 {
            let ranks = Ranks::new(pits, 8);
            let sides = ranks.sides(8);
            for stones in 0..=8 {
                assert_eq!(sides.with(stones).len(), ranks.count(stones));
                for (number, &side) in sides.with(stones).iter().enumerate() {
                    assert_eq!((ranks.rank(side), side_sum(side)), (number, stones), "{side:x}");
                    assert_eq!(ranks.side(stones, number), side);
                }
            }
        }
        assert_eq!(Ranks::new(6, 12).count(12), 6188);
    }
}
