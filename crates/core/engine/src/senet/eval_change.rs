use gebeta_rules::senet::{Gate, NoDark, Rules, SquareSet};
use gebeta_search::Bounds;

use super::Sides;

/// By how much plies can change an evaluation that is a sum over squares.
///
/// What a ply can bring or cost depends on the roll and on how far the pieces have come: before 26 nothing but a swap
/// sends a piece back.
#[derive(Debug)]
pub(super) struct EvalChange {
    mine: Side,
    theirs: Side,
}

/// What a ply of one side can change, seen by that side.
///
/// Each line stands for the furthest piece, each column for a roll; column 0 is any roll up to 5, column 7 up to 6.
#[derive(Debug)]
struct Side {
    /// The most a step brings.
    step: [[f32; 8]; 31],
    /// The most it brings that an opponent's piece goes back, the line being the square it stood on.
    swap: [[f32; 8]; 31],
    /// The most that falling into the Water, going back from the last houses or leaving the board costs.
    fall: [f32; 31],
    /// The most a retreat costs.
    retreat: [[f32; 8]; 31],
}

impl Side {
    /// From the values of own and opposing pieces on squares 1 to 30, and of a piece that has left the board.
    const fn new(own: &[f32; 30], other: &[f32; 30], exit: f32) -> Self {
        let mut side =
            Self { step: [[0.0; 8]; 31], swap: [[0.0; 8]; 31], fall: [0.0; 31], retreat: [[0.0; 8]; 31] };
        let mut square = 1;
        while square <= 30 {
            let mut roll = 1;
            while roll <= 6 {
                let from = square - 1;
                let (mut step, mut swap, mut back) = (0.0, 0.0, 0.0);
                if square <= 26 && square + roll <= 30 && square + roll != 27 {
                    step = own[from + roll] - own[from];
                }
                if square > 26 || square + roll > 30 {
                    step = exit - own[from];
                }
                if square > roll && square != 27 && square - roll != 27 {
                    swap = other[from] - other[from - roll];
                    back = own[from] - own[from - roll] + swap;
                }
                raise(&mut side.step, square, roll, step);
                raise(&mut side.swap, square, roll, swap);
                raise(&mut side.retreat, square, roll, back);
                roll += 1;
            }
            // Where it goes back to is worth no less than square 1.
            let worst = if own[0] < exit { own[0] } else { exit };
            let fall = own[square - 1] - worst;
            side.fall[square] = if fall > side.fall[square - 1] { fall } else { side.fall[square - 1] };
            square += 1;
        }
        side
    }
}

/// Enters a change for a square and a roll, at least what the squares before have.
const fn raise(table: &mut [[f32; 8]; 31], square: usize, roll: usize, change: f32) {
    let columns = [roll, if roll <= 5 { 0 } else { 7 }, 7];
    let mut i = 0;
    while i < 3 {
        let column = columns[i];
        let before = table[square - 1][column];
        if before > table[square][column] {
            table[square][column] = before;
        }
        if change > table[square][column] {
            table[square][column] = change;
        }
        i += 1;
    }
}

impl EvalChange {
    /// For values of the own pieces and of the opponent's, which count against the player, and of pieces off the
    /// board.
    pub(super) const fn new(mine: &[f32; 30], theirs: &[f32; 30], exit: f32) -> Self {
        Self { mine: Side::new(mine, theirs, exit), theirs: Side::new(theirs, mine, exit) }
    }

    /// For each throw, the change that `plies` plies can bring; the game must not end within them.
    pub(super) fn bounds(&self, sides: &Sides, rules: &Rules, plies: u32, bounds: &mut [Bounds]) {
        let (any, stride) = match rules.no_dark {
            NoDark::Five => (0, 5),
            NoDark::Six => (7, 6),
        };
        let alternate = rules.extra_throw.is_empty();
        let mut reach = Reach { mine: furthest(sides.mine), theirs: furthest(sides.theirs) };
        let at_first = reach;
        let mut later = Bounds { low: 0.0, high: 0.0 };
        let mut own = sides.to_throw;
        for _ in 1..plies {
            reach.advance(own || !alternate, !own || !alternate, stride, rules);
            own = !own;
            let ply = if alternate {
                self.ply(own, reach, any, rules)
            } else {
                let (a, b) = (self.ply(true, reach, any, rules), self.ply(false, reach, any, rules));
                Bounds { low: a.low.min(b.low), high: a.high.max(b.high) }
            };
            later = Bounds { low: later.low + ply.low, high: later.high + ply.high };
        }
        for (bounds, &(roll, _)) in bounds.iter_mut().zip(rules.no_dark.throws()) {
            let ply = self.ply(sides.to_throw, at_first, usize::from(roll.get()), rules);
            *bounds = Bounds { low: ply.low + later.low, high: ply.high + later.high };
        }
    }

    /// The change that one ply of a side can bring.
    #[inline]
    fn ply(&self, own: bool, reach: Reach, roll: usize, rules: &Rules) -> Bounds {
        let (side, mover, other) = if own {
            (&self.mine, reach.mine, reach.theirs)
        } else {
            (&self.theirs, reach.theirs, reach.mine)
        };
        let most = match roll {
            0 => 5,
            7 => 6,
            roll => roll,
        };
        let met = (mover + most).min(other);
        let gain = f64::from(side.step[mover][roll]) + f64::from(side.swap[met][roll]);
        let falls = mover >= 26 || (rules.gate == Gate::Free && mover >= 21);
        let mut loss = if falls { side.fall[mover] } else { 0.0 };
        if rules.backward {
            loss = loss.max(side.retreat[mover][roll]);
        }
        let loss = f64::from(loss);
        if own { Bounds { low: -loss, high: gain } } else { Bounds { low: -gain, high: loss } }
    }
}

/// How far the pieces of both sides have come at most.
#[derive(Clone, Copy)]
struct Reach {
    mine: usize,
    theirs: usize,
}

impl Reach {
    /// One ply later.
    fn advance(&mut self, mine: bool, theirs: bool, stride: usize, rules: &Rules) {
        let after = |square: usize| {
            let stop = if square < 26 && rules.gate == Gate::Exact { 26 } else { 30 };
            (square + stride).min(stop)
        };
        if mine {
            self.mine = after(self.mine);
        }
        if theirs {
            self.theirs = after(self.theirs);
        }
        if rules.backward {
            // A piece that retreats moves an opponent's piece to where it stood.
            let both = self.mine.max(self.theirs);
            *self = Self { mine: both, theirs: both };
        }
    }
}

fn furthest(pieces: SquareSet) -> usize {
    pieces.bits().checked_ilog2().unwrap_or(0) as usize
}
