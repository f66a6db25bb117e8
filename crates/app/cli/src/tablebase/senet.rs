use std::time::Instant;

use gebeta_rules::senet::{Pieces, Position, Rules};
use gebeta_solver::file::{Reader, TableError};
use gebeta_solver::senet::{Extent, Layer, Plan, Stage, Step, StepError, StoredTable, TableFileBuilder};

use super::forecast::{Forecast, with_mirror_image};
use super::part::PartFile;
use super::sweeps_file::SweepsFile;
use super::{BuildArgs, DiskFile, Tables, VerifyArgs, memory, progress_bar, refused, target};
use crate::position_report::{PositionReport, Precision};
use crate::{CliError, Console, cores};

/// Builds a table, or goes on with it.
pub(super) fn build(rules: &Rules, args: &BuildArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let extent = args.total.map_or_else(|| Extent::per_side(args.pieces.unwrap_or(3)), Extent::total);
    let extent =
        extent.ok_or_else(|| CliError::usage("bad-pieces", "there are tables of up to ten pieces"))?;
    let plan = Plan::new(rules, extent);
    let (header, positions) = (plan.header(), extent.positions());
    let until = args.until.unwrap_or(if args.forecast { FORECAST_UNTIL } else { Layer::MOST_TOTAL });
    let now = || extent.groups().filter(move |layer| layer.total() <= until);
    memory::enough_for(now().map(TableFileBuilder::memory).max().unwrap_or(0))?;
    let target = target(args, &header)?;
    let Some(mut part) = PartFile::open(&target, &header)? else {
        writeln!(console.out, "{} is finished", target.display())?;
        return Ok(());
    };
    let reader = part.reader(&header)?;
    let bar = progress_bar(positions, "positions");
    bar.set_message("reading what was kept");
    let kept = TableFileBuilder::whole(extent, reader.whole_sections(&mut |_, _| true));
    let mut done: u64 = header.sections()[..kept].iter().map(|section| section.entries).sum();
    if done > 0 {
        writeln!(console.out, "resumes after {done} of {positions} positions")?;
        console.out.flush()?;
    }
    let mut writer = part.go_on(&header, kept)?;
    let stepwise = TableFileBuilder::new(&plan, cores::or_all(args.threads));
    let mut sweeps_file = SweepsFile::beside(&target, args.between_sweeps());
    let started = Instant::now();
    let skip = extent.groups().take_while(|&layer| {
        let end = header.find(layer.theirs().into(), layer.own().into());
        end.is_some_and(|end| end < kept)
    });
    let mut forecast = Forecast::default();
    for layer in now().skip(skip.count()) {
        let began = Instant::now();
        let step = stepwise.solve(
            layer,
            &reader,
            &mut sweeps_file,
            &mut |now| {
                if let Stage::Sweep { number, change } = now.stage {
                    let sides = format!("{}+{}", now.layer.own(), now.layer.theirs());
                    bar.set_message(format!(
                        "{sides} sweep {number}, {:.0} %, last change {change:.1e}",
                        100.0 * now.part
                    ));
                }
                true
            },
            &mut |entries| writer.append(entries),
        );
        let step = step.map_err(|error| match error {
            StepError::Table(error) => refused(&error),
            StepError::Output(error) => part.not_saved(&error),
            StepError::Unsettled(error) => CliError::failed("not-settled", error.to_string()),
        })?;
        sweeps_file.forget(writer.sync().map_err(|error| part.not_saved(&error))?);
        done += with_mirror_image(layer);
        bar.set_position(done);
        if let Step::Done { sweeps, now, start, .. } = step {
            forecast.hear(layer, [sweeps, now], began.elapsed(), positions - done, console)?;
            if let Some(start) = start {
                writeln!(console.out, "start with {} a side, not yet rounded: {start:.7}", layer.own())?;
            }
        }
    }
    bar.finish_and_clear();
    if done < positions {
        writer.sync().map_err(|error| part.not_saved(&error))?;
        tell_starts(part.reader(&header)?, until, console)?;
        return forecast.tell(extent, until, &header, console);
    }
    part.finish(writer)?;
    writeln!(
        console.out,
        "{}: {positions} positions, {} bytes, {:.1} s",
        target.display(),
        header.file_len(),
        started.elapsed().as_secs_f64()
    )?;
    let stored = StoredTable::new(super::open(&target)?).map_err(|error| refused(&error))?;
    let samples = positions.min(SAMPLES);
    let residual = residual(&stored, samples, samples == positions)?;
    writeln!(
        console.out,
        "residual {residual:.2e} in {samples} positions (two bytes round by {:.2e})",
        StoredTable::<DiskFile>::ROUNDING
    )?;
    Ok(())
}

/// Of how many values a finished build tells the residual; `verify` tells that of more.
const SAMPLES: u64 = 10_000;

/// How many pieces a forecast is made from: layers that take seconds.
const FORECAST_UNTIL: u8 = 5;

/// What the starts are worth that an unfinished table knows: to be held against what is known of them.
fn tell_starts(unfinished: Reader<DiskFile>, until: u8, console: &mut Console<'_>) -> Result<(), CliError> {
    let stored = StoredTable::new(unfinished).map_err(|error| refused(&error))?;
    let plan = *stored.plan();
    for pieces in (1..=until / 2).filter_map(Pieces::new) {
        let start = Position::start(&Rules { pieces, ..*plan.rules() });
        let layer = Layer::new(pieces.get(), pieces.get()).filter(|&layer| plan.extent().covers(layer));
        if layer.is_none() {
            break;
        }
        if let Some(win) = stored.win(&start).map_err(|error| refused(&error))? {
            let win = Precision::TWO_BYTES.digits(win);
            writeln!(console.out, "start with {} a side: {win}", pieces.get())?;
        }
    }
    Ok(())
}

/// Holds entries against the rules: some, or all.
pub(super) fn verify(
    reader: Reader<DiskFile>,
    args: &VerifyArgs,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    let stored = StoredTable::new(reader).map_err(|error| refused(&error))?;
    let positions = stored.reader().header().entries();
    let count = if args.full { positions } else { args.samples };
    let worst = residual(&stored, count, args.full)?;
    // A value and the average of its successors are each rounded to two bytes; iteration leaves a little more.
    let rounding = StoredTable::<DiskFile>::ROUNDING;
    if worst > 2.1 * rounding {
        let message = format!("{}: a value is {worst:.1e} away from what its moves say", args.file.display());
        return Err(CliError::failed("table-wrong", message));
    }
    let of = if args.full { String::new() } else { format!(" samples of {positions}") };
    writeln!(
        console.out,
        "{count}{of} values follow from their moves within {worst:.2e} (two bytes round by {rounding:.2e})"
    )?;
    Ok(())
}

/// How far a value is at most from what its moves say: of all, or of so many samples.
fn residual(stored: &StoredTable<DiskFile>, count: u64, all: bool) -> Result<f64, CliError> {
    let positions = stored.reader().header().entries();
    let bar = progress_bar(count, "positions");
    // Always the same ones for a table, and others for another.
    let mut dice = stored.reader().header().id();
    let mut worst = 0.0;
    for number in 0..count {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let drawn = ((u128::from(dice) * u128::from(positions)) >> 64) as u64;
        let entry = if all { number } else { drawn };
        worst = f64::max(worst, stored.fault(entry).map_err(|error| refused(&error))?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(worst)
}

/// What the table says of a position.
pub(super) fn probe(reader: Reader<DiskFile>, position: &Position) -> Result<PositionReport, CliError> {
    let stored = StoredTable::new(reader).map_err(|error| refused(&error))?;
    let missing = || CliError::failed("table-no-entry", "the table does not reach this position");
    answer_of(&stored, position).map_err(|error| refused(&error))?.ok_or_else(missing)
}

/// What a table in the user's folder says of a position; none if none reaches it.
pub(crate) fn from_folder(position: &Position) -> Option<PositionReport> {
    Tables::default().ask_senet(|stored| answer_of(stored, position))
}

/// What a table says of a position and its moves; none if it does not reach it.
fn answer_of(
    stored: &StoredTable<DiskFile>,
    position: &Position,
) -> Result<Option<PositionReport>, TableError> {
    let Some(win) = stored.win(position)? else { return Ok(None) };
    let moves = |thrown: &Position| stored.moves(thrown).map(Option::unwrap_or_default);
    let report = PositionReport::senet(position, win, Precision::TWO_BYTES, moves)?;
    Ok(Some(report.with_table(Some("2-byte".to_owned()))))
}
