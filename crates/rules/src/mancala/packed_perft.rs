use super::{Packed, Position, Sower, Sowing, Turn};
use crate::{Game, Perft};

/// Counting move sequences with the packed twin: the numbers of [`perft`](crate::perft()), many times as fast.
impl Sower {
    /// The sequences of moves from `position`, every leaf made.
    pub fn perft(&self, position: Packed, depth: u32) -> Perft {
        match (depth, self.law().sowing) {
            (0, _) => Perft::LEAF,
            (_, Sowing::Single) => self.make::<false>(position, depth),
            (_, Sowing::Relay) => self.make::<true>(position, depth),
        }
    }

    /// The same, the moves of the last ply counted and not made.
    pub fn perft_counted(&self, position: Packed, depth: u32) -> Perft {
        match (depth, self.law().sowing) {
            (0, _) => Perft::LEAF,
            (1, _) => last_ply(position),
            (_, Sowing::Single) => self.count::<false>(position, depth),
            (_, Sowing::Relay) => self.count::<true>(position, depth),
        }
    }

    fn make<const RELAY: bool>(&self, position: Packed, depth: u32) -> Perft {
        let mut sum = Perft::INNER;
        for pit in position.pits() {
            let sown = self.sow_as::<RELAY>(position, pit);
            sum += match sown.turn {
                _ if depth == 1 => {
                    // The compiler must not find the leaf needless.
                    std::hint::black_box(sown.next);
                    Perft::LEAF
                }
                Turn::Over => Perft::INNER,
                Turn::Again | Turn::Passes => self.make::<RELAY>(sown.next, depth - 1),
            };
        }
        sum
    }

    /// For a depth of two or more.
    fn count<const RELAY: bool>(&self, position: Packed, depth: u32) -> Perft {
        if depth == 2 {
            return self.count_two::<RELAY>(position);
        }
        let mut sum = Perft::INNER;
        for pit in position.pits() {
            let sown = self.sow_as::<RELAY>(position, pit);
            sum += match sown.turn {
                Turn::Over => Perft::INNER,
                Turn::Again | Turn::Passes => self.count::<RELAY>(sown.next, depth - 1),
            };
        }
        sum
    }

    /// The last two plies, where nearly all the work is: a loop that calls nothing.
    fn count_two<const RELAY: bool>(&self, position: Packed) -> Perft {
        let (mut leaves, mut moves) = (0, 0);
        for pit in position.pits() {
            let sown = self.sow_as::<RELAY>(position, pit);
            leaves += if sown.turn == Turn::Over { 0 } else { sown.next.mobility() };
            moves += 1;
        }
        Perft { leaves: leaves.into(), nodes: 1 + moves + u64::from(leaves) }
    }
}

#[inline]
fn last_ply(position: Packed) -> Perft {
    let leaves = position.mobility().into();
    Perft { leaves, nodes: 1 + leaves }
}

/// The sequences of moves from `position`, by the packed twin where its law has one, else by the readable rules.
pub fn fast_perft(position: &Position, depth: u32) -> Perft {
    if depth > 0 && position.outcome().is_some() {
        return Perft::INNER;
    }
    let sower = Sower::new(position.board().pits(), position.law());
    match sower.and_then(|sower| Some((sower.pack(position)?, sower))) {
        Some((packed, sower)) => sower.perft_counted(packed, depth),
        None => crate::perft(position, depth),
    }
}
