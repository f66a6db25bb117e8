use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use gebeta_endgame::file::Kind;
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

/// The tables of mancala games in the user's folder, looked for when they are first asked. One that is damaged is told
/// of once, and not asked again.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// The largest first.
    kept: OnceLock<Vec<Kept>>,
}

#[derive(Debug)]
struct Kept {
    stored: Stored<DiskFile>,
    is_damaged: AtomicBool,
}

impl Tables {
    fn usable(&self) -> impl Iterator<Item = &Kept> {
        let kept = self.kept.get_or_init(|| folder().map(|folder| kept_in(&folder)).unwrap_or_default());
        kept.iter().filter(|kept| !kept.is_damaged.load(Ordering::Relaxed))
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
        let mut fitting = self.usable().filter(|kept| {
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

/// Every table of a folder that can be used, the largest first.
fn kept_in(folder: &Path) -> Vec<Kept> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION))
        .collect();
    paths.sort();
    let stored = |path: &PathBuf| -> Result<Option<Kept>, Failure> {
        let reader = open(path)?;
        if reader.header().kind() != Kind::Mancala {
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
    tables
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
        self.usable()
            .filter_map(|kept| kept.stored.value(position).map_err(|error| kept.tell(&refused(&error))).ok())
            .find_map(|value| value)
    }
}

/// The search goes on without it.
pub(super) fn warn(failure: &Failure) {
    // Nobody may be listening there; then there is nobody to tell.
    let _ = writeln!(
        io::stderr(),
        "warning[{}]: {}; going on without this table",
        failure.code(),
        failure.sentence()
    );
}
