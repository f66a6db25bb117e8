use gebeta_rules::mancala::{End, MoveRules, MoveTables, Rules, SideWord, Size};
use gebeta_rules::{AnyRules, Coded};

use super::ranks::{Ranks, ways};
use crate::file::{Header, Kind, Section, TableErrorKind};

/// Which positions a table holds, and in what order: what the rules and the number of stones decide.
#[derive(Clone, Debug)]
pub struct Shape {
    rules: Rules,
    ranks: Ranks,
    stones: u32,
}

/// Two sections that are computed together: either side may be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// Stones of the side that has fewer.
    pub(super) first: u32,
    /// Stones of the other.
    pub(super) second: u32,
}

impl Unit {
    /// How many sections it has: one where both sides have as many stones, so that it does not matter who moves.
    pub(super) const fn sections(self) -> usize {
        if self.first == self.second { 1 } else { 2 }
    }

    pub(super) const fn stones(self) -> u32 {
        self.first + self.second
    }
}

impl Shape {
    /// The most stones a table may be asked for; far beyond any memory.
    pub const MOST: u32 = 48;
    /// The most positions: beyond any disk, and what a file's header can still count.
    const MOST_POSITIONS: u64 = 1 << 50;
    /// Positions of a table that takes a blink to compute and makes every end of a game perfect: 12 stones on six pits.
    pub const SMALL: u64 = 2_700_000;
    /// Positions of a table that takes a fraction of a second: 14 stones on six pits.
    pub const MEDIUM: u64 = 10_500_000;

    /// The table for up to `stones` stones on this board under these rules.
    pub fn new(pits: Size, law: MoveRules, stones: u32) -> Result<Self, NoTableError> {
        if law.end == End::Majority {
            return Err(NoTableError::Majority);
        }
        if !(2..=Self::MOST).contains(&stones) {
            return Err(NoTableError::Stones(stones));
        }
        if Self::positions(pits, stones) > Self::MOST_POSITIONS {
            return Err(NoTableError::TooLarge { pits: pits.get(), stones });
        }
        let ranks = Ranks::new(pits.get().into(), stones);
        // How a game begins does not change how it ends: tables of one set of move rules are one table.
        let rules = Rules { pits, law, ..Rules::GEBETA };
        Ok(Self { rules, ranks, stones })
    }

    /// The shape of the table that has this header.
    pub fn of(header: &Header) -> Result<Self, TableErrorKind> {
        let AnyRules::Mancala(rules) = header.rules() else {
            return Err(TableErrorKind::Foreign("a table of another game"));
        };
        let shape = Self::new(rules.pits, rules.law, header.size())
            .map_err(|_| TableErrorKind::Foreign("rules that have no tables"))?;
        if shape.header() == *header { Ok(shape) } else { Err(TableErrorKind::Foreign("another order")) }
    }

    /// How many positions have at most so many stones, at least one on each side.
    pub fn positions(pits: Size, stones: u32) -> u64 {
        let pits = u32::from(pits.get());
        // Fewer stones leave the rest in one pit more. All, without those that leave a side empty; the empty board is
        // among both.
        let all = ways(2 * pits + 1, stones);
        if all == u64::MAX { all } else { all + 1 - 2 * ways(pits + 1, stones) }
    }

    /// The most stones for which there are no more than so many positions; at least 2, whose table is never large.
    pub fn most_stones(pits: Size, positions: u64) -> u32 {
        let fitting = (2..=Self::MOST).take_while(|&stones| Self::positions(pits, stones) <= positions);
        fitting.last().unwrap_or(2)
    }

    /// How large a table pays for proving a position with so many stones in the pits: one that takes less time to
    /// compute than it spares.
    pub fn worthwhile(pits: Size, in_pits: u32) -> u32 {
        // A proof meets most positions with about half the stones left; a table that reaches there costs a byte each.
        let wanted = 2 * in_pits / 5;
        let most_positions = if in_pits <= 50 { 150_000_000 } else { 1_300_000_000 };
        Self::most_stones(pits, most_positions).min(wanted.max(2))
    }

    /// What the table's file says of itself.
    pub fn header(&self) -> Header {
        let sections = self.units().flat_map(|unit| {
            let count = |stones| self.ranks.count(stones) as u64;
            let section = |moving: u32, waiting: u32| {
                Section::new(moving as u8, waiting as u8, count(moving) * count(waiting))
            };
            [section(unit.first, unit.second), section(unit.second, unit.first)]
                .into_iter()
                .take(unit.sections())
        });
        Header::new(Kind::Mancala, AnyRules::Mancala(self.rules), self.stones, sections.collect())
    }

    /// The move rules and the board; the rest of the rules is that of `gebeta`.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The most stones.
    pub const fn stones(&self) -> u32 {
        self.stones
    }

    /// What sows its positions; none if the board is too wide for the word.
    pub(super) fn sower<S: SideWord>(&self) -> Option<MoveTables<S>> {
        MoveTables::new(self.rules.pits, self.rules.law)
    }

    pub(super) const fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    /// Layer by layer, the large units of a layer first: the last worker should not be left with one of them.
    pub(super) fn units(&self) -> impl Iterator<Item = Unit> + use<> {
        (2..=self.stones)
            .flat_map(|layer| (1..=layer / 2).rev().map(move |first| Unit { first, second: layer - first }))
    }
}

/// Why there is no table of these rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTableError {
    /// The stores would have to be in the table.
    #[error(
        "there are no tables for games that a majority ends: what a position is worth depends on its stores"
    )]
    Majority,
    /// More positions than any disk holds.
    #[error("a table for {stones} stones on {pits} pits a side is larger than any disk")]
    TooLarge {
        /// Pits per side.
        pits: u8,
        /// The stones asked for.
        stones: u32,
    },
    /// Too few or too many.
    #[error("a table is for 2 to {most} stones, not for {0}", most = Shape::MOST)]
    Stones(u32),
}

impl Coded for NoTableError {
    fn code(&self) -> &'static str {
        match self {
            Self::Majority => "no-table",
            Self::TooLarge { .. } => "too-large",
            Self::Stones(_) => "bad-stones",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_those_of_the_sections() {
        for pits in 1..=12 {
            let pits = Size::new(pits).unwrap();
            for stones in 2..9 {
                let shape = Shape::new(pits, MoveRules::GEBETA, stones).unwrap();
                assert_eq!(shape.header().entries(), Shape::positions(pits, stones), "{pits} {stones}");
            }
        }
        assert_eq!(Shape::positions(Size::new(6).unwrap(), 18), 86_224_034);
        assert_eq!(Shape::positions(Size::new(12).unwrap(), 255), u64::MAX);
    }
}
