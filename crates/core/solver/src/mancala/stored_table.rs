use gebeta_rules::Player;
use gebeta_rules::mancala::{Bitboard, Board, MoveTables, PieRule, Position, Setup, SideWord};

use super::shape::Shape;
use super::solver::Solved;
use super::tablebase;
use crate::file::{Reader, Source, TableError};

/// A table that stays in its file: every answer reads and checks one block, unless that was done lately.
#[derive(Debug)]
pub struct StoredTable<F> {
    reader: Reader<F>,
    shape: Shape,
    /// For every board: reading a block takes longer than the wide word.
    sower: MoveTables<u128>,
}

impl<F: Source> StoredTable<F> {
    /// The table in a file.
    ///
    /// # Errors
    /// What is wrong with the file; `table-foreign` if it is no table of a mancala game.
    pub fn new(reader: Reader<F>) -> Result<Self, TableError> {
        match Shape::of(reader.header()) {
            Ok(shape) => {
                let sower = shape.sower().expect("every board fits into the wide word");
                Ok(Self { reader, shape, sower })
            }
            Err(fault) => Err(fault.of(reader.source().name())),
        }
    }

    /// Which positions it holds.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The file.
    pub const fn reader(&self) -> &Reader<F> {
        &self.reader
    }

    /// The value of an unfinished position to the player to move; none if it is not within the table.
    ///
    /// # Errors
    /// The block is damaged or cannot be read.
    pub fn value(&self, position: &Position) -> Result<Option<i32>, TableError> {
        let Some(Bitboard { own, theirs }) = self.sower.pack(position) else { return Ok(None) };
        let (moving, waiting) = (own.sum(), theirs.sum());
        let Some(section) = self.reader.header().find(moving, waiting) else { return Ok(None) };
        let ranks = self.shape.ranks();
        let index = ranks.rank(theirs) as u64 * ranks.count(moving) as u64 + ranks.rank(own) as u64;
        let entry = self.reader.entry(section, index)?;
        Ok(Some(i32::from((entry as u8).cast_signed())))
    }

    /// The value of every move; none if one of them leads beyond the table.
    ///
    /// # Errors
    /// A block is damaged or cannot be read.
    pub fn solved(&self, position: &Position) -> Result<Option<Solved>, TableError> {
        tablebase::solved(position, |next| self.value(next))
    }

    /// Whether an entry, counted through all sections, is what the moves of its position say by the readable rules;
    /// if not, the position.
    ///
    /// # Errors
    /// A block is damaged or cannot be read.
    pub fn agrees(&self, entry: u64) -> Result<Result<(), Position>, TableError> {
        let position = self.position(entry);
        // Its stores are empty: what will be won is all.
        let best = self.solved(&position)?.map(|solved| solved.value);
        Ok(if best.is_some() && best == self.value(&position)? { Ok(()) } else { Err(position) })
    }

    /// The position of an entry, counted through all sections; Player 1 is to move.
    fn position(&self, mut entry: u64) -> Position {
        let sections = self.reader.header().sections();
        let section = sections
            .iter()
            .find(|section| {
                let is_here = entry < section.entries;
                if !is_here {
                    entry -= section.entries;
                }
                is_here
            })
            .expect("callers count the entries");
        let ranks = self.shape.ranks();
        let own_count = ranks.count(section.moving.into()) as u64;
        let own = ranks.side(section.moving.into(), (entry % own_count) as usize);
        let theirs = ranks.side(section.waiting.into(), (entry / own_count) as usize);
        let side = |side: u128| (0..self.sower.pits()).map(move |pit| side.stones_in(pit) as u16).chain([0]);
        let counts: Vec<u16> = side(own).chain(side(theirs)).collect();
        let board = Board::from_counts(&counts).expect("two sides of pits and stores are a board");
        let setup = Setup { board, to_move: Some(Player::One), pie: PieRule::Off };
        setup.position(self.shape.rules()).expect("a board with stones on both sides is a position")
    }
}
