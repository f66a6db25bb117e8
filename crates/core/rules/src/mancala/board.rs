use std::ops::Range;

use super::{Pit, Size};
use crate::Player;

/// A pit or a store by its index along the sowing direction (rules 1.1).
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

/// The most holes a board has: twelve pits and a store on each side.
const MAX_HOLES: usize = 2 * (Size::MAX as usize + 1);

/// How many stones lie where.
///
/// ```text
///      12 11 10  9  8  7          Player 2's pits (6 per side)
///  13                    6        the stores
///       0  1  2  3  4  5          Player 1's pits
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pits: Size,
    /// Counts in index order; holes the board does not have stay zero.
    stones: [u16; MAX_HOLES],
}

impl Board {
    /// `stones` in every pit, the stores empty.
    pub fn new(pits: Size, stones: Size) -> Self {
        let mut board = Self { pits, stones: [0; MAX_HOLES] };
        for player in Player::BOTH {
            board.side_mut(player).fill(stones.get().into());
        }
        board
    }

    /// A board from the counts of its `2m + 2` holes; none if their number fits no board.
    pub fn from_counts(counts: &[u16]) -> Option<Self> {
        if !counts.len().is_multiple_of(2) {
            return None;
        }
        let pits = Size::new(u8::try_from((counts.len() / 2).checked_sub(1)?).ok()?)?;
        let mut stones = [0; MAX_HOLES];
        stones[..counts.len()].copy_from_slice(counts);
        Some(Self { pits, stones })
    }

    /// Pits per side.
    #[inline]
    pub const fn pits(&self) -> Size {
        self.pits
    }

    /// The counts in index order.
    pub fn counts(&self) -> &[u16] {
        &self.stones[..=self.store_of(Player::Two).index()]
    }

    /// Stones that are still in play.
    pub fn in_pits(&self) -> u32 {
        Player::BOTH.iter().flat_map(|&player| self.side(player)).map(|&stones| u32::from(stones)).sum()
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
        let pits = self.pits.get();
        Hole(match player {
            Player::One => pits,
            Player::Two => 2 * pits + 1,
        })
    }

    /// The hole of a pit as its owner counts it.
    #[inline]
    pub const fn hole_of(&self, player: Player, pit: Pit) -> Hole {
        Hole(self.first_of(player) + pit.number() - 1)
    }

    /// The pit in `hole` and its owner; none for a store.
    pub fn pit_at(&self, hole: Hole) -> Option<(Player, Pit)> {
        Player::BOTH.into_iter().find_map(|player| {
            let place = hole.0.checked_sub(self.first_of(player))?;
            let pit = if place < self.pits.get() { Pit::new(place + 1) } else { None };
            pit.map(|pit| (player, pit))
        })
    }

    /// The pits of `player` from the left.
    pub fn holes_of(&self, player: Player) -> impl Iterator<Item = Hole> + use<> {
        self.pits_of(player).map(Hole::new)
    }

    /// The counts of the pits of `player` from the left.
    #[inline]
    pub fn side(&self, player: Player) -> &[u16] {
        &self.stones[self.pits_of(player)]
    }

    /// Whether all pits of `player` are empty.
    #[inline]
    pub fn is_side_empty(&self, player: Player) -> bool {
        self.side(player).iter().all(|&n| n == 0)
    }

    /// The pit across the board from a pit.
    #[inline]
    pub(super) const fn opposite(&self, pit: Hole) -> Hole {
        Hole(2 * self.pits.get() - pit.0)
    }

    /// Whether `hole` is a pit of `player`.
    #[inline]
    pub(super) const fn is_pit_of(&self, player: Player, hole: Hole) -> bool {
        hole.0.wrapping_sub(self.first_of(player)) < self.pits.get()
    }

    /// Takes every stone out of `hole`.
    #[inline]
    pub(super) fn lift(&mut self, hole: Hole) -> u16 {
        std::mem::take(&mut self.stones[hole.index()])
    }

    /// Puts `stones` into `hole` and says how many lie there now.
    #[inline]
    pub(super) fn put(&mut self, hole: Hole, stones: u16) -> u16 {
        let there = &mut self.stones[hole.index()];
        *there += stones;
        *there
    }

    /// Turns the board round: each player now has what the other had.
    pub(super) fn turn_round(&mut self) {
        let half = usize::from(self.pits.get()) + 1;
        self.stones[..2 * half].rotate_left(half);
    }

    #[inline]
    const fn first_of(&self, player: Player) -> u8 {
        match player {
            Player::One => 0,
            Player::Two => self.pits.get() + 1,
        }
    }

    /// The indices of the pits of `player`.
    #[inline]
    pub(super) const fn pits_of(&self, player: Player) -> Range<usize> {
        let first = self.first_of(player) as usize;
        first..first + self.pits.get() as usize
    }

    fn side_mut(&mut self, player: Player) -> &mut [u16] {
        let pits = self.pits_of(player);
        &mut self.stones[pits]
    }
}
