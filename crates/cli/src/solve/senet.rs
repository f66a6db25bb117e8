use std::num::NonZero;

use indicatif::ProgressBar;
use serde_json::{Map, Value, json};

use gebeta_endgame::senet::{Bounds, Exact, Progress, Reach, Stage};
use gebeta_rules::senet::Position;
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
    let small = most_of_a_side(position) <= 2;
    // A residual is asked of what is computed here; `tablebase verify` tells that of a file.
    if let Some(mut answer) = (!small && !residual).then(|| tablebase::senet::from_folder(position)).flatten()
    {
        answer["nodes"] = json!(0);
        return Ok(answer);
    }
    let reach = reach(position)?;
    tablebase::enough_memory(Exact::memory(reach))?;
    let exact = Exact::build(position.rules(), reach, threads, &mut |now| tell(bar, now), &|| false);
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
    let value = digits(exact.win(position).ok_or_else(outside)?);
    let with_roll = |cast: &Position| {
        let moves = exact.moves(cast).unwrap_or_default();
        let top = moves.iter().map(|(_, win)| *win).fold(f64::NEG_INFINITY, f64::max);
        // Moves whose worth differs by less than the table's error are equally good.
        let best: Vec<_> =
            moves.iter().filter(|(_, win)| top - win < 1e-9).map(|(mv, _)| mv.to_string()).collect();
        let by_move: Map<_, _> =
            moves.iter().map(|(mv, win)| (mv.to_string(), json!(digits(*win)))).collect();
        (json!(best), Value::Object(by_move))
    };
    if position.thrown().is_some() {
        let (best, moves) = with_roll(position);
        return Ok(json!({ "value": value, "best": best, "moves": moves, "nodes": 0 }));
    }
    let rolls: Map<_, _> = position
        .throws()
        .iter()
        .map(|&(roll, _)| {
            let (best, moves) = with_roll(&position.cast(roll));
            (roll.to_string(), json!({ "best": best, "moves": moves }))
        })
        .collect();
    Ok(json!({ "value": value, "rolls": rolls, "nodes": 0 }))
}

/// Bounds of the chance to win before the throw, and how far each of those that follow is from what its moves allow.
pub(super) fn certify(
    position: &Position,
    threads: NonZero<usize>,
    bar: &ProgressBar,
) -> Result<Value, Failure> {
    let reach = reach(position)?;
    tablebase::enough_memory(16 * reach.positions())?;
    let bounds = Bounds::enclose(position.rules(), reach, threads, &mut |now| tell(bar, now), &|| false);
    let bounds = bounds.expect("bounds that nobody stops are found");
    let (low, high) = bounds.win(position).ok_or_else(|| {
        Failure::usage("no-bounds", "there are bounds only before the throw, of a game that goes on")
    })?;
    let fault = bounds.fault(threads, &mut |now| tell(bar, now), &|| false);
    Ok(json!({
        "value": digits(f64::midpoint(low, high)),
        "low": low,
        "high": high,
        "gap": bounds.gap(),
        "fault": fault,
        "positions": reach.positions(),
    }))
}

fn most_of_a_side(position: &Position) -> u8 {
    Player::BOTH.map(|player| position.board().pieces(player).len()).into_iter().max().unwrap_or(1)
}

fn reach(position: &Position) -> Result<Reach, Failure> {
    let most = most_of_a_side(position);
    Reach::new(most).ok_or_else(|| {
        let limit = Reach::MOST;
        Failure::failed(
            "too-large",
            format!("{most} pieces per side are too many to solve here; {limit} are possible"),
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

/// A probability with the twelve digits that mean something.
fn digits(win: f64) -> f64 {
    (win * 1e12).round() / 1e12
}
