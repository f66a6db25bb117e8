use std::num::NonZero;

use indicatif::ProgressBar;
use serde_json::{Value, json};

use gebeta_endgame::senet::{Bounds, Exact, Progress, Reach, Stage};
use gebeta_rules::senet::Position;
use gebeta_rules::{Game, Outcome, Player};

use crate::senet_answer::{self, Precision};
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
    let outside = || Failure::failed("too-large", "the table does not reach this position");
    let win = exact.win(position).ok_or_else(outside)?;
    let moves = |thrown: &Position| Ok::<_, Failure>(exact.moves(thrown).unwrap_or_default());
    let mut answer = senet_answer::answer(position, win, Precision::COMPUTED, moves)?;
    answer["nodes"] = json!(0);
    if small || residual {
        answer["residual"] = json!(exact.residual(threads, &mut |now| tell(bar, now), &|| false));
    }
    Ok(answer)
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
        "value": Precision::COMPUTED.digits(f64::midpoint(low, high)),
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
