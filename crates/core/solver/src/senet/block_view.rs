//! The values of a block as seen by the player to move there.

use super::cell::{Cell, Real};
use super::lanes::{LANES, Lanes, lanes_mut, vectors};
use super::side_scratch::Numbers;

/// The values of a block as seen by the player to move there.
#[derive(Clone, Copy)]
pub(super) struct BlockView<'a, C> {
    pub(super) block: &'a [C],
    /// Whether he throws again. If not they are those of the other player, who sees each coloring mirrored.
    pub(super) again: bool,
}

impl<C: Cell> BlockView<'_, C> {
    /// The value of a coloring to him.
    #[inline]
    pub(super) fn at<R: Real>(self, coloring: usize) -> R {
        if self.again {
            C::at(self.block, coloring)
        } else {
            R::ONE - C::at(self.block, self.block.len() - 1 - coloring)
        }
    }

    /// The same for all colorings.
    #[inline]
    pub(super) fn read<R: Real>(self, values: &mut Numbers<R>) {
        self.each(values, |_, values, seen| *values = seen);
    }

    /// Every vector of a row, the coloring where it begins, and what those colorings are worth to him. Some numbers come
    /// twice.
    #[inline]
    pub(super) fn each<R: Real>(self, row: &mut Numbers<R>, act: impl Fn(usize, &mut Lanes<R>, Lanes<R>)) {
        let len = self.block.len();
        if len < LANES {
            let few = std::array::from_fn(|lane| if lane < len { self.at(lane) } else { R::ZERO });
            act(0, lanes_mut(row, 0), few);
        } else if self.again {
            vectors(&mut row[..len], |coloring, row| act(coloring, row, C::lanes(self.block, coloring)));
        } else {
            vectors(&mut row[..len], |coloring, row| {
                let theirs: Lanes<R> = C::lanes(self.block, len - LANES - coloring);
                act(coloring, row, std::array::from_fn(|lane| R::ONE - theirs[LANES - 1 - lane]));
            });
        }
    }
}
