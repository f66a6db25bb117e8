//! The blocks next to a block.

use super::index::{PIECES, bits, choose};

/// The pieces of a block, and the ranks of the blocks next to it without counting them anew.
#[derive(Debug)]
pub(super) struct Neighbors {
    occupied: u32,
    /// The sum of the ranks of all pieces.
    rank: u32,
    /// What each piece adds to the rank.
    adds: [u32; PIECES + 1],
    /// What all pieces up to each would add if they were one place further down, or up, than they are.
    down: [u32; PIECES + 1],
    up: [u32; PIECES + 1],
}

impl Neighbors {
    #[inline]
    pub(super) fn of(occupied: u32) -> Self {
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

    /// The rank after `piece` has gone to the empty square `to`, where it is piece `place`.
    #[inline]
    pub(super) fn rank_moved(&self, piece: usize, to: u32, place: usize) -> usize {
        let passed = if place >= piece {
            self.down[place + 1].wrapping_sub(self.down[piece + 1])
        } else {
            self.up[piece].wrapping_sub(self.up[place])
        };
        let rank = self.rank - self.adds[piece] + choose(to as u8, place as u8 + 1);
        rank.wrapping_add(passed) as usize
    }

    /// The rank after `piece` has left the board.
    #[inline]
    pub(super) fn rank_without(&self, piece: usize) -> usize {
        let count = self.occupied.count_ones() as usize;
        let passed = self.down[count].wrapping_sub(self.down[piece + 1]);
        (self.rank - self.adds[piece]).wrapping_add(passed) as usize
    }
}
