//! The work on one block: all colorings of one occupied set, solved together with the rest held fixed.

use super::cell::{Cell, Real};
use super::color_set::ColorSet;
use super::coloring::{COLORINGS, padded};
use super::leads::{Lead, Leads};
use super::moved::Moved;
use super::neighbors::Neighbors;
use super::order::Order;
use super::outside::{Outside, Side};
use super::sheet::{Numbers, Sheet, add, raise_listed};
use super::ways::{Block, Goes, Law, ROLLS};

/// Less than any value: stands for no move at all.
const NONE: f64 = -1.0;
/// How often the colorings of a block are improved among themselves in one visit.
const ROUNDS: u32 = 64;

/// Room for the work on one block.
pub(super) struct Desk<R, const WORDS: usize> {
    sheets: [Sheet<R>; 2],
    /// The values of each side before the visit, now, and after the next round.
    old: [Numbers<R>; 2],
    values: [Numbers<R>; 2],
    next: [Numbers<R>; 2],
    /// What the values of the other side are worth to each.
    turned: [Numbers<R>; 2],
    /// What can be done in the block, by roll.
    found: Vec<Lead<WORDS>>,
    seen: Seen<R>,
}

impl<R: Real, const WORDS: usize> Desk<R, WORDS> {
    pub(super) fn new() -> Self {
        let zero = [[R::ZERO; COLORINGS]; 2];
        Self {
            sheets: [Sheet::new(), Sheet::new()],
            old: zero,
            values: zero,
            next: zero,
            turned: zero,
            found: Vec::new(),
            seen: Seen { values: zero[0], hand: zero[0] },
        }
    }

    /// Solves a block given everything outside it, and tells the largest changes.
    #[inline]
    pub(super) fn visit<C: Cell<Real = R>, E: Cell>(
        &mut self,
        outside: &Outside<'_, C, E, WORDS>,
        place: usize,
        occupied: u32,
        mut cells: [&mut [C]; 2],
    ) -> Moved<R> {
        let (law, count) = (outside.law, outside.sides.len());
        let len = outside.sides[0].colorings.len();
        let pad = padded(len);
        for (s, cells) in cells.iter().enumerate().take(count) {
            self.look_outside(outside, place, occupied, s);
            C::read(cells, &mut self.old[s][..len]);
            self.values[s][..pad].copy_from_slice(&self.old[s][..pad]);
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
        let mut moved = Moved::NONE;
        for (s, cells) in cells.iter_mut().enumerate().take(count) {
            C::write(&self.values[s][..len], cells);
            let side = Moved::between(&self.old[s][..pad], &self.values[s][..pad]);
            moved = moved.or_more(if s == 0 { side } else { side.mirrored() });
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
        let mut touched = 0u8;
        for lead in found {
            let (again, at) = (outside.law.again[usize::from(lead.roll)], lead.at as usize);
            let byte = match (lead.goes, &outside.sides[s].exit) {
                (Leads::To, _) => touch_all(outside.block(s, at, again)),
                (Leads::Off, Some(exit)) => touch_all(exit.block(at, again)),
                (Leads::Off, None) | (Leads::Swap, _) => 0,
            };
            touched = touched.wrapping_add(byte);
        }
        std::hint::black_box(touched);
    }

    /// Raises the best of the colorings in which a way is legal by what it leads to, or notes it as a swap.
    #[inline]
    fn follow<C: Cell<Real = R>, E: Cell>(
        sheet: &mut Sheet<R>,
        seen: &mut Seen<R>,
        outside: &Outside<'_, C, E, WORDS>,
        s: usize,
        lead: &Lead<WORDS>,
    ) {
        let side = &outside.sides[s];
        let colorings = &side.colorings;
        let &Lead { legal, at, roll, piece, place, goes } = lead;
        let (roll, at, piece, place) =
            (usize::from(roll), at as usize, usize::from(piece), usize::from(place));
        let again = outside.law.again[roll];
        let own = colorings.own[piece];
        let best = &mut sheet.outside[roll];
        let becomes = match goes {
            Leads::Swap => {
                let becomes = colorings.swapped(piece, place);
                if legal == own.without(colorings.own[place]) {
                    sheet.swaps.extend_from_slice(becomes.changes());
                } else {
                    legal.for_each(|coloring| sheet.swaps.push((coloring as u8, becomes.after(coloring))));
                }
                return;
            }
            Leads::To => {
                seen.look(outside.block(s, at, again), again);
                if legal == own && place == piece {
                    let pad = padded(colorings.len());
                    raise_all(&mut best[..pad], &seen.values[..pad], &side.handicaps[piece][..pad]);
                    return;
                }
                colorings.moved(piece, place)
            }
            Leads::Off => {
                match &side.exit {
                    Some(exit) => seen.look(exit.block(at, again), again),
                    None => seen.values[..padded(colorings.len())].fill(R::ONE),
                }
                colorings.without(piece)
            }
        };
        if legal == own {
            raise_listed(best, becomes.changes(), &seen.values);
        } else {
            legal.for_each(|coloring| {
                best[coloring] = best[coloring].or_more(seen.values[usize::from(becomes.after(coloring))]);
            });
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
        let Self { sheets, found, seen, .. } = self;
        let sheet = &mut sheets[s];
        sheet.clear(pad);
        let mut found = found.iter().peekable();
        for roll in 0..ROLLS {
            let mut any = ColorSet::NONE;
            let swaps = sheet.swaps.len();
            sheet.outside[roll][..pad].fill(R::of(NONE));
            while let Some(lead) = found.next_if(|lead| usize::from(lead.roll) == roll) {
                any = any | lead.legal;
                Self::follow(sheet, seen, outside, s, lead);
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
            // What cannot move brings nothing; what a swap may be better than is weighed later.
            let outside = &mut sheet.outside[roll][..pad];
            for best in &mut *outside {
                *best = best.or_more(R::ZERO);
            }
            if sheet.ends[roll] == swaps {
                add(&mut sheet.settled[..pad], weight, outside);
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
    /// before, and tells the largest change.
    #[inline]
    fn improve(&mut self, law: &Law, count: usize, len: usize) -> R {
        let pad = padded(len);
        let Self { sheets, values, next, turned, .. } = self;
        for s in 0..count {
            if !sheets[s].swaps.is_empty() {
                turn(&values[count - 1 - s][..len], &mut turned[s][..len]);
            }
            sheets[s].weigh(&values[s], &turned[s], law, pad);
        }
        let mut change = R::ZERO;
        for s in 0..count {
            if sheets[s].passes {
                with_pass(&sheets[s], &sheets[count - 1 - s], &mut next[s][..len]);
            } else {
                next[s][..pad].copy_from_slice(&sheets[s].moving[..pad]);
            }
            change = change.or_more(Moved::between(&values[s][..pad], &next[s][..pad]).most());
        }
        for (value, next) in values.iter_mut().zip(next).take(count) {
            value[..pad].copy_from_slice(&next[..pad]);
        }
        change
    }
}

/// The worth of every position, solved together with the one the other player sees after a pass.
#[inline]
fn with_pass<R: Real>(own: &Sheet<R>, theirs: &Sheet<R>, values: &mut [R]) {
    let len = values.len();
    let own = own.moving[..len].iter().zip(&own.passing[..len]);
    let theirs = theirs.moving[..len].iter().zip(&theirs.passing[..len]).rev();
    for ((value, (&moving, &passing)), (&their_moving, &their_passing)) in
        values.iter_mut().zip(own).zip(theirs)
    {
        let sum = moving + passing * (R::ONE - their_moving - their_passing);
        let both_pass = passing * their_passing;
        // If nobody can ever move again neither wins.
        *value = if both_pass < R::ONE { sum / (R::ONE - both_pass) } else { R::of(0.5) };
    }
}

/// What values of one player are worth to the other, who sees each coloring mirrored.
#[inline]
fn turn<R: Real>(values: &[R], turned: &mut [R]) {
    for (turned, &value) in turned.iter_mut().zip(values.iter().rev()) {
        *turned = R::ONE - value;
    }
}

/// The values of the block that a move leads to, as the player who moves there sees them.
struct Seen<R> {
    values: Numbers<R>,
    hand: Numbers<R>,
}

impl<R: Real> Seen<R> {
    #[inline]
    fn look<C: Cell>(&mut self, cells: &[C], again: bool) {
        if again {
            C::read(cells, &mut self.values[..cells.len()]);
        } else {
            let hand = &mut self.hand[..cells.len()];
            C::read(cells, hand);
            turn(hand, &mut self.values[..cells.len()]);
        }
    }
}

/// Touches every line of memory that a block lies in.
#[inline]
fn touch_all<C: Cell>(block: &[C]) -> u8 {
    const LINE: usize = 64;
    block.iter().step_by(LINE / size_of::<C>()).fold(0, |touched, cell| touched.wrapping_add(cell.bytes()[0]))
}

/// Raises the best of all colorings that have no handicap, where each stays what it is.
#[inline]
fn raise_all<R: Real>(best: &mut [R], seen: &[R], handicap: &[R]) {
    for ((best, &seen), &handicap) in best.iter_mut().zip(seen).zip(handicap) {
        *best = best.or_more(seen + handicap);
    }
}
