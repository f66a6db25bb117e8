//! Where the pieces of a block can go, asked of the rules once and kept.

use std::ops::Range;

use gebeta_rules::senet::{Move, Position, Rules, Setup, Square, SquareSet};
use gebeta_rules::{ByPlayer, Chance, Game, Player};

use super::coloring::Colorings;
use super::index::{bits, resting, squares, unrank};
use super::{Layer, Reach};

/// How many rolls the sticks can show.
pub(super) const ROLLS: usize = 5;
/// How many pieces a block has at most.
pub(super) const PIECES: usize = 2 * Reach::MOST as usize;

/// A move of one piece of a block with one roll, and in which colorings it is legal.
///
/// Where a piece goes depends on which squares are occupied, whether it may go on who stands where. So one word holds
/// what would otherwise be a line for each of up to 35 positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump(u64);

impl Jump {
    /// The colorings take the low bits, one for each in which the piece is the mover's.
    const TO: u32 = 48;
    const ROLL: u32 = 53;
    const PIECE: u32 = 56;
    const AGAIN: u32 = 60;
    const OFF: u64 = 31;

    /// Plays the move once to see what it does; legal nowhere yet.
    fn learn(thrown: &Position, mv: Move, roll: usize, piece: usize) -> Self {
        let own = |pos: &Position| resting(pos.board().pieces(Player::One));
        let next = after(thrown, mv);
        let arrived = own(&next) & !own(thrown);
        let to = if arrived == 0 { Self::OFF } else { u64::from(arrived.trailing_zeros()) };
        let again = next.to_move() == thrown.to_move();
        Self(
            to << Self::TO
                | (roll as u64) << Self::ROLL
                | (piece as u64) << Self::PIECE
                | u64::from(again) << Self::AGAIN,
        )
    }

    /// Whether it is legal in all of `count` colorings.
    #[inline]
    pub(super) const fn always_legal(self, count: usize) -> bool {
        self.0 & ((1 << Self::TO) - 1) == (1 << count) - 1
    }

    /// The colorings in which it is legal, as places among those in which the piece is the mover's.
    #[inline]
    pub(super) fn legal(self) -> impl Iterator<Item = usize> {
        let mut left = self.0 & ((1 << Self::TO) - 1);
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros();
            left &= left.checked_sub(1)?;
            Some(lowest as usize)
        })
    }

    /// The number of the roll in the list of throws.
    #[inline]
    pub(super) const fn roll(self) -> usize {
        (self.0 >> Self::ROLL) as usize & 7
    }

    /// The moving piece, counted along the path from 0.
    #[inline]
    pub(super) const fn piece(self) -> usize {
        (self.0 >> Self::PIECE) as usize & 15
    }

    /// The bit of the square it goes to; none if it leaves the board.
    #[inline]
    pub(super) const fn to(self) -> Option<u32> {
        let to = self.0 >> Self::TO & 31;
        if to == Self::OFF { None } else { Some(to as u32) }
    }

    /// Whether the player throws again.
    #[inline]
    pub(super) const fn again(self) -> bool {
        self.0 >> Self::AGAIN & 1 == 1
    }
}

/// The jumps of some neighboring blocks of a layer.
#[derive(Debug)]
pub(super) struct Jumps {
    list: Vec<Jump>,
    /// Where each block's begin, and the end. The last block comes first, as it does in a sweep.
    starts: Vec<u32>,
    /// After which rolls a player who cannot move throws again, as far as that happens here.
    pub(super) pass_again: [bool; ROLLS],
}

impl Jumps {
    /// Asks the rules about every position of these blocks.
    pub(super) fn learn(rules: &Rules, layer: Layer, colorings: &Colorings, blocks: Range<usize>) -> Self {
        let mut jumps = Self { list: Vec::new(), starts: vec![0], pass_again: [false; ROLLS] };
        for occupied in from_the_last(layer, blocks) {
            jumps.learn_block(rules, layer, colorings, occupied);
            jumps.starts.push(jumps.list.len() as u32);
        }
        jumps.list.shrink_to_fit();
        jumps
    }

    /// The jumps of each block, the last block first.
    pub(super) fn by_block(&self) -> impl Iterator<Item = &[Jump]> {
        self.starts.windows(2).map(|ends| &self.list[ends[0] as usize..ends[1] as usize])
    }

    fn learn_block(&mut self, rules: &Rules, layer: Layer, colorings: &Colorings, occupied: u32) {
        let first = self.list.len();
        // A piece goes to one square with a roll, or back to another where the rules let it retreat.
        let mut known = [[[None::<(Move, usize)>; 2]; PIECES]; ROLLS];
        let mut place_among_owned = [0; PIECES];
        let places: SquareSet = squares(occupied);
        for &mask in colorings.masks() {
            let pos = position(rules, layer, places, mask);
            for (roll, &(throw, _)) in pos.throws().iter().enumerate() {
                let thrown = pos.cast(throw);
                let moves = thrown.moves().expect("a roll lies on the table");
                for mv in moves {
                    let Some(from) = mv.from() else {
                        self.pass_again[roll] |= after(&thrown, mv).to_move() == thrown.to_move();
                        continue;
                    };
                    let piece = piece_on(from, places);
                    let slots = &mut known[roll][piece];
                    let slot = slots.iter_mut().find(|slot| slot.is_none_or(|(same, _)| same == mv));
                    let (_, place) =
                        slot.expect("a piece has two ways to go at most").get_or_insert_with(|| {
                            self.list.push(Jump::learn(&thrown, mv, roll, piece));
                            (mv, self.list.len() - 1)
                        });
                    self.list[*place].0 |= 1 << place_among_owned[piece];
                }
            }
            for piece in bits(mask) {
                place_among_owned[piece as usize] += 1;
            }
        }
        // Alike beside alike: the sweeps take the same branches many times in a row.
        self.list[first..].sort_unstable_by_key(|jump| {
            let swaps = jump.to().is_some_and(|to| occupied >> to & 1 == 1);
            let always = jump.always_legal(colorings.owned());
            (swaps, jump.to().is_none(), !always, jump.piece(), jump.roll())
        });
    }
}

/// The position on these squares with the player to throw on those of `mask`.
fn position(rules: &Rules, layer: Layer, places: SquareSet, mask: u32) -> Position {
    let mut pieces = ByPlayer::<SquareSet>::default();
    for (place, square) in places.enumerate() {
        let owner = if mask >> place & 1 == 1 { &mut pieces.one } else { &mut pieces.two };
        owner.insert(square);
    }
    let left = |on_board| rules.pieces.get() - on_board;
    let exited = ByPlayer { one: left(layer.own()), two: left(layer.theirs()) };
    let setup = Setup { pieces, exited, to_move: Some(Player::One), roll: None };
    setup.position(rules).expect("as many pieces as the rules have, none in the Water")
}

fn after(thrown: &Position, mv: Move) -> Position {
    let mut next = *thrown;
    next.play_unchecked(mv, &mut ());
    next
}

/// The number along the path of the piece on `square`.
fn piece_on(square: Square, places: SquareSet) -> usize {
    (places.bits() & ((1 << square.number()) - 1)).count_ones() as usize
}

/// The occupied squares of some blocks of a layer, as sweeps go through them.
pub(super) fn from_the_last(layer: Layer, blocks: Range<usize>) -> impl Iterator<Item = u32> {
    let last = unrank(blocks.end as u32 - 1, layer.total());
    std::iter::successors(Some(last), |&occupied| Some(previous_of_same_size(occupied))).take(blocks.len())
}

/// The next smaller number with as many bits: what the next larger one is to the bits that are not set.
const fn previous_of_same_size(set: u32) -> u32 {
    let others = !set;
    let lowest = others & others.wrapping_neg();
    let carried = others.wrapping_add(lowest);
    !(carried | ((others ^ carried) >> 2) >> lowest.trailing_zeros())
}
