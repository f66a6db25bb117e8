//! The program `gebeta`: what was typed ([`args`]), what it means, and the commands that do it.

// What only commands use that a smaller program does not have; the whole program has no dead code.
#![cfg_attr(not(all(feature = "server", feature = "tui")), allow(dead_code, unused_imports))]

#[cfg(feature = "server")]
mod admin;
mod analyse;
pub mod args;
mod atomic_file;
#[cfg(feature = "server")]
mod backup;
mod bench;
mod bot_match;
#[cfg(feature = "server")]
mod check;
mod cli_error;
mod completions;
mod config;
mod console;
mod convert;
mod cores;
pub mod engine;
mod folders;
#[cfg(feature = "tui")]
mod fullscreen;
mod game_archive;
mod game_file;
#[cfg(feature = "tui")]
mod game_storage;
mod hint_text;
pub mod history;
mod interrupt;
mod left_out;
mod local_engine;
mod man;
mod number;
#[cfg(feature = "tui")]
mod online;
mod perft;
mod play;
mod position_report;
mod record_file;
mod replay;
mod rule_args;
mod rules;
#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "server")]
mod serve_check;
#[cfg(feature = "server")]
mod serve_config;
mod solve;
mod stats;
mod tablebase;
mod verify;

pub use cli_error::CliError;
pub use console::Console;

use args::{Cli, Command};

/// Does what the command line asks.
pub fn run(cli: Cli, console: &mut Console<'_>) -> Result<(), CliError> {
    let settings = &cli.all_settings()?;
    // A wrong flag or variable is refused, whether or not the command would use it.
    config::Config::load(settings)?;
    #[cfg(feature = "tui")]
    if let Some(done) = fullscreen::run(&cli, settings, console) {
        return done;
    }
    match cli.command {
        None => play::menu::run(settings, console),
        Some(Command::Mancala(args)) => play::mancala(&args, settings, console),
        Some(Command::Senet(args)) => play::senet(&args, settings, console),
        #[cfg(feature = "server")]
        Some(Command::Serve(args)) => serve::run(&args, console),
        #[cfg(feature = "server")]
        Some(Command::Admin(args)) => admin::run(&args, console),
        #[cfg(feature = "server")]
        Some(Command::Backup(args)) => backup::run(&args, console),
        #[cfg(feature = "server")]
        Some(Command::Check(args)) => check::run(&args, console),
        #[cfg(not(feature = "server"))]
        Some(Command::WithoutServer(_)) => Err(left_out::refusal("the server", "server")),
        #[cfg(feature = "tui")]
        Some(Command::Online(args)) => online::run(&args, settings, console),
        #[cfg(not(feature = "tui"))]
        Some(Command::WithoutFullScreen(_)) => {
            Err(left_out::refusal("the full screen and online games", "tui"))
        }
        Some(Command::Engine(args)) => engine::run(&args, console),
        Some(Command::Perft(args)) => perft::run(&args, console),
        Some(Command::Solve(args)) => solve::run(&args, console),
        Some(Command::Tablebase(args)) => tablebase::run(&args, console),
        Some(Command::Match(args)) => bot_match::run(&args, console),
        Some(Command::Rules(args)) => rules::run(&args, console),
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
