//! Bitboards of Senet for searches: the rules as masks over all squares at once.
//!
//! [`Position`] is the reference; bitboards have no error messages and no steps and are five times as fast. Property tests
//! compare the two under random rules.

use super::{Block, Forfeit, Gate, Position, Protect, Roll, Rules, Square, SquareSet, Water, WrongRoll};
use crate::{ByPlayer, Game, Player};

/// A board and who throws next: all that decides the rest of a game of known rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bitboard {
    pieces: ByPlayer<SquareSet>,
    mover: Player,
}

impl Bitboard {
    /// The same position before the throw. Of a finished game only the board is the same: there is no player to throw.
    pub fn new(position: &Position) -> Self {
        let pieces = ByPlayer::from_fn(|player| position.board().pieces(player));
        Self { pieces, mover: position.to_move().unwrap_or(Player::One) }
    }

    /// A board on which WHITE, on `own`, is to throw; no square is on both sides, and none is the Water.
    #[inline]
    pub const fn of_sides(own: SquareSet, theirs: SquareSet) -> Self {
        Self { pieces: ByPlayer { one: own, two: theirs }, mover: Player::One }
    }

    /// Who throws next, unless the game is over.
    #[inline]
    pub const fn mover(&self) -> Player {
        self.mover
    }

    /// The squares of `player`'s pieces.
    #[inline]
    pub fn pieces(&self, player: Player) -> SquareSet {
        self.pieces[player]
    }

    /// Who has brought everything off.
    #[inline]
    pub fn winner(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.pieces[player].is_empty())
    }
}

/// A rule set as masks, for all rolls.
#[derive(Clone, Debug)]
pub struct Masks {
    by_roll: [RollMasks; 7],
    safe: u32,
    pairs_are_safe: bool,
    block: Block,
    must_leave: u32,
    to_start: bool,
    backward: bool,
}

/// What the pieces on each square do with one roll, as far as no piece stands in the way.
#[derive(Clone, Copy, Debug, Default)]
struct RollMasks {
    roll: u32,
    /// They go on by the roll.
    walk: u32,
    /// They fall into the Water.
    drown: u32,
    /// They leave the board along the path.
    leave: u32,
    /// They leave the board from a house.
    exit: u32,
    /// They may go back to the rebirth square.
    reborn: u32,
    /// They may go back by the roll.
    retreat: u32,
    again: bool,
    again_after_pass: bool,
}

impl Masks {
    /// The masks of `rules`.
    pub fn new(rules: &Rules) -> Self {
        let by_roll =
            std::array::from_fn(|n| Roll::new(n as u8).map_or_else(Default::default, |r| of_roll(rules, r)));
        let leaving = SquareSet::of(&[Square::THREE_TRUTHS, Square::RE_ATOUM]);
        Self {
            by_roll,
            safe: rules.safe.bits(),
            pairs_are_safe: rules.protect == Protect::Pair,
            block: rules.block,
            must_leave: if rules.wrong_roll == WrongRoll::MustReturn { leaving.bits() } else { 0 },
            to_start: rules.water == Water::Start,
            backward: rules.backward,
        }
    }

    /// Every position a move with `roll` leads to, a pass included; the game must not be over.
    #[inline]
    pub fn after(&self, packed: &Bitboard, roll: Roll) -> Successors {
        let masks = &self.by_roll[usize::from(roll.get())];
        let mover = packed.mover;
        let (own, theirs) = (packed.pieces[mover].bits(), packed.pieces[!mover].bits());
        let paired = if self.pairs_are_safe { packed.pieces[!mover].paired().bits() } else { 0 };
        let closed = own | (theirs & (self.safe | paired));
        let wall = match self.block {
            Block::Never => 0,
            Block::Two | Block::Three => packed.pieces[!mover].in_runs_of(self.block.length()).bits(),
        };
        let forced = own & self.must_leave;
        let movable = if forced == 0 { own } else { forced };
        let on_path = movable & !passing(wall, masks.roll, |wall, by| wall >> by);
        let mut next = Successors {
            own,
            theirs,
            mover,
            then: if masks.again { mover } else { !mover },
            roll: masks.roll,
            walk: on_path & masks.walk & !(closed >> masks.roll),
            drown: on_path & masks.drown,
            off: (on_path & masks.leave) | (movable & masks.exit),
            reborn: movable & masks.reborn,
            retreat: 0,
            pass: false,
            to_start: self.to_start,
        };
        if next.walk | next.drown | next.off | next.reborn == 0 {
            if self.backward {
                let on_path = own & !passing(wall, masks.roll, |wall, by| wall << by);
                next.retreat = on_path & masks.retreat & !(closed << masks.roll);
            }
            if next.retreat == 0 {
                next.pass = true;
                next.then = if masks.again_after_pass { mover } else { !mover };
            }
        }
        next
    }
}

/// The squares from which a way of `roll` squares passes a wall.
#[inline]
fn passing(wall: u32, roll: u32, back: impl Fn(u32, u32) -> u32) -> u32 {
    if wall == 0 { 0 } else { (1..roll).fold(0, |squares, by| squares | back(wall, by)) }
}

fn of_roll(rules: &Rules, roll: Roll) -> RollMasks {
    let gate = Square::HAPPINESS.number();
    let mut masks = RollMasks { roll: roll.get().into(), ..RollMasks::default() };
    for from in 1..=gate {
        let (bit, to) = (1 << from, from + roll.get());
        if roll.get() < from {
            masks.retreat |= bit;
        }
        if from < gate && rules.gate == Gate::Exact && to > gate {
            continue;
        }
        match Square::new(to) {
            Some(Square::WATER) => masks.drown |= bit,
            Some(_) => masks.walk |= bit,
            None if from == gate => masks.leave |= bit,
            None => {}
        }
    }
    for (house, exits) in rules.exits.by_square() {
        let bit = SquareSet::of(&[house]).bits();
        let returns = match rules.wrong_roll {
            WrongRoll::Stay => false,
            WrongRoll::MayReturn => true,
            WrongRoll::MustReturn => house != Square::HORUS,
        };
        if exits.contains(roll) {
            masks.exit |= bit;
        } else if returns {
            masks.reborn |= bit;
        }
    }
    masks.again = rules.extra_throw.contains(roll);
    masks.again_after_pass = masks.again && rules.forfeit == Forfeit::ThrowsAgain;
    masks
}

/// The positions after each move with a roll. The order is none that a player would know.
#[derive(Clone, Copy, Debug)]
pub struct Successors {
    own: u32,
    theirs: u32,
    mover: Player,
    then: Player,
    roll: u32,
    /// Sources still to be played, by what happens to the piece.
    walk: u32,
    drown: u32,
    off: u32,
    reborn: u32,
    retreat: u32,
    pass: bool,
    to_start: bool,
}

impl Successors {
    /// The position with these boards, the mover's first.
    #[inline]
    fn packed(&self, own: u32, theirs: u32) -> Bitboard {
        let (own, theirs) = (SquareSet::from_bits(own), SquareSet::from_bits(theirs));
        let pieces = match self.mover {
            Player::One => ByPlayer { one: own, two: theirs },
            Player::Two => ByPlayer { one: theirs, two: own },
        };
        Bitboard { pieces, mover: self.then }
    }

    /// A step, or a swap if an opponent stands there.
    #[inline]
    fn land(&self, from: u32, to: u32) -> Bitboard {
        let both = from | to;
        let swapped = if self.theirs & to == 0 { 0 } else { both };
        self.packed(self.own ^ both, self.theirs ^ swapped)
    }

    fn sent_back(&self, from: u32, to_start: bool) -> Bitboard {
        const UP_TO_REBIRTH: u32 = (1 << (Square::REBIRTH.number() + 1)) - 2;
        let empty = !(self.own | self.theirs) & !1;
        let below = empty & UP_TO_REBIRTH;
        let to = if to_start || below == 0 { empty.trailing_zeros() } else { below.ilog2() };
        self.packed((self.own ^ from) | 1 << to, self.theirs)
    }
}

/// The lowest of `sources`, which leaves them.
#[inline]
fn take(sources: &mut u32) -> u32 {
    let lowest = *sources & sources.wrapping_neg();
    *sources ^= lowest;
    lowest
}

impl Iterator for Successors {
    type Item = Bitboard;

    #[inline]
    fn next(&mut self) -> Option<Bitboard> {
        if self.walk != 0 {
            let from = take(&mut self.walk);
            return Some(self.land(from, from << self.roll));
        }
        if self.off != 0 {
            let from = take(&mut self.off);
            return Some(self.packed(self.own ^ from, self.theirs));
        }
        if self.reborn | self.drown != 0 {
            let drowns = self.drown != 0;
            let from = take(if drowns { &mut self.drown } else { &mut self.reborn });
            return Some(self.sent_back(from, drowns && self.to_start));
        }
        if self.retreat != 0 {
            let from = take(&mut self.retreat);
            return Some(self.land(from, from >> self.roll));
        }
        std::mem::take(&mut self.pass).then(|| self.packed(self.own, self.theirs))
    }
}
