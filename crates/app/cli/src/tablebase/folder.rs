use std::cmp::Reverse;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use gebeta_rules::mancala::{MoveRules, Position, Size};
use gebeta_rules::senet::{self as senet_rules, Rules, SquareSet};
use gebeta_solver::file::{Kind, Reader, TableError};
use gebeta_solver::mancala::{Progress, StoredTable, Table, Tablebase};
use gebeta_solver::senet::{self, Extent};

use super::{DiskFile, memory, open, refused};
use crate::position_report::Precision;
use crate::{CliError, folders};

/// How the names of tables end.
pub(super) const EXTENSION: &str = "table";

/// The user's folder for tables; none where the system has no such place.
pub(super) fn folder() -> Option<PathBuf> {
    folders::data().map(|data| data.join("tables"))
}

/// The tables in the user's folder, looked for when they are first asked. One that is damaged is told of once, and not
/// asked again.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    mancala: OnceLock<Vec<TableCache<StoredTable<DiskFile>>>>,
    senet: OnceLock<Vec<TableCache<senet::StoredTable<DiskFile>>>>,
}

#[derive(Debug)]
struct TableCache<T> {
    stored: T,
    is_damaged: AtomicBool,
}

impl Tables {
    /// The tables of mancala games, that for the most stones first.
    fn mancala(&self) -> impl Iterator<Item = &TableCache<StoredTable<DiskFile>>> {
        let kept = self.mancala.get_or_init(|| {
            let mut kept = all_of(Kind::Mancala, StoredTable::new);
            kept.sort_by_key(|kept| Reverse(kept.stored.shape().stones()));
            kept
        });
        kept.iter().filter(|kept| kept.is_usable())
    }

    /// The tables of Senet, the largest first.
    fn senet(&self) -> impl Iterator<Item = &TableCache<senet::StoredTable<DiskFile>>> {
        let kept = self.senet.get_or_init(|| {
            let mut kept = all_of(Kind::Senet, senet::StoredTable::new);
            kept.sort_by_key(|kept| Reverse(kept.stored.plan().extent().positions()));
            kept
        });
        kept.iter().filter(|kept| kept.is_usable())
    }

    /// What the first table of Senet says that says anything.
    pub(super) fn ask_senet<T>(
        &self,
        ask: impl Fn(&senet::StoredTable<DiskFile>) -> Result<Option<T>, TableError>,
    ) -> Option<T> {
        self.senet().find_map(|kept| kept.ask(&ask))
    }

    /// The largest table of this game that memory has room for, read and checked, if it is for more than `least`
    /// stones. `progress` hears of its layers.
    pub(crate) fn load(
        &self,
        pits: Size,
        law: MoveRules,
        least: u32,
        progress: &dyn Fn(Progress),
    ) -> Option<Table> {
        let mut fitting = self.mancala().filter(|kept| {
            let (shape, header) = (kept.stored.shape(), kept.stored.reader().header());
            let fits = shape.rules().pits == pits && shape.rules().law == law && shape.stones() > least;
            // As much again for what the caller has in mind.
            fits && memory::enough_for(header.entries().saturating_mul(2)).is_ok()
        });
        fitting.find_map(|kept| {
            let loaded = Table::load(kept.stored.reader(), &mut |now| {
                progress(now);
                true
            });
            loaded.unwrap_or_else(|error| {
                kept.tell(&refused(&error));
                None
            })
        })
    }
}

/// Every table of one game in the user's folder that can be used.
fn all_of<T>(kind: Kind, of: impl Fn(Reader<DiskFile>) -> Result<T, TableError>) -> Vec<TableCache<T>> {
    let Some(Ok(entries)) = folder().map(fs::read_dir) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION))
        .collect();
    paths.sort();
    let kept = |path: &PathBuf| -> Result<Option<TableCache<T>>, CliError> {
        let reader = open(path)?;
        if reader.header().kind() != kind {
            return Ok(None);
        }
        let stored = of(reader).map_err(|error| refused(&error))?;
        Ok(Some(TableCache { stored, is_damaged: AtomicBool::new(false) }))
    };
    let usable = |path| {
        kept(path).unwrap_or_else(|failure| {
            warn(&failure, WITHOUT);
            None
        })
    };
    paths.iter().filter_map(usable).collect()
}

impl<T> TableCache<T> {
    fn is_usable(&self) -> bool {
        !self.is_damaged.load(Ordering::Relaxed)
    }

    /// The answer of the table, or none if it is damaged.
    fn ask<A>(&self, ask: impl Fn(&T) -> Result<Option<A>, TableError>) -> Option<A> {
        ask(&self.stored).unwrap_or_else(|error| {
            self.tell(&refused(&error));
            None
        })
    }

    /// Tells of the damage, the first time.
    fn tell(&self, failure: &CliError) {
        if !self.is_damaged.swap(true, Ordering::Relaxed) {
            warn(failure, WITHOUT);
        }
    }
}

impl Tablebase for Tables {
    fn value(&self, position: &Position) -> Option<i32> {
        self.mancala().find_map(|kept| kept.ask(|stored| stored.value(position)))
    }
}

impl senet::Tablebase for Tables {
    fn extent(&self, rules: &Rules) -> Option<Extent> {
        let serving = self.senet().filter(|kept| kept.stored.serves(rules));
        serving.map(|kept| kept.stored.plan().extent()).reduce(Extent::and)
    }

    fn of_board(&self, rules: &Rules, own: SquareSet, theirs: SquareSet) -> Option<f64> {
        let mut serving = self.senet().filter(|kept| kept.stored.serves(rules));
        serving.find_map(|kept| kept.ask(|stored| stored.of_board(own, theirs)))
    }

    /// With the digits that two bytes hold.
    fn moves(&self, position: &senet_rules::Position) -> Option<Vec<(senet_rules::Move, f64)>> {
        let moves = AsStored(self).moves(position)?;
        Some(moves.into_iter().map(|(mv, win)| (mv, Precision::TWO_BYTES.digits(win))).collect())
    }
}

/// The tables of Senet with every bit of what they hold.
#[derive(Debug)]
struct AsStored<'a>(&'a Tables);

impl senet::Tablebase for AsStored<'_> {
    fn extent(&self, rules: &Rules) -> Option<Extent> {
        self.0.extent(rules)
    }

    fn of_board(&self, rules: &Rules, own: SquareSet, theirs: SquareSet) -> Option<f64> {
        self.0.of_board(rules, own, theirs)
    }
}

/// What becomes of a search that lacks a table.
const WITHOUT: &str = "going on without this table";

/// Says what failed, and what becomes of it.
pub(crate) fn warn(failure: &CliError, then: &str) {
    // Nobody may be listening there; then there is nobody to tell.
    let _ = writeln!(io::stderr(), "warning[{}]: {}; {then}", failure.code(), failure.sentence());
}
