use super::{Pieces, Square, SquareSet};
use crate::{ByPlayer, Player};

/// Which piece stands where. Nothing ever rests on the Water, and no square holds two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pieces: ByPlayer<SquareSet>,
}

impl Board {
    /// The start: squares 1 to 2p alternate, WHITE on the odd ones.
    pub fn new(pieces: Pieces) -> Self {
        let filled = 1..=2 * pieces.get();
        let of = |parity| filled.clone().filter(|n| n % 2 == parity).filter_map(Square::new).collect();
        Self { pieces: ByPlayer { one: of(1), two: of(0) } }
    }

    /// A board with these pieces, which the caller knows to stand on different squares.
    pub(super) fn from_pieces(pieces: ByPlayer<SquareSet>) -> Self {
        debug_assert!(pieces.one.intersection(pieces.two).is_empty());
        Self { pieces }
    }

    /// The squares of `player`'s pieces.
    #[inline]
    pub fn pieces(&self, player: Player) -> SquareSet {
        self.pieces[player]
    }

    /// The owner of the piece on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.pieces[player].contains(square))
    }

    /// Where a piece comes back: 15, else the first empty square below, else the first above (rules 2.3).
    #[inline]
    pub fn rebirth_square(&self) -> Square {
        let house = Square::REBIRTH.number();
        self.first_empty((1..=house).rev().chain(house + 1..=Square::LAST))
    }

    /// The lowest empty square.
    pub(super) fn lowest_empty(&self) -> Square {
        self.first_empty(1..=Square::LAST)
    }

    #[inline]
    fn first_empty(&self, mut numbers: impl Iterator<Item = u8>) -> Square {
        let occupied = self.pieces.one.union(self.pieces.two);
        numbers
            .find_map(|n| Square::new(n).filter(|&square| !occupied.contains(square)))
            .expect("twenty pieces leave ten of thirty squares empty")
    }

    /// Moves a piece of `player` to an empty square.
    #[inline]
    pub(super) fn shift(&mut self, player: Player, from: Square, to: Square) {
        self.pieces[player].remove(from);
        self.pieces[player].insert(to);
    }

    /// Takes a piece of `player` off the board.
    #[inline]
    pub(super) fn take_off(&mut self, player: Player, from: Square) {
        self.pieces[player].remove(from);
    }
}
