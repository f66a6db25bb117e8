//! The work on one block: all colorings of one occupied set, solved together with the rest held fixed.

use super::cell::{Cell, Real};
use super::color_set::ColorSet;
use super::coloring::{COLORINGS, Colorings, padded};
use super::inside::{Inside, Sides, Swap};
use super::leads::{Known, Lead, Leads};
use super::neighbors::Neighbors;
use super::order::Order;
use super::ways::{Block, Goes, Law, ROLLS};

/// Stands for no move at all.
const NONE: f64 = -1.0;
/// Stands for a best move that is weighed later.
const TAKEN: f64 = -2.0;
/// How often the colorings of a block are improved among themselves in one visit.
const ROUNDS: u32 = 64;

/// What a sweep knows about a layer: its colorings, and what an exit leads to.
pub(super) struct Side<'a, E, R, const WORDS: usize> {
    colorings: Colorings<WORDS>,
    handicaps: Vec<[R; COLORINGS]>,
    /// None if the last piece leaves and the game is won.
    exit: Option<Exit<'a, E>>,
}

/// The finished values after an exit, in the order of their index.
#[derive(Debug)]
pub(super) struct Exit<'a, E> {
    /// If the player throws again.
    pub(super) own: &'a [E],
    /// If not.
    pub(super) theirs: &'a [E],
    pub(super) colorings: usize,
}

impl<'a, E> Exit<'a, E> {
    #[inline]
    fn block(&self, rank: usize, again: bool) -> &'a [E] {
        let cells = if again { self.own } else { self.theirs };
        &cells[rank * self.colorings..(rank + 1) * self.colorings]
    }
}

impl<'a, E, R: Real, const WORDS: usize> Side<'a, E, R, WORDS> {
    pub(super) fn new(colorings: Colorings<WORDS>, exit: Option<Exit<'a, E>>) -> Self {
        Self { handicaps: colorings.handicaps(), colorings, exit }
    }
}

/// The values of a layer but for the blocks at work, in the order of the sweep.
#[derive(Debug)]
pub(super) struct Around<'a, C> {
    /// The blocks before those at work.
    pub(super) done: &'a [C],
    /// The blocks behind them, and the place of the first.
    pub(super) rest: &'a [C],
    pub(super) rest_from: usize,
}

impl<C> Default for Around<'_, C> {
    fn default() -> Self {
        Self { done: &[], rest: &[], rest_from: 0 }
    }
}

impl<'a, C> Around<'a, C> {
    #[inline]
    fn block(&self, place: usize, len: usize) -> &'a [C] {
        if place < self.rest_from {
            &self.done[place * len..(place + 1) * len]
        } else {
            let place = place - self.rest_from;
            &self.rest[place * len..(place + 1) * len]
        }
    }
}

/// Everything outside the block at work.
pub(super) struct Outside<'a, C, E, const WORDS: usize>
where
    C: Cell,
{
    pub(super) law: &'a Law,
    pub(super) order: &'a Order,
    /// The layer, and its mirror image where that is another.
    pub(super) sides: &'a [Side<'a, E, C::Real, WORDS>],
    /// Their values.
    pub(super) values: &'a [Around<'a, C>],
    /// Their moves, where they are kept.
    pub(super) known: &'a [Known],
}

impl<'a, C: Cell, E, const WORDS: usize> Outside<'a, C, E, WORDS> {
    /// The values of the block at a place, as seen from a side by the player who throws there.
    #[inline]
    fn block(&self, side: usize, place: usize, again: bool) -> &'a [C] {
        let seen = if again { side } else { self.values.len() - 1 - side };
        self.values[seen].block(place, self.sides[side].colorings.len())
    }
}

/// By how much values moved at most: those of a layer up and down, those of its mirror image the other way round,
/// since what is good for one player is bad for the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moved<R> {
    pub(super) up: R,
    pub(super) down: R,
}

impl<R: Real> Moved<R> {
    pub(super) const NONE: Self = Self { up: R::ZERO, down: R::ZERO };

    #[inline]
    pub(super) fn or_more(self, other: Self) -> Self {
        Self { up: self.up.or_more(other.up), down: self.down.or_more(other.down) }
    }

    pub(super) fn wide(self) -> [f64; 2] {
        [self.up.wide(), self.down.wide()]
    }
}

/// Room for the work on one block.
pub(super) struct Desk<R, const WORDS: usize> {
    sides: [Sheet<R>; 2],
    values: Sides<R>,
    inside: Inside<R>,
    /// What can be done in the block, by roll.
    found: Vec<Lead<WORDS>>,
    best: [R; COLORINGS],
}

/// One side of a block: a number for each coloring, in some cases for each roll and coloring.
struct Sheet<R> {
    /// The best move out of the block, for rolls and colorings with swaps.
    outside: [[R; COLORINGS]; ROLLS],
    /// The swaps, which stay inside, by roll.
    swaps: Vec<Swap>,
    /// What the rolls without a swap bring.
    settled: [R; COLORINGS],
    /// What moving brings in all.
    moving: [R; COLORINGS],
    /// How likely the turn passes unused.
    passing: [R; COLORINGS],
    /// A player who throws again without having moved is where he was: everything else counts for more.
    scale: [R; COLORINGS],
    /// Whether any turn can pass unused, and whether any scale is not 1.
    passes: bool,
    waits: bool,
}

impl<R: Real> Sheet<R> {
    fn new() -> Self {
        let zero = [R::ZERO; COLORINGS];
        Self {
            outside: [zero; ROLLS],
            swaps: Vec::new(),
            settled: zero,
            moving: zero,
            passing: zero,
            scale: zero,
            passes: false,
            waits: false,
        }
    }
}

impl<R: Real, const WORDS: usize> Desk<R, WORDS> {
    pub(super) fn new() -> Self {
        let zero = [R::ZERO; COLORINGS];
        let sides = [Sheet::new(), Sheet::new()];
        Self { sides, values: [zero; 2], inside: Inside::new(), found: Vec::new(), best: zero }
    }

    /// Solves a block given everything outside it, and tells the largest changes.
    #[inline]
    pub(super) fn visit<C: Cell<Real = R>, E: Cell>(
        &mut self,
        outside: &Outside<'_, C, E, WORDS>,
        place: usize,
        occupied: u32,
        cells: [&mut [C]; 2],
    ) -> Moved<R> {
        let (law, count) = (outside.law, outside.sides.len());
        self.inside.clear();
        for (s, cells) in cells.iter().enumerate().take(count) {
            self.look_outside(outside, place, occupied, s);
            for (value, cell) in self.values[s].iter_mut().zip(&**cells) {
                *value = cell.get();
            }
            let (sheet, len) = (&self.sides[s], outside.sides[s].colorings.len());
            let sides = [s, count - 1 - s];
            self.inside.add(sides, len, &sheet.swaps, &sheet.outside, law);
        }
        let change = self.combine(outside);
        if !self.inside.is_empty() {
            let enough = R::of(C::TOLERANCE / 2.0).or_more(change * R::of(1.0 / 64.0));
            let len = outside.sides[0].colorings.len();
            for _ in 1..ROUNDS {
                if self.look_inside(count, len) <= enough {
                    break;
                }
            }
        }
        let [one, two] = cells;
        let one = Self::put_back(&self.values[0], one);
        let two = Self::put_back(&self.values[1], two);
        Moved { up: one.up.or_more(two.down), down: one.down.or_more(two.up) }
    }

    /// Puts the values of a side back to where they came from, and tells the largest changes.
    #[inline]
    fn put_back<C: Cell<Real = R>>(values: &[R; COLORINGS], cells: &mut [C]) -> Moved<R> {
        let mut moved = Moved::NONE;
        for (&value, cell) in values.iter().zip(cells) {
            let old = cell.get();
            moved = moved.or_more(Moved { up: value - old, down: old - value });
            *cell = C::put(value);
        }
        moved
    }

    /// Finds where every move of a block leads, by roll.
    #[inline]
    pub(super) fn find<E>(
        &mut self,
        law: &Law,
        order: &Order,
        side: &Side<'_, E, R, WORDS>,
        neighbors: &Neighbors,
        occupied: u32,
    ) -> &[Lead<WORDS>] {
        let found = &mut self.found;
        let block = Block::new(law, &side.colorings, occupied);
        found.clear();
        for roll in 0..ROLLS {
            block.ways(roll, |way| {
                let piece = way.piece;
                let (goes, place, at) = match way.goes {
                    Goes::Swap(with) => (Leads::Swap, with, 0),
                    Goes::To(to, below) => {
                        let below = usize::from(below);
                        let place = below - usize::from(below > piece);
                        (Leads::To, place, neighbors.rank_moved(piece, to.into(), place))
                    }
                    Goes::Off => (Leads::Off, piece, neighbors.rank_without(piece)),
                };
                let (roll, piece, place) = (roll as u8, piece as u8, place as u8);
                found.push(Lead { legal: way.legal, at: at as u32, roll, piece, place, goes });
            });
        }
        for lead in found.iter_mut().filter(|lead| lead.goes == Leads::To) {
            lead.at = order.place(lead.at as usize) as u32;
        }
        found
    }

    /// Touches every block there: values come from memory side by side and not one after the other. Down the ranks the
    /// next block finds them near those of the last, and this only costs.
    fn touch<C: Cell<Real = R>, E: Cell>(
        outside: &Outside<'_, C, E, WORDS>,
        s: usize,
        found: &[Lead<WORDS>],
    ) {
        let mut touched = R::ZERO;
        for lead in found {
            let (again, at) = (outside.law.again[usize::from(lead.roll)], lead.at as usize);
            let value = match lead.goes {
                Leads::To => outside.block(s, at, again)[0].get(),
                Leads::Off => {
                    outside.sides[s].exit.as_ref().map_or(R::ZERO, |exit| exit.block(at, again)[0].get())
                }
                Leads::Swap => R::ZERO,
            };
            touched = touched + value;
        }
        std::hint::black_box(touched);
    }

    /// Raises the best of the colorings in which a way is legal by what it leads to, or notes it as a swap.
    #[inline]
    fn follow<C: Cell<Real = R>, E: Cell>(
        best: &mut [R; COLORINGS],
        swaps: &mut Vec<Swap>,
        outside: &Outside<'_, C, E, WORDS>,
        s: usize,
        lead: &Lead<WORDS>,
    ) {
        let side = &outside.sides[s];
        let colorings = &side.colorings;
        let &Lead { legal, at, roll, piece, place, goes } = lead;
        let again = outside.law.again[usize::from(roll)];
        let (at, piece, place) = (at as usize, usize::from(piece), usize::from(place));
        match goes {
            Leads::Swap => {
                let becomes = colorings.swapped(piece, place);
                legal.for_each(|coloring| {
                    let (before, after) = (coloring as u8, becomes.after(coloring));
                    swaps.push(Swap { before, after, roll });
                });
            }
            Leads::To => {
                let cells = outside.block(s, at, again);
                let (always, len) = (legal == colorings.own[piece], colorings.len());
                let (becomes, seen) = (colorings.moved(piece, place), Seen { cells, again });
                if always && place == piece {
                    raise_all(&mut best[..len], cells, again, &side.handicaps[piece][..len]);
                } else if always {
                    raise_listed(best, becomes.changes(), seen);
                } else {
                    legal.for_each(|coloring| {
                        best[coloring] = best[coloring].or_more(seen.get(becomes.after(coloring).into()));
                    });
                }
            }
            Leads::Off => {
                let becomes = colorings.without(piece);
                let exit = side.exit.as_ref().map(|exit| Seen { cells: exit.block(at, again), again });
                legal.for_each(|coloring| {
                    let value = exit.map_or(R::ONE, |seen| seen.get(becomes.after(coloring).into()));
                    best[coloring] = best[coloring].or_more(value);
                });
            }
        }
    }

    /// Weighs the best move of each roll out of the block, and sorts out the swaps.
    #[inline]
    fn look_outside<C: Cell<Real = R>, E: Cell>(
        &mut self,
        outside: &Outside<'_, C, E, WORDS>,
        place: usize,
        occupied: u32,
        s: usize,
    ) {
        if let Some(known) = outside.known.get(s) {
            self.found.clear();
            self.found.extend(known.block(place).iter().map(Lead::cast));
        } else {
            self.find(outside.law, outside.order, &outside.sides[s], &Neighbors::of(occupied), occupied);
        }
        if !outside.order.is_down() {
            Self::touch(outside, s, &self.found);
        }
        let (law, colorings) = (outside.law, &outside.sides[s].colorings);
        let pad = padded(colorings.len());
        let Self { sides, found, best, .. } = self;
        let sheet = &mut sides[s];
        sheet.settled[..pad].fill(R::ZERO);
        sheet.passing[..pad].fill(R::ZERO);
        sheet.scale[..pad].fill(R::ONE);
        (sheet.passes, sheet.waits) = (false, false);
        sheet.swaps.clear();
        let mut found = found.iter().peekable();
        for roll in 0..ROLLS {
            let mut any = ColorSet::NONE;
            let swaps = sheet.swaps.len();
            best[..pad].fill(R::of(NONE));
            while let Some(lead) = found.next_if(|lead| usize::from(lead.roll) == roll) {
                any = any | lead.legal;
                Self::follow(best, &mut sheet.swaps, outside, s, lead);
            }
            let weight = R::of(law.weights[roll]);
            let idle = colorings.all.without(any);
            if !idle.is_empty() {
                if law.pass_again[roll] {
                    sheet.waits = true;
                    idle.for_each(|coloring| sheet.scale[coloring] = sheet.scale[coloring] - weight);
                } else {
                    sheet.passes = true;
                    idle.for_each(|coloring| sheet.passing[coloring] = sheet.passing[coloring] + weight);
                }
            }
            // What a swap may be better than is weighed later, what cannot move brings nothing.
            for swap in &sheet.swaps[swaps..] {
                let best = &mut best[usize::from(swap.before)];
                if *best > R::of(TAKEN) {
                    sheet.outside[roll][usize::from(swap.before)] = best.or_more(R::ZERO);
                    *best = R::of(TAKEN);
                }
            }
            for (sum, best) in sheet.settled[..pad].iter_mut().zip(&best[..pad]) {
                *sum = *sum + weight * best.or_more(R::ZERO);
            }
        }
        if sheet.waits {
            for (scale, passing) in sheet.scale[..pad].iter_mut().zip(&mut sheet.passing) {
                *scale = R::ONE / *scale;
                *passing = *passing * *scale;
            }
        }
    }

    /// Solves each position together with the one the other player sees after a pass, and tells the largest change.
    /// Swaps are weighed by the values before.
    #[inline]
    fn combine<C: Cell<Real = R>, E: Cell>(&mut self, outside: &Outside<'_, C, E, WORDS>) -> R {
        let mut change = R::ZERO;
        let count = outside.sides.len();
        let Self { sides, values, inside, .. } = self;
        let len = outside.sides[0].colorings.len();
        let pad = padded(len);
        for sheet in &mut sides[..count] {
            sheet.moving[..pad].copy_from_slice(&sheet.settled[..pad]);
        }
        inside.weigh(values, |_, s, coloring, swapping| {
            let moving = &mut sides[s].moving[coloring];
            *moving = *moving + swapping;
        });
        for sheet in sides[..count].iter_mut().filter(|sheet| sheet.waits) {
            for (sum, scale) in sheet.moving[..pad].iter_mut().zip(&sheet.scale) {
                *sum = *sum * *scale;
            }
        }
        for s in 0..count {
            if !sides[s].passes {
                for (old, &value) in values[s][..len].iter_mut().zip(&sides[s].moving[..len]) {
                    change = change.or_more((value - *old).abs());
                    *old = value;
                }
                continue;
            }
            for (coloring, old) in values[s][..len].iter_mut().enumerate() {
                let value = with_pass(sides, [s, count - 1 - s], [coloring, len - 1 - coloring]);
                change = change.or_more((value - *old).abs());
                *old = value;
            }
        }
        change
    }

    /// Improves the positions with a swap one after the other, each with the one the other player sees after a pass, and
    /// tells the largest change.
    #[inline]
    fn look_inside(&mut self, count: usize, len: usize) -> R {
        let mut change = R::ZERO;
        let Self { sides, values, inside, .. } = self;
        inside.weigh(values, |values, s, coloring, swapping| {
            let (other, mirrored) = (count - 1 - s, len - 1 - coloring);
            let sheet = &mut sides[s];
            sheet.moving[coloring] = (sheet.settled[coloring] + swapping) * sheet.scale[coloring];
            let value = with_pass(sides, [s, other], [coloring, mirrored]);
            let old = &mut values[s][coloring];
            change = change.or_more((value - *old).abs());
            *old = value;
            if sides[other].passing[mirrored] > R::ZERO {
                values[other][mirrored] = with_pass(sides, [other, s], [mirrored, coloring]);
            }
        });
        change
    }
}

/// The worth of a position, solved together with the one the other player sees after a pass: first the own side and
/// coloring, then the other's.
#[inline]
fn with_pass<R: Real>(
    sides: &[Sheet<R>; 2],
    [own, other]: [usize; 2],
    [coloring, mirrored]: [usize; 2],
) -> R {
    let (own, theirs) = (&sides[own], &sides[other]);
    let (moving, passing) = (own.moving[coloring], own.passing[coloring]);
    let (their_moving, their_passing) = (theirs.moving[mirrored], theirs.passing[mirrored]);
    let value = moving + passing * (R::ONE - their_moving - their_passing);
    let both_pass = passing * their_passing;
    if both_pass == R::ZERO {
        value
    } else if both_pass < R::ONE {
        value / (R::ONE - both_pass)
    } else {
        // Nobody can ever move again: neither wins.
        R::of(0.5)
    }
}

/// The values of a block as the player who moves there sees them.
#[derive(Clone, Copy)]
struct Seen<'a, C> {
    cells: &'a [C],
    again: bool,
}

impl<C: Cell> Seen<'_, C> {
    #[inline]
    fn get<R: Real>(self, coloring: usize) -> R {
        if self.again {
            self.cells[coloring].get()
        } else {
            R::ONE - self.cells[self.cells.len() - 1 - coloring].get()
        }
    }
}

/// Raises the best of all colorings that have no handicap, where each stays what it is.
#[inline]
fn raise_all<C: Cell, R: Real>(best: &mut [R], cells: &[C], again: bool, handicap: &[R]) {
    let best = best.iter_mut().zip(handicap);
    if again {
        best.zip(cells)
            .for_each(|((best, &handicap), cell)| *best = best.or_more(cell.get::<R>() + handicap));
    } else {
        best.zip(cells.iter().rev()).for_each(|((best, &handicap), cell)| {
            *best = best.or_more(R::ONE - cell.get() + handicap);
        });
    }
}

/// Raises the best of the colorings of a list.
#[inline]
fn raise_listed<C: Cell, R: Real>(best: &mut [R; COLORINGS], changes: &[(u8, u8)], seen: Seen<'_, C>) {
    for &(before, after) in changes {
        let best = &mut best[usize::from(before)];
        *best = best.or_more(seen.get(after.into()));
    }
}
