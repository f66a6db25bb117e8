//! Value iteration, block by block.
//!
//! A layer and its mirror image depend on each other and on layers with fewer pieces, which are solved before. Within
//! them a step forward leads to a larger occupied set, a swap stays in its block, and only the Water, returns and
//! retreats lead back. So blocks are visited from the largest set down, each is solved for itself with the others
//! held fixed, and a dozen sweeps settle a layer where plain iteration would need hundreds.

use std::ops::Range;

use gebeta_rules::Chance;
use gebeta_rules::senet::{Position, Rules, Sticks};

use super::coloring::Colorings;
use super::crew::share;
use super::index::{bits, choose};
use super::jumps::{Jump, Jumps, PIECES, ROLLS, from_the_last};
use super::values::{Cell, Values};
use super::{Layer, Progress, Stage};

/// Room for the colorings of a block, at most 70: as much as a byte can point at, so that nothing need be checked.
const COLORINGS: usize = 256;
/// How many neighboring blocks one thread takes at a time.
const CHUNK: usize = 128;
/// Below so many blocks a second thread only gets in the way.
const WORTH_SHARING: usize = 4096;
/// When sweeps stop helping: no rule set in which games end comes near.
const MOST_SWEEPS: u32 = 5000;
/// How often the colorings of a block are improved among themselves in one visit.
const ROUNDS: u32 = 64;
/// Stands for no move at all.
const NONE: f64 = -1.0;

/// Fills in the values of `layer` and its mirror image from those of layers with fewer pieces; none if stopped.
pub(super) fn solve_layer<C: Cell>(
    rules: &Rules,
    values: &Values<C>,
    layer: Layer,
    threads: usize,
    progress: &mut dyn FnMut(Progress),
    stop: &dyn Fn() -> bool,
) -> Option<()> {
    let threads = if layer.blocks() < WORTH_SHARING { 1 } else { threads };
    let chunks = layer.blocks().div_ceil(CHUNK);
    let mut report = |stage, begun: usize| {
        let part = (begun * CHUNK).min(layer.blocks()) as f64 / layer.blocks() as f64;
        progress(Progress { layer, stage, part });
        !stop()
    };
    let mut sides = Vec::new();
    for layer in [layer, layer.mirrored()].into_iter().take(if layer == layer.mirrored() { 1 } else { 2 }) {
        let colorings = Colorings::new(layer);
        let learn = |chunk| Jumps::learn(rules, layer, &colorings, blocks_of(layer, chunk));
        let jumps = share(threads, chunks, learn, |begun| report(Stage::Moves, begun))?;
        sides.push(Side::new(values, layer, colorings, jumps));
    }
    let weights: [f64; ROLLS] = {
        let throws = Position::start(rules).throws();
        std::array::from_fn(|roll| f64::from(throws[roll].1) / f64::from(Sticks::WAYS))
    };
    let sweep = Sweep { layer, sides, weights };
    let mut change = 1.0;
    for number in 1..=MOST_SWEEPS {
        let stage = Stage::Sweep { number, change };
        let visit = |piece| sweep.visit_chunk(chunks - 1 - piece);
        let changes = share(threads, chunks, visit, |begun| report(stage, begun))?;
        let before = change;
        change = changes.into_iter().fold(0.0, f64::max);
        if change <= C::ROUNDING || still_to_come(before, change) <= C::TOLERANCE {
            break;
        }
    }
    Some(())
}

/// By how much the values will change in all further sweeps, if each changes them by as much less than the one before
/// as the last did.
fn still_to_come(before: f64, change: f64) -> f64 {
    if change < before { change * change / (before - change) } else { change }
}

fn blocks_of(layer: Layer, chunk: usize) -> Range<usize> {
    chunk * CHUNK..layer.blocks().min((chunk + 1) * CHUNK)
}

/// One pass over a layer and its mirror image.
struct Sweep<'a, C> {
    layer: Layer,
    /// The layer, and its mirror image where that is another.
    sides: Vec<Side<'a, C>>,
    /// The probability of each roll.
    weights: [f64; ROLLS],
}

/// A layer as the sweep needs it.
struct Side<'a, C> {
    colorings: Colorings,
    /// What the rules allow, by chunks of blocks.
    jumps: Vec<Jumps>,
    own: &'a [C],
    theirs: &'a [C],
    /// The same after an exit; none if that wins the game.
    after_exit: Option<AfterExit<'a, C>>,
}

struct AfterExit<'a, C> {
    colorings: usize,
    own: &'a [C],
    theirs: &'a [C],
}

/// Room for the work on one block.
struct Desk {
    sides: [Sheet; 2],
    /// The sums over the rolls, and the best moves of the roll at hand.
    moving: [f64; COLORINGS],
    best: [f64; COLORINGS],
}

impl Default for Desk {
    fn default() -> Self {
        Self { sides: Default::default(), moving: [0.0; COLORINGS], best: [0.0; COLORINGS] }
    }
}

/// One side of a block: a number for each coloring, in some cases for each roll and coloring.
struct Sheet {
    values: [f64; COLORINGS],
    /// The best move out of the block.
    outside: [[f64; COLORINGS]; ROLLS],
    /// The swaps, which stay inside, each with the piece swapped with.
    swaps: [Vec<(Jump, usize)>; ROLLS],
    /// What the rolls without a swap bring.
    settled: [f64; COLORINGS],
    /// What moving brings in all.
    moving: [f64; COLORINGS],
    /// How likely the turn passes unused.
    passing: [f64; COLORINGS],
    /// A player who throws again without having moved is where he was: everything else counts for more.
    scale: [f64; COLORINGS],
}

impl Default for Sheet {
    fn default() -> Self {
        let zero = [0.0; COLORINGS];
        Self {
            values: zero,
            outside: [zero; ROLLS],
            swaps: Default::default(),
            settled: zero,
            moving: zero,
            passing: zero,
            scale: zero,
        }
    }
}

impl<C: Cell> Sweep<'_, C> {
    /// Improves the blocks of a chunk from the last to the first and tells the largest change.
    fn visit_chunk(&self, chunk: usize) -> f64 {
        let blocks = blocks_of(self.layer, chunk);
        let mut desk = Desk::default();
        let mut change = 0.0;
        let mut jumps: Vec<_> = self.sides.iter().map(|side| side.jumps[chunk].by_block()).collect();
        for (block, occupied) in blocks.clone().rev().zip(from_the_last(self.layer, blocks)) {
            let pieces = Pieces::of(occupied);
            for ((side, jumps), sheet) in self.sides.iter().zip(&mut jumps).zip(&mut desk.sides) {
                side.look_outside(jumps.next().unwrap_or_default(), &pieces, sheet);
                side.settle(&self.weights, &side.jumps[chunk].pass_again, sheet);
            }
            raise(&mut change, self.solve_block(&mut desk, block));
        }
        change
    }

    /// Solves a block with what was seen outside it.
    fn solve_block(&self, desk: &mut Desk, block: usize) -> f64 {
        for (side, sheet) in self.sides.iter().zip(&mut desk.sides) {
            for (value, cell) in sheet.values.iter_mut().zip(side.cells(block)) {
                *value = cell.get();
            }
        }
        let swaps = desk.sides.iter().any(|sheet| sheet.swaps.iter().any(|swaps| !swaps.is_empty()));
        let rounds = if swaps { ROUNDS } else { 1 };
        let mut enough = C::TOLERANCE / 2.0;
        for round in 0..rounds {
            for side in 0..self.sides.len() {
                self.look_inside(desk, side);
            }
            let change = self.combine(desk);
            if round == 0 {
                enough = f64::max(enough, change / 32.0);
            }
            if change <= enough {
                break;
            }
        }
        let mut change = 0.0;
        for (side, sheet) in self.sides.iter().zip(&desk.sides) {
            for (&value, cell) in sheet.values.iter().zip(side.cells(block)) {
                raise(&mut change, (value - cell.get()).abs());
                cell.set(value);
            }
        }
        change
    }

    /// Weighs the best move of each roll, swaps included.
    fn look_inside(&self, desk: &mut Desk, s: usize) {
        let side = &self.sides[s];
        let len = side.colorings.len();
        let other = self.sides.len() - 1 - s;
        let Desk { sides, moving, best } = desk;
        moving[..len].copy_from_slice(&sides[s].settled[..len]);
        for (roll, swaps) in sides[s].swaps.iter().enumerate().filter(|(_, swaps)| !swaps.is_empty()) {
            let (own, theirs) = (&sides[s].values, &sides[other].values);
            best[..len].copy_from_slice(&sides[s].outside[roll][..len]);
            for &(jump, with) in swaps {
                let swapped = side.colorings.swapped(jump.piece(), with);
                if jump.again() {
                    swapped.follow(jump, |coloring, next, _| raise(&mut best[coloring], own[next]));
                } else {
                    swapped.follow(jump, |coloring, _, next| raise(&mut best[coloring], 1.0 - theirs[next]));
                }
            }
            for (sum, best) in moving[..len].iter_mut().zip(best.iter()) {
                *sum += self.weights[roll] * best;
            }
        }
        let sheet = &mut sides[s];
        for ((scaled, sum), scale) in sheet.moving[..len].iter_mut().zip(moving.iter()).zip(&sheet.scale) {
            *scaled = sum * scale;
        }
    }

    /// Solves each position together with the one the other player sees after a pass, and tells the largest change.
    fn combine(&self, desk: &mut Desk) -> f64 {
        let mut change = 0.0;
        for (s, side) in self.sides.iter().enumerate() {
            let other = self.sides.len() - 1 - s;
            let len = side.colorings.len();
            for coloring in 0..len {
                let mirrored = len - 1 - coloring;
                let (own, theirs) = (&desk.sides[s], &desk.sides[other]);
                let (moving, passing) = (own.moving[coloring], own.passing[coloring]);
                let (their_moving, their_passing) = (theirs.moving[mirrored], theirs.passing[mirrored]);
                let both_pass = passing * their_passing;
                let value = if both_pass == 0.0 {
                    moving + passing * (1.0 - their_moving - their_passing)
                } else if both_pass < 1.0 {
                    (moving + passing * (1.0 - their_moving - their_passing)) / (1.0 - both_pass)
                } else {
                    // Nobody can ever move again: neither wins.
                    0.5
                };
                let old = &mut desk.sides[s].values[coloring];
                raise(&mut change, (value - *old).abs());
                *old = value;
            }
        }
        change
    }
}

impl<'a, C: Cell> Side<'a, C> {
    fn new(values: &'a Values<C>, layer: Layer, colorings: Colorings, jumps: Vec<Jumps>) -> Self {
        let after_exit = layer.after_exit().map(|next| AfterExit {
            colorings: next.colorings(),
            own: values.layer(next),
            theirs: values.layer(next.mirrored()),
        });
        let (own, theirs) = (values.layer(layer), values.layer(layer.mirrored()));
        Self { colorings, jumps, own, theirs, after_exit }
    }

    fn cells(&self, block: usize) -> &[C] {
        let len = self.colorings.len();
        &self.own[block * len..(block + 1) * len]
    }

    /// Finds the best move of each roll and coloring that leads out of the block, and sorts out the swaps.
    fn look_outside(&self, jumps: &[Jump], pieces: &Pieces, sheet: &mut Sheet) {
        let len = self.colorings.len();
        for (best, swaps) in sheet.outside.iter_mut().zip(&mut sheet.swaps) {
            best[..len].fill(NONE);
            swaps.clear();
        }
        for &jump in jumps {
            let piece = jump.piece();
            let best = &mut sheet.outside[jump.roll()];
            let (block, len, own, theirs, becomes) = match (jump.to(), &self.after_exit) {
                (None, None) => {
                    self.colorings.without(piece).follow(jump, |coloring, _, _| best[coloring] = 1.0);
                    continue;
                }
                (None, Some(exit)) => {
                    let block = pieces.rank_without(piece);
                    (block, exit.colorings, exit.own, exit.theirs, self.colorings.without(piece))
                }
                (Some(to), _) => {
                    let place = pieces.place(piece, to);
                    if pieces.stand_on(to) {
                        // Without the moving piece, those behind it have moved up.
                        let other = place + usize::from(place >= piece);
                        let swapped = self.colorings.swapped(piece, other);
                        swapped.follow(jump, |coloring, _, _| raise(&mut best[coloring], 0.0));
                        sheet.swaps[jump.roll()].push((jump, other));
                        continue;
                    }
                    let block = pieces.rank_moved(piece, to, place);
                    (block, len, self.own, self.theirs, self.colorings.moved(piece, place))
                }
            };
            let cells = if jump.again() { own } else { theirs };
            let cells = &cells[block * len..(block + 1) * len];
            if jump.again() {
                becomes.follow(jump, |coloring, next, _| raise(&mut best[coloring], cells[next].get()));
            } else {
                becomes.follow(jump, |coloring, _, next| raise(&mut best[coloring], 1.0 - cells[next].get()));
            }
        }
    }

    /// Weighs what does not change while the block is at work.
    fn settle(&self, weights: &[f64; ROLLS], pass_again: &[bool; ROLLS], sheet: &mut Sheet) {
        let len = self.colorings.len();
        sheet.settled[..len].fill(0.0);
        sheet.passing[..len].fill(0.0);
        sheet.scale[..len].fill(1.0);
        let mut waits = false;
        for roll in 0..ROLLS {
            let weight = weights[roll];
            // A roll is lost where there is neither a move out of the block nor a swap.
            let lost = if pass_again[roll] { &mut sheet.scale } else { &mut sheet.passing };
            let sign = if pass_again[roll] { -1.0 } else { 1.0 };
            waits |= pass_again[roll];
            let settles = if sheet.swaps[roll].is_empty() { weight } else { 0.0 };
            let sums = sheet.settled[..len].iter_mut().zip(lost);
            for (best, (sum, lost)) in sheet.outside[roll][..len].iter_mut().zip(sums) {
                *lost += if *best < 0.0 { sign * weight } else { 0.0 };
                raise(best, 0.0);
                *sum += settles * *best;
            }
        }
        if waits {
            for (scale, passing) in sheet.scale[..len].iter_mut().zip(&mut sheet.passing) {
                *scale = scale.recip();
                *passing *= *scale;
            }
        }
    }
}

/// The pieces of a block, and the ranks of the blocks next to it without counting them anew.
struct Pieces {
    occupied: u32,
    /// The sum of the ranks of all pieces.
    rank: u32,
    /// What each piece adds to the rank.
    adds: [u32; PIECES + 1],
    /// What all pieces up to each would add if they were one place further down, or up, than they are.
    down: [u32; PIECES + 1],
    up: [u32; PIECES + 1],
}

impl Pieces {
    fn of(occupied: u32) -> Self {
        let mut pieces =
            Self { occupied, rank: 0, adds: [0; PIECES + 1], down: [0; PIECES + 1], up: [0; PIECES + 1] };
        for (place, bit) in bits(occupied).enumerate() {
            let adds = |nth: usize| choose(bit as u8, nth as u8);
            pieces.adds[place] = adds(place + 1);
            pieces.rank += adds(place + 1);
            pieces.down[place + 1] =
                pieces.down[place].wrapping_add(adds(place)).wrapping_sub(adds(place + 1));
            pieces.up[place + 1] =
                pieces.up[place].wrapping_add(adds(place + 2)).wrapping_sub(adds(place + 1));
        }
        pieces
    }

    fn stand_on(&self, bit: u32) -> bool {
        self.occupied >> bit & 1 == 1
    }

    /// Which piece along the path `piece` is when it has gone to `to`.
    fn place(&self, piece: usize, to: u32) -> usize {
        let below = (self.occupied & ((1 << to) - 1)).count_ones() as usize;
        below - usize::from(below > piece)
    }

    /// The rank after `piece` has gone to the empty square `to`, where it is piece `place`.
    fn rank_moved(&self, piece: usize, to: u32, place: usize) -> usize {
        let passed = if place >= piece {
            self.down[place + 1].wrapping_sub(self.down[piece + 1])
        } else {
            self.up[piece].wrapping_sub(self.up[place])
        };
        let rank = self.rank - self.adds[piece] + choose(to as u8, place as u8 + 1);
        rank.wrapping_add(passed) as usize
    }

    /// The rank after `piece` has left the board.
    fn rank_without(&self, piece: usize) -> usize {
        let count = self.occupied.count_ones() as usize;
        let passed = self.down[count].wrapping_sub(self.down[piece + 1]);
        (self.rank - self.adds[piece]).wrapping_add(passed) as usize
    }
}

/// The larger of two numbers that are numbers, which is one instruction where `f64::max` is several.
#[inline]
fn raise(best: &mut f64, value: f64) {
    *best = if value > *best { value } else { *best };
}
