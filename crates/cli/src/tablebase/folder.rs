use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use gebeta_endgame::mancala::{Knowledge, Progress, Stored, Table};
use gebeta_rules::mancala::{Law, Position, Size};

use super::{DiskFile, memory, open, refused};
use crate::{Failure, folders};

/// How the names of tables end.
pub(super) const EXTENSION: &str = "table";

/// The user's folder for tables; none where the system has no such place.
pub(super) fn folder() -> Option<PathBuf> {
    folders::data().map(|data| data.join("tables"))
}

/// The tables of mancala games that the user has. One that is damaged is told of once, and not asked again.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The largest first.
    tables: Vec<Kept>,
}

#[derive(Debug)]
struct Kept {
    stored: Stored<DiskFile>,
    is_damaged: AtomicBool,
}

impl Tables {
    /// Every table in the user's folder.
    pub(crate) fn open() -> Self {
        Self::in_folder(folder().as_deref())
    }

    fn in_folder(folder: Option<&Path>) -> Self {
        let Some(Ok(entries)) = folder.map(fs::read_dir) else { return Self { tables: Vec::new() } };
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION))
            .collect();
        paths.sort();
        let stored = |path: &PathBuf| -> Result<Option<Kept>, Failure> {
            let reader = open(path)?;
            if reader.header().kind() != gebeta_endgame::file::Kind::Mancala {
                return Ok(None);
            }
            let stored = Stored::new(reader).map_err(|error| refused(&error))?;
            Ok(Some(Kept { stored, is_damaged: AtomicBool::new(false) }))
        };
        let mut tables: Vec<Kept> = paths
            .iter()
            .filter_map(|path| {
                stored(path).unwrap_or_else(|failure| {
                    warn(&failure);
                    None
                })
            })
            .collect();
        tables.sort_by_key(|kept| std::cmp::Reverse(kept.stored.shape().stones()));
        Self { tables }
    }

    /// The largest table of this game that memory has room for, read and checked, if it is for more than `least`
    /// stones. `progress` hears of its layers.
    pub(crate) fn load(
        &self,
        pits: Size,
        law: Law,
        least: u32,
        progress: &dyn Fn(Progress),
    ) -> Option<Table> {
        let fitting = self.tables.iter().filter(|kept| {
            let (shape, header) = (kept.stored.shape(), kept.stored.reader().header());
            let fits = shape.rules().pits == pits && shape.rules().law == law && shape.stones() > least;
            // As much again for what the caller has in mind.
            fits && memory::enough_for(header.entries().saturating_mul(2)).is_ok()
        });
        fitting.filter(|kept| !kept.is_damaged.load(Ordering::Relaxed)).find_map(|kept| {
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

impl Kept {
    /// Tells of the damage, the first time.
    fn tell(&self, failure: &Failure) {
        if !self.is_damaged.swap(true, Ordering::Relaxed) {
            warn(failure);
        }
    }
}

impl Knowledge for Tables {
    fn worth(&self, position: &Position) -> Option<i32> {
        let usable = self.tables.iter().filter(|kept| !kept.is_damaged.load(Ordering::Relaxed));
        usable
            .filter_map(|kept| kept.stored.value(position).map_err(|error| kept.tell(&refused(&error))).ok())
            .find_map(|value| value)
    }
}

/// The search goes on without it.
fn warn(failure: &Failure) {
    // Nobody may be listening there; then there is nobody to tell.
    let _ = writeln!(
        io::stderr(),
        "warning[{}]: {}; going on without this table",
        failure.code(),
        failure.sentence()
    );
}
