//! Builds a table for a file, in steps that can be saved.

use std::io::{self, Read, Write};

use gebeta_rules::Player;
use gebeta_rules::senet::{Pieces, Position, Rules};

use super::cell::{Cell, Real, Single, ThreeBytes, TwoBytes};
use super::move_masks::CompiledRules;
use super::solve::{Builder, Progress, Unsettled};
use super::stored_table::Plan;
use super::sweep_order::Order;
use super::value_iteration::Work;
use super::values::Values;
use super::{Extent, Layer};
use crate::file::{Reader, Source, TableError};

/// Where a build keeps the sweeps of a layer that takes long.
pub trait Checkpoint {
    /// What was kept, if anything.
    fn kept(&mut self) -> Option<Box<dyn Read>>;

    /// Called after every sweep: keeps what `write` writes if it is time for it. What cannot be kept only costs time
    /// if the build is interrupted, so it goes on.
    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>);
}

/// A layer is done, or the build was stopped.
#[derive(Debug)]
pub enum Step {
    /// These values go to the file next: the layer, and its mirror image.
    Done {
        /// The layer.
        layer: Layer,
        /// The sweeps it took.
        sweeps: u32,
        /// Those of them that were made now: where a build goes on, the others were made before.
        now: u32,
        /// What the start with as many pieces is worth to the player to throw, before it is rounded for the file; none where
        /// no game begins.
        start: Option<f64>,
    },
    /// The caller stopped it.
    Stopped,
}

/// Builds tables for files.
#[derive(Debug)]
pub struct TableFileBuilder {
    rules: Rules,
    law: CompiledRules,
    threads: usize,
}

impl TableFileBuilder {
    /// Above so many positions a layer is swept in three bytes each, below in four.
    const LARGE: u64 = 4_000_000_000;
    /// How far from their end values may be left: an eighth of what rounding them to two bytes changes.
    const TOLERANCE: f64 = TwoBytes::ERROR / 8.0;
    /// How many blocks go out at a time.
    const AT_ONCE: usize = 1 << 12;

    /// Starts, or resumes.
    pub fn new(plan: &Plan, threads: std::num::NonZero<usize>) -> Self {
        Self { rules: *plan.rules(), law: CompiledRules::new(plan.rules()), threads: threads.get() }
    }

    /// The bytes of memory it takes to solve a layer: its values, and the finished ones an exit leads to.
    pub fn memory(layer: Layer) -> u64 {
        let exits: u64 = exits(layer).map(Layer::positions).sum();
        Self::sweeps_bytes(layer) + 2 * exits + 8 * layer.blocks() as u64
    }

    /// The bytes of the values of a layer and its mirror image between two sweeps, in memory or kept.
    pub fn sweeps_bytes(layer: Layer) -> u64 {
        let positions: u64 = layer.with_mirrored().map(Layer::positions).sum();
        positions * if positions > Self::LARGE { 3 } else { 4 }
    }

    /// How many sections belong to the first layers, each with its mirror image, that `sections` hold in full.
    pub fn whole(extent: Extent, sections: usize) -> usize {
        let ends = extent.groups().scan(0, |end, layer| {
            *end += layer.with_mirrored().count();
            Some(*end)
        });
        ends.take_while(|&end| end <= sections).last().unwrap_or(0)
    }

    /// Solves a layer with its mirror image; those it leads to are in the file. Hands the entries to `write`.
    ///
    /// # Errors
    /// The file cannot be read, or the output not written, or the values do not settle.
    pub fn solve<S: Source>(
        &self,
        layer: Layer,
        file: &Reader<S>,
        checkpoint: &mut dyn Checkpoint,
        progress: &mut dyn FnMut(Progress) -> bool,
        write: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<Step, StepError> {
        let positions: u64 = layer.with_mirrored().map(Layer::positions).sum();
        if positions > Self::LARGE {
            self.sweep::<ThreeBytes, S>(layer, file, checkpoint, progress, write)
        } else {
            self.sweep::<f32, S>(layer, file, checkpoint, progress, write)
        }
    }

    fn sweep<C: Cell, S: Source>(
        &self,
        layer: Layer,
        file: &Reader<S>,
        checkpoint: &mut dyn Checkpoint,
        progress: &mut dyn FnMut(Progress) -> bool,
        write: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<Step, StepError> {
        let id = file.header().id();
        let mut work = Work::<C>::new(layer, Builder::guesses(layer));
        // What cannot be used was of another layer or is damaged: then the layer begins anew.
        let goes_on = checkpoint.kept().is_some_and(|mut kept| work.restore(id, &mut kept).is_ok());
        if !goes_on {
            drop(work);
            // Always in the same order, so that what is kept does not depend on the number of threads.
            let guessed = Work::guessed_in(Order::new(layer), layer, &read(file, smaller(layer))?, &|| false);
            work = guessed.expect("nobody stops it");
        }
        let known = &read(file, exits(layer))?;
        let mut work = work.insisting();
        let before = work.sweeps;
        let stopped = std::cell::Cell::new(false);
        let heard = std::cell::RefCell::new(progress);
        while !work.is_settled(Self::TOLERANCE) {
            if work.sweeps >= Builder::PATIENCE {
                return Err(StepError::Unsettled(work.unsettled()));
            }
            let mut hear = |now| stopped.set(stopped.get() || !heard.borrow_mut()(now));
            let stop = || stopped.get();
            let mut builder = Builder::new(&self.law, self.threads, &mut hear, &stop);
            if builder.sweep_once(layer, &mut work, [known, known]).is_none() {
                return Ok(Step::Stopped);
            }
            checkpoint.keep(&mut |out| work.save(id, out));
        }
        let sweeps = work.sweeps;
        let mut bytes = Vec::with_capacity(2 * layer.colorings() * Self::AT_ONCE);
        let len = layer.colorings();
        let sides = work.finish();
        let start = start_index(&self.rules, layer)
            .map(|index| C::at::<C::Real>(&sides[0][index / len * len..][..len], index % len).wide());
        for cells in sides {
            for blocks in cells.chunks(len * Self::AT_ONCE) {
                bytes.clear();
                for block in blocks.chunks(len) {
                    let values = (0..len).map(|place| C::at::<C::Real>(block, place).wide());
                    let entries = values.map(TwoBytes::put);
                    bytes.extend(entries.flat_map(|entry| entry.bits().to_le_bytes()));
                }
                write(&bytes)?;
            }
        }
        Ok(Step::Done { layer, sweeps, now: sweeps - before, start })
    }
}

/// Why a build could not go on.
#[derive(Debug, thiserror::Error)]
pub enum StepError {
    /// What was built before cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// What was found cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// Values that change for ever, or nearly, are not exact.
    #[error(transparent)]
    Unsettled(#[from] Unsettled),
}

/// The finished values of some layers.
fn read<S: Source>(
    file: &Reader<S>,
    layers: impl Iterator<Item = Layer>,
) -> Result<Values<TwoBytes>, TableError> {
    let mut known = Values::new();
    for layer in layers {
        let section = file.header().find(layer.own().into(), layer.theirs().into());
        let section = section.expect("an extent has every layer with fewer pieces");
        let mut cells = Vec::with_capacity(layer.len());
        // Piece by piece: the bytes of a large section beside its values would be counted nowhere.
        file.for_each_span(section, |span| {
            let pairs = span.chunks_exact(2);
            cells.extend(pairs.map(|pair| TwoBytes::from_bits(u16::from_le_bytes([pair[0], pair[1]]))));
        })?;
        known.insert(layer, cells);
    }
    Ok(known)
}

/// Where a game with as many pieces begins.
fn start_index(rules: &Rules, layer: Layer) -> Option<usize> {
    let pieces = Pieces::new(layer.own())?;
    let board = *Position::start(&Rules { pieces, ..*rules }).board();
    (layer == layer.mirrored()).then(|| layer.rank(board.pieces(Player::One), board.pieces(Player::Two)))
}

/// The layers that exits from a layer and its mirror image lead to.
fn exits(layer: Layer) -> impl Iterator<Item = Layer> {
    let after = layer.with_mirrored().filter_map(Layer::after_exit);
    let mut layers: Vec<_> = after.flat_map(|next| [next, next.mirrored()]).collect();
    layers.sort_by_key(|layer| layer.code());
    layers.dedup();
    layers.into_iter()
}

/// The layer with a piece less on each side and its mirror image, from which the first guess comes.
fn smaller(layer: Layer) -> impl Iterator<Item = Layer> {
    Layer::new(layer.own() - 1, layer.theirs() - 1).into_iter().flat_map(Layer::with_mirrored)
}
