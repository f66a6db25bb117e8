//! Value iteration, block by block.
//!
//! A layer and its mirror image depend on each other and on layers with fewer pieces, which are solved before. Within
//! them a step forward leads to a block further along the path, a swap stays in its block, and only the Water, returns
//! and retreats lead back. So blocks are visited from the furthest back, each is solved for itself with the others
//! held fixed, and a dozen sweeps settle a layer where plain iteration would need hundreds.

use super::Layer;
use super::block_workspace::BlockWorkspace;
use super::cell::{Cell, Real, Single};
use super::coloring::Colorings;
use super::delta::Delta;
use super::initial_values::{guess, same};
use super::momentum::Momentum;
use super::move_masks::CompiledRules;
use super::outside::{Around, Exit, Outside, Side};
use super::parallel::share;
use super::solve::Unsettled;
use super::successors::SuccessorTable;
use super::sweep_order::Order;
use super::values::Values;
use crate::IN_BROWSER;

/// How many blocks one thread takes at a time.
const CHUNK: usize = 64;
/// Blocks are gone back to if they move by more than this part of the most: the first by which they are few.
const RESTLESS: [f32; 3] = [1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0];
/// Few are one of so many.
const FEW: usize = 10;
/// A sweep goes back to no more blocks than so many times that, ..
const MOST: usize = 3;
/// .. and no more often than this: a few blocks that will not rest are not worth it.
const PASSES: u32 = 16;
/// Below so many positions a second thread only gets in the way.
const WORTH_SHARING: u64 = 100_000;

/// A layer and its mirror image while they are solved.
#[derive(Debug)]
pub(super) struct Work<C> {
    pub(super) layer: Layer,
    order: Order,
    /// The values of the layer, and of its mirror image where that is looked at apart, in the order of the sweep.
    pub(super) sides: Vec<Vec<C>>,
    /// How many sweeps were made.
    pub(super) sweeps: u32,
    /// By how much a value changed in the last.
    pub(super) change: f64,
    /// By how much one of the layer fell, or one of its mirror image rose, in the last.
    pub(super) fall: f64,
    /// And in the one before.
    pub(super) before: f64,
    stride: Momentum<C>,
    /// The moves of the layer and of its mirror image; none if they are found anew in every sweep.
    known: Vec<SuccessorTable<1>>,
    keeps_moves: bool,
    /// By how much a value of each block moved at its last visit, in the order of the sweep.
    moved: Vec<f32>,
    /// Whether a sweep goes back to the few blocks that move most.
    insists: bool,
}

impl<C: Cell> Work<C> {
    /// Every value is a guess, one for the layer and one for its mirror image. With a single guess the layer is its
    /// own mirror image.
    pub(super) fn new(layer: Layer, guesses: &[f64]) -> Self {
        let sides = guesses.iter().map(|&guess| same(layer, guess)).collect();
        Self::begin(layer, Order::new(layer), sides, 0)
    }

    fn begin(layer: Layer, order: Order, sides: Vec<Vec<C>>, sweeps: u32) -> Self {
        let (change, fall, before) = (1.0, 1.0, 1.0);
        Self {
            layer,
            order,
            sides,
            sweeps,
            change,
            fall,
            before,
            stride: Momentum::NONE,
            known: Vec::new(),
            keeps_moves: false,
            moved: Vec::new(),
            insists: false,
        }
    }

    /// Every value is a guess from layers with fewer pieces. None if `stop`, which is asked all the time, says so.
    pub(super) fn guessed<D: Single>(
        layer: Layer,
        known: &Values<D>,
        threads: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let alone = threads_for(layer, threads) == 1;
        let order = if alone { Order::down(layer) } else { Order::new(layer) };
        let keeps_moves = !IN_BROWSER && SuccessorTable::fits(layer);
        Some(Self { keeps_moves, ..Self::guessed_in(order, layer, known, stop)? })
    }

    /// The same in this order.
    pub(super) fn guessed_in<D: Single>(
        order: Order,
        layer: Layer,
        known: &Values<D>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let sides = layer.with_mirrored().map(|layer| guess(layer, &order, known, stop));
        let sides = sides.collect::<Option<_>>()?;
        Some(Self::begin(layer, order, sides, 0))
    }

    /// The same, with sweeps that go back to the few blocks that move most.
    pub(super) fn insisting(self) -> Self {
        Self { insists: true, ..self }
    }

    /// Whether further sweeps would change nothing that counts.
    pub(super) fn is_settled(&self, tolerance: f64) -> bool {
        let rests = |to_come| self.change <= C::ROUNDING || to_come <= tolerance;
        // Going back makes the next change look smaller than it is elsewhere.
        let before = if self.insists { self.before.min(2.0 * self.change) } else { self.before };
        let to_come = self.stride.to_come(before, self.change);
        self.before < 1.0 && to_come.is_some_and(rests)
    }

    /// What is reported if it is given up.
    pub(super) const fn unsettled(&self) -> Unsettled {
        Unsettled { layer: self.layer, sweeps: self.sweeps, change: self.change }
    }

    /// Improves every value once; none if stopped, or in a browser if the layer is a large one. `exit` knows the finished values after an exit on each
    /// side, `go_on` receives the finished part, 0 to 1.
    pub(super) fn sweep<'a, E: Cell + 'a>(
        &mut self,
        law: &CompiledRules,
        exit: &dyn Fn(usize) -> Option<Exit<'a, E>>,
        threads: usize,
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Option<()> {
        let [up, down] = match self.layer.colorings() {
            ..=64 => {
                let known = self.moves(law, &mut || go_on(0.0))?;
                let swept = self.sweep_sets::<E, 1>(law, exit, &known, threads, go_on);
                self.known = known;
                swept
            }
            _ if IN_BROWSER => None,
            65..=128 => self.sweep_sets::<E, 2>(law, exit, &[], threads, go_on),
            _ => self.sweep_sets::<E, 4>(law, exit, &[], threads, go_on),
        }?;
        self.before = self.change;
        (self.change, self.fall) = (up.max(down), down);
        self.sweeps += 1;
        Some(())
    }

    /// Takes the moves that are kept; in the first sweep they are found. None if `go_on` answers no meanwhile.
    fn moves(
        &mut self,
        law: &CompiledRules,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<SuccessorTable<1>>> {
        if !IN_BROWSER && self.keeps_moves && self.known.is_empty() {
            let layers = self.layer.with_mirrored();
            return layers.map(|layer| SuccessorTable::of(law, layer, &self.order, go_on)).collect();
        }
        Some(std::mem::take(&mut self.known))
    }

    fn sweep_sets<'a, E: Cell + 'a, const WORDS: usize>(
        &mut self,
        law: &CompiledRules,
        exit: &dyn Fn(usize) -> Option<Exit<'a, E>>,
        known: &[SuccessorTable<WORDS>],
        threads: usize,
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Option<[f64; 2]> {
        let side = |(s, layer)| Side::<E, C::Real, WORDS>::new(Colorings::new(layer), exit(s), known.get(s));
        let layers = [self.layer, self.layer.mirrored()].into_iter().take(self.sides.len());
        let sides: Vec<_> = layers.enumerate().map(side).collect();
        if IN_BROWSER || self.order.is_down() {
            return self.sweep_alone(law, &sides, go_on);
        }
        let threads = threads_for(self.layer, threads);
        self.moved.resize(self.layer.blocks(), 0.0);
        let most = self.pass(law, &sides, threads, None, go_on)?;
        if self.insists {
            self.insist(law, &sides, threads, most[0].max(most[1]), go_on)?;
        }
        Some(most)
    }

    /// Goes back to the blocks that moved most in a sweep until they move less, if they are few. Where players stand in each
    /// other's way and step to and fro, most of the error is in a block of a hundred, and each sweep leaves most of it.
    fn insist<E: Cell, const WORDS: usize>(
        &mut self,
        law: &CompiledRules,
        sides: &[Side<'_, E, C::Real, WORDS>],
        threads: usize,
        most: f64,
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Option<()> {
        let few = self.moved.len() / FEW;
        let parts = RESTLESS.map(|part| part * most as f32);
        let Some(least) = parts.into_iter().find(|&least| self.restless(least) <= few) else {
            return Some(());
        };
        let mut visits = 0;
        for _ in 0..PASSES {
            let next = self.restless(least);
            visits += next;
            if next == 0 || visits > MOST * few {
                break;
            }
            self.pass(law, sides, threads, Some(least), &mut |_| go_on(1.0))?;
        }
        Some(())
    }

    /// How many blocks moved by more at their last visit.
    fn restless(&self, least: f32) -> usize {
        self.moved.iter().filter(|&&moved| moved > least).count()
    }

    /// Visits all blocks, or those that moved by more at their last visit.
    fn pass<E: Cell, const WORDS: usize>(
        &mut self,
        law: &CompiledRules,
        sides: &[Side<'_, E, C::Real, WORDS>],
        threads: usize,
        restless: Option<f32>,
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Option<[f64; 2]> {
        let (len, blocks) = (self.layer.colorings(), self.layer.blocks());
        let is_due = |moved: &[f32]| restless.is_none_or(|least| moved.iter().any(|&moved| moved > least));
        let mut most = [0.0_f64; 2];
        for level in self.order.levels() {
            if !is_due(&self.moved[level.clone()]) {
                continue;
            }
            let sets = self.order.sets(level.clone());
            let mut values = Vec::new();
            let mut at_work = Vec::new();
            for cells in &mut self.sides {
                let (done, rest) = cells.split_at_mut(level.start * len);
                let (level_cells, rest) = rest.split_at_mut(level.len() * len);
                values.push(Around { done, rest, rest_from: level.end });
                at_work.push(level_cells.chunks_mut(CHUNK * len));
            }
            let outside = Outside { law, order: &self.order, sides, values: &values };
            let mut at_work = at_work.into_iter();
            let one = at_work.next().into_iter().flatten();
            let mut two = at_work.next().into_iter().flatten();
            let places = level.clone().step_by(CHUNK);
            let moved = self.moved[level.clone()].chunks_mut(CHUNK);
            let chunks = places
                .zip(sets.chunks(CHUNK).zip(moved))
                .zip(one.map(|one| [one, two.next().unwrap_or_default()]))
                .filter(|((_, (_, moved)), _)| is_due(moved));
            let begin = || Box::new(BlockWorkspace::new());
            let work = |desk: &mut Box<BlockWorkspace<_, WORDS>>, ((first, (sets, moved)), cells)| {
                visit_chunk(desk, &outside, restless, (first, sets, moved), cells)
            };
            let count = level.len().div_ceil(CHUNK);
            let moved = share(if count < 4 { 1 } else { threads }, chunks, begin, work, |begun| {
                go_on((level.start + (begun * CHUNK).min(level.len())) as f64 / blocks as f64)
            })?;
            most = [0, 1].map(|way| most[way].max(moved[way]));
        }
        Some(most)
    }

    /// One block after the other.
    fn sweep_alone<E: Cell, const WORDS: usize>(
        &mut self,
        law: &CompiledRules,
        sides: &[Side<'_, E, C::Real, WORDS>],
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Option<[f64; 2]> {
        let (len, blocks) = (self.layer.colorings(), self.layer.blocks());
        let mut desk = Box::new(BlockWorkspace::new());
        let mut most = Delta::NONE;
        let (one, two) = self.sides.split_at_mut(1);
        let (one, mut two) = (&mut one[0], two.first_mut());
        for (place, &occupied) in self.order.sets(0..blocks).iter().enumerate() {
            if place % CHUNK == 0 && !go_on(place as f64 / blocks as f64) {
                return None;
            }
            let (first, around) = apart(one, place, len);
            let (second, other) = match &mut two {
                Some(two) => apart(two, place, len),
                None => Default::default(),
            };
            let values = [around, other];
            let outside = Outside { law, order: &self.order, sides, values: &values[..sides.len()] };
            most = most.or_more(desk.visit(&outside, place, occupied, [first, second]));
        }
        Some(most.wide())
    }

    /// The finished values in the order of their index, the mirror image's second.
    pub(super) fn finish(mut self) -> Vec<Vec<C>> {
        for cells in &mut self.sides {
            self.order.undo(cells, self.layer.colorings());
        }
        self.sides
    }
}

impl<C: Single> Work<C> {
    /// The same values held in another way. None if `stop`, which is asked all the time, says so.
    pub(super) fn recast<D: Single>(self, stop: &dyn Fn() -> bool) -> Option<Work<D>> {
        /// Values between two questions.
        const INTERVAL: usize = 1 << 16;
        let recast = |cells: Vec<C>| {
            let mut others = Vec::with_capacity(cells.len());
            for cells in cells.chunks(INTERVAL) {
                if stop() {
                    return None;
                }
                others.extend(cells.iter().map(|cell| D::put(cell.get())));
            }
            Some(others)
        };
        let Self { layer, order, sides, sweeps, stride, known, .. } = self;
        let sides = sides.into_iter().map(recast).collect::<Option<_>>()?;
        Some(Work { stride: stride.recast(), known, ..Work::begin(layer, order, sides, sweeps) })
    }

    /// Two values for each, so much below it and above: for a layer with its mirror image, and for the mirror image
    /// with the layer where that is another.
    pub(super) fn around(self, margin: f64) -> Vec<Self> {
        let Self { layer, order, sides, sweeps, .. } = self;
        let margin = C::Real::of(margin);
        let lower = |mut cells: Vec<C>| {
            for cell in &mut cells {
                *cell = C::put((cell.get::<C::Real>() - margin).or_more(C::Real::ZERO));
            }
            cells
        };
        let higher =
            |cell: &C| C::put(C::Real::ONE - (C::Real::ONE - cell.get() - margin).or_more(C::Real::ZERO));
        let high: Vec<Vec<C>> = sides.iter().rev().map(|cells| cells.iter().map(higher).collect()).collect();
        let layers = layer.with_mirrored();
        let low = sides.into_iter().map(lower);
        let pairs = layers
            .zip(low.zip(high))
            .map(|(layer, (low, high))| Self::begin(layer, order.clone(), vec![low, high], sweeps));
        pairs.collect()
    }

    /// Lets the values go on in the direction in which the last sweeps led them, unless they are nearly settled.
    pub(super) fn go_further(&mut self, tolerance: f64) {
        self.stride.take(&mut self.sides, self.before, self.change, tolerance);
    }
}

/// How many threads a layer is worth.
fn threads_for(layer: Layer, threads: usize) -> usize {
    if layer.positions() < WORTH_SHARING { 1 } else { threads }
}

/// The block at a place, and what is around it.
#[inline]
fn apart<C>(cells: &mut [C], place: usize, len: usize) -> (&mut [C], Around<'_, C>) {
    let (done, rest) = cells.split_at_mut(place * len);
    let (block, rest) = rest.split_at_mut(len);
    (block, Around { done, rest, rest_from: place + 1 })
}

fn visit_chunk<C: Cell, E: Cell, const WORDS: usize>(
    desk: &mut BlockWorkspace<C::Real, WORDS>,
    outside: &Outside<'_, C, E, WORDS>,
    restless: Option<f32>,
    (first, sets, moved): (usize, &[u32], &mut [f32]),
    [one, two]: [&mut [C]; 2],
) -> [f64; 2] {
    let len = outside.sides[0].colorings.len();
    let mut most = Delta::NONE;
    let mut two = two.chunks_mut(len);
    for (((place, &occupied), moved), one) in (first..).zip(sets).zip(moved).zip(one.chunks_mut(len)) {
        let cells = [one, two.next().unwrap_or_default()];
        if restless.is_none_or(|least| *moved > least) {
            let now = desk.visit(outside, place, occupied, cells);
            *moved = now.most().wide() as f32;
            most = most.or_more(now);
        }
    }
    most.wide()
}
