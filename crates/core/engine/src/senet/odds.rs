use super::evaluator::evaluates;
use super::square_table::SquareTable;
use super::{Evaluator, Sides};

/// The probability of winning, from log-odds per square.
///
/// The classic evaluation repaired: a piece off the board is worth most, one on 25 less than one on 24 (only a
/// roll of 1 reaches the gate from there), and the answer is a probability, so that averages over throws mean
/// what they should.
#[derive(Clone, Copy, Debug)]
pub struct Odds;

impl Odds {
    /// Log-odds of an own piece on squares 1 to 30 against one that is off the board; fitted to self-play with
    /// seven pieces (`docs/researching/senet-evaluation.md`).
    const PIECE: [f32; 30] = [
        -0.624, -0.611, -0.600, -0.587, -0.575, -0.561, -0.547, -0.532, -0.517, -0.502, // 1 to 10
        -0.486, -0.470, -0.454, -0.437, -0.422, -0.403, -0.384, -0.365, -0.345, -0.328, // 11 to 20
        -0.306, -0.291, -0.267, -0.253, -0.283, -0.166, 0.0, -0.131, -0.077, 0.008, // 21 to 30
    ];
    /// What it is worth to throw next: makes the start 48 % for WHITE, as the same fit has it.
    const TO_THROW: f64 = 0.023;
}

static PIECES: SquareTable = SquareTable::new(&Odds::PIECE);

impl Evaluator for Odds {
    const WON: f64 = 1.0;
    const LOST: f64 = 0.0;

    #[inline]
    fn evaluator(&self, sides: &Sides) -> f64 {
        let tempo = if sides.to_throw { Self::TO_THROW } else { -Self::TO_THROW };
        1.0 / (1.0 + (PIECES.sum(sides.theirs) - PIECES.sum(sides.mine) - tempo).exp())
    }
}

evaluates!(Odds);
