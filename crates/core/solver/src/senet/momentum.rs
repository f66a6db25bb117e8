//! Nesterov momentum between value-iteration sweeps.
//!
//! Where pieces come back, each sweep leaves a part of the error, and what it changes is nearly what the next will change,
//! only less. So values are moved a little further in the direction of the last two sweeps.
//!
//! Where the error changes its sign from sweep to sweep, as the value of a position does from player to player, that leads
//! away from the solution. Then momentum is switched off: plain sweeps converge under all rules.

use super::cell::{Cell, Real, Single};

/// Where the values of a layer were after the last sweep, and how far they go on.
#[derive(Debug)]
pub(super) struct Momentum<C> {
    /// Which part of the error a sweep leaves; nothing if that is not known yet.
    left: Option<f64>,
    /// What the last sweep but one found.
    last: Vec<Vec<C>>,
    /// Whether the values have gone on since the last sweep but one.
    taken: bool,
    /// Whether that has led away from the end.
    astray: bool,
}

impl<C: Cell> Momentum<C> {
    /// Momentum applies only to values that change by less than this: before that, the best moves of the players still change.
    const FROM: f64 = 1e-2;
    /// Sweeps that leave less of the error need no help.
    const SLOW: f64 = 0.25;
    /// What a sweep is taken to leave, at least and at most, wherever values go on: what two sweeps show may be a
    /// part that soon is gone.
    const LEFT: (f64, f64) = (0.5, 0.95);

    /// No stride yet.
    pub(super) const NONE: Self = Self { left: None, last: Vec::new(), taken: false, astray: false };

    /// For the same values held in another way.
    pub(super) const fn recast<D: Cell>(&self) -> Momentum<D> {
        Momentum { left: self.left, last: Vec::new(), taken: false, astray: self.astray }
    }

    /// By how much values will still change after a sweep that changed them by `change` and one before by `before`, if
    /// each leaves the same part of it. None if that cannot be told, because values went on in between.
    pub(super) fn to_come(&self, before: f64, change: f64) -> Option<f64> {
        let shown = if change < before { change / before } else { 0.5 };
        let left = self.left.map_or(shown, |left| left.max(shown));
        (!self.taken).then_some(change * left / (1.0 - left))
    }
}

impl<C: Single> Momentum<C> {
    /// Lets the values go on after such sweeps, unless the next may be the last.
    pub(super) fn take(&mut self, sides: &mut [Vec<C>], before: f64, change: f64, tolerance: f64) {
        self.astray |= self.taken && change >= before;
        self.taken = false;
        if self.astray {
            self.last = Vec::new();
            return;
        }
        if self.left.is_none() && before < 1.0 && change < Self::FROM && change > Self::SLOW * before {
            self.left = Some((change / before).clamp(Self::LEFT.0, Self::LEFT.1));
        }
        let Some(left) = self.left else { return };
        if self.last.is_empty() {
            self.last = sides.to_vec();
            return;
        }
        // The factor with which the slowest part of the error vanishes soonest.
        let root = (1.0 - left).sqrt();
        let further = (1.0 - root) / (1.0 + root);
        self.taken = change * left / (1.0 - left) > 4.0 * tolerance;
        let further = C::Real::of(if self.taken { further } else { 0.0 });
        for (cell, last) in sides.iter_mut().flatten().zip(self.last.iter_mut().flatten()) {
            let (now, then) = (cell.get::<C::Real>(), last.get::<C::Real>());
            *last = *cell;
            let gone = (now + further * (now - then)).or_more(C::Real::ZERO);
            *cell = C::put(if gone < C::Real::ONE { gone } else { C::Real::ONE });
        }
    }
}
