use std::ops::Range;

use super::{MoveRules, Pit, Rows, StartCounts};
use crate::{ByPlayer, Player};

/// A pit or a store by its index (law 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole(u8);

impl Hole {
    /// The index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn new(index: usize) -> Self {
        Self(index as u8)
    }
}

/// A set of holes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HoleSet(u128);

impl HoleSet {
    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many holes there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `hole` is one of them.
    #[inline]
    pub const fn contains(self, hole: Hole) -> bool {
        self.0 >> hole.0 & 1 == 1
    }

    /// The holes by index.
    pub fn iter(self) -> impl Iterator<Item = Hole> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let hole = (left != 0).then(|| Hole(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(hole)
        })
    }

    /// The set as two words, low indices first.
    pub(super) const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    #[inline]
    pub(super) const fn insert(&mut self, hole: Hole) {
        self.0 |= 1 << hole.0;
    }

    #[inline]
    pub(super) const fn remove(&mut self, hole: Hole) {
        self.0 &= !(1 << hole.0);
    }

    #[inline]
    const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The same holes on a board that is turned round, where each half has `half` holes.
    const fn turned(self, half: u8) -> Self {
        let low = (1 << half) - 1;
        Self((self.0 & low) << half | self.0 >> half)
    }
}

/// The most holes a board has: 56 pits and a store on each side.
const MAX_HOLES: usize = 2 * (MoveRules::MAX_SIDE + 1);

/// How many stones lie where, and which pits are marked, fresh or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: Rows,
    /// Pits of a row.
    row: u8,
    /// Pits of a side.
    side: u8,
    /// Counts in index order; holes the board does not have stay zero.
    stones: [u16; MAX_HOLES],
    /// The pits that each player owns, wherever they lie.
    pub(super) marks: ByPlayer<HoleSet>,
    /// The pits whose stones of the start have not been lifted.
    pub(super) fresh: HoleSet,
    /// The pits that are out of play.
    pub(super) closed: HoleSet,
}

impl Board {
    /// The board of a rule set without stones.
    pub(super) fn empty(law: &MoveRules) -> Self {
        Self {
            rows: law.rows,
            row: law.pits,
            side: law.side(),
            stones: [0; MAX_HOLES],
            marks: ByPlayer::default(),
            fresh: HoleSet::default(),
            closed: HoleSet::default(),
        }
    }

    /// The start of a game: `stones` in every pit, or the counts of `start` if there are any.
    pub(super) fn start(law: &MoveRules, stones: u8, start: &StartCounts) -> Self {
        let mut board = Self::empty(law);
        for player in Player::BOTH {
            for (place, hole) in board.pits_of(player).enumerate() {
                board.stones[hole] = start.counts().get(place).copied().unwrap_or(stones.into());
            }
        }
        board
    }

    /// Pits of a side.
    #[inline]
    pub const fn side(&self) -> u8 {
        self.side
    }

    /// The counts in index order.
    pub fn counts(&self) -> &[u16] {
        &self.stones[..2 * usize::from(self.side) + 2]
    }

    pub(super) fn counts_mut(&mut self) -> &mut [u16] {
        &mut self.stones[..2 * usize::from(self.side) + 2]
    }

    /// All stones, those in the stores included.
    pub fn total(&self) -> u32 {
        self.counts().iter().map(|&n| u32::from(n)).sum()
    }

    /// Stones in `hole`.
    #[inline]
    pub fn stones(&self, hole: Hole) -> u16 {
        self.stones[hole.index()]
    }

    /// Stones in the store of `player`.
    #[inline]
    pub fn score(&self, player: Player) -> u16 {
        self.stones(self.store_of(player))
    }

    /// The store of `player`.
    #[inline]
    pub const fn store_of(&self, player: Player) -> Hole {
        Hole(match player {
            Player::One => self.side,
            Player::Two => 2 * self.side + 1,
        })
    }

    /// The pits that `player` has marked.
    pub const fn marks(&self, player: Player) -> HoleSet {
        match player {
            Player::One => self.marks.one,
            Player::Two => self.marks.two,
        }
    }

    /// The pits whose stones of the start have not been lifted.
    pub const fn fresh(&self) -> HoleSet {
        self.fresh
    }

    /// The pits that are out of play.
    pub const fn closed(&self) -> HoleSet {
        self.closed
    }

    /// Whether `hole` is a pit that a player has marked.
    #[inline]
    pub fn is_marked(&self, hole: Hole) -> bool {
        self.marks.one.union(self.marks.two).contains(hole)
    }

    /// The player who has marked `hole`.
    pub fn mark_owner(&self, hole: Hole) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.marks[player].contains(hole))
    }

    /// The hole of a pit as its owner counts it.
    #[inline]
    pub const fn hole_of(&self, player: Player, pit: Pit) -> Hole {
        Hole(self.first_of(player) + pit.number() - 1)
    }

    /// The player on whose side `hole` lies and its number there; none for a store.
    #[inline]
    pub const fn pit_at(&self, hole: Hole) -> Option<(Player, Pit)> {
        let (player, place) =
            if hole.0 <= self.side { (Player::One, hole.0) } else { (Player::Two, hole.0 - self.side - 1) };
        if place >= self.side {
            return None;
        }
        match Pit::new(place + 1) {
            Some(pit) => Some((player, pit)),
            None => None,
        }
    }

    /// Whether `hole` is a pit on the side of `player`.
    #[inline]
    pub const fn is_pit_of(&self, player: Player, hole: Hole) -> bool {
        hole.0.wrapping_sub(self.first_of(player)) < self.side
    }

    /// Whether `hole` is a store.
    #[inline]
    pub const fn is_store(&self, hole: Hole) -> bool {
        hole.0 == self.side || hole.0 == 2 * self.side + 1
    }

    /// Every pit and store, by index.
    pub fn holes(&self) -> impl Iterator<Item = Hole> + use<> {
        (0..2 * usize::from(self.side) + 2).map(Hole::new)
    }

    /// The pits of `player` in the order of their numbers.
    pub fn holes_of(&self, player: Player) -> impl Iterator<Item = Hole> + use<> {
        self.pits_of(player).map(Hole::new)
    }

    /// The unmarked pits of `player` that hold stones.
    #[inline]
    pub(super) fn occupied(&self, player: Player) -> impl Iterator<Item = Hole> + '_ {
        self.holes_of(player).filter(|&hole| self.stones(hole) > 0 && !self.is_marked(hole))
    }

    /// The places of the unmarked pits of `player` that hold stones, from 0, a bit each.
    #[inline]
    pub(super) fn occupied_places(&self, player: Player) -> u64 {
        let first = self.first_of(player);
        let counts = &self.stones[self.pits_of(player)];
        let filled = counts.iter().rev().fold(0, |places: u64, &n| places << 1 | u64::from(n > 0));
        filled & !((self.marks.one.union(self.marks.two).0 >> first) as u64)
    }

    /// The hole at a place of the side of `player`, from 0: with a place behind its last pit, its store.
    #[inline]
    pub const fn hole_at(&self, player: Player, place: u8) -> Hole {
        Hole(self.first_of(player) + place)
    }

    /// Whether the unmarked pits of `player` hold nothing.
    #[inline]
    pub fn is_side_empty(&self, player: Player) -> bool {
        self.occupied_places(player) == 0
    }

    /// The stones that lie in no store.
    pub fn in_pits(&self) -> u32 {
        self.total() - Player::BOTH.into_iter().map(|player| u32::from(self.score(player))).sum::<u32>()
    }

    /// Store and marked pits of `player`.
    pub fn owned(&self, player: Player) -> u16 {
        self.score(player) + self.marks[player].iter().map(|hole| self.stones(hole)).sum::<u16>()
    }

    /// The pit across the board from `hole`, on four rows the one in the opponent's front row; none where nothing faces it.
    #[inline]
    pub fn facing(&self, hole: Hole) -> Option<Hole> {
        self.faces_opponent(hole).then(|| self.opposite(hole))
    }

    /// Whether captures across the board are made from `hole`: on four rows only from the front row (law 1.4).
    #[inline]
    pub(super) const fn faces_opponent(&self, hole: Hole) -> bool {
        match (self.rows, self.pit_at(hole)) {
            (Rows::Two, Some(_)) => true,
            (Rows::Four, Some((_, pit))) => pit.number() > self.row,
            (Rows::Three, _) | (_, None) => false,
        }
    }

    /// The pit across the board from a pit that [`Self::faces_opponent`]; on four rows the one in the opponent's front row.
    #[inline]
    pub(super) const fn opposite(&self, hole: Hole) -> Hole {
        match self.rows {
            Rows::Two | Rows::Three => Hole(2 * self.side - hole.0),
            Rows::Four => {
                let (owner, place) = self.front_place(hole);
                Hole(self.first_of(owner.opponent()) + 2 * self.row - place)
            }
        }
    }

    /// On four rows, the opponent's back pit behind [`Self::opposite`].
    #[inline]
    pub(super) const fn behind_opposite(&self, hole: Hole) -> Option<Hole> {
        match self.rows {
            Rows::Two | Rows::Three => None,
            Rows::Four => {
                let (owner, place) = self.front_place(hole);
                Some(Hole(self.first_of(owner.opponent()) + place - 1))
            }
        }
    }

    /// The owner of a front pit and its place in the front row, from 1.
    const fn front_place(&self, hole: Hole) -> (Player, u8) {
        if hole.0 < self.side {
            (Player::One, hole.0 + 1 - self.row)
        } else {
            (Player::Two, hole.0 - self.side - self.row)
        }
    }

    /// Takes every stone out of `hole`.
    #[inline]
    pub(super) fn lift(&mut self, hole: Hole) -> u16 {
        std::mem::take(&mut self.stones[hole.index()])
    }

    /// Puts `stones` into `hole`.
    #[inline]
    pub(super) fn put(&mut self, hole: Hole, stones: u16) {
        self.stones[hole.index()] += stones;
    }

    /// Moves `stones` from one hole to another.
    #[inline]
    pub(super) fn transfer(&mut self, from: Hole, to: Hole, stones: u16) {
        self.stones[from.index()] -= stones;
        self.stones[to.index()] += stones;
    }

    /// Turns the board round: each player now has what the other had.
    pub(super) fn turn_round(&mut self) {
        let half = self.side + 1;
        self.counts_mut().rotate_left(half.into());
        self.marks = ByPlayer { one: self.marks.two.turned(half), two: self.marks.one.turned(half) };
        self.fresh = self.fresh.turned(half);
        self.closed = self.closed.turned(half);
    }

    #[inline]
    const fn first_of(&self, player: Player) -> u8 {
        match player {
            Player::One => 0,
            Player::Two => self.side + 1,
        }
    }

    /// The indices of the pits of `player`.
    #[inline]
    fn pits_of(&self, player: Player) -> Range<usize> {
        let first = usize::from(self.first_of(player));
        first..first + usize::from(self.side)
    }
}
