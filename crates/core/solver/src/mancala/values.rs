use gebeta_rules::mancala::{Bitboard, MoveRules, MoveTables, SideWord, Size, Turn};

use super::builder::{Builder, Finished, Progress};
use super::layer::LayerValues;
use super::ranks::Ranks;
use super::shape::{Shape, Unit};

/// The exact value of every position with up to so many stones in the pits, for boards whose sides fit into one word.
///
/// The value is the future difference: how many more stones the player to move will win than the opponent from here on,
/// both playing perfectly. One byte per position, no gaps.
#[derive(Clone, Debug)]
pub struct Values<S = u64> {
    sower: MoveTables<S>,
    ranks: Ranks,
    stones: u32,
    /// By the stones of the waiting side, then of the moving side; within, by the numbers of both sides.
    parts: Vec<Vec<Vec<i8>>>,
}

impl<S: SideWord> Values<S> {
    /// Those of `shape`, of which nothing is known yet.
    pub(super) fn blank(shape: &Shape) -> Self {
        let sums = shape.stones() as usize + 1;
        Self {
            sower: shape.sower().expect("the builder has chosen the word size"),
            ranks: shape.ranks().clone(),
            stones: 1,
            parts: vec![vec![Vec::new(); sums]; sums],
        }
    }

    /// Lays down one unit.
    pub(super) fn put(&mut self, unit: Unit, part: LayerValues) {
        let (first, second) = (unit.first as usize, unit.second as usize);
        self.parts[second][first] = part.first_moves;
        if first != second {
            self.parts[first][second] = part.second_moves;
        }
    }

    /// All layers up to this one are there.
    pub(super) const fn reaches(&mut self, stones: u32) {
        self.stones = stones;
    }

    /// Computes the values for up to `stones` stones with that many `threads`. None if there is no bitboard for these
    /// rules, if the board is too wide for the word, or if `progress`, which is called with every finished part and
    /// every few milliseconds, returns false.
    pub fn build(
        pits: Size,
        law: MoveRules,
        stones: u32,
        threads: usize,
        progress: &dyn Fn(Progress) -> bool,
    ) -> Option<Self> {
        let shape = Shape::new(pits, law, stones.min(Shape::MOST)).ok()?;
        if pits.get() > S::PITS {
            return None;
        }
        let mut keep = |unit: Finished<'_>| if progress(unit.progress) { Ok(()) } else { Err(()) };
        Builder::new(shape).run(threads, progress, &mut keep).ok()?
    }

    /// How many stones a position may have to be found here.
    pub const fn stones(&self) -> u32 {
        self.stones
    }

    /// The sower of these positions.
    pub const fn sower(&self) -> &MoveTables<S> {
        &self.sower
    }

    /// The value of the positions in which the side to move, of so many stones, has the number `rank`, by the number of
    /// the waiting side.
    #[inline]
    pub(super) fn column(&self, moving: u32, waiting: u32, rank: usize) -> impl Iterator<Item = i8> {
        let part = &self.parts[waiting as usize][moving as usize];
        part[rank..].iter().step_by(self.ranks.count(moving)).copied()
    }

    /// The number of a side among those with as many stones.
    pub(super) fn rank(&self, side: S) -> usize {
        self.ranks.rank(side)
    }

    /// How many positions it holds, a byte each.
    pub fn len(&self) -> u64 {
        self.parts.iter().flatten().map(|part| part.len() as u64).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of an unfinished position to the player to move; none if it has too many stones.
    #[inline]
    pub fn value(&self, position: Bitboard<S>) -> Option<i32> {
        let (moving, waiting) = (position.own.sum(), position.theirs.sum());
        (moving + waiting <= self.stones).then(|| self.look_up(position, moving, waiting))
    }

    /// What the future after a move is worth to the mover; the position must be within the table.
    #[inline]
    pub(super) fn future(&self, next: Bitboard<S>, turn: Turn) -> i32 {
        let value = |position: Bitboard<S>| self.look_up(position, position.own.sum(), position.theirs.sum());
        match turn {
            Turn::Over => 0,
            Turn::Again => value(next),
            Turn::Passes => -value(next),
        }
    }

    #[inline]
    fn look_up(&self, position: Bitboard<S>, moving: u32, waiting: u32) -> i32 {
        let part = &self.parts[waiting as usize][moving as usize];
        let place =
            self.ranks.rank(position.theirs) * self.ranks.count(moving) + self.ranks.rank(position.own);
        i32::from(part[place])
    }

    /// Computes every entry from those of its moves again, and answers with the first that differs. None if all agree,
    /// or if `progress`, which receives how many were compared, returns false.
    pub fn first_wrong(&self, progress: &mut dyn FnMut(u64) -> bool) -> Option<Bitboard<S>> {
        let sides = self.ranks.sides(self.stones);
        let mut compared = 0;
        for (waiting, parts) in self.parts.iter().enumerate() {
            for (moving, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
                let rows = part.chunks_exact(self.ranks.count(moving as u32));
                for (&theirs, row) in sides.with(waiting as u32).iter().zip(rows) {
                    for (&own, &value) in sides.with(moving as u32).iter().zip(row) {
                        let position = Bitboard { own, theirs };
                        if self.best_of_moves(position) != Some(i32::from(value)) {
                            return Some(position);
                        }
                    }
                }
                compared += part.len() as u64;
                if !progress(compared) {
                    return None;
                }
            }
        }
        None
    }

    fn best_of_moves(&self, position: Bitboard<S>) -> Option<i32> {
        let score = |pit| {
            let sown = self.sower.sow(position, pit);
            sown.gain + self.future(sown.next, sown.turn)
        };
        position.pits().map(score).max()
    }
}
