use gebeta_rules::senet::{Position, SquareSet};
use gebeta_rules::{Game, Player};
use gebeta_search::{Bounded, Eval};

use super::square_table::SquareTable;

/// The evaluation of the classic computer player, kept exactly (rules 2.7), with its famous fault: bringing a piece
/// off costs more than it earns.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

impl Classic {
    /// A won game; finite, so that an average over throws stays a number.
    pub const WIN: f64 = 1_000_000_000.0;

    const EXIT: f64 = 1000.0;
    const ADVANCE: f32 = 10.0;
    const SAFETY: f32 = 5.0;
    const SPECIAL: f32 = 20.0;
    const BLOCKING: f64 = 15.0;
    /// How far ahead of an opponent's piece a piece blocks it.
    const REACH: u32 = 5;
}

/// What an opponent's pieces count: how far they have come.
static THEIRS: SquareTable = SquareTable::new(&worths(false));
/// What the own pieces count: the same, and where they stand.
static MINE: SquareTable = SquareTable::new(&worths(true));

impl Eval<Position> for Classic {
    type Value = f64;

    #[inline]
    fn eval(&self, position: &Position, player: Player) -> f64 {
        if let Some(outcome) = position.outcome() {
            return if outcome.winner() == Some(player) { Self::WIN } else { -Self::WIN };
        }
        let (mine, theirs) = (position.board().pieces(player), position.board().pieces(!player));
        let exits = f64::from(position.exited(player)) - f64::from(position.exited(!player));
        // Whole numbers far below 2^53: the sum is exact in whatever order.
        Self::EXIT * exits + MINE.sum(mine) - THEIRS.sum(theirs)
            + Self::BLOCKING * f64::from(blocks(mine, theirs))
    }
}

/// Pairs of a piece of mine and one of theirs at most [`Classic::REACH`] squares behind it.
#[inline]
fn blocks(mine: SquareSet, theirs: SquareSet) -> u32 {
    (1..=Classic::REACH).map(|ahead| (mine.bits() & (theirs.bits() << ahead)).count_ones()).sum()
}

impl Bounded<Position> for Classic {
    /// Without a finished game in reach, a ply moves one piece, or two that swap: the worth changes by no more than
    /// the furthest piece could bring or cost.
    fn bounds(&self, position: &Position, player: Player, plies: u32) -> (f64, f64) {
        let board = position.board();
        let left = |player| u32::from(board.pieces(player).len());
        if left(Player::One).min(left(Player::Two)) <= plies {
            return (-Self::WIN, Self::WIN);
        }
        let furthest = board.pieces(Player::One).union(board.pieces(Player::Two)).bits().ilog2();
        let reach = (furthest + 6 * plies).min(30) as usize;
        let (mine, theirs) = (board.pieces(player), board.pieces(!player));
        let blocking = Self::BLOCKING * f64::from(blocks(mine, theirs));
        let most_blocking = Self::BLOCKING * f64::from(left(player) * left(!player));
        let now = self.eval(position, player) - blocking;
        let drift = f64::from(plies) * f64::from(DRIFT[reach]);
        (now - drift, now + drift + most_blocking)
    }
}

/// By how much one ply can change the worth, apart from blocking, when no piece comes further than a square.
static DRIFT: [f32; 31] = drifts();

const fn drifts() -> [f32; 31] {
    let (mine, theirs) = (worths(true), worths(false));
    let mut drifts = [0.0; 31];
    let mut furthest = 2;
    while furthest <= 30 {
        // Two pieces swap: one goes up by at most six squares, the other down. The worth of a square grows with
        // it, so no swap beats a full step to the furthest square and one of the other side back from there.
        let mut swap = 0.0;
        let mut from = 1;
        while from < furthest {
            let to = if from + 6 < furthest { from + 6 } else { furthest };
            let change = mine[to - 1] - mine[from - 1] + theirs[to - 1] - theirs[from - 1];
            if change > swap {
                swap = change;
            }
            from += 1;
        }
        // From 26 on a piece may go off or far back, which costs at most all it is worth.
        let loss = if furthest >= 26 { mine[furthest - 1] } else { 0.0 };
        drifts[furthest] = if loss > swap { loss } else { swap };
        furthest += 1;
    }
    drifts
}

/// The worth of a piece by its square; safety and houses count for the own pieces only.
const fn worths(own: bool) -> [f32; 30] {
    let mut worths = [0.0; 30];
    let mut square = 1;
    while square <= 30 {
        let safety = match square {
            26.. => 3.0,
            16.. => 1.0,
            _ => 0.0,
        };
        let special = match square {
            26 => 25.0,
            27 => -50.0,
            28 => 30.0,
            29 => 35.0,
            30 => 40.0,
            _ => 0.0,
        };
        let standing = if own { Classic::SAFETY * safety + Classic::SPECIAL * special } else { 0.0 };
        worths[square - 1] = Classic::ADVANCE * (square * square) as f32 + standing;
        square += 1;
    }
    worths
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the evaluation is exact, so its test is too")]
mod tests {
    use super::*;
    use gebeta_rules::senet::{Rules, Setup, Square};
    use proptest::prelude::*;

    /// The formula of rules 2.7, word for word.
    fn by_the_book(position: &Position, me: Player) -> f64 {
        let squares = |player| position.board().pieces(player).map(Square::number).map(i32::from);
        let exited = |player| i32::from(position.exited(player));
        let advance = |player| squares(player).map(|s| s * s).sum::<i32>();
        let safety: i32 = squares(me).map(|s| if s >= 26 { 3 } else { i32::from(s > 15) }).sum();
        let special: i32 = squares(me)
            .map(|s| match s {
                26 => 25,
                27 => -50,
                28 => 30,
                29 => 35,
                30 => 40,
                _ => 0,
            })
            .sum();
        let blocking =
            squares(me).flat_map(|a| squares(!me).map(move |b| a - b)).filter(|d| (1..=5).contains(d));
        f64::from(
            1000 * (exited(me) - exited(!me))
                + 10 * (advance(me) - advance(!me))
                + 5 * safety
                + 20 * special
                + 15 * blocking.count() as i32,
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn the_tables_say_what_the_formula_says(places in proptest::sample::subsequence((1..=30).collect::<Vec<_>>(), 2..=14)) {
            let squares = places.iter().filter(|&&n| n != 27).filter_map(|&n| Square::new(n));
            let mut setup = Setup {
                pieces: gebeta_rules::ByPlayer::default(),
                exited: gebeta_rules::ByPlayer::default(),
                to_move: Some(Player::One),
                roll: None,
            };
            for (place, square) in squares.enumerate() {
                setup.pieces[Player::BOTH[place % 2]].insert(square);
            }
            setup.exited = gebeta_rules::ByPlayer::from_fn(|player| 7 - setup.pieces[player].len());
            prop_assume!(setup.exited.one < 7 && setup.exited.two < 7);
            let position = setup.position(&Rules::CLASSIC).unwrap();
            for player in Player::BOTH {
                prop_assert_eq!(Classic.eval(&position, player), by_the_book(&position, player));
            }
        }
    }
}
