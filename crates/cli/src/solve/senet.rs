use std::num::NonZero;

use indicatif::ProgressBar;
use serde_json::{Map, Value, json};

use gebeta_endgame::senet::{Bounds, Exact, Extent, Layer, Progress, Stage};
use gebeta_rules::senet::{Move, Position, Roll};
use gebeta_rules::{Chance, Game, Outcome, Player};

use crate::{Failure, tablebase};

/// The chance to win from a position, to the last digit that means something. The residual of the table is told if it is
/// asked for, or takes no time.
pub(super) fn solve(
    position: &Position,
    residual: bool,
    threads: NonZero<usize>,
    bar: &ProgressBar,
) -> Result<Value, Failure> {
    if let Some(outcome) = position.outcome() {
        let value = f64::from(outcome == Outcome::Win(Player::One));
        return Ok(json!({ "value": value, "best": [], "moves": {}, "nodes": 0 }));
    }
    // Two pieces per side take no time; beyond, what was computed once is not computed again.
    let small = Player::BOTH.iter().all(|&player| position.board().pieces(player).len() <= 2);
    // A residual is asked of what is computed here; `tablebase verify` tells that of a file.
    if let Some(mut answer) = (!small && !residual).then(|| tablebase::senet::from_folder(position)).flatten()
    {
        answer["nodes"] = json!(0);
        return Ok(answer);
    }
    let extent = extent(position)?;
    tablebase::enough_memory(Exact::memory(extent))?;
    let exact = Exact::build(position.rules(), extent, threads, &mut |now| tell(bar, now), &|| false);
    let exact = exact.expect("a table that nobody stops is finished");
    if let Some(unsettled) = exact.unsettled() {
        return Err(Failure::failed("not-settled", unsettled.to_string()));
    }
    let mut answer = answer_of(&exact, position)?;
    if small || residual {
        answer["residual"] = json!(exact.residual(threads, &mut |now| tell(bar, now), &|| false));
    }
    Ok(answer)
}

/// What a table says of a position and its moves.
fn answer_of(exact: &Exact, position: &Position) -> Result<Value, Failure> {
    let outside = || Failure::failed("too-large", "the table does not reach this position");
    let precision = if exact.width() == Precision::WIDE { Precision::FINE } else { Precision::COARSE };
    let with_roll = |cast: &Position| precision.replies(&exact.moves(cast).unwrap_or_default());
    let mut answer = if position.thrown().is_some() {
        with_roll(position)
    } else {
        let replies = |&(roll, _): &(Roll, u32)| (roll.to_string(), with_roll(&position.cast(roll)));
        json!({ "rolls": position.throws().iter().map(replies).collect::<Map<_, _>>() })
    };
    answer["value"] = json!(precision.round(exact.win(position).ok_or_else(outside)?));
    answer["nodes"] = json!(0);
    if exact.width() != Precision::WIDE {
        answer["table"] = json!(format!("{}-byte", exact.width()));
    }
    Ok(answer)
}

/// How much of a value means something.
#[derive(Clone, Copy, Debug)]
struct Precision {
    /// What the last digit that is told counts.
    digit: f64,
    /// Moves whose worth differs by less are equally good.
    tie: f64,
}

impl Precision {
    /// The bytes of a value with all its digits.
    const WIDE: usize = 8;
    /// Eight bytes: values have settled to 5e-11.
    const FINE: Self = Self { digit: 1e-12, tie: 1e-9 };
    /// Four bytes: their rounding alone adds up to 1e-7.
    const COARSE: Self = Self { digit: 1e-6, tie: 1e-6 };

    fn round(self, win: f64) -> f64 {
        // The quotient by a whole number reads as a person writes it.
        let digits = (1.0 / self.digit).round();
        (win * digits).round() / digits
    }

    /// The best of some moves, and the worth of each.
    fn replies(self, moves: &[(Move, f64)]) -> Value {
        let top = moves.iter().map(|(_, win)| *win).fold(f64::NEG_INFINITY, f64::max);
        let best = moves.iter().filter(|(_, win)| top - win < self.tie);
        let best: Vec<_> = best.map(|(mv, _)| mv.to_string()).collect();
        let moves: Map<_, _> =
            moves.iter().map(|(mv, win)| (mv.to_string(), json!(self.round(*win)))).collect();
        json!({ "best": best, "moves": moves })
    }
}

/// Bounds of the chance to win before the throw, and how far each of those that follow is from what its moves allow.
pub(super) fn certify(
    position: &Position,
    threads: NonZero<usize>,
    bar: &ProgressBar,
) -> Result<Value, Failure> {
    if position.outcome().is_some() || position.thrown().is_some() {
        let words = "there are bounds only before the throw, of a game that goes on";
        return Err(Failure::usage("no-bounds", words));
    }
    let extent = extent(position)?;
    tablebase::enough_memory(16 * extent.positions())?;
    let bounds = Bounds::enclose(position.rules(), extent, threads, &mut |now| tell(bar, now), &|| false);
    let bounds = bounds.expect("bounds that nobody stops are found");
    let (low, high) = bounds.win(position).expect("bounds before a throw are found");
    let fault = bounds.fault(threads, &mut |now| tell(bar, now), &|| false);
    Ok(json!({
        "value": Precision::FINE.round(f64::midpoint(low, high)),
        "low": low,
        "high": high,
        "gap": bounds.gap(),
        "fault": fault,
        "positions": extent.positions(),
    }))
}

/// Everything that can follow from a position.
fn extent(position: &Position) -> Result<Extent, Failure> {
    Layer::of(position).map(Extent::below).ok_or_else(|| {
        let pieces: u8 = Player::BOTH.iter().map(|&player| position.board().pieces(player).len()).sum();
        let limit = Layer::MOST_TOTAL;
        Failure::failed(
            "too-large",
            format!("{pieces} pieces on the board are too many to solve here; {limit} are possible"),
        )
    })
}

fn tell(bar: &ProgressBar, now: Progress) {
    let stage = match now.stage {
        Stage::Sweep { number, change } => format!("sweep {number}, last change {change:.1e}"),
        Stage::Check => "checking".to_owned(),
    };
    let sides = format!("{}+{}", now.layer.own(), now.layer.theirs());
    bar.set_message(format!("{sides}: {stage}, {:.0} %", 100.0 * now.part));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_bytes_tell_fewer_digits_and_more_ties() {
        let moves = [("13-15", 0.123_456_789_012_3), ("14-16", 0.123_456_389_012_3), ("pass", 0.1)];
        let moves = moves.map(|(mv, win)| (mv.parse::<Move>().unwrap(), win));
        let told = Precision::FINE.replies(&moves);
        assert_eq!((&told["best"], &told["moves"]["13-15"]), (&json!(["13-15"]), &json!(0.123_456_789_012)));
        let told = Precision::COARSE.replies(&moves);
        assert_eq!((&told["best"], &told["moves"]["13-15"]), (&json!(["13-15", "14-16"]), &json!(0.123_457)));
    }
}
