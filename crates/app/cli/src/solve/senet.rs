use std::num::NonZero;

use indicatif::ProgressBar;

use gebeta_rules::senet::Position;
use gebeta_rules::{Chance, Game, Outcome, Player};
use gebeta_solver::senet::{Bounds, Exact, Extent, Layer, Progress, Stage};

use crate::position_report::{BoundsReport, PositionReport, Precision};
use crate::{CliError, tablebase};

/// The chance to win from a position, to the last digit that means something. The residual of the table is computed if it
/// is asked for, or takes no time.
pub(super) fn solve(
    position: &Position,
    residual: bool,
    threads: NonZero<usize>,
    bar: &ProgressBar,
) -> Result<PositionReport, CliError> {
    if let Some(outcome) = position.outcome() {
        let value = f64::from(outcome == Outcome::Win(Player::One));
        return Ok(PositionReport::finished_senet(value).with_nodes(0));
    }
    // Two pieces per side take no time; beyond, what was computed once is not computed again.
    let small = Player::BOTH.iter().all(|&player| position.board().pieces(player).len() <= 2);
    // A residual is asked of what is computed here; `tablebase verify` tells that of a file.
    if let Some(report) = (!small && !residual).then(|| tablebase::senet::from_folder(position)).flatten() {
        return Ok(report.with_nodes(0));
    }
    let extent = extent(position)?;
    tablebase::enough_memory(Exact::memory(extent))?;
    let exact = Exact::build(position.rules(), extent, threads, &mut |now| tell(bar, now), &|| false);
    let exact = exact.expect("a build without a stop condition finishes");
    if let Some(unsettled) = exact.unsettled() {
        return Err(CliError::failed("not-settled", unsettled.to_string()));
    }
    let outside = || CliError::failed("too-large", "the table does not reach this position");
    let win = exact.win(position).ok_or_else(outside)?;
    let moves = |thrown: &Position| Ok::<_, CliError>(exact.moves(thrown).unwrap_or_default());
    let precision = if exact.width() == 8 { Precision::COMPUTED } else { Precision::FOUR_BYTES };
    let width = (exact.width() != 8).then(|| format!("{}-byte", exact.width()));
    let residual =
        (small || residual).then(|| exact.residual(threads, &mut |now| tell(bar, now), &|| false)).flatten();
    let report = PositionReport::senet(position, win, precision, moves)?;
    Ok(report.with_nodes(0).with_table(width).with_residual(residual))
}

/// Bounds of the chance to win before the throw, and how far each of those that follow is from what its moves allow.
pub(super) fn certify(
    position: &Position,
    threads: NonZero<usize>,
    bar: &ProgressBar,
) -> Result<BoundsReport, CliError> {
    if position.outcome().is_some() || position.thrown().is_some() {
        let words = "there are bounds only before the throw, of a game that goes on";
        return Err(CliError::usage("no-bounds", words));
    }
    let extent = extent(position)?;
    tablebase::enough_memory(16 * extent.positions())?;
    let bounds = Bounds::enclose(position.rules(), extent, threads, &mut |now| tell(bar, now), &|| false);
    let bounds = bounds.expect("a search without a stop condition finishes");
    let (low, high) = bounds.win(position).expect("bounds before a throw are found");
    let fault = bounds.fault(threads, &mut |now| tell(bar, now), &|| false);
    Ok(BoundsReport {
        value: Precision::COMPUTED.digits(f64::midpoint(low, high)),
        low,
        high,
        gap: bounds.gap(),
        fault,
        positions: extent.positions(),
    })
}

/// Everything that can follow from a position.
fn extent(position: &Position) -> Result<Extent, CliError> {
    Layer::of(position).map(Extent::below).ok_or_else(|| {
        let pieces: u8 = Player::BOTH.iter().map(|&player| position.board().pieces(player).len()).sum();
        let limit = Layer::MOST_TOTAL;
        CliError::failed(
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
