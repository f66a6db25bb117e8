//! Bitboards: a fast representation of [`Position`] for solvers. A side is one word, a move is two additions.
//!
//! It knows the same rules in another form, and tests hold it against the readable one (`tests/it/packed.rs`).

use std::cmp::Ordering;
use std::hint::select_unpredictable;

use super::{Capture, End, Leftovers, Move, MoveRules, PieRule, Pit, Position, SideWord, Size, Sowing};
use crate::Game;

/// The stones in the pits as the player to move sees them. The stores are left out: what has been won does not change what
/// can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard<S = u64> {
    /// The mover's pits.
    pub own: S,
    /// The opponent's.
    pub theirs: S,
}

impl<S: SideWord> Bitboard<S> {
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

/// Who moves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The mover again.
    Again,
    /// The opponent.
    Passes,
    /// Neither: the game is over.
    Over,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sown<S = u64> {
    /// The pits after the move, seen by the next player to move; by the mover when the game is over.
    pub next: Bitboard<S>,
    /// How many more stones the mover won with it than the opponent; at the end with the leftovers.
    pub gain: i32,
    /// Who moves next.
    pub turn: Turn,
}

/// Sows packed positions under one law on one size of board.
#[derive(Clone, Debug)]
pub struct MoveTables<S = u64> {
    pits: u32,
    law: MoveRules,
    /// What a handful does, by the hole it is taken from and its number of stones; where a relay must remember the pit it
    /// began with, by that pit before.
    rows: Box<[Row<S>]>,
    /// How many rows lie between those of one origin and the next; 0 where the origin does not matter.
    per_origin: u32,
}

/// What sowing a handful changes.
#[derive(Clone, Copy, Debug, Default)]
struct Row<S> {
    /// Added to the mover's pits. It also takes the handful from its pit, so the sum wraps around.
    own: S,
    /// The same for the opponent's.
    theirs: S,
    /// All bits of the own pit of the last stone; none where that stone can take nothing.
    landing: S,
    /// All bits of the pit opposite to it.
    opposite: S,
    gain: u8,
    /// The hole of the last stone along the mover's path: own pits, store, opponent's pits.
    last: u8,
    /// Whether the mover plays again.
    again: bool,
}

impl<S: SideWord> MoveTables<S> {
    /// A sower, where there is one: as many pits as the word has room for, and no end by majority, which asks for the
    /// stores.
    pub fn new(pits: Size, law: MoveRules) -> Option<Self> {
        if pits.get() > S::PITS || law.end == End::Majority {
            return None;
        }
        let pits = u32::from(pits.get());
        // Only a relay takes handfuls from the other side.
        let holes = if law.sowing == Sowing::Relay { 2 * pits + 1 } else { pits };
        let remembers = law.sowing == Sowing::Relay && law.skip_origin;
        let (origins, per_origin) = if remembers { (pits, 256 * holes) } else { (1, 0) };
        let row = |origin, from, hand| {
            // Without relays a handful is taken from where the move began.
            let origin = if remembers { origin } else { from };
            Row::new(pits, law, origin, from, hand)
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
    pub const fn law(&self) -> MoveRules {
        self.law
    }

    /// The packed form of a position of this board and law; none if it is over, too full, or a swap is pending.
    pub fn pack(&self, position: &Position) -> Option<Bitboard<S>> {
        let fits = u32::from(position.board().pits().get()) == self.pits
            && position.law() == self.law
            && position.pie() == PieRule::Off;
        if fits { Bitboard::of(position) } else { None }
    }

    /// Sows a pit that holds stones.
    #[inline]
    pub fn sow(&self, position: Bitboard<S>, pit: u32) -> Sown<S> {
        match self.law.sowing {
            Sowing::Single => self.sow_as::<false>(position, pit),
            Sowing::Relay => self.sow_as::<true>(position, pit),
        }
    }

    /// The same for a caller who knows how this law sows.
    #[expect(clippy::inline_always, reason = "perft spends a third of its time on the call otherwise")]
    #[inline(always)]
    pub(super) fn sow_as<const RELAY: bool>(&self, position: Bitboard<S>, pit: u32) -> Sown<S> {
        match (RELAY, self.per_origin) {
            (false, _) => self.single(position, pit),
            // Laws that need not remember the origin are spared to add it.
            (true, 0) => self.relay(position, pit, 0),
            (true, rows) => self.relay(position, pit, rows * pit),
        }
    }

    /// One handful, and what its last stone takes. Nothing predicts a capture, so nothing should be guessed: what is taken
    /// may be no stones.
    #[expect(clippy::inline_always, reason = "as above")]
    #[inline(always)]
    fn single(&self, position: Bitboard<S>, pit: u32) -> Sown<S> {
        let row = self.row(0, pit, position.own.stones_in(pit));
        let Bitboard { own, theirs } = row.lay(position);
        let (landed, opposite) = (own & row.landing, theirs & row.opposite);
        let alone = landed == S::ONES & row.landing;
        let takes = alone && (self.law.capture == Capture::OppositeAlways || !opposite.is_empty());
        let takes_landed = takes && self.law.capture != Capture::OppositeOnly;
        let landed = select_unpredictable(takes_landed, landed, S::default());
        let opposite = select_unpredictable(takes, opposite, S::default());
        let gain = u32::from(row.gain) + (landed + opposite).sum();
        let left = Bitboard { own: own.minus(landed), theirs: theirs.minus(opposite) };
        self.pass_on(left, gain.cast_signed(), row.again)
    }

    /// Handfuls, by the rows from `first_row` on, until a last stone falls into the store or an empty pit.
    #[expect(clippy::inline_always, reason = "the first row is a constant for most laws")]
    #[inline(always)]
    fn relay(&self, mut position: Bitboard<S>, origin: u32, first_row: u32) -> Sown<S> {
        let (mut hole, mut gain) = (origin, 0);
        loop {
            let row = self.row(first_row, hole, self.stones_in(position, hole));
            position = row.lay(position);
            gain += i32::from(row.gain);
            hole = row.last.into();
            if hole == self.pits || self.stones_in(position, hole) == 1 {
                return self.pass_on(position, gain, row.again);
            }
        }
    }

    /// What a handful from a hole does, by the rows from `first_row` on.
    #[inline]
    fn row(&self, first_row: u32, hole: u32, hand: u32) -> &Row<S> {
        &self.rows[(first_row + 256 * hole + hand) as usize]
    }

    /// The stones in a hole along the mover's path that is not the store.
    #[inline]
    fn stones_in(&self, position: Bitboard<S>, hole: u32) -> u32 {
        let (side, pit) =
            if hole < self.pits { (position.own, hole) } else { (position.theirs, hole - self.pits - 1) };
        side.stones_in(pit)
    }

    /// Who moves next, by what the mover has left.
    #[expect(clippy::inline_always, reason = "as above")]
    #[inline(always)]
    fn pass_on(&self, left: Bitboard<S>, gain: i32, again: bool) -> Sown<S> {
        let Bitboard { own, theirs } = left;
        if own.is_empty() || theirs.is_empty() {
            let leftovers = match self.law.leftovers {
                Leftovers::OwnSide => own.sum().cast_signed() - theirs.sum().cast_signed(),
                Leftovers::Uncounted => 0,
            };
            return Sown { next: left, gain: gain + leftovers, turn: Turn::Over };
        }
        // Nothing predicts who moves next either: two moves between registers.
        let next = Bitboard {
            own: select_unpredictable(again, own, theirs),
            theirs: select_unpredictable(again, theirs, own),
        };
        Sown { next, gain, turn: if again { Turn::Again } else { Turn::Passes } }
    }
}

impl<S: SideWord> Row<S> {
    fn new(pits: u32, law: MoveRules, origin: u32, from: u32, hand: u32) -> Self {
        let mut row = Self::default();
        let after = |hole| if hole == 2 * pits { 0 } else { hole + 1 };
        let mut hole = from;
        for _ in 0..hand {
            hole = after(hole);
            if law.skip_origin && hole == origin {
                hole = after(hole);
            }
            match hole.cmp(&pits) {
                Ordering::Less => row.own = row.own + S::lone(1, hole),
                Ordering::Equal => row.gain += 1,
                Ordering::Greater => row.theirs = row.theirs + S::lone(1, hole - pits - 1),
            }
        }
        match from.cmp(&pits) {
            Ordering::Less => row.own = row.own.minus(S::lone(hand, from)),
            Ordering::Equal => {}
            Ordering::Greater => row.theirs = row.theirs.minus(S::lone(hand, from - pits - 1)),
        }
        if hole < pits && law.capture != Capture::None {
            row.landing = S::lone(0xFF, hole);
            row.opposite = S::lone(0xFF, pits - 1 - hole);
        }
        Self { last: hole as u8, again: hole == pits && law.extra_turn, ..row }
    }

    /// The pits after sowing the handful.
    #[inline]
    fn lay(&self, position: Bitboard<S>) -> Bitboard<S> {
        Bitboard { own: position.own.plus(self.own), theirs: position.theirs.plus(self.theirs) }
    }
}
