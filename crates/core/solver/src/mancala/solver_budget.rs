use gebeta_rules::mancala::{Position, SideWord, Size};

use super::shape::Shape;

/// The memory that a proof may use for its endgame table and its transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverBudget {
    /// Up to how many stones the table below it reaches; none for more stones than a bitboard holds.
    pub table: Option<u32>,
    /// For what it remembers.
    pub megabytes: usize,
    /// The positions it may search before it is given up.
    pub nodes: u64,
}

impl SolverBudget {
    /// Of the positions of a table, the part that the table of a first try may have: a sixty-fourth of the work.
    const TRY_TABLE: u64 = 64;
    /// And how many there are for each node of a first try: a node takes some ten times as long as a position of a table,
    /// so this is a hundredth of the work.
    const TRY_NODES: u64 = 1000;
    const TRY_MEGABYTES: usize = 32;

    /// What proves a position soonest where so many bytes of memory are free. At most half of them are for what it
    /// remembers, the others for the table with what building it takes besides.
    pub fn enough(position: &Position, free: u64) -> Self {
        let (pits, in_pits) = (position.board().pits(), position.board().in_pits());
        let fitting = Shape::most_stones(pits, free / 12 * 5);
        let table = (in_pits <= u128::MOST_STONES).then(|| Shape::worthwhile(pits, in_pits).min(fitting));
        // Words that are far apart take longer to fetch, so more than enough is too much.
        let enough = match in_pits {
            0..=30 => 32,
            31..=40 => 128,
            41..=50 => 256,
            _ => 4096,
        };
        Self { table, megabytes: enough.min((free >> 21) as usize), nodes: u64::MAX }
    }

    /// A small part of these: where a hundred positions are the proof, a table of a billion is not worth the wait. None
    /// where the table is there before one could ask.
    pub fn first_try(self, pits: Size) -> Option<Self> {
        let positions = Shape::positions(pits, self.table?);
        (positions > Shape::MEDIUM).then(|| Self {
            table: Some(Shape::most_stones(pits, Shape::SMALL.min(positions / Self::TRY_TABLE))),
            megabytes: self.megabytes.min(Self::TRY_MEGABYTES),
            nodes: positions / Self::TRY_NODES,
        })
    }
}

#[cfg(test)]
mod tests {
    use gebeta_rules::mancala::Rules;

    use super::*;

    fn enough(pits: u8, stones: u8) -> (Size, SolverBudget) {
        let [pits, stones] = [pits, stones].map(|n| Size::new(n).unwrap());
        let start = Position::start(&Rules { pits, stones, ..Rules::GEBETA });
        (pits, SolverBudget::enough(&start, 16 << 30))
    }

    #[test]
    fn a_first_try_is_a_fortieth_of_the_work_or_less() {
        for (pits, stones) in [(6, 4), (6, 6), (8, 4), (12, 6)] {
            let (pits, means) = enough(pits, stones);
            let first = means.first_try(pits).unwrap();
            let positions = |means: SolverBudget| Shape::positions(pits, means.table.unwrap());
            assert!(40 * (positions(first) + 10 * first.nodes) <= positions(means), "{first:?} {means:?}");
            assert!(first.megabytes <= 32 && first.nodes > 10_000, "{first:?}");
        }
    }

    #[test]
    fn what_takes_no_time_is_not_tried_before() {
        let (pits, means) = enough(5, 4);
        assert_eq!(means.first_try(pits), None);
        let (pits, means) = enough(12, 12);
        assert_eq!((means.table, means.first_try(pits)), (None, None));
    }
}
