//! The largest change of a block in a sweep, which decides convergence.

use super::cell::Real;
use super::lanes::LANES;

/// By how much values moved at most: those of a layer up and down, those of its mirror image the other way round,
/// since what is good for one player is bad for the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Delta<R> {
    pub(super) up: R,
    pub(super) down: R,
}

impl<R: Real> Delta<R> {
    pub(super) const NONE: Self = Self { up: R::ZERO, down: R::ZERO };

    /// From some values to others, whole vectors of them.
    #[inline]
    pub(super) fn between(old: &[R], new: &[R]) -> Self {
        let (mut up, mut down) = ([R::ZERO; LANES], [R::ZERO; LANES]);
        for (old, new) in old.as_chunks::<LANES>().0.iter().zip(new.as_chunks::<LANES>().0) {
            for lane in 0..LANES {
                up[lane] = up[lane].or_more(new[lane] - old[lane]);
                down[lane] = down[lane].or_more(old[lane] - new[lane]);
            }
        }
        let most = |lanes: [R; LANES]| lanes.into_iter().fold(R::ZERO, R::or_more);
        Self { up: most(up), down: most(down) }
    }

    /// The same as the other player sees it.
    #[inline]
    pub(super) const fn mirrored(self) -> Self {
        Self { up: self.down, down: self.up }
    }

    #[inline]
    pub(super) fn or_more(self, other: Self) -> Self {
        Self { up: self.up.or_more(other.up), down: self.down.or_more(other.down) }
    }

    /// In whatever direction.
    #[inline]
    pub(super) fn most(self) -> R {
        self.up.or_more(self.down)
    }

    pub(super) fn wide(self) -> [f64; 2] {
        [self.up.wide(), self.down.wide()]
    }
}
