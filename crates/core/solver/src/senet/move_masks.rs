//! Where the pieces of a block can go, for all its colorings at once.
//!
//! This is the one place besides the rules that knows how pieces move. It has to: a table asks some hundred million
//! times. A test compares it with the rules on whole layers under random rule sets.

use gebeta_rules::Chance;
use gebeta_rules::senet::{Block as Wall, Forfeit, Gate, Position, Protect, Rules, Square, Water, WrongRoll};

use super::color_set::ColorSet;
use super::coloring::Colorings;
use super::index::{PIECES, bits, on_squares, resting_bit};

/// How many rolls the sticks can show.
pub(super) const ROLLS: usize = 5;

/// What one piece can do with one roll, and in which colorings.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveMask<const WORDS: usize> {
    pub(super) piece: usize,
    pub(super) goes: Destination,
    /// The colorings in which it is legal.
    pub(super) legal: ColorSet<WORDS>,
}

/// Where a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// To this empty square, a bit of the occupied set, with so many pieces below it.
    To(u8, u8),
    /// Where another piece stands, which takes its place.
    Swap(usize),
    /// Off the board.
    Off,
}

/// A rule set, taken apart.
#[derive(Debug)]
pub(super) struct CompiledRules {
    rules: Rules,
    /// What each roll counts.
    rolls: [u8; ROLLS],
    /// How likely it is.
    pub(super) weights: [f64; ROLLS],
    /// Whether the player throws again after it.
    pub(super) again: [bool; ROLLS],
    /// Whether he does even if he could not move.
    pub(super) pass_again: [bool; ROLLS],
    /// Whether each roll bears off from 28, 29 and 30.
    exits: [[bool; 3]; ROLLS],
    may_return: [bool; 3],
}

impl CompiledRules {
    pub(super) fn new(rules: &Rules) -> Self {
        let throws = Position::start(rules).throws();
        let roll = |roll: usize| throws[roll].0;
        let again: [bool; ROLLS] = std::array::from_fn(|n| rules.extra_throw.contains(roll(n)));
        let forfeit = rules.forfeit == Forfeit::ThrowsAgain;
        Self {
            rules: *rules,
            rolls: std::array::from_fn(|n| roll(n).get()),
            weights: std::array::from_fn(|n| f64::from(throws[n].1) / f64::from(Position::WEIGHTS)),
            again,
            pass_again: again.map(|again| again && forfeit),
            exits: std::array::from_fn(|n| rules.exits.by_square().map(|(_, rolls)| rolls.contains(roll(n)))),
            may_return: rules.exits.by_square().map(|(house, _)| match rules.wrong_roll {
                WrongRoll::Stay => false,
                WrongRoll::MayReturn => true,
                WrongRoll::MustReturn => house != Square::HORUS,
            }),
        }
    }
}

/// The pieces of one occupied set, before it is asked who owns them.
#[derive(Debug)]
pub(super) struct Block<'a, const WORDS: usize> {
    law: &'a CompiledRules,
    colorings: &'a Colorings<WORDS>,
    /// Bit `n` for square `n`.
    board: u32,
    squares: [u8; PIECES],
    /// How many pieces stand below each square. Counting bits is slow where a processor may not be asked to do it.
    below: [u8; 32],
    /// For each piece the colorings in which it is the opponent's and cannot be swapped.
    guarded: [ColorSet<WORDS>; PIECES],
    /// Those in which it is part of a wall of the opponent's.
    walls: [ColorSet<WORDS>; PIECES],
    /// Those in which the mover has a piece that must leave before others move.
    leaving: ColorSet<WORDS>,
}

const LEAVING: u32 = 1 << Square::THREE_TRUTHS.number() | 1 << Square::RE_ATOUM.number();

impl<'a, const WORDS: usize> Block<'a, WORDS> {
    pub(super) fn new(law: &'a CompiledRules, colorings: &'a Colorings<WORDS>, occupied: u32) -> Self {
        let board = on_squares(occupied);
        let mut squares = [0; PIECES];
        bits(board).zip(&mut squares).for_each(|(square, place)| *place = square as u8);
        let mut below = [0; 32];
        let mut count = 0;
        for (square, below) in below.iter_mut().enumerate() {
            *below = count;
            count += (board >> square & 1) as u8;
        }
        let none = [ColorSet::NONE; PIECES];
        let mut block = Self {
            law,
            colorings,
            board,
            squares,
            below,
            guarded: none,
            walls: none,
            leaving: ColorSet::NONE,
        };
        block.guard();
        block.build_walls();
        if law.rules.wrong_roll == WrongRoll::MustReturn {
            for square in bits(board & LEAVING) {
                block.leaving = block.leaving | colorings.own[block.piece_on(square as u8)];
            }
        }
        block
    }

    fn guard(&mut self) {
        let safe = self.board & self.law.rules.safe.bits();
        for square in bits(safe) {
            let piece = self.piece_on(square as u8);
            self.guarded[piece] = self.theirs(piece);
        }
        if self.law.rules.protect == Protect::Pair {
            for piece in 1..self.colorings.pieces() {
                if self.squares[piece] == self.squares[piece - 1] + 1 {
                    let pair = self.theirs(piece) & self.theirs(piece - 1);
                    self.guarded[piece] = self.guarded[piece] | pair;
                    self.guarded[piece - 1] = self.guarded[piece - 1] | pair;
                }
            }
        }
    }

    fn build_walls(&mut self) {
        if self.law.rules.block == Wall::Never {
            return;
        }
        let length = usize::from(self.law.rules.block.length());
        for first in 0..(self.colorings.pieces() + 1).saturating_sub(length) {
            let last = first + length - 1;
            if usize::from(self.squares[last] - self.squares[first]) == length - 1 {
                let wall = (first..=last).fold(self.colorings.all, |wall, piece| wall & self.theirs(piece));
                (first..=last).for_each(|piece| self.walls[piece] = self.walls[piece] | wall);
            }
        }
    }

    #[inline]
    fn theirs(&self, piece: usize) -> ColorSet<WORDS> {
        self.colorings.all.without(self.colorings.own[piece])
    }

    #[inline]
    fn piece_on(&self, square: u8) -> usize {
        self.below[usize::from(square % 32)].into()
    }

    #[inline]
    fn to(&self, square: u8) -> Destination {
        Destination::To(resting_bit(square) as u8, self.below[usize::from(square % 32)])
    }

    #[inline]
    fn is_empty(&self, square: u8) -> bool {
        self.board >> square & 1 == 0
    }

    /// Visits what can be done with a roll, and returns in which colorings there is something.
    #[inline]
    pub(super) fn ways(&self, roll: usize, mut visit: impl FnMut(MoveMask<WORDS>)) -> ColorSet<WORDS> {
        let mut any = ColorSet::NONE;
        // One loop for both directions, so that there is one place where `visit` is called and it can be inlined.
        for back in [false, true] {
            let stuck = self.colorings.all.without(any);
            if back && (!self.law.rules.backward || stuck.is_empty()) {
                break;
            }
            for piece in 0..self.colorings.pieces() {
                let way = if back { self.back(roll, piece) } else { self.forward(roll, piece) };
                if let Some(mut way) = way {
                    way.legal = way.legal & stuck;
                    if !way.legal.is_empty() {
                        any = any | way.legal;
                        visit(way);
                    }
                }
            }
        }
        any
    }

    // A way handed back through memory is waited for.
    #[expect(clippy::inline_always, reason = "measured")]
    #[inline(always)]
    fn forward(&self, roll: usize, piece: usize) -> Option<MoveMask<WORDS>> {
        let square = self.squares[piece];
        let own = self.colorings.own[piece];
        let leaves = LEAVING >> square & 1 == 1;
        let legal = if leaves { own } else { own.without(self.leaving) };
        if square > Square::WATER.number() {
            let house = usize::from(square - Square::THREE_TRUTHS.number());
            let goes = if self.law.exits[roll][house] {
                Destination::Off
            } else if self.law.may_return[house] {
                self.to(self.rebirth())
            } else {
                return None;
            };
            return Some(MoveMask { piece, goes, legal });
        }
        let target = square + self.law.rolls[roll];
        let gate = Square::HAPPINESS.number();
        if square != gate && target > gate && self.law.rules.gate == Gate::Exact {
            return None;
        }
        let legal = legal.without(self.walls_between(square, target));
        if target == Square::WATER.number() {
            let to = match self.law.rules.water {
                Water::Rebirth => self.rebirth(),
                Water::Start => self.first_empty(1..=Square::LAST),
            };
            return Some(MoveMask { piece, goes: self.to(to), legal });
        }
        if target > Square::LAST {
            return (square == gate).then_some(MoveMask { piece, goes: Destination::Off, legal });
        }
        Some(self.land(piece, target, legal))
    }

    #[expect(clippy::inline_always, reason = "measured, as above")]
    #[inline(always)]
    fn back(&self, roll: usize, piece: usize) -> Option<MoveMask<WORDS>> {
        let square = self.squares[piece];
        let target = square.checked_sub(self.law.rolls[roll]).filter(|&target| target > 0)?;
        let on_the_path = square <= Square::HAPPINESS.number();
        let legal = self.colorings.own[piece].without(self.walls_between(target, square));
        on_the_path.then(|| self.land(piece, target, legal))
    }

    #[expect(clippy::inline_always, reason = "measured, as above")]
    #[inline(always)]
    fn land(&self, piece: usize, target: u8, legal: ColorSet<WORDS>) -> MoveMask<WORDS> {
        if self.is_empty(target) {
            return MoveMask { piece, goes: self.to(target), legal };
        }
        let other = self.piece_on(target);
        let legal = legal.without(self.colorings.own[other]).without(self.guarded[other]);
        MoveMask { piece, goes: Destination::Swap(other), legal }
    }

    /// The colorings in which the opponent has a wall between two squares.
    #[inline]
    fn walls_between(&self, low: u8, high: u8) -> ColorSet<WORDS> {
        if self.law.rules.block == Wall::Never {
            return ColorSet::NONE;
        }
        let between = ((1u64 << high) - (2u64 << low)) as u32 & self.board;
        bits(between).fold(ColorSet::NONE, |walls, square| walls | self.walls[self.piece_on(square as u8)])
    }

    /// Where a piece comes back.
    fn rebirth(&self) -> u8 {
        let house = Square::REBIRTH.number();
        self.first_empty((1..=house).rev().chain(house + 1..=Square::LAST))
    }

    fn first_empty(&self, mut squares: impl Iterator<Item = u8>) -> u8 {
        squares.find(|&square| self.is_empty(square)).expect("ten pieces leave room on thirty squares")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gebeta_rules::senet::{Pieces, Setup, SquareSet};
    use gebeta_rules::{ByPlayer, Game, Player};
    use gebeta_testkit::strategy::{cases, senet};
    use proptest::prelude::*;

    use super::super::Layer;
    use super::super::index::unrank;
    use super::*;

    /// For each coloring of a block and each roll the boards after each move, by the player to throw's own pieces, the
    /// other's, and whether he throws again.
    type BlockView = Vec<BTreeSet<(u32, u32, bool)>>;

    fn by_the_rules(rules: &Rules, layer: Layer, block: usize) -> BlockView {
        let left = |on_board| rules.pieces.get() - on_board;
        let exited = ByPlayer { one: left(layer.own()), two: left(layer.theirs()) };
        let mut seen = Vec::new();
        for coloring in 0..layer.colorings() {
            let (one, two) = layer.unrank(block * layer.colorings() + coloring);
            let pieces = ByPlayer { one, two };
            let setup = Setup { pieces, exited, to_move: Some(Player::One), roll: None };
            let pos = setup.position(rules).unwrap();
            for &(throw, _) in pos.throws() {
                let thrown = pos.cast(throw);
                let after = |mv| {
                    let next = thrown.play(mv).unwrap();
                    let bits = |player| -> u32 { SquareSet::bits(next.board().pieces(player)) };
                    (bits(Player::One), bits(Player::Two), next.to_move() == Some(Player::One))
                };
                seen.push(thrown.legal_moves().map(after).collect());
            }
        }
        seen
    }

    fn by_the_ways<const WORDS: usize>(rules: &Rules, layer: Layer, block: usize) -> BlockView {
        let law = CompiledRules::new(rules);
        let colorings = Colorings::<WORDS>::new(layer);
        let occupied = unrank(block as u32, layer.total());
        let ways = Block::new(&law, &colorings, occupied);
        let mut seen = vec![BTreeSet::new(); layer.colorings() * ROLLS];
        let pieces: Vec<_> = bits(occupied).collect();
        for roll in 0..ROLLS {
            let boards = |coloring: usize| {
                let (own, theirs) = layer.unrank(block * layer.colorings() + coloring);
                (own.bits(), theirs.bits())
            };
            let square = |bit: u32| on_squares(1 << bit);
            let any = ways.ways(roll, |way| {
                way.legal.for_each(|coloring| {
                    let (own, theirs) = boards(coloring);
                    let from = square(pieces[way.piece]);
                    let again = law.again[roll];
                    let after = match way.goes {
                        Destination::To(to, _) => (own ^ from | square(to.into()), theirs, again),
                        Destination::Swap(with) => {
                            let to = square(pieces[with]);
                            (own ^ from | to, theirs ^ to | from, again)
                        }
                        Destination::Off => (own ^ from, theirs, again && own != from),
                    };
                    seen[coloring * ROLLS + roll].insert(after);
                });
            });
            colorings.all.without(any).for_each(|coloring| {
                let (own, theirs) = boards(coloring);
                seen[coloring * ROLLS + roll].insert((own, theirs, law.pass_again[roll]));
            });
        }
        seen
    }

    proptest! {
        #![proptest_config(cases(400))]

        #[test]
        fn ways_are_what_the_rules_allow(
            (rules, own, theirs, seed) in (senet::rules(), 1u8..=5, 1u8..=5, any::<usize>())
        ) {
            let layer = Layer::new(own, theirs).unwrap();
            // Every other block is crowded, so that pairs and walls are seen.
            let block = some_block(layer, seed);
            let rules = Rules { pieces: Pieces::new(5).unwrap(), ..rules };
            let found = match layer.colorings() {
                ..=64 => by_the_ways::<1>(&rules, layer, block),
                65..=128 => by_the_ways::<2>(&rules, layer, block),
                _ => by_the_ways::<4>(&rules, layer, block),
            };
            prop_assert_eq!(found, by_the_rules(&rules, layer, block));
        }
    }

    fn some_block(layer: Layer, seed: usize) -> usize {
        let blocks = layer.blocks();
        match seed % 3 {
            0 => seed / 3 % blocks,
            1 => seed / 3 % blocks.min(2000),
            _ => blocks - 1 - seed / 3 % blocks.min(2000),
        }
    }
}
