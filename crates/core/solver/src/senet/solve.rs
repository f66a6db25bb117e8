//! The table as the rest of the program asks it.

use std::convert::Infallible;
use std::fmt;
use std::num::NonZero;

use gebeta_rules::Game;
use gebeta_rules::senet::{Move, Position, Rules, SquareSet};

use super::cell::{Cell, Single};
use super::move_masks::CompiledRules;
use super::successors::SuccessorTable;
use super::value_iteration::Work;
use super::values::Values;
use super::{Extent, Layer, Reach, answer, certify};
use crate::IN_BROWSER;

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The positions at work, together with their mirror images.
    pub layer: Layer,
    /// What is done with them.
    pub stage: Stage,
    /// How much of this stage is done, 0 to 1.
    pub part: f64,
}

/// What is done with a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// The values are improved.
    Sweep {
        /// How often, this sweep included.
        number: u32,
        /// By how much a value changed in the sweep before.
        change: f64,
    },
    /// The finished values are held against the rules.
    Check,
}

/// A layer that was given up, because its values would not come to rest.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "with {} and {} pieces values still change by {change:.1e} after {sweeps} sweeps: under these rules they are not exact",
    layer.own(), layer.theirs()
)]
pub struct Unsettled {
    /// The positions, together with their mirror images.
    pub layer: Layer,
    /// How often they were improved.
    pub sweeps: u32,
    /// By how much a value changed in the last sweep.
    pub change: f64,
}

/// The exact value of every position with few pieces on the board.
///
/// It serves any number of pieces per side, since what has left the board does not matter. Clones share the values.
#[derive(Clone)]
pub struct Exact {
    rules: Rules,
    table: Table,
    unsettled: Option<Unsettled>,
}

#[derive(Clone)]
enum Table {
    /// Eight bytes a position, as far as that is cheap.
    Fine(Values<f64>),
    /// Four bytes a position beyond.
    Coarse(Values<f32>),
}

impl Exact {
    /// So many positions have eight bytes each.
    const FINE: u64 = 40_000_000;

    /// Solves every position of `extent`; none if stopped, or in a browser if these are too many.
    ///
    /// `progress` and `stop` are called on this thread, a thousand times a second. The values do not depend on the
    /// number of threads.
    pub fn build(
        rules: &Rules,
        extent: impl Into<Extent>,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let none = Self { rules: *rules, table: Table::Fine(Values::new()), unsettled: None };
        none.extended(extent.into(), threads, progress, stop)
    }

    /// The same table with more layers; those it has are not solved again.
    pub(super) fn extended(
        &self,
        more: Extent,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let extent = self.extent().and(more);
        let rules = certify::with_pieces(&self.rules, extent);
        let law = &CompiledRules::new(&rules);
        let mut builder = Builder::new(law, threads.get(), progress, stop);
        let fine = extent.positions() <= Self::FINE;
        let table = match &self.table {
            Table::Fine(values) if fine => Table::Fine(builder.fine(values.clone(), extent)?),
            _ if IN_BROWSER => return None,
            Table::Coarse(values) => Table::Coarse(builder.coarse(values.clone(), extent)?),
            Table::Fine(_) => Table::Coarse(builder.coarse(Values::new(), extent)?),
        };
        Some(Self { rules, table, unsettled: self.unsettled.or(builder.unsettled) })
    }

    /// The first layer that was given up, if any: the table ends before it, so what it knows is exact. No rule set in which
    /// games end comes near so many sweeps.
    pub const fn unsettled(&self) -> Option<Unsettled> {
        self.unsettled
    }

    /// The bytes of memory it takes to solve every position of an extent: the values, once more those of the largest layer
    /// while it is solved, and the moves of layers that are not too large.
    pub fn memory(extent: impl Into<Extent>) -> u64 {
        let extent = extent.into();
        let largest = extent.groups().map(|layer| {
            let positions: u64 = layer.with_mirrored().map(Layer::positions).sum();
            (positions, layer.blocks() as u64)
        });
        let (largest, blocks) = largest.max().unwrap_or_default();
        let width = if extent.positions() <= Self::FINE { 8 } else { 4 };
        let moves = extent.groups().map(SuccessorTable::memory).max().unwrap_or_default();
        width * (extent.positions() + largest) + 8 * blocks + moves
    }

    /// What it covers.
    pub fn extent(&self) -> Extent {
        match &self.table {
            Table::Fine(values) => values.extent(),
            Table::Coarse(values) => values.extent(),
        }
    }

    /// How many bytes each value has: eight, or four if there are very many.
    pub const fn width(&self) -> usize {
        match self.table {
            Table::Fine(_) => f64::WIDTH,
            Table::Coarse(_) => f32::WIDTH,
        }
    }

    /// Up to how many pieces per side it covers everything; none if not even one of each settled.
    pub fn reach(&self) -> Option<Reach> {
        let reaches = (1..=Reach::MOST).filter_map(Reach::new);
        reaches.take_while(|&reach| self.extent().includes(reach.into())).last()
    }

    /// The probability that the player to move wins, before or after the throw; of a finished game, that Player 1
    /// has won. None for other rules and more pieces than it covers.
    pub fn win(&self, position: &Position) -> Option<f64> {
        self.serves(position.rules()).then_some(())?;
        let known = |position: &Position| Ok::<_, Infallible>(self.before_throw(position));
        let Ok(win) = answer::win(position, &known);
        win
    }

    /// The probability that the player to move wins by each legal move. None before the throw, after the end,
    /// and where [`Self::win`] does not know.
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, f64)>> {
        self.serves(position.rules()).then_some(())?;
        let known = |position: &Position| Ok::<_, Infallible>(self.before_throw(position));
        let Ok(moves) = answer::moves(position, &known);
        moves
    }

    /// The rules it was made for, with as many pieces as it covers.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Checks every value once more: the largest difference between one and the average of its successors, found by
    /// the readable rules. None if stopped.
    ///
    /// A value is off by at most about this times the throws a game still lasts.
    pub fn residual(
        &self,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
    ) -> Option<f64> {
        let known = |position: &Position| Ok(self.win(position).expect("successors are within reach"));
        let fault = |position: &Position| {
            let Ok::<_, Infallible>(fault) = certify::fault(position, &known);
            fault
        };
        certify::worst(&self.rules, self.extent(), fault, threads.get(), progress, stop)
    }

    /// Whether it was made for these rules; with how many pieces a game begins is no matter.
    pub fn serves(&self, rules: &Rules) -> bool {
        Rules { pieces: self.rules.pieces, ..*rules } == self.rules
    }

    /// Whether it knows this position and everything that can follow.
    pub fn covers(&self, position: &Position) -> bool {
        self.serves(position.rules())
            && (position.outcome().is_some()
                || Layer::of(position).is_some_and(|layer| self.extent().covers(layer)))
    }

    fn before_throw(&self, position: &Position) -> Option<f64> {
        let board = position.board();
        position.to_move().and_then(|mover| self.of_board(board.pieces(mover), board.pieces(!mover)))
    }

    /// The probability that the player to throw wins on this board, by the rules of the table. None if it does not
    /// reach that far, or a side has no piece left.
    #[inline]
    pub fn of_board(&self, own: SquareSet, theirs: SquareSet) -> Option<f64> {
        let layer = Layer::new(own.len(), theirs.len())?;
        self.value(layer, layer.rank(own, theirs))
    }

    /// The value at an index of a layer.
    pub(super) fn value(&self, layer: Layer, index: usize) -> Option<f64> {
        Some(match &self.table {
            Table::Fine(values) => values.layer(layer)?[index].get(),
            Table::Coarse(values) => values.layer(layer)?[index].get(),
        })
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exact")
            .field("rules", &self.rules)
            .field("extent", &self.extent())
            .finish_non_exhaustive()
    }
}

/// Solves one layer after the other.
pub(super) struct Builder<'a> {
    law: &'a CompiledRules,
    threads: usize,
    progress: &'a mut dyn FnMut(Progress),
    stop: &'a dyn Fn() -> bool,
    patience: u32,
    /// The first layer that was given up.
    unsettled: Option<Unsettled>,
}

impl<'a> Builder<'a> {
    /// After so many sweeps a layer is given up.
    pub(super) const PATIENCE: u32 = 5000;

    pub(super) fn new(
        law: &'a CompiledRules,
        threads: usize,
        progress: &'a mut dyn FnMut(Progress),
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self { law, threads, progress, stop, patience: Self::PATIENCE, unsettled: None }
    }

    /// A guess for each side of a layer.
    pub(super) fn guesses(layer: Layer) -> &'static [f64] {
        if layer == layer.mirrored() { &[0.5] } else { &[0.5, 0.5] }
    }

    /// How far from their end the first digits are left. Nearer, the sweeps would only go after their own rounding.
    const ROUGH: f64 = 2e-6;

    /// After so many sweeps the first digits are good enough: under some rules their rounding keeps them from coming nearer.
    const ROUGH_PATIENCE: u32 = 500;

    /// A layer whose values are this near their end, unless there is no more patience with them.
    pub(super) fn near(&mut self, layer: Layer, known: &Values<f64>, tolerance: f64) -> Option<Work<f64>> {
        // The first digits need no more than four bytes, and half the time.
        let mut rough = Work::<f32>::guessed(layer, known, self.threads, self.stop)?;
        self.approach(&mut rough, Self::ROUGH, self.patience.min(Self::ROUGH_PATIENCE), known)?;
        let mut work = rough.recast(self.stop)?;
        self.approach(&mut work, tolerance, self.patience, known)?;
        Some(work)
    }

    fn fine(&mut self, mut values: Values<f64>, extent: Extent) -> Option<Values<f64>> {
        for layer in values.missing(extent) {
            let work = self.near(layer, &values, f64::TOLERANCE)?;
            if !self.keep(work, &mut values) {
                break;
            }
        }
        Some(values)
    }

    fn coarse(&mut self, mut values: Values<f32>, extent: Extent) -> Option<Values<f32>> {
        for layer in values.missing(extent) {
            let mut work = Work::<f32>::guessed(layer, &values, self.threads, self.stop)?;
            self.approach(&mut work, f32::TOLERANCE, self.patience, &values)?;
            if !self.keep(work, &mut values) {
                break;
            }
        }
        Some(values)
    }

    /// Adds a layer that has settled; what has not is no value, and layers with more pieces would build on it.
    fn keep<C: Cell>(&mut self, work: Work<C>, values: &mut Values<C>) -> bool {
        let settled = work.is_settled(C::TOLERANCE);
        if settled {
            let layers = work.layer.with_mirrored();
            layers.zip(work.finish()).for_each(|(layer, found)| values.insert(layer, found));
        } else {
            self.unsettled = Some(work.unsettled());
        }
        settled
    }

    /// Sweeps until values are this near their end, from whatever side, but not more often than that. `known` are the
    /// finished values.
    fn approach<C: Single, E: Cell>(
        &mut self,
        work: &mut Work<C>,
        tolerance: f64,
        patience: u32,
        known: &Values<E>,
    ) -> Option<()> {
        let last = work.sweeps + patience;
        while !work.is_settled(tolerance) && work.sweeps < last {
            work.go_further(tolerance);
            self.sweep_once(work.layer, work, [known, known])?;
        }
        Some(())
    }

    /// Sweeps until bounds are this near their end, without going beyond it. `known` are the finished values of each side.
    pub(super) fn settle<C: Cell, E: Cell>(
        &mut self,
        layer: Layer,
        work: &mut Work<C>,
        tolerance: f64,
        known: [&Values<E>; 2],
    ) -> Option<()> {
        while !work.is_settled(tolerance) && work.sweeps < self.patience {
            self.sweep_once(layer, work, known)?;
        }
        Some(())
    }

    /// Sweeps once.
    pub(super) fn sweep_once<C: Cell, E: Cell>(
        &mut self,
        layer: Layer,
        work: &mut Work<C>,
        known: [&Values<E>; 2],
    ) -> Option<()> {
        let stage = Stage::Sweep { number: work.sweeps + 1, change: work.change };
        let exit = |side: usize| {
            let layer = if side == 0 { layer } else { layer.mirrored() };
            known[side].exit(known[1 - side], layer)
        };
        work.sweep(self.law, &exit, self.threads, &mut |part| {
            (self.progress)(Progress { layer, stage, part });
            !(self.stop)()
        })
    }
}

#[cfg(test)]
impl Exact {
    /// A table that was given up at once.
    pub(super) fn given_up(rules: &Rules) -> Self {
        let unsettled = Unsettled { layer: Layer::new(1, 1).unwrap(), sweeps: 0, change: 1.0 };
        Self { rules: *rules, table: Table::Fine(Values::new()), unsettled: Some(unsettled) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cell::ThreeBytes;
    use super::super::sweep_order::Order;
    use super::*;

    #[test]
    fn a_layer_that_does_not_settle_is_told() {
        let (law, layer) = (CompiledRules::new(&Rules::FIVE_PIECE), Layer::new(1, 1).unwrap());
        let given_up = |patience| {
            let mut progress = |_| {};
            let mut builder = Builder { patience, ..Builder::new(&law, 1, &mut progress, &|| false) };
            let values = builder.fine(Values::new(), Layer::new(2, 1).unwrap().into()).unwrap();
            (builder.unsettled, values.extent())
        };
        let (told, known) = given_up(4);
        let told = told.unwrap();
        assert_eq!((told.layer, told.sweeps), (layer, 8), "four sweeps in four bytes, four in eight");
        assert!(told.change > 1e-6, "{told}");
        assert_eq!(known, Extent::NONE, "what has not settled is not known, nor what follows from it");
        assert_eq!(given_up(Builder::PATIENCE), (None, Layer::new(2, 1).unwrap().into()));
    }

    /// Tables for files go back to what moves most, and one layer of them, for which no test has the memory, is swept in three
    /// bytes: both are tried on small ones.
    #[test]
    fn sweeps_for_files_settle_where_others_do() {
        let law = CompiledRules::new(&Rules::FIVE_PIECE);
        let mut progress = |_| {};
        let mut builder = Builder::new(&law, 2, &mut progress, &|| false);
        let values = builder.fine(Values::new(), Layer::new(2, 2).unwrap().into()).unwrap();
        for layer in [Layer::new(2, 1).unwrap(), Layer::new(2, 2).unwrap()] {
            let work = Work::<ThreeBytes>::guessed_in(Order::new(layer), layer, &values, &|| false);
            let mut work = work.expect("nobody stops it").insisting();
            while !work.is_settled(ThreeBytes::TOLERANCE) && work.sweeps < 100 {
                builder.sweep_once(layer, &mut work, [&values, &values]).unwrap();
            }
            for (layer, cells) in layer.with_mirrored().zip(work.finish()) {
                let exact = values.layer(layer).unwrap().chunks(layer.colorings());
                for (block, exact) in cells.chunks(layer.colorings()).zip(exact) {
                    let found = |place| ThreeBytes::at::<f64>(block, place);
                    // Some twenty roundings, and a quarter of that to two bytes.
                    assert!(exact.iter().enumerate().all(|(n, exact)| (exact - found(n)).abs() < 2e-6));
                }
            }
        }
    }

    #[test]
    fn memory_is_counted_with_the_layer_at_work() {
        let bytes = |pieces| Exact::memory(Extent::per_side(pieces).unwrap()) as f64 / 1e6;
        assert!((400.0..450.0).contains(&bytes(3)), "{} MB", bytes(3));
        assert!((3150.0..3350.0).contains(&bytes(4)), "{} MB", bytes(4));
    }
}
