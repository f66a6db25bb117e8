use gebeta_rules::{Player, Record};

use crate::args::ReplayArgs;
use crate::play::board_text;
use crate::{CliError, Console, record_file};

/// `gebeta replay`: all of it for a pipe, step by step for a person.
pub(crate) fn run(args: &ReplayArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let record = record_file::load_or_input(&args.file, None, console)?;
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
