use std::sync::LazyLock;

use gebeta_rules::senet::{Rules, SquareSet};
use gebeta_search::Bounds;

use super::eval_change::EvalChange;
use super::evaluator::evaluates;
use super::square_table::SquareTable;
use super::{Evaluator, Sides};

/// The evaluation of the classic computer player, kept exactly (rules 2.7), with its known flaw: bearing a piece
/// off costs more than it earns.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

impl Classic {
    const EXIT: f32 = 1000.0;
    const ADVANCE: f32 = 10.0;
    const SAFETY: f32 = 5.0;
    const SPECIAL: f32 = 20.0;
    const BLOCKING: f64 = 15.0;
    /// How far ahead of an opponent's piece a piece blocks it.
    const REACH: u32 = 5;
    /// A swap moves two pieces, each of which blocks or is blocked by at most five others, and turns their own pair.
    const MOST_CHANGED: u32 = 11;
}

/// What an opponent's pieces count: how far they have come.
static THEIRS: LazyLock<SquareTable> = LazyLock::new(|| SquareTable::new(&square_values(false)));
/// What the own pieces count: the same, and where they stand.
static MINE: LazyLock<SquareTable> = LazyLock::new(|| SquareTable::new(&square_values(true)));
static EVAL_CHANGE: EvalChange = EvalChange::new(&square_values(true), &square_values(false), Classic::EXIT);

impl Evaluator for Classic {
    /// Finite, so that an average over throws stays a number.
    const WON: f64 = 1_000_000_000.0;
    const LOST: f64 = -Self::WON;

    #[inline]
    fn evaluator(&self, sides: &Sides) -> f64 {
        sum(sides) + Self::BLOCKING * f64::from(blocks(sides.mine, sides.theirs))
    }

    /// Without the end of the game in reach, the sum over the squares drifts ply by ply, and so does the blocking.
    fn spread(&self, sides: &Sides, rules: &Rules, plies: u32, bounds: &mut [Bounds]) {
        EVAL_CHANGE.bounds(sides, rules, plies, bounds);
        let now = sum(sides);
        let pairs = blocks(sides.mine, sides.theirs);
        let least = Self::BLOCKING * f64::from(pairs.saturating_sub(Self::MOST_CHANGED * plies));
        let fewer = u32::from(sides.mine.len().min(sides.theirs.len()));
        let most = Self::BLOCKING * f64::from((pairs + Self::MOST_CHANGED * plies).min(Self::REACH * fewer));
        // A piece that goes back may take an opponent's piece along to the gate, in a ply that is not its owner's.
        let alternate = rules.extra_throw.is_empty() && !rules.backward;
        // The player who throws first has the odd ply.
        let plies_of = |first: bool| match (alternate, first) {
            (false, _) => plies,
            (true, true) => plies.div_ceil(2),
            (true, false) => plies / 2,
        };
        let wins = shortest(sides.mine) <= plies_of(sides.to_throw);
        let loses = shortest(sides.theirs) <= plies_of(!sides.to_throw);
        for bounds in bounds {
            bounds.low = if loses { Self::LOST } else { now + bounds.low + least };
            bounds.high = if wins { Self::WON } else { now + bounds.high + most };
        }
    }
}

evaluates!(Classic);

/// The fewest plies that bring these pieces off: one for each, and one more for each that has to come to the gate.
#[inline]
fn shortest(pieces: SquareSet) -> u32 {
    const BEFORE_GATE: u32 = (1 << 26) - 1;
    pieces.bits().count_ones() + (pieces.bits() & BEFORE_GATE).count_ones()
}

/// All of the evaluation that adds up piece by piece.
#[inline]
fn sum(sides: &Sides) -> f64 {
    // Both sides began with the same number, so that what has left the board is the difference of what has not.
    let exits = f64::from(sides.theirs.len()) - f64::from(sides.mine.len());
    // Whole numbers far below 2^53: the sum is exact in whatever order.
    f64::from(Classic::EXIT) * exits + MINE.sum(sides.mine) - THEIRS.sum(sides.theirs)
}

/// Pairs of a piece of mine and one of theirs at most [`Classic::REACH`] squares behind it.
#[inline]
fn blocks(mine: SquareSet, theirs: SquareSet) -> u32 {
    (1..=Classic::REACH).map(|ahead| (mine.bits() & (theirs.bits() << ahead)).count_ones()).sum()
}

/// The worth of a piece by its square; safety and houses count for the own pieces only.
const fn square_values(own: bool) -> [f32; 30] {
    let mut square_values = [0.0; 30];
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
        square_values[square - 1] = Classic::ADVANCE * (square * square) as f32 + standing;
        square += 1;
    }
    square_values
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the evaluation is exact, so its test is too")]
mod tests {
    use super::*;
    use gebeta_rules::Player;
    use gebeta_rules::senet::{Position, Setup, Square};
    use gebeta_search::Eval;
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
