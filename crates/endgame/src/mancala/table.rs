use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use gebeta_rules::mancala::{Law, Packed, Size, Sower, Turn, side_sum};

use super::layer::{self, Part};
use super::ranks::Ranks;

/// The exact worth of every position with up to so many stones in the pits.
///
/// The worth is the future difference: how many more stones the player to move will win than the opponent from here on,
/// both playing perfectly. One byte per position, no gaps.
#[derive(Clone, Debug)]
pub struct Table {
    sower: Sower,
    ranks: Ranks,
    stones: u32,
    /// By the stones of the waiting side, then of the moving side; within, by the numbers of both sides.
    parts: Vec<Vec<Vec<i8>>>,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The layer that is being computed.
    pub stones: u32,
    /// Positions that are finished.
    pub done: u64,
    /// Positions there will be.
    pub total: u64,
}

impl Table {
    /// Tables that take a blink to compute and make every end of a game perfect.
    pub const SMALL: u32 = 12;

    /// The most stones a table may be asked for; far beyond any memory.
    pub const MOST: u32 = 48;

    /// Computes the table for up to `stones` stones with that many `threads`. None if there is no packed law for these
    /// rules, or if `progress`, which hears of every finished part, answers that it is enough.
    pub fn build(
        pits: Size,
        law: Law,
        stones: u32,
        threads: usize,
        progress: &(dyn Fn(Progress) -> bool + Sync),
    ) -> Option<Self> {
        let sower = Sower::new(pits, law)?;
        let stones = stones.min(Self::MOST);
        let ranks = Ranks::new(sower.pits(), stones);
        let sums = stones as usize + 1;
        let mut table = Self { sower, ranks, stones: 1, parts: vec![vec![Vec::new(); sums]; sums] };
        let total = (2..=stones).map(|layer| table.layer_size(layer)).sum();
        let mut done = 0;
        for layer in 2..=stones {
            let report = |stones: u32, here: u64| progress(Progress { stones, done: done + here, total });
            table.add_layer(layer, threads, &report)?;
            done += table.layer_size(layer);
        }
        Some(table)
    }

    /// How large a table pays for proving a position with so many stones in the pits: one that takes less time to
    /// compute than it spares.
    pub fn worthwhile(pits: Size, in_pits: u32) -> u32 {
        // A proof meets most positions with about half the stones left; a table that reaches there costs a byte each.
        let wanted = 2 * in_pits / 5;
        let most_positions = if in_pits <= 50 { 90_000_000 } else { 1_300_000_000 };
        let pits = u64::from(pits.get());
        // C(k + 2m, 2m) positions have at most k stones.
        let positions =
            |stones: u64| (1..=2 * pits).fold(1_u128, |n, i| n * u128::from(stones + i) / u128::from(i));
        let fitting = (2..=Self::MOST).take_while(|&stones| positions(stones.into()) <= most_positions);
        fitting.last().unwrap_or(2).min(wanted.max(2))
    }

    /// A small table for the end of every game; none where there is no packed law.
    pub fn small(pits: Size, law: Law) -> Option<Self> {
        Self::build(pits, law, Self::SMALL, 1, &|_| true)
    }

    /// How many stones a position may have to be found here.
    pub const fn stones(&self) -> u32 {
        self.stones
    }

    /// The sower of these positions.
    pub const fn sower(&self) -> &Sower {
        &self.sower
    }

    pub(super) const fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    /// How many positions it holds, a byte each.
    pub fn len(&self) -> u64 {
        (2..=self.stones).map(|layer| self.layer_size(layer)).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The worth of an unfinished position to the player to move; none if it has too many stones.
    #[inline]
    pub fn value(&self, position: Packed) -> Option<i32> {
        let (moving, waiting) = (side_sum(position.own), side_sum(position.theirs));
        (moving + waiting <= self.stones).then(|| self.look_up(position, moving, waiting))
    }

    /// What the future after a move is worth to the mover; the position must be within the table.
    #[inline]
    pub(super) fn future(&self, next: Packed, turn: Turn) -> i32 {
        let value =
            |position: Packed| self.look_up(position, side_sum(position.own), side_sum(position.theirs));
        match turn {
            Turn::Over => 0,
            Turn::Again => value(next),
            Turn::Passes => -value(next),
        }
    }

    #[inline]
    fn look_up(&self, position: Packed, moving: u32, waiting: u32) -> i32 {
        let part = &self.parts[waiting as usize][moving as usize];
        let place =
            self.ranks.rank(position.theirs) * self.ranks.count(moving) + self.ranks.rank(position.own);
        i32::from(part[place])
    }

    fn layer_size(&self, layer: u32) -> u64 {
        (1..layer)
            .map(|moving| self.ranks.count(moving) as u64 * self.ranks.count(layer - moving) as u64)
            .sum()
    }

    /// Computes all parts with `layer` stones; parts do not depend on each other.
    fn add_layer(
        &mut self,
        layer: u32,
        threads: usize,
        report: &(dyn Fn(u32, u64) -> bool + Sync),
    ) -> Option<()> {
        // The even parts are the large ones: the last worker should not be left with one of them.
        let next = AtomicU32::new(layer / 2);
        let enough = AtomicBool::new(false);
        let finished = Mutex::new((0, Vec::<(u32, Part)>::new()));
        let work = || {
            while !enough.load(Ordering::Relaxed) {
                let first = next.fetch_sub(1, Ordering::Relaxed);
                if first == 0 || first > layer {
                    return;
                }
                let part = layer::compute(self, first, layer - first);
                let mut finished = finished.lock().expect("no worker panics");
                finished.0 += part.first_moves.len() as u64 + part.second_moves.len() as u64;
                if !report(layer, finished.0) {
                    enough.store(true, Ordering::Relaxed);
                }
                finished.1.push((first, part));
            }
        };
        if threads <= 1 {
            work();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(work);
                }
            });
        }
        if enough.into_inner() {
            return None;
        }
        for (first, part) in finished.into_inner().expect("no worker panics").1 {
            let (first, second) = (first as usize, (layer - first) as usize);
            self.parts[second][first] = part.first_moves;
            self.parts[first][second] = part.second_moves;
        }
        self.stones = layer;
        Some(())
    }
}
