//! The fast twin of [`Position`] for solvers: a side is one word, a move is two additions.
//!
//! It knows the same rules in another form, and tests hold it against the readable one (`tests/packed.rs`).

use std::cmp::Ordering;
use std::hint::select_unpredictable;

use super::{Capture, End, Law, Leftovers, Move, Pie, Pit, Position, Side, Size, Sowing};
use crate::Game;

/// The stones in the pits as the player to move sees them. The stores are left out: what has been won does not change what
/// can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Packed<S = u64> {
    /// The mover's pits.
    pub own: S,
    /// The opponent's.
    pub theirs: S,
}

impl<S: Side> Packed<S> {
    /// The pits of a position as its mover sees them; none if it is over, or too wide or too full for the word.
    pub fn of(position: &Position) -> Option<Self> {
        let mover = position.to_move()?;
        let board = position.board();
        let fits = board.pits().get() <= S::PITS && board.in_pits() <= S::MOST_STONES;
        fits.then(|| Self { own: S::of(board.side(mover)), theirs: S::of(board.side(!mover)) })
    }

    /// All stones in the pits.
    #[inline]
    pub fn stones(self) -> u32 {
        self.own.sum() + self.theirs.sum()
    }

    /// How many pits can be sown.
    #[inline]
    pub fn mobility(self) -> u32 {
        self.own.occupied().sum()
    }

    /// The pits that can be sown, from the left, counted from 0.
    #[inline]
    pub fn pits(self) -> impl Iterator<Item = u32> {
        let mut occupied = self.own.occupied();
        std::iter::from_fn(move || {
            let (pit, rest) = occupied.split_first()?;
            occupied = rest;
            Some(pit)
        })
    }
}

/// The written move for a pit counted from 0.
///
/// # Panics
/// If no board has so many pits.
pub fn move_of(pit: u32) -> Move {
    Move::Sow(Pit::new(pit as u8 + 1).expect("a pit of a packed side"))
}

/// Who goes on after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The mover again.
    Again,
    /// The opponent.
    Passes,
    /// Nobody.
    Over,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sown<S = u64> {
    /// The pits after it, seen by whoever is to move then; by the mover when the game is over.
    pub next: Packed<S>,
    /// How many more stones the mover won with it than the opponent; at the end with the leftovers.
    pub gain: i32,
    /// Who goes on.
    pub turn: Turn,
}

/// Sows packed positions under one law on one size of board.
#[derive(Clone, Debug)]
pub struct Sower<S = u64> {
    pits: u32,
    law: Law,
    /// What a handful does, by the hole it is taken from and its number of stones; where a relay must remember the pit it
    /// began with, by that pit before.
    rows: Box<[Row<S>]>,
    /// How many rows lie between those of one origin and the next; 0 where the origin does not matter.
    per_origin: u32,
}

/// What sowing a handful adds.
#[derive(Clone, Copy, Debug, Default)]
struct Row<S> {
    own: S,
    theirs: S,
    gain: u8,
    /// The hole of the last stone along the mover's path: own pits, store, opponent's pits.
    landing: u8,
}

impl<S: Side> Sower<S> {
    /// A sower, where there is one: as many pits as the word has room for, and no end by majority, which asks for the
    /// stores.
    pub fn new(pits: Size, law: Law) -> Option<Self> {
        if pits.get() > S::PITS || law.end == End::Majority {
            return None;
        }
        let pits = u32::from(pits.get());
        let holes = 2 * pits + 1;
        let remembers = law.sowing == Sowing::Relay && law.skip_origin;
        let (origins, per_origin) = if remembers { (pits, 256 * holes) } else { (1, 0) };
        let row = |origin, from, hand| {
            // Without relays a handful is taken from where the move began.
            let origin = if remembers { origin } else { from };
            Row::new(pits, law.skip_origin.then_some(origin), from, hand)
        };
        let of_hole = |origin, from| (0..=255).map(move |hand| row(origin, from, hand));
        let of_origin = |origin| (0..holes).flat_map(move |from| of_hole(origin, from));
        let rows = (0..origins).flat_map(of_origin).collect();
        Some(Self { pits, law, rows, per_origin })
    }

    /// Pits per side.
    pub const fn pits(&self) -> u32 {
        self.pits
    }

    /// The law.
    pub const fn law(&self) -> Law {
        self.law
    }

    /// The packed form of a position of this board and law; none if it is over, too full, or a swap is pending.
    pub fn pack(&self, position: &Position) -> Option<Packed<S>> {
        let fits = u32::from(position.board().pits().get()) == self.pits
            && position.law() == self.law
            && position.pie() == Pie::Gone;
        if fits { Packed::of(position) } else { None }
    }

    /// Sows a pit that holds stones.
    #[inline]
    pub fn sow(&self, position: Packed<S>, pit: u32) -> Sown<S> {
        match self.law.sowing {
            Sowing::Single => self.sow_as::<false>(position, pit),
            Sowing::Relay => self.sow_as::<true>(position, pit),
        }
    }

    /// The same for a caller who knows how this law sows.
    #[expect(clippy::inline_always, reason = "perft spends a third of its time on the call otherwise")]
    #[inline(always)]
    pub(super) fn sow_as<const RELAY: bool>(&self, position: Packed<S>, pit: u32) -> Sown<S> {
        let Packed { mut own, mut theirs } = position;
        let mut gain = 0;
        let landing = match (RELAY, self.per_origin) {
            (false, _) => self.lap(&mut own, &mut theirs, &mut gain, pit, 0),
            // Laws that need not remember the origin are spared to add it.
            (true, 0) => self.relay(&mut own, &mut theirs, &mut gain, pit, 0),
            (true, rows) => self.relay(&mut own, &mut theirs, &mut gain, pit, rows * pit),
        };
        if !RELAY && landing < self.pits && own.stones_in(landing) == 1 {
            self.capture(&mut own, &mut theirs, &mut gain, landing);
        }
        if own.is_empty() || theirs.is_empty() {
            let leftovers = match self.law.leftovers {
                Leftovers::OwnSide => own.sum().cast_signed() - theirs.sum().cast_signed(),
                Leftovers::Uncounted => 0,
            };
            return Sown { next: Packed { own, theirs }, gain: gain + leftovers, turn: Turn::Over };
        }
        // Nothing predicts who moves next, so nothing should be guessed: two moves between registers.
        let again = landing == self.pits && self.law.extra_turn;
        let next = Packed {
            own: select_unpredictable(again, own, theirs),
            theirs: select_unpredictable(again, theirs, own),
        };
        Sown { next, gain, turn: if again { Turn::Again } else { Turn::Passes } }
    }

    /// One handful from `hole` by the rows from `first_row` on; says where its last stone falls.
    #[inline]
    fn lap(&self, own: &mut S, theirs: &mut S, gain: &mut i32, hole: u32, first_row: u32) -> u32 {
        let (side, pit) =
            if hole < self.pits { (&mut *own, hole) } else { (&mut *theirs, hole - self.pits - 1) };
        let hand = side.stones_in(pit);
        *side = side.without(pit);
        let row = &self.rows[(first_row + 256 * hole + hand) as usize];
        *own = *own + row.own;
        *theirs = *theirs + row.theirs;
        *gain += i32::from(row.gain);
        u32::from(row.landing)
    }

    #[expect(clippy::inline_always, reason = "the first row is a constant for most laws")]
    #[inline(always)]
    fn relay(&self, own: &mut S, theirs: &mut S, gain: &mut i32, origin: u32, first_row: u32) -> u32 {
        let mut hole = origin;
        loop {
            hole = self.lap(own, theirs, gain, hole, first_row);
            let there = match hole {
                hole if hole == self.pits => return hole,
                hole if hole < self.pits => own.stones_in(hole),
                hole => theirs.stones_in(hole - self.pits - 1),
            };
            if there == 1 {
                return hole;
            }
        }
    }

    /// A last stone has landed in an own pit that was empty.
    #[inline]
    fn capture(&self, own: &mut S, theirs: &mut S, gain: &mut i32, landing: u32) {
        let opposite = self.pits - 1 - landing;
        let there = theirs.stones_in(opposite);
        let (takes_opposite, takes_landing) = match self.law.capture {
            Capture::None => (false, false),
            Capture::Opposite => (there > 0, there > 0),
            Capture::OppositeAlways => (there > 0, true),
            Capture::OppositeOnly => (there > 0, false),
        };
        if takes_landing {
            *own = own.without(landing);
            *gain += 1;
        }
        if takes_opposite {
            *theirs = theirs.without(opposite);
            *gain += there.cast_signed();
        }
    }
}

impl<S: Side> Row<S> {
    fn new(pits: u32, skipped: Option<u32>, from: u32, hand: u32) -> Self {
        let mut row = Self { landing: from as u8, ..Self::default() };
        let after = |hole| if hole == 2 * pits { 0 } else { hole + 1 };
        let mut hole = from;
        for _ in 0..hand {
            hole = after(hole);
            if skipped == Some(hole) {
                hole = after(hole);
            }
            match hole.cmp(&pits) {
                Ordering::Less => row.own = row.own + S::lone(1, hole),
                Ordering::Equal => row.gain += 1,
                Ordering::Greater => row.theirs = row.theirs + S::lone(1, hole - pits - 1),
            }
        }
        row.landing = hole as u8;
        row
    }
}
