use std::path::Path;

use gebeta_rules::interchange::Format;
use gebeta_rules::{Player, Record};

use crate::args::ReplayArgs;
use crate::play::board_text;
use crate::{CliError, Console, atomic_file};

/// The file name that means standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// `gebeta replay`: all of it for a pipe, step by step for a person.
pub(crate) fn run(args: &ReplayArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let record = load_or_input(&args.file, None, console)?;
    let names = Player::BOTH.map(|player| record.players[player].name.as_str());
    writeln!(
        console.out,
        "{} against {}, {} ({})",
        names[0],
        names[1],
        record.rules.game(),
        record.rule_set
    )?;
    if !console.interactive {
        for ply in 0..=record.plies().len() {
            show(&record, ply, console)?;
        }
        return Ok(());
    }
    let last = record.plies().len();
    let mut ply = 0;
    loop {
        show(&record, ply, console)?;
        let question = format!("[{ply}/{last}] Enter next, b back, a number to jump, q quit:");
        let step = console.ask(&question, |text| match text {
            "" | "n" => Ok(Some((ply + 1).min(last))),
            "b" => Ok(Some(ply.saturating_sub(1))),
            "q" => Ok(None),
            number => match number.parse() {
                Ok(number) if number <= last => Ok(Some(number)),
                _ => Err(format!("The game has moves 0 to {last}.")),
            },
        })?;
        match step {
            Some(next) => ply = next,
            None => return Ok(()),
        }
    }
}

/// Reads a stored game and replays every move of it; one of another program where it looks like that.
pub(crate) fn load(path: &Path) -> Result<Record, CliError> {
    load_as(path, None)
}

/// Reads a game in this format, or in the one it looks like; `-` is standard input.
pub(crate) fn load_or_input(
    path: &Path,
    format: Option<Format>,
    console: &mut Console<'_>,
) -> Result<Record, CliError> {
    if path.as_os_str() == STANDARD_INPUT {
        return parse(Path::new("standard input"), &console.read_all(Record::MAX_FILE_BYTES)?, format);
    }
    load_as(path, format)
}

fn load_as(path: &Path, format: Option<Format>) -> Result<Record, CliError> {
    parse(path, &atomic_file::read(path, Record::MAX_FILE_BYTES)?, format)
}

fn parse(path: &Path, text: &str, format: Option<Format>) -> Result<Record, CliError> {
    let format = format.unwrap_or_else(|| Format::recognize(text));
    format.read(text).map_err(|error| CliError::bad_file(path, &error))
}

/// The position after the first `ply` plies.
fn show(record: &Record, ply: usize, console: &mut Console<'_>) -> Result<(), CliError> {
    writeln!(console.out)?;
    // By place: a walk through all moves for each of them would take minutes in a long game.
    let last = ply.checked_sub(1).map(|last| (record.positions()[last].to_move(), record.plies()[last]));
    if let Some((Some(player), played)) = last {
        writeln!(console.out, "{ply}. {} {played}", record.players[player].name)?;
    }
    let position = record.positions()[ply];
    writeln!(console.out, "{}\n{position}", board_text::board(&position))?;
    let decided = record.decided.filter(|_| ply == record.plies().len());
    if let Some(outcome) = position.outcome().or(decided) {
        match outcome.winner() {
            Some(player) => writeln!(console.out, "{} wins.", record.players[player].name)?,
            None => writeln!(console.out, "A draw.")?,
        }
    }
    Ok(())
}
