use std::time::Instant;

use gebeta_rules::mancala::{Position, Rules, SideWord};
use gebeta_rules::{Coded, Game, Player};
use gebeta_solver::file::Reader;
use gebeta_solver::mancala::{Builder, NoTableError, Shape, StoredTable, Table};

use super::part::PartFile;
use super::{BuildArgs, DiskFile, VerifyArgs, memory, progress_bar, refused, target};
use crate::position_report::PositionReport;
use crate::{CliError, Console, cores};

/// How many values are turned into bytes at a time.
const AT_ONCE: usize = 1 << 20;

/// Builds a table, or goes on with it.
pub(super) fn build(rules: &Rules, args: &BuildArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    if rules.pits.get() <= u64::PITS {
        build_with::<u64>(rules, args, console)
    } else {
        build_with::<u128>(rules, args, console)
    }
}

/// The same with sides of this word.
fn build_with<S: SideWord>(
    rules: &Rules,
    args: &BuildArgs,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    let stones = args.stones.unwrap_or_default();
    let shape = Shape::new(rules.pits, rules.law, stones).map_err(|error| match error {
        NoTableError::TooLarge { .. } => CliError::failed(error.code(), error.to_string()),
        NoTableError::Majority | NoTableError::Stones(_) => CliError::bad_value(&error),
    })?;
    let positions = Shape::positions(rules.pits, stones);
    // Besides the table a few of its largest parts, twice.
    memory::enough_for(positions.saturating_add(positions / 5))?;
    let header = shape.header();
    let target = target(args, &header)?;
    let Some(mut part) = PartFile::open(&target, &header)? else {
        writeln!(console.out, "{} is finished", target.display())?;
        return Ok(());
    };
    let mut builder = Builder::<S>::new(shape);
    let bar = progress_bar(positions, "positions");
    bar.set_message("reading what was kept");
    let kept = builder.take_over(&part.reader(&header)?, &mut |now| {
        bar.set_position(now.done);
        true
    });
    let before = builder.done();
    if before > 0 {
        writeln!(console.out, "resumes after {before} of {positions} positions")?;
        console.out.flush()?;
    }
    bar.reset_eta();
    let started = Instant::now();
    let mut entries = Vec::with_capacity(AT_ONCE);
    let mut writer = part.go_on(&header, kept)?;
    builder
        .run(cores::or_all(args.threads).get(), &|_| true, &mut |unit| {
            bar.set_message(format!("{} stones", unit.progress.stones));
            bar.set_position(unit.progress.done);
            unit.sections.iter().flat_map(|section| section.chunks(AT_ONCE)).try_for_each(|values| {
                entries.clear();
                entries.extend(values.iter().map(|value| value.cast_unsigned()));
                writer.append(&entries)
            })
        })
        .map_err(|error| part.not_saved(&error))?;
    bar.set_message("to the disk");
    part.finish(writer)?;
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    writeln!(
        console.out,
        "{}: {positions} positions, {} bytes, {seconds:.1} s, {:.1} million positions/s",
        target.display(),
        header.file_len(),
        (positions - before) as f64 / seconds / 1e6
    )?;
    Ok(())
}

/// Computes entries again: some by the readable rules, or all by the packed ones.
pub(super) fn verify(
    reader: Reader<DiskFile>,
    args: &VerifyArgs,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    let wrong = |shown: &dyn std::fmt::Display| {
        let message = format!("{}: the value of {shown} does not follow from its moves", args.file.display());
        Err(CliError::failed("table-wrong", message))
    };
    let positions = reader.header().entries();
    if args.full {
        memory::enough_for(positions.saturating_add(positions / 20))?;
        let bar = progress_bar(positions, "positions");
        let table = Table::load(&reader, &mut |_| true).map_err(|error| refused(&error))?;
        let table = table.expect("nobody said that it is enough");
        let found = table.first_wrong(&mut |compared| {
            bar.set_position(compared);
            true
        });
        bar.finish_and_clear();
        if let Some([own, theirs]) = found {
            return wrong(&format!("{own:?}/{theirs:?}"));
        }
        writeln!(console.out, "{positions} values follow from their moves")?;
        return Ok(());
    }
    let stored = StoredTable::new(reader).map_err(|error| refused(&error))?;
    let bar = progress_bar(args.samples, "samples");
    // Always the same ones for a table, and others for another.
    let mut dice = stored.reader().header().id();
    for _ in 0..args.samples {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let entry = ((u128::from(dice) * u128::from(positions)) >> 64) as u64;
        if let Err(position) = stored.agrees(entry).map_err(|error| refused(&error))? {
            return wrong(&position);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(console.out, "{} samples of {positions} values follow from their moves", args.samples)?;
    Ok(())
}

/// What the table says of a position.
pub(super) fn probe(reader: Reader<DiskFile>, position: &Position) -> Result<PositionReport, CliError> {
    if position.outcome().is_some() {
        return Ok(PositionReport::finished(position.lead(Player::One)));
    }
    let stored = StoredTable::new(reader).map_err(|error| refused(&error))?;
    let solved = stored.solved(position).map_err(|error| refused(&error))?.ok_or_else(|| {
        let stones = stored.shape().stones();
        let message = format!("the table holds positions with up to {stones} stones in the pits");
        CliError::failed("table-no-entry", message)
    })?;
    Ok(PositionReport::mancala(&solved, true))
}
