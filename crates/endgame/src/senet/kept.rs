//! Tables that outlast a question.

use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use gebeta_rules::senet::{Position, Rules};

use super::{Exact, Extent, Progress};

/// Every table that was asked for, one for each rule set: whoever asks again does not wait.
///
/// A handle that is cheap to clone; all clones share what they keep.
#[derive(Clone, Debug, Default)]
pub struct Kept(Arc<Mutex<Vec<Exact>>>);

impl Kept {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A kept table that knows `position`; none if there is none yet.
    pub fn knowing(&self, position: &Position) -> Option<Exact> {
        self.tables().iter().find(|exact| exact.covers(position)).cloned()
    }

    /// A table of `extent`, of which only what is not kept is built now; none if stopped.
    pub fn reaching(
        &self,
        rules: &Rules,
        extent: impl Into<Extent>,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
    ) -> Option<Exact> {
        let extent = extent.into();
        let kept = self
            .tables()
            .iter()
            .filter(|exact| exact.serves(rules))
            .max_by_key(|exact| exact.extent().positions())
            .cloned();
        if let Some(exact) = kept.as_ref().filter(|exact| exact.extent().includes(extent)) {
            return Some(exact.clone());
        }
        // Nobody waits for a lock while this builds; of two who build at once the larger table is kept.
        let built = match kept {
            Some(exact) => exact.extended(extent, threads, progress, stop)?,
            None => Exact::build(rules, extent, threads, progress, stop)?,
        };
        let mut tables = self.tables();
        tables.retain(|exact| !exact.serves(rules) || !built.extent().includes(exact.extent()));
        tables.push(built.clone());
        Some(built)
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, Vec<Exact>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(kept: &Kept, pieces: u8, stop: bool) -> Option<Exact> {
        let extent = Extent::per_side(pieces).unwrap();
        kept.reaching(&Rules::CLASSIC, extent, NonZero::<usize>::MIN, &mut |_| {}, &|| stop)
    }

    #[test]
    fn a_table_is_built_once_and_shared() {
        let kept = Kept::new();
        assert!(ask(&kept, 2, true).is_none(), "stopped at once");
        let start = Position::start(&Rules {
            pieces: gebeta_rules::senet::Pieces::new(2).unwrap(),
            ..Rules::CLASSIC
        });
        assert!(kept.knowing(&start).is_none());
        let first = ask(&kept.clone(), 2, false).unwrap();
        assert!(ask(&kept, 1, true).is_some(), "what is kept needs no time");
        assert_eq!(kept.knowing(&start).unwrap().win(&start), first.win(&start));
    }
}
