//! A cache of solved tables, one for each rule set.

use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use gebeta_rules::senet::{Position, Rules};

use super::{Exact, Extent, Progress};

/// The tables that were asked for last, one for each rule set: a second request does not wait.
///
/// A handle that is cheap to clone; all clones share what they keep.
#[derive(Clone, Debug, Default)]
pub struct TableCache(Arc<Mutex<Vec<Exact>>>);

impl TableCache {
    /// More than a session plays.
    const RULE_SETS: usize = 12;

    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A kept table that knows `position`; none if there is none yet.
    pub fn knowing(&self, position: &Position) -> Option<Exact> {
        self.tables().iter().find(|exact| exact.covers(position)).cloned()
    }

    /// A table of `extent`, of which only what is not kept is built now; none if stopped. Where values do not settle it ends
    /// before them ([`Exact::unsettled`]), and they are not built a second time.
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
        let enough = |exact: &&Exact| exact.extent().includes(extent) || exact.unsettled().is_some();
        if let Some(exact) = kept.as_ref().filter(enough) {
            return Some(exact.clone());
        }
        // No lock is held while this builds; if two threads build at once, the larger table is kept.
        let built = match kept {
            Some(exact) => exact.extended(extent, threads, progress, stop)?,
            None => Exact::build(rules, extent, threads, progress, stop)?,
        };
        let mut tables = self.tables();
        tables.retain(|exact| !exact.serves(rules) || !built.extent().includes(exact.extent()));
        tables.push(built.clone());
        // A server is asked about rules that strangers make up.
        let old = tables.len().saturating_sub(Self::RULE_SETS);
        tables.drain(..old);
        Some(built)
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, Vec<Exact>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(kept: &TableCache, pieces: u8, stop: bool) -> Option<Exact> {
        let extent = Extent::per_side(pieces).unwrap();
        kept.reaching(&Rules::CLASSIC, extent, NonZero::<usize>::MIN, &mut |_| {}, &|| stop)
    }

    #[test]
    fn a_table_is_built_once_and_shared() {
        let kept = TableCache::new();
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

    #[test]
    fn what_did_not_settle_is_neither_told_nor_tried_again() {
        let kept = TableCache::new();
        kept.tables().push(Exact::given_up(&Rules::CLASSIC));
        let exact = ask(&kept, 1, true).unwrap();
        assert!(exact.unsettled().is_some());
        let start = Position::start(exact.rules());
        assert_eq!((exact.reach(), exact.win(&start)), (None, None));
        assert!(kept.knowing(&start).is_none());
    }

    #[test]
    fn rules_without_end_do_not_fill_the_memory() {
        let kept = TableCache::new();
        let one = Extent::per_side(1).unwrap();
        let made_up = |square: u8| {
            let safe =
                gebeta_rules::senet::SquareSet::of(&[gebeta_rules::senet::Square::new(square).unwrap()]);
            Rules { safe, ..Rules::CLASSIC }
        };
        let ask = |square: u8, stop: bool| {
            kept.reaching(&made_up(square), one, NonZero::<usize>::MIN, &mut |_| {}, &|| stop)
        };
        for square in 1..=20 {
            assert!(ask(square, false).is_some());
        }
        let there = (1..=20).filter(|square| ask(*square, true).is_some()).count();
        assert_eq!(there, TableCache::RULE_SETS);
        assert!(ask(20, true).is_some(), "the latest are kept");
    }
}
