use super::{Bitboard, MoveTables, Position, SideWord, Sowing, Turn};
use crate::{Game, Perft};

/// Perft on bitboards: the counts of [`perft`](crate::perft()), many times as fast.
impl<S: SideWord> MoveTables<S> {
    /// The sequences of moves from `position`, every leaf made.
    pub fn perft(&self, position: Bitboard<S>, depth: u32) -> Perft {
        match (depth, self.law().sowing) {
            (0, _) => Perft::LEAF,
            (_, Sowing::Single) => self.make::<false>(position, depth),
            (_, Sowing::Relay) => self.make::<true>(position, depth),
        }
    }

    /// The same, the moves of the last ply counted and not made.
    pub fn perft_counted(&self, position: Bitboard<S>, depth: u32) -> Perft {
        match (depth, self.law().sowing) {
            (0, _) => Perft::LEAF,
            (1, _) => last_ply(position),
            (_, Sowing::Single) => self.count::<false>(position, depth),
            (_, Sowing::Relay) => self.count::<true>(position, depth),
        }
    }

    fn make<const RELAY: bool>(&self, position: Bitboard<S>, depth: u32) -> Perft {
        if depth == 1 {
            for pit in position.pits() {
                // The compiler must not find the leaf needless, nor what its move wins.
                std::hint::black_box(self.sow_as::<RELAY>(position, pit));
            }
            return last_ply(position);
        }
        let mut sum = Perft::INNER;
        for pit in position.pits() {
            let sown = self.sow_as::<RELAY>(position, pit);
            sum += match sown.turn {
                Turn::Over => Perft::INNER,
                Turn::Again | Turn::Passes => self.make::<RELAY>(sown.next, depth - 1),
            };
        }
        sum
    }

    /// For a depth of two or more.
    fn count<const RELAY: bool>(&self, position: Bitboard<S>, depth: u32) -> Perft {
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
    fn count_two<const RELAY: bool>(&self, position: Bitboard<S>) -> Perft {
        // The pits that can be sown after each move, added up pit by pit: there are at most as many moves as pits, so no
        // byte overflows, and their sum is the number of pits squared at most.
        let mut leaves = S::default();
        for pit in position.pits() {
            let sown = self.sow_as::<RELAY>(position, pit);
            if sown.turn != Turn::Over {
                leaves = leaves + sown.next.own.occupied();
            }
        }
        let leaves = u64::from(leaves.sum());
        Perft { leaves, nodes: 1 + u64::from(position.mobility()) + leaves }
    }
}

#[inline]
fn last_ply<S: SideWord>(position: Bitboard<S>) -> Perft {
    let leaves = position.mobility().into();
    Perft { leaves, nodes: 1 + leaves }
}

/// The number of move sequences from `position`, counted on bitboards where the rules allow them, else by the readable rules.
pub fn fast_perft(position: &Position, depth: u32) -> Perft {
    if depth > 0 && position.outcome().is_some() {
        return Perft::INNER;
    }
    packed_perft::<u64>(position, depth)
        .or_else(|| packed_perft::<u128>(position, depth))
        .unwrap_or_else(|| crate::perft(position, depth))
}

fn packed_perft<S: SideWord>(position: &Position, depth: u32) -> Option<Perft> {
    let sower = MoveTables::<S>::new(position.board().pits(), position.law())?;
    Some(sower.perft_counted(sower.pack(position)?, depth))
}
