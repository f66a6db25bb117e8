//! Values from both sides.

use std::convert::Infallible;
use std::num::NonZero;

use gebeta_rules::senet::{Position, Rules};
use gebeta_rules::{Chance, Game};

use super::cell::Cell;
use super::move_masks::CompiledRules;
use super::solve::Builder;
use super::value_iteration::Work;
use super::values::Values;
use super::{Extent, Layer, Progress, answer, certify};

/// For every position of an extent a chance to win that is certainly not too high and one that is certainly not too
/// low, up to the rounding of `f64`.
///
/// What a player reaches at least follows from what the other reaches at most. Sixteen bytes a position.
#[derive(Clone, Debug)]
pub struct Bounds {
    rules: Rules,
    low: Values<f64>,
    high: Values<f64>,
}

impl Bounds {
    /// How near their end values are before bounds are set around them.
    const NEAR: f64 = 1e-9;
    /// How far from them the bounds begin.
    const MARGIN: f64 = 1e-7;
    /// How little the bounds move in the end.
    const STILL: f64 = 1e-9;
    /// A bound that moves no further in the wrong direction has not moved: these are the last digits.
    const ROUNDING: f64 = 1e-14;
    /// How many sweeps are tried before the bounds begin at 0 and 1.
    const PATIENCE: u32 = 100;

    /// Narrows the bounds of every position of `extent` until they hardly move; none if stopped.
    ///
    /// The lower bounds begin at 0 and only rise, the upper ones begin at 1 and only fall. A game without end counts for
    /// neither side, so where both bounds meet there is none.
    pub fn build(
        rules: &Rules,
        extent: impl Into<Extent>,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        Self::layer_by_layer(rules, extent.into(), threads, progress, stop, |builder, bounds, layer| {
            bounds.narrowed(builder, layer)
        })
    }

    /// The same in a small part of the time: the values are found first, and bounds set a little below and above.
    ///
    /// Such bounds are true once a sweep raises no upper one and lowers no lower one. For if the player who is to be held
    /// down always does what keeps the bound of what follows least, it never rises on average, and at a victory of the
    /// other it would be 1. They say how much a player can keep the other from winning; that this is what he
    /// wins himself needs a game that ends, which only the bounds of [`Self::build`] prove.
    pub fn enclose(
        rules: &Rules,
        extent: impl Into<Extent>,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        Self::layer_by_layer(rules, extent.into(), threads, progress, stop, |builder, bounds, layer| {
            let near = builder.near(layer, &bounds.low, Self::NEAR)?;
            let mut found = Vec::new();
            for mut work in near.around(Self::MARGIN) {
                let last = work.sweeps + Self::PATIENCE;
                while work.fall > Self::ROUNDING || work.change > Self::STILL {
                    builder.sweep_once(work.layer, &mut work, [&bounds.low, &bounds.high])?;
                    if work.sweeps > last {
                        return bounds.narrowed(builder, layer);
                    }
                }
                found.push(work);
            }
            Some(found)
        })
    }

    fn layer_by_layer(
        rules: &Rules,
        extent: Extent,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
        mut find: impl FnMut(&mut Builder<'_>, &Self, Layer) -> Option<Vec<Work<f64>>>,
    ) -> Option<Self> {
        let rules = certify::with_pieces(rules, extent);
        let law = &CompiledRules::new(&rules);
        let mut builder = Builder::new(law, threads.get(), progress, stop);
        let mut bounds = Self { rules, low: Values::new(), high: Values::new() };
        for layer in extent.groups() {
            for work in find(&mut builder, &bounds, layer)? {
                let layer = work.layer;
                let [low, high] = <[_; 2]>::try_from(work.finish()).expect("there are two bounds");
                bounds.low.insert(layer, low);
                bounds.high.insert(layer.mirrored(), high);
            }
        }
        Some(bounds)
    }

    /// The lower bounds of a layer and the upper ones of its mirror image, which determine each other, and the same with
    /// both exchanged.
    fn narrowed(&self, builder: &mut Builder<'_>, layer: Layer) -> Option<Vec<Work<f64>>> {
        let narrow = |layer| {
            let mut work = Work::<f64>::new(layer, &[0.0, 1.0]);
            builder.settle(layer, &mut work, f64::TOLERANCE, [&self.low, &self.high])?;
            Some(work)
        };
        layer.with_mirrored().map(narrow).collect()
    }

    /// Holds every bound against the readable rules, and returns by how much one is narrower at most than
    /// its moves allow; none if stopped. More than a few roundings is an error in this program.
    pub fn fault(
        &self,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
    ) -> Option<f64> {
        let fault = |position: &Position| {
            // Of the player to throw the lower bounds, of the other the upper ones, and the other way round.
            let seen = |own: &Values<f64>, other: &Values<f64>| {
                let before_throw = |next: &Position| {
                    let values = if next.to_move() == position.to_move() { own } else { other };
                    Ok::<_, Infallible>(Self::bound(values, next))
                };
                let known = |next: &Position| {
                    Ok(answer::win(next, &before_throw)?.expect("successors are within reach"))
                };
                let (Ok::<_, Infallible>(bound), Ok(average)) =
                    (known(position), certify::average(position, &known));
                (bound, average)
            };
            let (low, at_least) = seen(&self.low, &self.high);
            let (high, at_most) = seen(&self.high, &self.low);
            f64::max(low - at_least, at_most - high)
        };
        certify::worst(&self.rules, self.low.extent(), fault, threads.get(), progress, stop)
    }

    fn bound(values: &Values<f64>, position: &Position) -> Option<f64> {
        let mover = position.to_move()?;
        let (own, theirs) = (position.board().pieces(mover), position.board().pieces(!mover));
        let layer = Layer::new(own.len(), theirs.len())?;
        Some(values.layer(layer)?[layer.rank(own, theirs)])
    }

    /// The bounds of the chance to win of the player who is to throw. None for a position with a roll, a finished
    /// game, other rules and what the extent does not cover.
    pub fn win(&self, position: &Position) -> Option<(f64, f64)> {
        let same_rules = Rules { pieces: self.rules.pieces, ..*position.rules() } == self.rules;
        (same_rules && position.thrown().is_none()).then_some(())?;
        Some((Self::bound(&self.low, position)?, Self::bound(&self.high, position)?))
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
