//! One part of a table: all positions in which the sides hold certain numbers of stones.
//!
//! A move that wins nothing stays on the mover's side and shifts stones to the right, so it leads to a side with a
//! smaller number and leaves the other alone; every other move leads to fewer stones. So a part is computed in two
//! passes: first the best of the moves that win something, from the parts below, then the quiet moves, in the order
//! of the sides' numbers. No iteration, no recursion.

use gebeta_rules::mancala::{Packed, Sower, Turn};

use super::ranks::Sides;
use super::table::Table;

/// Below every value: no move has been seen yet.
const NONE: i8 = i8::MIN;

/// The values of both sides of a part.
pub(super) struct Part {
    /// The player with the first number of stones to move: by the number of the waiting side, then of the moving one.
    pub(super) first_moves: Vec<i8>,
    /// The other player to move, in the same way; empty where both hold as many, for then it is the same.
    pub(super) second_moves: Vec<i8>,
}

impl Part {
    /// How many positions it has: one array of them where the sides hold as many stones.
    pub(super) const fn len(&self) -> u64 {
        self.first_moves.len() as u64 + self.second_moves.len() as u64
    }
}

/// A quiet move: where it leads, and the opponent's pit that must be empty for it to be quiet.
struct Quiet {
    child: usize,
    unless: Option<u32>,
}

impl Quiet {
    #[inline]
    fn is_quiet_beside(&self, other: u64) -> bool {
        self.unless.is_none_or(|pit| (other >> (8 * pit)) as u8 == 0)
    }
}

/// Computes the part in which one side holds `first` stones and the other `second`, all parts with fewer stones being
/// in `table`.
pub(super) fn compute(table: &Table, sides: &Sides, first: u32, second: u32) -> Part {
    let (firsts, seconds) = (sides.with(first), sides.with(second));
    // Both arrays by the number of the first side, then of the second.
    let mut first_moves = winning_moves(table, firsts, seconds);
    let mut second_moves = if first == second {
        transposed(&first_moves, firsts.len())
    } else {
        transposed(&winning_moves(table, seconds, firsts), seconds.len())
    };
    let quiet_firsts = quiet_moves(table, firsts);
    let quiet_seconds = quiet_moves(table, seconds);
    for (number, (&side, quiet_moves)) in firsts.iter().zip(&quiet_firsts).enumerate() {
        let row = number * seconds.len()..(number + 1) * seconds.len();
        let values = &mut first_moves[row.clone()];
        for quiet in quiet_moves {
            // The child has a smaller number: its row is finished.
            let replies = &second_moves[quiet.child * seconds.len()..][..seconds.len()];
            for ((best, &reply), &other) in values.iter_mut().zip(replies).zip(seconds) {
                if quiet.is_quiet_beside(other) {
                    *best = (*best).max(-reply);
                }
            }
        }
        for (best, quiet_moves) in second_moves[row].iter_mut().zip(&quiet_seconds) {
            for quiet in quiet_moves.iter().filter(|quiet| quiet.is_quiet_beside(side)) {
                *best = (*best).max(-values[quiet.child]);
            }
        }
    }
    if first == second {
        second_moves.clear();
    }
    Part { first_moves: transposed(&first_moves, firsts.len()), second_moves }
}

/// For each position the best of the moves that win something, by the number of the moving side, then of the waiting
/// one.
fn winning_moves(table: &Table, moving: &[u64], waiting: &[u64]) -> Vec<i8> {
    let mut values = vec![NONE; moving.len() * waiting.len()];
    let rows = values.chunks_exact_mut(waiting.len());
    for (row, &own) in rows.zip(moving) {
        for pit in (Packed { own, theirs: 0 }).pits() {
            for (best, &theirs) in row.iter_mut().zip(waiting) {
                let sown = table.sower().sow(Packed { own, theirs }, pit);
                if sown.gain == 0 && sown.turn == Turn::Passes {
                    continue;
                }
                *best = (*best).max((sown.gain + table.future(sown.next, sown.turn)) as i8);
            }
        }
    }
    values
}

/// The quiet moves of each of these sides.
fn quiet_moves(table: &Table, sides: &[u64]) -> Vec<Vec<Quiet>> {
    let sower = table.sower();
    let quiet_of = |&own: &u64| {
        let quiet =
            |pit| quiet_move(sower, own, pit).map(|(own, unless)| Quiet { child: table.rank(own), unless });
        Packed { own, theirs: 0 }.pits().filter_map(quiet).collect()
    };
    sides.iter().map(quiet_of).collect()
}

/// Where a quiet move leads. Only a capture can make the same sowing loud, and a capture looks at one pit: one stone in
/// each of the opponent's pits in turn tells which.
fn quiet_move(sower: &Sower, own: u64, pit: u32) -> Option<(u64, Option<u32>)> {
    let mut after = None;
    let mut unless = None;
    for place in 0..sower.pits() {
        let sown = sower.sow(Packed { own, theirs: 1 << (8 * place) }, pit);
        if sown.gain == 0 && sown.turn == Turn::Passes {
            after = Some(sown.next.theirs);
        } else {
            unless = Some(place);
        }
    }
    after.map(|after| (after, unless))
}

/// The `rows` rows of an array become columns, in tiles that stay in the cache.
fn transposed(values: &[i8], rows: usize) -> Vec<i8> {
    const TILE: usize = 64;
    let columns = values.len() / rows;
    let mut turned = vec![NONE; values.len()];
    for top in (0..rows).step_by(TILE) {
        for left in (0..columns).step_by(TILE) {
            for row in top..(top + TILE).min(rows) {
                for column in left..(left + TILE).min(columns) {
                    turned[column * rows + row] = values[row * columns + column];
                }
            }
        }
    }
    turned
}
