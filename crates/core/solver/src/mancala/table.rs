use std::sync::Arc;

use gebeta_rules::mancala::{Bitboard, MoveRules, Position, SideWord, Size};

use super::builder::{Builder, Progress};
use super::shape::Shape;
use super::tablebase::Tablebase;
use super::values::Values;
use crate::file::{Reader, Source, TableError};

/// A table of any board, in the word that its sides fit into. Copies share their values.
#[derive(Clone, Debug)]
pub enum Table {
    /// Up to eight pits.
    Narrow(Arc<Values<u64>>),
    /// More.
    Wide(Arc<Values<u128>>),
}

impl Table {
    /// Computes the table for up to `stones` stones with that many `threads`. None if a majority ends the game, or if
    /// `progress`, which is called with every finished part and every few milliseconds, returns false.
    pub fn build(
        pits: Size,
        law: MoveRules,
        stones: u32,
        threads: usize,
        progress: &dyn Fn(Progress) -> bool,
    ) -> Option<Self> {
        if pits.get() <= u64::PITS {
            Values::build(pits, law, stones, threads, progress).map(|values| Self::Narrow(Arc::new(values)))
        } else {
            Values::build(pits, law, stones, threads, progress).map(|values| Self::Wide(Arc::new(values)))
        }
    }

    /// A small table for the end of every game; none where a majority ends it.
    pub fn small(pits: Size, law: MoveRules) -> Option<Self> {
        Self::build(pits, law, Shape::most_stones(pits, Shape::SMALL), 1, &|_| true)
    }

    /// Reads a whole table, checked; none if `progress`, which is called with every section, returns false.
    ///
    /// # Errors
    /// What is wrong with the file; `table-foreign` if it is no table of a mancala game.
    pub fn load<F: Source>(
        reader: &Reader<F>,
        progress: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Option<Self>, TableError> {
        let shape = Shape::of(reader.header()).map_err(|fault| fault.of(reader.source().name()))?;
        if shape.rules().pits.get() <= u64::PITS {
            Ok(read(shape, reader, progress)?.map(|values| Self::Narrow(Arc::new(values))))
        } else {
            Ok(read(shape, reader, progress)?.map(|values| Self::Wide(Arc::new(values))))
        }
    }

    /// How many stones a position may have to be found here.
    pub fn stones(&self) -> u32 {
        match self {
            Self::Narrow(values) => values.stones(),
            Self::Wide(values) => values.stones(),
        }
    }

    /// How many positions it holds, a byte each.
    pub fn len(&self) -> u64 {
        match self {
            Self::Narrow(values) => values.len(),
            Self::Wide(values) => values.len(),
        }
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it is one of this board and these rules.
    pub fn is_of(&self, pits: Size, law: MoveRules) -> bool {
        let of = match self {
            Self::Narrow(values) => (values.sower().pits(), values.sower().law()),
            Self::Wide(values) => (values.sower().pits(), values.sower().law()),
        };
        of == (pits.get().into(), law)
    }

    /// Computes every entry from those of its moves again, and answers with the first that differs, as the stones in the
    /// pits of the player to move and the opponent. None if all agree, or if `progress`, which receives how many were
    /// compared, returns false.
    pub fn first_wrong(&self, progress: &mut dyn FnMut(u64) -> bool) -> Option<[Vec<u32>; 2]> {
        match self {
            Self::Narrow(values) => {
                values.first_wrong(progress).map(|wrong| stones(wrong, values.sower().pits()))
            }
            Self::Wide(values) => {
                values.first_wrong(progress).map(|wrong| stones(wrong, values.sower().pits()))
            }
        }
    }
}

fn read<S: SideWord, F: Source>(
    shape: Shape,
    reader: &Reader<F>,
    progress: &mut dyn FnMut(Progress) -> bool,
) -> Result<Option<Values<S>>, TableError> {
    let mut builder = Builder::new(shape);
    let mut enough = false;
    builder.read(reader, &mut |now| {
        enough = !progress(now);
        !enough
    })?;
    Ok(if enough { None } else { Some(builder.into_values()) })
}

fn stones<S: SideWord>(position: Bitboard<S>, pits: u32) -> [Vec<u32>; 2] {
    [position.own, position.theirs].map(|side| (0..pits).map(|pit| side.stones_in(pit)).collect())
}

impl Tablebase for Table {
    fn value(&self, position: &Position) -> Option<i32> {
        match self {
            Self::Narrow(values) => values.value(values.sower().pack(position)?),
            Self::Wide(values) => values.value(values.sower().pack(position)?),
        }
    }
}
