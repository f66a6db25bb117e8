//! What is known of a Senet position, as programs read it.

use serde_json::{Map, Value, json};

use gebeta_rules::senet::{Move, Position};
use gebeta_rules::{Chance, Game};

/// How exactly the chances to win are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precision {
    /// One over the last decimal place that means something.
    scale: f64,
    /// Moves whose worth differs by no more are equally good.
    tie: f64,
}

impl Precision {
    /// Of a table that was computed here with eight bytes for each: values have settled to 5e-11.
    pub(crate) const COMPUTED: Self = Self { scale: 1e12, tie: 1e-9 };
    /// Of one with four bytes for each, whose rounding alone adds up to 1e-7.
    pub(crate) const FOUR_BYTES: Self = Self { scale: 1e6, tie: 1e-6 };
    /// Of a table file, which has two bytes for each.
    pub(crate) const TWO_BYTES: Self = Self { scale: 1e6, tie: 0.0 };

    /// A chance with the digits that mean something.
    pub(crate) fn digits(self, win: f64) -> f64 {
        (win * self.scale).round() / self.scale
    }
}

/// The value of a position, and of every move of every roll that can still come; `moves` knows those of a position with a
/// throw.
pub(crate) fn answer<E>(
    position: &Position,
    win: f64,
    precision: Precision,
    moves: impl Fn(&Position) -> Result<Vec<(Move, f64)>, E>,
) -> Result<Value, E> {
    let with_roll = |thrown: &Position| -> Result<(Value, Value), E> {
        let moves = moves(thrown)?;
        let top = moves.iter().map(|(_, win)| *win).fold(f64::NEG_INFINITY, f64::max);
        let best = moves.iter().filter(|(_, win)| top - win <= precision.tie);
        let best: Vec<_> = best.map(|(mv, _)| mv.to_string()).collect();
        let worth = moves.iter().map(|(mv, win)| (mv.to_string(), json!(precision.digits(*win))));
        Ok((json!(best), Value::Object(worth.collect())))
    };
    let mut answer = json!({ "value": precision.digits(win) });
    if position.outcome().is_some() || position.thrown().is_some() {
        (answer["best"], answer["moves"]) = with_roll(position)?;
    } else {
        let mut rolls = Map::new();
        for &(roll, _) in position.throws() {
            let (best, moves) = with_roll(&position.cast(roll))?;
            rolls.insert(roll.to_string(), json!({ "best": best, "moves": moves }));
        }
        answer["rolls"] = Value::Object(rolls);
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_bytes_tell_fewer_digits_and_more_ties() {
        let thrown = Position::start(&gebeta_rules::senet::Rules::CLASSIC).cast("2".parse().unwrap());
        let worth = [("13-15", 0.123_456_789_012_3), ("14-16", 0.123_456_389_012_3), ("pass", 0.1)];
        let moves = |_: &Position| -> Result<Vec<(Move, f64)>, ()> {
            Ok(worth.map(|(mv, win)| (mv.parse().unwrap(), win)).to_vec())
        };
        let told = answer(&thrown, 0.5, Precision::COMPUTED, moves).unwrap();
        assert_eq!((&told["best"], &told["moves"]["13-15"]), (&json!(["13-15"]), &json!(0.123_456_789_012)));
        let told = answer(&thrown, 0.5, Precision::FOUR_BYTES, moves).unwrap();
        assert_eq!((&told["best"], &told["moves"]["13-15"]), (&json!(["13-15", "14-16"]), &json!(0.123_457)));
    }
}
