//! One part of a table: all positions in which the sides hold certain numbers of stones.
//!
//! A move that wins nothing stays on the mover's side and shifts stones to the right, so it leads to a side with a
//! smaller number and leaves the other alone; every other move leads to fewer stones. So a part is computed in two
//! passes: first the best of the moves that win something, from the parts below, then the quiet moves, in the order
//! of the sides' numbers. No iteration, no recursion.

use gebeta_rules::mancala::{Bitboard, SideWord, Sowing, Turn};

use super::ranks::Sides;
use super::values::Values;

/// Below every value: no move has been seen yet.
const NONE: i8 = i8::MIN;

/// The values of both sides of a part.
pub(super) struct LayerValues {
    /// The player with the first number of stones to move: by the number of the waiting side, then of the moving one.
    pub(super) first_moves: Vec<i8>,
    /// The other player to move, in the same way; empty where both hold as many, for then it is the same.
    pub(super) second_moves: Vec<i8>,
}

impl LayerValues {
    /// How many positions it has: one array of them where the sides hold as many stones.
    pub(super) const fn len(&self) -> u64 {
        self.first_moves.len() as u64 + self.second_moves.len() as u64
    }
}

/// What sowing a pit does, as far as that does not depend on the stones of the opponent.
#[derive(Clone, Copy)]
enum SowingEffect {
    /// Nothing is won and the turn passes. Leads to the side with the number `child`, unless the opponent has stones
    /// in a certain pit, which are captured.
    QuietMove { child: usize, unless: Option<u32> },
    /// The last stone reaches the store and none falls on the other side: the mover plays again with `stones` stones, which are
    /// the side with the number `rank`.
    Home { gain: i32, stones: u32, rank: usize },
    /// Anything else.
    Loud,
}

/// A pit of a side and what sowing it does.
struct PitMove {
    pit: u32,
    manner: SowingEffect,
}

/// A move that stays within a part, if the opponent has no stones in a certain pit.
struct QuietMove {
    child: usize,
    unless: Option<u32>,
}

impl QuietMove {
    #[inline]
    fn is_quiet_beside<S: SideWord>(&self, other: S) -> bool {
        self.unless.is_none_or(|pit| other.stones_in(pit) == 0)
    }
}

/// Polls for a stop after a number of entries.
struct CancelCheck<'a> {
    go_on: &'a dyn Fn() -> bool,
    /// Entries until the next question.
    left: usize,
}

impl CancelCheck<'_> {
    /// Entries between two questions: some milliseconds at most.
    const INTERVAL: usize = 1 << 13;

    /// Before so many entries are worked on; none if it is enough.
    #[inline]
    fn spend(&mut self, entries: usize) -> Option<()> {
        if let Some(left) = self.left.checked_sub(entries) {
            self.left = left;
            return Some(());
        }
        self.left = Self::INTERVAL;
        (self.go_on)().then_some(())
    }
}

/// Computes the part in which one side holds `first` stones and the other `second`, all parts with fewer stones being
/// in `values`. None if `go_on`, which is called often, returns false.
pub(super) fn compute<S: SideWord>(
    values: &Values<S>,
    sides: &Sides<S>,
    first: u32,
    second: u32,
    go_on: &dyn Fn() -> bool,
) -> Option<LayerValues> {
    let patience = &mut CancelCheck { go_on, left: CancelCheck::INTERVAL };
    let (firsts, seconds) = (sides.with(first), sides.with(second));
    let (first_habits, second_habits) =
        (habits(values, firsts, patience)?, habits(values, seconds, patience)?);
    // Both arrays by the number of the first side, then of the second.
    let mut first_moves = winning_moves(values, firsts, &first_habits, (seconds, second), patience)?;
    let mut second_moves = if first == second {
        transposed(&first_moves, firsts.len(), patience)?
    } else {
        let theirs = winning_moves(values, seconds, &second_habits, (firsts, first), patience)?;
        transposed(&theirs, seconds.len(), patience)?
    };
    let (quiet_firsts, quiet_seconds) = (quiet_moves(&first_habits), quiet_moves(&second_habits));
    for (number, (&side, quiet_moves)) in firsts.iter().zip(&quiet_firsts).enumerate() {
        patience.spend(seconds.len())?;
        let row = number * seconds.len()..(number + 1) * seconds.len();
        let here = &mut first_moves[row.clone()];
        for quiet in quiet_moves {
            // The child has a smaller number: its row is finished.
            let replies = &second_moves[quiet.child * seconds.len()..][..seconds.len()];
            for ((best, &reply), &other) in here.iter_mut().zip(replies).zip(seconds) {
                if quiet.is_quiet_beside(other) {
                    *best = (*best).max(-reply);
                }
            }
        }
        for (best, quiet_moves) in second_moves[row].iter_mut().zip(&quiet_seconds) {
            for quiet in quiet_moves.iter().filter(|quiet| quiet.is_quiet_beside(side)) {
                *best = (*best).max(-here[quiet.child]);
            }
        }
    }
    if first == second {
        second_moves.clear();
    }
    Some(LayerValues { first_moves: transposed(&first_moves, firsts.len(), patience)?, second_moves })
}

/// For each position the best of the moves that win something, by the number of the moving side, then of the waiting
/// one, which has so many stones.
fn winning_moves<S: SideWord>(
    values: &Values<S>,
    moving: &[S],
    habits: &[Vec<PitMove>],
    (waiting, waiting_stones): (&[S], u32),
    patience: &mut CancelCheck<'_>,
) -> Option<Vec<i8>> {
    let mut best_wins = Vec::with_capacity(moving.len() * waiting.len());
    for (&own, habits) in moving.iter().zip(habits) {
        patience.spend(waiting.len())?;
        let begin = best_wins.len();
        best_wins.resize(begin + waiting.len(), NONE);
        let row = &mut best_wins[begin..];
        for &PitMove { pit, manner } in habits {
            let score = |theirs| {
                let sown = values.sower().sow(Bitboard { own, theirs }, pit);
                (sown.gain + values.future(sown.next, sown.turn)) as i8
            };
            match manner {
                SowingEffect::QuietMove { unless: None, .. } => {}
                SowingEffect::QuietMove { unless: Some(captured), .. } => {
                    for (best, &theirs) in row.iter_mut().zip(waiting) {
                        if theirs.stones_in(captured) > 0 {
                            *best = (*best).max(score(theirs));
                        }
                    }
                }
                SowingEffect::Home { gain, stones, rank } => {
                    let futures = values.column(stones, waiting_stones, rank);
                    for (best, future) in row.iter_mut().zip(futures) {
                        *best = (*best).max(gain as i8 + future);
                    }
                }
                SowingEffect::Loud => {
                    for (best, &theirs) in row.iter_mut().zip(waiting) {
                        *best = (*best).max(score(theirs));
                    }
                }
            }
        }
    }
    Some(best_wins)
}

/// The moves of each of these sides.
fn habits<S: SideWord>(
    values: &Values<S>,
    sides: &[S],
    patience: &mut CancelCheck<'_>,
) -> Option<Vec<Vec<PitMove>>> {
    let of = |&own: &S| {
        let pits = Bitboard { own, theirs: S::default() }.pits();
        // Each pit is sown beside each of the opponent's.
        patience.spend((values.sower().pits() * values.sower().pits()) as usize)?;
        Some(pits.map(|pit| PitMove { pit, manner: manner(values, own, pit) }).collect())
    };
    sides.iter().map(of).collect()
}

/// What sowing a pit does. Only a capture can make a quiet sowing loud, and a capture looks at one pit: one stone in
/// each of the opponent's pits in turn tells which.
fn manner<S: SideWord>(values: &Values<S>, own: S, pit: u32) -> SowingEffect {
    let sower = values.sower();
    let (mut quiet, mut home, mut other) = (None, None, None);
    for place in 0..sower.pits() {
        let theirs = S::lone(1, place);
        let sown = sower.sow(Bitboard { own, theirs }, pit);
        match sown.turn {
            Turn::Passes if sown.gain == 0 => quiet = Some(sown.next.theirs),
            Turn::Again if sown.next.theirs == theirs => home = Some((sown.gain, sown.next.own)),
            _ => other = Some(place),
        }
    }
    match (quiet, home, other) {
        (Some(own), None, unless) => SowingEffect::QuietMove { child: values.rank(own), unless },
        // A relay may reach the store through the opponent's pits and leave these ones as they were, but not others.
        (None, Some((gain, own)), None) if sower.law().sowing == Sowing::Single => {
            SowingEffect::Home { gain, stones: own.sum(), rank: values.rank(own) }
        }
        _ => SowingEffect::Loud,
    }
}

/// The quiet moves of each side.
fn quiet_moves(habits: &[Vec<PitMove>]) -> Vec<Vec<QuietMove>> {
    let quiet = |habit: &PitMove| match habit.manner {
        SowingEffect::QuietMove { child, unless } => Some(QuietMove { child, unless }),
        SowingEffect::Home { .. } | SowingEffect::Loud => None,
    };
    habits.iter().map(|habits| habits.iter().filter_map(quiet).collect()).collect()
}

/// The `rows` rows of an array become columns, in tiles that stay in the cache.
fn transposed(values: &[i8], rows: usize, patience: &mut CancelCheck<'_>) -> Option<Vec<i8>> {
    const TILE: usize = 64;
    let columns = values.len() / rows;
    let mut turned = Vec::with_capacity(values.len());
    while turned.len() < values.len() {
        patience.spend(CancelCheck::INTERVAL)?;
        turned.resize((turned.len() + (1 << 20)).min(values.len()), NONE);
    }
    for top in (0..rows).step_by(TILE) {
        for left in (0..columns).step_by(TILE) {
            patience.spend(TILE)?;
            for row in top..(top + TILE).min(rows) {
                for column in left..(left + TILE).min(columns) {
                    turned[column * rows + row] = values[row * columns + column];
                }
            }
        }
    }
    Some(turned)
}
