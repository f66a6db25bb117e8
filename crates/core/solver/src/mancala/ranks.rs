use gebeta_rules::mancala::SideWord;

/// Numbers the ways to lay stones into the pits of one side, without gaps.
///
/// With `p(i)` stones in pits 0 to `i`, the number is the sum of `C(p(i) + i, i + 1)` over all pits but the last: the
/// combinatorial number system over the prefix sums. It does not depend on how many stones there are in all, and
/// moving a stone to the right makes it smaller.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    pits: u32,
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
        assert!((most as usize) < Self::SUMS, "tables end long before 64 stones");
        let terms = (0..pits.saturating_sub(1))
            .map(|pit| std::array::from_fn(|sum| term(sum as u32, pit).try_into().unwrap_or(u32::MAX)))
            .collect();
        let count = |stones| ways(pits, stones) as usize;
        Self { pits, terms, counts: (0..=most).map(count).collect() }
    }

    /// The number of a side among those with as many stones.
    #[inline]
    pub(super) fn rank<S: SideWord>(&self, side: S) -> usize {
        let mut sums = side.prefix_sums();
        let mut rank = 0;
        for terms in &self.terms {
            rank += terms[sums.stones_in(0) as usize % Self::SUMS];
            sums = sums.rest();
        }
        rank as usize
    }

    /// The side with this number among those with `stones` stones.
    pub(super) fn side<S: SideWord>(&self, stones: u32, rank: usize) -> S {
        let mut side = S::default();
        let (mut left, mut sum) = (rank, stones as usize);
        // From the right: the largest prefix sum whose term still fits is the right one.
        for (pit, terms) in self.terms.iter().enumerate().rev() {
            let before = (0..=sum).rev().find(|&sum| terms[sum] as usize <= left).unwrap_or(0);
            left -= terms[before] as usize;
            side = side | S::lone((sum - before) as u32, pit as u32 + 1);
            sum = before;
        }
        side | S::lone(sum as u32, 0)
    }

    /// How many sides have `stones` stones.
    #[inline]
    pub(super) fn count(&self, stones: u32) -> usize {
        self.counts[stones as usize]
    }

    /// Every side with up to `most` stones.
    pub(super) fn sides<S: SideWord>(&self, most: u32) -> Sides<S> {
        let with = |stones| {
            let mut sides = vec![S::default(); self.count(stones)];
            self.lay(S::default(), 0, stones, &mut sides);
            sides
        };
        Sides { by_stones: (0..=most).map(with).collect() }
    }

    /// Puts every way to lay `left` stones into `pit` and the pits right of it where its number is.
    fn lay<S: SideWord>(&self, side: S, pit: u32, left: u32, sides: &mut [S]) {
        if pit + 1 == self.pits {
            let side = side | S::lone(left, pit);
            sides[self.rank(side)] = side;
            return;
        }
        for here in 0..=left {
            self.lay(side | S::lone(here, pit), pit + 1, left - here, sides);
        }
    }
}

/// The sides of a board in the order of their numbers.
#[derive(Clone, Debug)]
pub(super) struct Sides<S> {
    by_stones: Vec<Vec<S>>,
}

impl<S> Sides<S> {
    /// The sides with `stones` stones, in order of their number.
    pub(super) fn with(&self, stones: u32) -> &[S] {
        &self.by_stones[stones as usize]
    }
}

/// How many ways there are to lay so many stones into so many pits; the highest number if there are more.
pub(super) fn ways(pits: u32, stones: u32) -> u64 {
    let ways =
        (1..pits).try_fold(1_u128, |ways, i| Some(ways.checked_mul(u128::from(stones + i))? / u128::from(i)));
    ways.and_then(|ways| ways.try_into().ok()).unwrap_or(u64::MAX)
}

/// What a pit adds to a number when there are `sum` stones in it and all pits left of it: the ways to lay fewer stones
/// there.
pub(super) fn term(sum: u32, pit: u32) -> u64 {
    if sum == 0 { 0 } else { ways(pit + 2, sum - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<S: SideWord>(pits: u32) {
        let ranks = Ranks::new(pits, 8);
        let sides = ranks.sides::<S>(8);
        for stones in 0..=8 {
            assert_eq!(sides.with(stones).len(), ranks.count(stones));
            for (number, &side) in sides.with(stones).iter().enumerate() {
                assert_eq!((ranks.rank(side), side.sum()), (number, stones), "{side:x?}");
                assert_eq!(ranks.side::<S>(stones, number), side);
            }
        }
    }

    #[test]
    fn every_side_has_a_number_of_its_own() {
        for pits in 1..=8 {
            check::<u64>(pits);
        }
        for pits in 1..=12 {
            check::<u128>(pits);
        }
        assert_eq!(Ranks::new(6, 12).count(12), 6188);
    }
}
