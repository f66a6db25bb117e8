//! What is known of a position, as programs (`Serialize`) and people (`Display`) read it.

use std::fmt;

use serde::{Serialize, Serializer};

use gebeta_rules::senet::{Move, Position};
use gebeta_rules::{Chance, Game};
use gebeta_solver::mancala::Solved;

/// The value of a position, with its best moves where they are known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PositionReport {
    value: Value,
    #[serde(flatten)]
    replies: Replies,
    /// How exactly values are stored, if they come from a table with few bytes for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// How many positions a proof has searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// The largest difference between a value of the table and the value that follows from its moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    residual: Option<f64>,
}

/// The difference in stones for the player to move, or the chance to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Value {
    Stones(i32),
    Chance(f64),
}

/// The best moves: of the position itself, or of each roll that can come.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Replies {
    Now(BestMoves),
    ByRoll {
        #[serde(serialize_with = "as_map")]
        rolls: Vec<(String, BestMoves)>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct BestMoves {
    best: Vec<String>,
    /// Every legal move with its value, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_optional_map")]
    moves: Option<Vec<(String, Value)>>,
}

impl PositionReport {
    fn new(value: Value, replies: Replies) -> Self {
        Self { value, replies, table: None, nodes: None, residual: None }
    }

    /// The same with the number of positions searched.
    pub(crate) fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// The same with what is known of the stored precision.
    pub(crate) fn with_table(self, table: Option<String>) -> Self {
        Self { table, ..self }
    }

    /// The same with the residual of the table.
    pub(crate) fn with_residual(self, residual: Option<f64>) -> Self {
        Self { residual, ..self }
    }

    /// A finished mancala game.
    pub(crate) fn finished(stones: i32) -> Self {
        Self::new(
            Value::Stones(stones),
            Replies::Now(BestMoves { best: Vec::new(), moves: Some(Vec::new()) }),
        )
    }

    /// A finished game of Senet.
    pub(crate) fn finished_senet(value: f64) -> Self {
        Self { value: Value::Chance(value), ..Self::finished(0) }
    }

    /// A solved mancala position, with the value of every move if `with_moves`.
    pub(crate) fn mancala(solved: &Solved, with_moves: bool) -> Self {
        let moves = solved.moves.iter().map(|(mv, value)| (mv.to_string(), Value::Stones(*value)));
        let best = solved.best.iter().map(ToString::to_string).collect();
        let replies = BestMoves { best, moves: with_moves.then(|| moves.collect()) };
        Self::new(Value::Stones(solved.value), Replies::Now(replies))
    }

    /// A Senet position: its chance to win, and the value of every move of every roll that can still come. `moves` returns
    /// the values of the moves of a position with a throw.
    pub(crate) fn senet<E>(
        position: &Position,
        win: f64,
        precision: Precision,
        moves: impl Fn(&Position) -> Result<Vec<(Move, f64)>, E>,
    ) -> Result<Self, E> {
        let with_roll = |thrown: &Position| -> Result<BestMoves, E> {
            let moves = moves(thrown)?;
            let top = moves.iter().map(|(_, win)| *win).fold(f64::NEG_INFINITY, f64::max);
            let best = moves.iter().filter(|(_, win)| top - win <= precision.tie);
            let best = best.map(|(mv, _)| mv.to_string()).collect();
            let values =
                moves.iter().map(|(mv, win)| (mv.to_string(), Value::Chance(precision.digits(*win))));
            Ok(BestMoves { best, moves: Some(values.collect()) })
        };
        let replies = if position.outcome().is_some() || position.thrown().is_some() {
            Replies::Now(with_roll(position)?)
        } else {
            let rolls = position
                .throws()
                .iter()
                .map(|&(roll, _)| Ok::<_, E>((roll.to_string(), with_roll(&position.cast(roll))?)));
            Replies::ByRoll { rolls: rolls.collect::<Result<_, _>>()? }
        };
        Ok(Self::new(Value::Chance(precision.digits(win)), replies))
    }
}

impl fmt::Display for PositionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "value {}", self.value)?;
        match &self.replies {
            Replies::ByRoll { rolls } => {
                for (roll, replies) in rolls {
                    writeln!(f, "roll {roll}: best {}", replies.best.join(" "))?;
                }
            }
            Replies::Now(replies) => {
                writeln!(f, "best {}", replies.best.join(" "))?;
                for (mv, value) in replies.moves.iter().flatten() {
                    writeln!(f, "move {mv}: {value}")?;
                }
            }
        }
        if let Some(table) = &self.table {
            writeln!(f, "{table} values, told with the digits they hold")?;
        }
        if let Some(residual) = self.residual {
            writeln!(f, "residual {residual:.1e}: no value is further from what its moves say")?;
        }
        Ok(())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stones(stones) => stones.fmt(f),
            // As JSON writes it: with a decimal point.
            Self::Chance(chance) => write!(f, "{chance:?}"),
        }
    }
}

/// Certified bounds of a chance to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct BoundsReport {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) gap: f64,
    pub(crate) fault: Option<f64>,
    pub(crate) positions: u64,
}

impl fmt::Display for BoundsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, low, high, positions, .. } = self;
        writeln!(f, "value {value:?}")?;
        writeln!(f, "between {low:?} and {high:?}, by the moves of {positions} positions")
    }
}

/// How exactly the chances to win are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precision {
    /// One over the last decimal place that means something.
    scale: f64,
    /// Moves whose values differ by no more are equally good.
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

/// Pairs as a JSON object, in their order.
fn as_map<T: Serialize, S: Serializer>(pairs: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

#[allow(clippy::ref_option, reason = "serde passes a reference to the field")]
fn as_optional_map<T: Serialize, S: Serializer>(
    pairs: &Option<Vec<(String, T)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    as_map(pairs.as_deref().unwrap_or_default(), serializer)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn four_bytes_have_fewer_digits_and_more_ties() {
        let thrown = Position::start(&gebeta_rules::senet::Rules::CLASSIC).cast("2".parse().unwrap());
        let values = [("13-15", 0.123_456_789_012_3), ("14-16", 0.123_456_389_012_3), ("pass", 0.1)];
        let moves = |_: &Position| -> Result<Vec<(Move, f64)>, ()> {
            Ok(values.map(|(mv, win)| (mv.parse().unwrap(), win)).to_vec())
        };
        let report = |precision| json!(PositionReport::senet(&thrown, 0.5, precision, moves).unwrap());
        let computed = report(Precision::COMPUTED);
        assert_eq!(
            (&computed["best"], &computed["moves"]["13-15"]),
            (&json!(["13-15"]), &json!(0.123_456_789_012))
        );
        let rounded = report(Precision::FOUR_BYTES);
        assert_eq!(
            (&rounded["best"], &rounded["moves"]["13-15"]),
            (&json!(["13-15", "14-16"]), &json!(0.123_457))
        );
    }

    #[test]
    fn people_and_programs_read_the_same_values() {
        let solved = Solved {
            value: 8,
            best: vec!["3".parse().unwrap()],
            moves: vec![("3".parse().unwrap(), 8)],
            nodes: 5,
        };
        let report = PositionReport::mancala(&solved, true).with_nodes(5);
        assert_eq!(json!(report), json!({ "value": 8, "best": ["3"], "moves": { "3": 8 }, "nodes": 5 }));
        assert_eq!(report.to_string(), "value 8\nbest 3\nmove 3: 8\n");
    }
}
