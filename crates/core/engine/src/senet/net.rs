//! A small neural net that guesses who wins, and how it is taught.

mod file;
mod trained;
mod training;

use gebeta_rules::senet::{Protect, Rules, SquareSet};

use super::evaluator::evaluates;
use super::{Evaluator, Sides};

pub use file::NetError;
pub use training::{Trainer, TrainingSet};

/// The probability that the player to throw wins, by one hidden layer over who stands where.
///
/// Plain additions, products, a quotient and a square root of 32-bit floats in a fixed order: the same answer on every
/// machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// A column of [`Net::HIDDEN`] weights for each input, then one of biases, then one to the output, then the bias of
    /// the output.
    weights: Vec<f32>,
}

/// One number for each hidden unit.
type Units = [f32; Net::HIDDEN];

impl Net {
    /// Hidden units.
    pub const HIDDEN: usize = 128;
    /// Who stands where, and how many of each side are on the board: seven and more are alike.
    const INPUTS: usize = 2 * (30 + Self::COUNTS);
    const COUNTS: usize = 7;
    const BIASES: usize = Self::INPUTS;
    const OUTPUTS: usize = Self::INPUTS + 1;
    /// All weights.
    const LEN: usize = (Self::INPUTS + 2) * Self::HIDDEN + 1;

    /// The net for these rules: where pairs are safe, throws are repeated or pieces go back, the one that was taught
    /// `kendall`, else the one that was taught `classic`.
    pub fn of(rules: &Rules) -> &'static Self {
        let like_kendall = !rules.extra_throw.is_empty() || rules.protect == Protect::Pair || rules.backward;
        let taught = trained::both().expect("a browser loads the nets before it plays Senet");
        if like_kendall { &taught.kendall } else { &taught.classic }
    }

    /// Whether the nets are there. In a browser they are loaded only for Senet.
    pub fn are_there() -> bool {
        trained::both().is_some()
    }

    /// Brings the nets where they do not come with the program: the files of `classic` and `kendall`, one behind the
    /// other. Where they are there already nothing happens.
    ///
    /// # Errors
    /// If these are no nets.
    pub fn bring(files: &[u8]) -> Result<(), NetError> {
        trained::bring(files)
    }

    /// The probability that the player to throw, who stands on `own`, wins.
    #[inline]
    pub fn win(&self, own: SquareSet, theirs: SquareSet) -> f32 {
        squash(self.output(&self.hidden(own, theirs)))
    }

    fn column(&self, number: usize) -> &Units {
        let (columns, _) = self.weights.as_chunks();
        &columns[number]
    }

    /// What reaches each hidden unit.
    #[inline]
    fn hidden(&self, own: SquareSet, theirs: SquareSet) -> Units {
        let mut units = *self.column(Self::BIASES);
        for input in inputs(own, theirs) {
            for (unit, weight) in units.iter_mut().zip(self.column(input)) {
                *unit += weight;
            }
        }
        units
    }

    /// What reaches the output. Eight sums side by side: an order that suits the machine, written down.
    #[inline]
    fn output(&self, hidden: &Units) -> f32 {
        let mut sums = [0.0_f32; 8];
        let (units, _) = hidden.as_chunks::<8>();
        let (weights, _) = self.column(Self::OUTPUTS).as_chunks::<8>();
        for (units, weights) in units.iter().zip(weights) {
            for ((sum, unit), weight) in sums.iter_mut().zip(units).zip(weights) {
                *sum += unit.max(0.0) * weight;
            }
        }
        let four = [sums[0] + sums[1], sums[2] + sums[3], sums[4] + sums[5], sums[6] + sums[7]];
        (four[0] + four[1]) + (four[2] + four[3]) + self.weights[Self::LEN - 1]
    }
}

/// The inputs that are on.
#[inline]
fn inputs(own: SquareSet, theirs: SquareSet) -> impl Iterator<Item = usize> {
    let places = |squares: SquareSet, first: usize| {
        squares.map(move |square| first + usize::from(square.number()) - 1)
    };
    let count =
        |squares: SquareSet, first: usize| first + usize::from(squares.len()).clamp(1, Net::COUNTS) - 1;
    let counts = [count(own, 60), count(theirs, 60 + Net::COUNTS)];
    places(own, 0).chain(places(theirs, 30)).chain(counts)
}

/// From any number to a probability.
#[inline]
fn squash(x: f32) -> f32 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

impl Evaluator for Net {
    const WON: f64 = 1.0;
    const LOST: f64 = 0.0;

    #[inline]
    fn evaluator(&self, sides: &Sides) -> f64 {
        if sides.to_throw {
            f64::from(self.win(sides.mine, sides.theirs))
        } else {
            1.0 - f64::from(self.win(sides.theirs, sides.mine))
        }
    }
}

evaluates!(Net);
