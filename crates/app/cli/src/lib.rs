//! The program `gebeta`: what was typed ([`args`]), what it means, and the commands that do it.

mod admin;
mod analyse;
pub mod args;
mod atomic_file;
mod backup;
mod bench;
mod bot_match;
mod check;
mod completions;
mod config;
mod console;
mod convert;
mod cores;
pub mod engine;
mod failure;
mod folders;
mod fullscreen;
mod game_archive;
mod hint_text;
pub mod history;
mod local_engine;
mod man;
mod online;
mod perft;
mod play;
mod position_report;
mod replay;
mod rule_args;
mod rulebook;
mod rules;
mod serve;
mod serve_check;
mod serve_config;
mod solve;
mod stats;
mod tablebase;
mod verify;

pub use console::Console;
pub use failure::Failure;

use args::{Cli, Command};

/// Does what the command line asks.
pub fn run(cli: Cli, console: &mut Console<'_>) -> Result<(), Failure> {
    let settings = &cli.settings;
    match cli.command {
        None if fullscreen::wanted(false, console) => fullscreen::menu(settings),
        None => play::menu::run(settings, console),
        Some(Command::Mancala(args)) if fullscreen::wanted(args.play.plain, console) => {
            fullscreen::mancala(&args, settings)
        }
        Some(Command::Senet(args)) if fullscreen::wanted(args.play.plain, console) => {
            fullscreen::senet(&args, settings)
        }
        Some(Command::Mancala(args)) => play::mancala(&args, settings, console),
        Some(Command::Senet(args)) => play::senet(&args, settings, console),
        Some(Command::Serve(args)) => serve::run(&args, console),
        Some(Command::Admin(args)) => admin::run(&args, console),
        Some(Command::Backup(args)) => backup::run(&args, console),
        Some(Command::Check(args)) => check::run(&args, console),
        Some(Command::Online(args)) => online::run(&args, settings, console),
        Some(Command::Engine(args)) => engine::run(&args, console),
        Some(Command::Perft(args)) => perft::run(&args, console),
        Some(Command::Solve(args)) => solve::run(&args, console),
        Some(Command::Tablebase(args)) => tablebase::run(&args, console),
        Some(Command::Match(args)) => bot_match::run(&args, console),
        Some(Command::Rules(args)) => rules::run(&args, console),
        Some(Command::Replay(args)) if fullscreen::wanted(args.plain, console) => {
            fullscreen::replay(&args, settings)
        }
        Some(Command::Replay(args)) => replay::run(&args, console),
        Some(Command::Analyse(args)) => analyse::run(&args, console),
        Some(Command::Convert(args)) => convert::run(&args, console),
        Some(Command::Verify(args)) => verify::run(&args, console),
        Some(Command::Stats(args)) => stats::run(&args, console),
        Some(Command::Bench(args)) => bench::run(&args, console),
        Some(Command::Completions(args)) => completions::run(&args, console),
        Some(Command::Man) => man::run(console),
    }?;
    console.out.flush()?;
    Ok(())
}
