use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use gebeta_rules::mancala::SideWord;

use super::layer::{self, LayerValues};
use super::ranks::Sides;
use super::shape::{Shape, Unit};
use super::values::Values;
use crate::IN_BROWSER;
use crate::file::{Reader, Source, TableError};

/// The progress of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The layer that is being computed.
    pub stones: u32,
    /// Positions that are finished.
    pub done: u64,
    /// Positions there will be.
    pub total: u64,
}

/// A step of a build that can be saved.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    /// One or two sections, as they follow each other in the file.
    pub sections: &'a [&'a [i8]],
    /// The progress of the build after it.
    pub progress: Progress,
}

/// Computes a table in steps that can be saved, and resumes from a saved step.
#[derive(Debug)]
pub struct Builder<S = u64> {
    shape: Shape,
    values: Values<S>,
    /// What is left to do, in order.
    units: Vec<Unit>,
    done: u64,
    total: u64,
}

impl<S: SideWord> Builder<S> {
    /// A build that has not begun.
    ///
    /// # Panics
    /// If the board of the shape is too wide for the word.
    pub fn new(shape: Shape) -> Self {
        let total = Shape::positions(shape.rules().pits, shape.stones());
        Self { values: Values::blank(&shape), units: shape.units().collect(), shape, done: 0, total }
    }

    /// Which table it is.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Positions that are finished.
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// Takes over what was kept of an earlier build, a whole unit at a time, up to the first block that is damaged or
    /// missing. Says how many sections these are, which is where to go on writing.
    pub fn take_over<F: Source>(
        &mut self,
        kept: &Reader<F>,
        progress: &mut dyn FnMut(Progress) -> bool,
    ) -> usize {
        // Whatever ends it: that is where to go on.
        let _ = self.read(kept, progress);
        let all = self.shape.units().map(Unit::sections).sum::<usize>();
        all - self.units.iter().map(|unit| unit.sections()).sum::<usize>()
    }

    /// Reads units until all are there, one is damaged, or `progress` says that it is enough.
    pub(super) fn read<F: Source>(
        &mut self,
        kept: &Reader<F>,
        progress: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), TableError> {
        let mut section = 0;
        for unit in self.shape.units() {
            let mut part = LayerValues { first_moves: values(kept, section)?, second_moves: Vec::new() };
            if unit.sections() == 2 {
                part.second_moves = values(kept, section + 1)?;
            }
            section += unit.sections();
            self.done += part.len();
            self.values.put(unit, part);
            self.units.remove(0);
            self.settle();
            if !progress(self.progress(unit)) {
                break;
            }
        }
        Ok(())
    }

    /// Computes what is missing with so many threads. `keep` gets the units in the order of the file. None if `go_on`, which
    /// is called on this thread every few milliseconds, returns false.
    ///
    /// # Errors
    /// The first that `keep` answers with; it ends the build.
    pub fn run<E>(
        mut self,
        threads: usize,
        go_on: &dyn Fn(Progress) -> bool,
        keep: &mut dyn FnMut(Finished<'_>) -> Result<(), E>,
    ) -> Result<Option<Values<S>>, E> {
        let sides = self.shape.ranks().sides(self.shape.stones());
        while let Some(next) = self.units.first() {
            let layer = next.stones();
            let here = self.units.iter().take_while(|unit| unit.stones() == layer).count();
            let units: Vec<Unit> = self.units.drain(..here).collect();
            let done = Cell::new(self.done);
            let mut finished = Vec::new();
            let progress = || Progress { stones: layer, done: done.get(), total: self.total };
            let mut take = |unit: Unit, part: LayerValues| {
                done.set(done.get() + part.len());
                let sections = [part.first_moves.as_slice(), part.second_moves.as_slice()];
                let sections = &sections[..unit.sections()];
                keep(Finished { sections, progress: progress() })?;
                finished.push((unit, part));
                Ok(())
            };
            let asked = || go_on(progress());
            let all = compute_all(&self.values, &sides, &units, threads, &asked, &mut take)?;
            if all.is_none() {
                return Ok(None);
            }
            for (unit, part) in finished {
                self.values.put(unit, part);
            }
            self.done = done.get();
            self.settle();
        }
        Ok(Some(self.into_values()))
    }

    /// The table, once nothing is left to do.
    pub(super) fn into_values(self) -> Values<S> {
        self.values
    }

    /// Layers that have no unit left are finished.
    fn settle(&mut self) {
        let finished = self.units.first().map_or(self.shape.stones(), |unit| unit.stones() - 1);
        self.values.reaches(finished);
    }

    fn progress(&self, unit: Unit) -> Progress {
        Progress { stones: unit.stones(), done: self.done, total: self.total }
    }
}

/// How long an idle thread waits before it checks for a stop.
const WAIT: Duration = Duration::from_millis(5);

/// Computes independent units in parallel, and delivers them in order; none if `go_on` returns false.
fn compute_all<S: SideWord, E>(
    so_far: &Values<S>,
    sides: &Sides<S>,
    units: &[Unit],
    threads: usize,
    go_on: &dyn Fn() -> bool,
    keep: &mut dyn FnMut(Unit, LayerValues) -> Result<(), E>,
) -> Result<Option<()>, E> {
    let compute =
        |unit: Unit, go_on: &dyn Fn() -> bool| layer::compute(so_far, sides, unit.first, unit.second, go_on);
    if threads <= 1 || IN_BROWSER {
        for &unit in units {
            let Some(part) = compute(unit, go_on) else { return Ok(None) };
            keep(unit, part)?;
        }
        return Ok(Some(()));
    }
    let next = AtomicUsize::new(0);
    let enough = AtomicBool::new(false);
    let (sender, parts) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(units.len()) {
            let (next, enough, compute, sender) = (&next, &enough, &compute, sender.clone());
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&unit) = units.get(number) else { return };
                    let Some(part) = compute(unit, &|| !enough.load(Ordering::Relaxed)) else { return };
                    if sender.send((number, part)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Whatever ends this ends the threads.
        let _end = SetOnDrop(&enough);
        let mut early = BTreeMap::new();
        let mut kept = 0;
        loop {
            match parts.recv_timeout(WAIT) {
                Ok((number, part)) => drop(early.insert(number, part)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Some(())),
            }
            while let Some(part) = early.remove(&kept) {
                keep(units[kept], part)?;
                kept += 1;
            }
            if kept < units.len() && !go_on() {
                return Ok(None);
            }
        }
    })
}

struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn values<F: Source>(kept: &Reader<F>, section: usize) -> Result<Vec<i8>, TableError> {
    let mut values = Vec::with_capacity(kept.header().section_len(section) as usize);
    kept.for_each_span(section, |span| values.extend(span.iter().map(|byte| byte.cast_signed())))?;
    Ok(values)
}
