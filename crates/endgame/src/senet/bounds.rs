//! Values from both sides.

use std::num::NonZero;

use gebeta_rules::senet::{Position, Rules};
use gebeta_rules::{Chance, Game};

use super::cell::Cell;
use super::iterate::Work;
use super::solve::Builder;
use super::values::Values;
use super::ways::Law;
use super::{Extent, Layer, Progress, certify};

/// For every position of an extent a chance to win that is certainly not too high and one that is certainly not too
/// low, up to the rounding of `f64`.
///
/// The lower bounds begin at 0 and only rise, the upper ones begin at 1 and only fall: what a player reaches at least
/// follows from what the other reaches at most. A game without end counts for neither side, so where both bounds meet
/// there is none. Sixteen bytes a position.
#[derive(Clone, Debug)]
pub struct Bounds {
    rules: Rules,
    low: Values<f64>,
    high: Values<f64>,
}

impl Bounds {
    /// Narrows the bounds of every position of `extent` until they hardly move; none if stopped.
    pub fn build(
        rules: &Rules,
        extent: impl Into<Extent>,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let extent = extent.into();
        let rules = certify::with_pieces(rules, extent);
        let law = &Law::new(&rules);
        let mut builder = Builder { law, threads: threads.get(), progress, stop };
        let mut bounds = Self { rules, low: Values::new(), high: Values::new() };
        for group in extent.groups() {
            // The lower bounds of a layer and the upper ones of its mirror image determine each other.
            let mut found = Vec::new();
            for layer in group.with_mirrored() {
                let mut work = Work::<f64>::new(layer, &[0.0, 1.0]);
                builder.settle(layer, &mut work, f64::TOLERANCE, [&bounds.low, &bounds.high])?;
                found.push((layer, work.finish()));
            }
            for (layer, sides) in found {
                let [low, high] = <[_; 2]>::try_from(sides).expect("there are two bounds");
                bounds.low.insert(layer, low);
                bounds.high.insert(layer.mirrored(), high);
            }
        }
        Some(bounds)
    }

    /// The bounds of the chance to win of the player who is to throw. None for a position with a roll, a finished
    /// game, other rules and what the extent does not cover.
    pub fn win(&self, position: &Position) -> Option<(f64, f64)> {
        let mover = position.to_move()?;
        let same_rules = Rules { pieces: self.rules.pieces, ..*position.rules() } == self.rules;
        let before_throw = same_rules && position.thrown().is_none();
        let (own, theirs) = (position.board().pieces(mover), position.board().pieces(!mover));
        let layer = Layer::new(own.len(), theirs.len()).filter(|_| before_throw)?;
        let index = layer.rank(own, theirs);
        Some((self.low.layer(layer)?[index], self.high.layer(layer)?[index]))
    }

    /// The widest distance between the bounds of a position.
    pub fn gap(&self) -> f64 {
        self.worst(|low, high, _, _| high - low)
    }

    /// How far any value of a table of these rules can be from the truth; infinite if the table covers more or less.
    pub fn error_of(&self, exact: &super::Exact) -> f64 {
        if !exact.serves(&self.rules) || exact.extent() != self.low.extent() {
            return f64::INFINITY;
        }
        self.worst(|low, high, layer, index| {
            let value = exact.value(layer, index).unwrap_or(f64::INFINITY);
            f64::max(high - value, value - low)
        })
    }

    fn worst(&self, measure: impl Fn(f64, f64, Layer, usize) -> f64) -> f64 {
        let mut worst = 0.0;
        for layer in self.low.extent().layers() {
            let known = [&self.low, &self.high].map(|values| values.layer(layer).unwrap_or_default());
            let pairs = known[0].iter().zip(known[1]).enumerate();
            worst =
                pairs.map(|(index, (&low, &high))| measure(low, high, layer, index)).fold(worst, f64::max);
        }
        worst
    }
}
