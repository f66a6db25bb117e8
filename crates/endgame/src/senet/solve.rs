//! The table as the rest of the program asks it.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64};

use gebeta_rules::senet::{Move, Pieces, Position, Rules, SquareSet};
use gebeta_rules::{Game, Outcome, Player};

use super::iterate::solve_layer;
use super::values::{Cell, Values};
use super::{Layer, Reach, certify};

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The positions at work, together with their mirror images.
    pub layer: Layer,
    /// What is done with them.
    pub stage: Stage,
    /// How much of this stage is done, 0 to 1.
    pub part: f64,
}

/// What is done with a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// The rules are asked where the pieces can go.
    Moves,
    /// The values are improved.
    Sweep {
        /// How often, this sweep included.
        number: u32,
        /// By how much a value changed in the sweep before.
        change: f64,
    },
    /// The finished values are held against the rules.
    Check,
}

/// The exact worth of every position with few pieces on the board.
///
/// It serves any number of pieces per side, since what has left the board does not matter. Clones share the values.
#[derive(Clone)]
pub struct Exact {
    rules: Rules,
    table: Arc<Table>,
}

enum Table {
    /// Eight bytes a position, as far as that is cheap.
    Fine(Values<AtomicU64>),
    /// Four bytes a position beyond.
    Coarse(Values<AtomicU32>),
}

impl Exact {
    /// Solves every position with up to `reach` pieces per side; none if stopped.
    ///
    /// `progress` and `stop` are called on this thread, a thousand times a second. With more than one thread the last
    /// digits depend on who came first.
    pub fn build(
        rules: &Rules,
        reach: Reach,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let rules = Rules { pieces: Pieces::new(reach.get())?, ..*rules };
        let threads = threads.get();
        let table = if reach.get() < Reach::MOST {
            Table::Fine(build(&rules, reach, threads, progress, stop)?)
        } else {
            Table::Coarse(build(&rules, reach, threads, progress, stop)?)
        };
        Some(Self { rules, table: Arc::new(table) })
    }

    /// How many pieces per side it covers.
    pub fn reach(&self) -> Reach {
        match &*self.table {
            Table::Fine(values) => values.reach(),
            Table::Coarse(values) => values.reach(),
        }
    }

    /// The probability that the player to move wins, before or after the throw; of a finished game, that Player 1
    /// has won. None for other rules and more pieces than it covers.
    pub fn win(&self, position: &Position) -> Option<f64> {
        match position.outcome() {
            Some(outcome) => {
                self.serves(position.rules()).then_some(f64::from(outcome == Outcome::Win(Player::One)))
            }
            None if position.moves().is_some() => {
                self.moves(position)?.into_iter().map(|(_, win)| win).reduce(f64::max)
            }
            None => self.before_throw(position),
        }
    }

    /// The probability that the player to move wins by each legal move. None before the throw, after the end,
    /// and where [`Self::win`] does not know.
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, f64)>> {
        let mover = position.to_move()?;
        let win_after = |mv| {
            let mut next = *position;
            next.play_unchecked(mv, &mut ());
            let win = match next.to_move() {
                None => 1.0,
                Some(player) if player == mover => self.before_throw(&next)?,
                Some(_) => 1.0 - self.before_throw(&next)?,
            };
            Some((mv, win))
        };
        position.moves()?.map(win_after).collect()
    }

    /// The rules it was made for, with as many pieces as it covers.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Checks every value once more: the largest difference between one and the average of its successors, found by
    /// the rules as everybody plays them. None if stopped.
    ///
    /// A value is off by at most about this times the throws a game still lasts.
    pub fn residual(
        &self,
        threads: NonZero<usize>,
        progress: &mut dyn FnMut(Progress),
        stop: &dyn Fn() -> bool,
    ) -> Option<f64> {
        certify::residual(self, threads.get(), progress, stop)
    }

    /// Whether it was made for these rules; with how many pieces a game begins is no matter.
    pub fn serves(&self, rules: &Rules) -> bool {
        Rules { pieces: self.rules.pieces, ..*rules } == self.rules
    }

    /// Whether it knows this position and everything that can follow.
    pub fn covers(&self, position: &Position) -> bool {
        let on_board = Player::BOTH.map(|player| position.board().pieces(player).len());
        self.serves(position.rules())
            && (position.outcome().is_some()
                || Layer::new(on_board[0], on_board[1]).is_some_and(|layer| self.reach().covers(layer)))
    }

    fn before_throw(&self, position: &Position) -> Option<f64> {
        let mover = position.to_move()?;
        let known = self.of_board(position.board().pieces(mover), position.board().pieces(!mover));
        known.filter(|_| self.serves(position.rules()))
    }

    /// The probability that the player to throw wins on this board, by the rules of the table. None if it does not
    /// reach that far, or a side has no piece left.
    #[inline]
    pub fn of_board(&self, own: SquareSet, theirs: SquareSet) -> Option<f64> {
        let layer = Layer::new(own.len(), theirs.len())?;
        if !self.reach().covers(layer) {
            return None;
        }
        let index = layer.rank(own, theirs);
        Some(match &*self.table {
            Table::Fine(values) => values.layer(layer)[index].get(),
            Table::Coarse(values) => values.layer(layer)[index].get(),
        })
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exact")
            .field("rules", &self.rules)
            .field("reach", &self.reach())
            .finish_non_exhaustive()
    }
}

fn build<C: Cell>(
    rules: &Rules,
    reach: Reach,
    threads: usize,
    progress: &mut dyn FnMut(Progress),
    stop: &dyn Fn() -> bool,
) -> Option<Values<C>> {
    let values = Values::new(reach);
    // A layer is solved together with its mirror image.
    for layer in reach.layers().filter(|layer| layer.own() >= layer.theirs()) {
        solve_layer(rules, &values, layer, threads, progress, stop)?;
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_bytes_a_position_keep_six_digits() {
        let reach = Reach::new(2).unwrap();
        for rules in [Rules::CLASSIC, Rules::KENDALL] {
            let rules = Rules { pieces: Pieces::new(2).unwrap(), ..rules };
            let fine: Values<AtomicU64> = build(&rules, reach, 1, &mut |_| {}, &|| false).unwrap();
            let coarse: Values<AtomicU32> = build(&rules, reach, 1, &mut |_| {}, &|| false).unwrap();
            for layer in reach.layers() {
                let pairs = fine.layer(layer).iter().zip(coarse.layer(layer));
                let worst = pairs.map(|(fine, coarse)| (fine.get() - coarse.get()).abs()).fold(0.0, f64::max);
                assert!(worst < 2e-6, "{layer:?}: {worst}");
            }
        }
    }
}
