//! Solves one block: all colorings of one occupied set together, with all other blocks held fixed.

use super::block_view::BlockView;
use super::cell::{Cell, Real};
use super::color_set::ColorSet;
use super::coloring::{Becomes, COLORINGS, padded};
use super::delta::Delta;
use super::lanes::{LANES, each, lanes};
use super::move_masks::{CompiledRules, ROLLS};
use super::outside::{Outside, Side};
use super::side_scratch::{Numbers, SideScratch, add, raise_listed};
use super::successors::{Successor, Target, find};
use crate::IN_BROWSER;

/// Less than any value: stands for no move at all.
const NONE: f64 = -1.0;
/// How often the colorings of a block are improved among themselves in one visit.
const ROUNDS: u32 = 64;
/// A block with so few colorings is not read as a whole when some of its values are needed.
const SMALL: usize = 24;

/// Room for the work on one block.
pub(super) struct BlockWorkspace<R, const WORDS: usize> {
    sheets: [SideScratch<R>; 2],
    /// The values of each side.
    values: [Numbers<R>; 2],
    /// Those of a side before the visit.
    old: Numbers<R>,
    /// What the values of the other side are worth to one.
    turned: Numbers<R>,
    /// What can be done in the block, by roll.
    found: Vec<Successor<WORDS>>,
    /// The values of the block that a move leads to.
    hand: Numbers<R>,
}

impl<R: Real, const WORDS: usize> BlockWorkspace<R, WORDS> {
    pub(super) fn new() -> Self {
        let zero = [R::ZERO; COLORINGS];
        Self {
            sheets: [SideScratch::new(), SideScratch::new()],
            values: [zero; 2],
            old: zero,
            turned: zero,
            found: Vec::new(),
            hand: zero,
        }
    }

    /// Solves a block given everything outside it, and returns the largest changes.
    #[inline]
    pub(super) fn visit<C: Cell<Real = R>, E: Cell>(
        &mut self,
        outside: &Outside<'_, C, E, WORDS>,
        place: usize,
        occupied: u32,
        mut cells: [&mut [C]; 2],
    ) -> Delta<R> {
        let (law, count) = (outside.law, outside.sides.len());
        let len = outside.sides[0].colorings.len();
        let pad = padded(len);
        for (s, cells) in cells.iter().enumerate().take(count) {
            self.look_outside(outside, place, occupied, s);
            BlockView { block: cells, again: true }.read(&mut self.values[s]);
        }
        let change = self.improve(law, count, len);
        if self.sheets[..count].iter().any(|sheet| !sheet.swaps.is_empty()) {
            let enough = R::of(C::TOLERANCE / 2.0).or_more(change * R::of(1.0 / 64.0));
            for _ in 1..ROUNDS {
                if self.improve(law, count, len) <= enough {
                    break;
                }
            }
        }
        let mut moved = Delta::NONE;
        for (s, cells) in cells.iter_mut().enumerate().take(count) {
            BlockView { block: cells, again: true }.read(&mut self.old);
            let side = Delta::between(&self.old[..pad], &self.values[s][..pad]);
            C::write(&self.values[s][..len], cells);
            moved = moved.or_more(if s == 0 { side } else { side.mirrored() });
        }
        moved
    }

    /// Touches every block there: values come from memory side by side and not one after the other. Down the ranks the
    /// next block finds them near those of the last, and this only costs.
    fn touch<C: Cell<Real = R>, E: Cell>(
        outside: &Outside<'_, C, E, WORDS>,
        s: usize,
        found: &[Successor<WORDS>],
    ) {
        let mut touched = 0u8;
        for lead in found {
            let (again, at) = (outside.law.again[usize::from(lead.roll)], lead.at as usize);
            let byte = match (lead.goes, &outside.sides[s].exit) {
                (Target::To, _) => touch_all(outside.block(s, at, again)),
                (Target::Off, Some(exit)) => touch_all(exit.block(at, again)),
                (Target::Off, None) | (Target::Swap, _) => 0,
            };
            touched = touched.wrapping_add(byte);
        }
        std::hint::black_box(touched);
    }

    /// Raises the best of the colorings in which a way is legal by what it leads to, or notes it as a swap.
    #[inline]
    fn follow<C: Cell<Real = R>, E: Cell>(
        sheet: &mut SideScratch<R>,
        hand: &mut Numbers<R>,
        outside: &Outside<'_, C, E, WORDS>,
        s: usize,
        lead: &Successor<WORDS>,
    ) {
        let Side { colorings, handicaps, exit, .. } = &outside.sides[s];
        let &Successor { legal, at, roll, piece, place, goes } = lead;
        let (roll, at, piece, place) =
            (usize::from(roll), at as usize, usize::from(piece), usize::from(place));
        let again = outside.law.again[roll];
        let own = colorings.own[piece];
        let best = &mut sheet.outside[roll];
        match goes {
            Target::Swap => {
                let becomes = colorings.swapped(piece, place);
                if legal == own.without(colorings.own[place]) {
                    sheet.swaps.extend_from_slice(becomes.changes());
                } else {
                    legal.for_each(|coloring| sheet.swaps.push((coloring as u8, becomes.after(coloring))));
                }
            }
            Target::To => {
                let seen = BlockView { block: outside.block(s, at, again), again };
                if legal == own && place == piece {
                    raise_all(best, seen, &handicaps[piece]);
                } else {
                    let ways =
                        MoveEffects { becomes: colorings.moved(piece, place), legal, always: legal == own };
                    ways.raise(best, hand, seen);
                }
            }
            Target::Off => match exit {
                Some(exit) => {
                    let ways = MoveEffects { becomes: colorings.without(piece), legal, always: legal == own };
                    ways.raise(best, hand, BlockView { block: exit.block(at, again), again });
                }
                None => legal.for_each(|coloring| best[coloring] = R::ONE),
            },
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
        let Self { sheets, found, hand, .. } = self;
        let Side { colorings, known, .. } = &outside.sides[s];
        let (law, pad) = (outside.law, padded(colorings.len()));
        let found = match known {
            Some(known) => known.block(place),
            None => {
                find(found, law, outside.order, colorings, occupied);
                found
            }
        };
        if !IN_BROWSER && !outside.order.is_down() {
            Self::touch(outside, s, found);
        }
        let sheet = &mut sheets[s];
        sheet.clear(pad);
        let mut found = found.iter().peekable();
        for roll in 0..ROLLS {
            let mut any = ColorSet::NONE;
            let swaps = sheet.swaps.len();
            sheet.outside[roll][..pad].fill(R::of(NONE));
            while let Some(lead) = found.next_if(|lead| usize::from(lead.roll) == roll) {
                any = any | lead.legal;
                Self::follow(sheet, hand, outside, s, lead);
            }
            sheet.ends[roll] = sheet.swaps.len();
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
            // What a swap may be better than is weighed later.
            if sheet.ends[roll] == swaps {
                add(&mut sheet.settled[..pad], weight, &sheet.outside[roll][..pad]);
            }
        }
        if sheet.waits {
            for (scale, passing) in sheet.scale[..pad].iter_mut().zip(&mut sheet.passing) {
                *scale = R::ONE / *scale;
                *passing = *passing * *scale;
            }
        }
    }

    /// Solves each position together with the one the other player sees after a pass, with swaps weighed by the values
    /// before, and returns the largest change.
    #[inline]
    fn improve(&mut self, law: &CompiledRules, count: usize, len: usize) -> R {
        let pad = padded(len);
        let Self { sheets, values, turned, .. } = self;
        for s in 0..count {
            if !sheets[s].swaps.is_empty() {
                BlockView { block: &values[count - 1 - s][..len], again: false }.read(turned);
            }
            sheets[s].weigh(&values[s], turned, law, pad);
        }
        let mut change = R::ZERO;
        for s in 0..count {
            let moved = if sheets[s].passes {
                with_pass(&sheets[s], &sheets[count - 1 - s], &mut values[s][..len])
            } else {
                replace(&mut values[s][..pad], &sheets[s].moving[..pad])
            };
            change = change.or_more(moved);
        }
        change
    }
}

/// Puts others in place of values, and returns the largest change.
#[inline]
fn replace<R: Real>(values: &mut [R], others: &[R]) -> R {
    let moved = Delta::between(values, others).most();
    each(values, others, |value, other| *value = other);
    moved
}

/// The value of every position, solved together with the one the other player sees after a pass; returns the largest change.
#[inline]
fn with_pass<R: Real>(own: &SideScratch<R>, theirs: &SideScratch<R>, values: &mut [R]) -> R {
    let len = values.len();
    let own = own.moving[..len].iter().zip(&own.passing[..len]);
    let theirs = theirs.moving[..len].iter().zip(&theirs.passing[..len]).rev();
    let mut change = R::ZERO;
    for ((value, (&moving, &passing)), (&their_moving, &their_passing)) in
        values.iter_mut().zip(own).zip(theirs)
    {
        let sum = moving + passing * (R::ONE - their_moving - their_passing);
        let both_pass = passing * their_passing;
        // If neither player can ever move again, neither wins.
        let now = if both_pass < R::ONE { sum / (R::ONE - both_pass) } else { R::of(0.5) };
        change = change.or_more(now - *value).or_more(*value - now);
        *value = now;
    }
    change
}

/// Touches every line of memory that a block lies in.
#[inline]
fn touch_all<C: Cell>(block: &[C]) -> u8 {
    const LINE: usize = 64;
    block.iter().step_by(LINE / size_of::<C>()).fold(0, |touched, cell| touched.wrapping_add(cell.bytes()[0]))
}

/// Raises the best of all colorings that have no handicap by the values of a block, where each stays what it is.
#[inline]
fn raise_all<C: Cell, R: Real>(best: &mut Numbers<R>, seen: BlockView<'_, C>, handicap: &Numbers<R>) {
    seen.each(best, |coloring, best, values| {
        let handicap = lanes(handicap, coloring);
        for lane in 0..LANES {
            best[lane] = best[lane].or_more(values[lane] + handicap[lane]);
        }
    });
}

/// What a move makes of colorings, and in which it is legal.
struct MoveEffects<'a, const WORDS: usize> {
    becomes: &'a Becomes,
    legal: ColorSet<WORDS>,
    /// Whether it is wherever the player owns the piece.
    always: bool,
}

impl<const WORDS: usize> MoveEffects<'_, WORDS> {
    /// Raises the best of the colorings in which the move is legal by the values of the block it leads to. There is a `hand`
    /// to read them into.
    #[inline]
    fn raise<C: Cell, R: Real>(&self, best: &mut Numbers<R>, hand: &mut Numbers<R>, seen: BlockView<'_, C>) {
        // Blocks in a browser are small ones.
        if seen.block.len() > SMALL && !IN_BROWSER {
            seen.read(hand);
            self.raise_by(best, |coloring| hand[usize::from(coloring)]);
        } else {
            self.raise_by(best, |coloring| seen.at(coloring.into()));
        }
    }

    #[inline]
    fn raise_by<R: Real>(&self, best: &mut Numbers<R>, value: impl Fn(u8) -> R) {
        if self.always {
            return raise_listed(best, self.becomes.changes(), value);
        }
        self.legal.for_each(|coloring| {
            best[coloring] = best[coloring].or_more(value(self.becomes.after(coloring)));
        });
    }
}
