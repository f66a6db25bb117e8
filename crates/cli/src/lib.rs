//! The program `gebeta`: what was typed ([`args`]), what it means, and the commands that do it.

mod analyse;
pub mod args;
mod atomic_file;
mod bench;
mod board_text;
mod console;
mod contest;
mod convert;
pub mod engine;
mod failure;
mod folders;
mod hint_text;
mod menu;
mod perft;
mod play;
mod replay;
mod rule_args;
mod rulebook;
mod rules;
mod seat;
mod serve;
mod solve;
mod tablebase;

pub use console::Console;
pub use failure::Failure;

use args::{Cli, Command};

/// Does what the command line asks.
pub fn run(cli: Cli, console: &mut Console<'_>) -> Result<(), Failure> {
    match cli.command {
        None => menu::run(console),
        Some(Command::Mancala(args)) => play::mancala::run(&args, console),
        Some(Command::Senet(args)) => play::senet::run(&args, console),
        Some(Command::Serve(args)) => serve::run(&args, console),
        Some(Command::Engine(args)) => engine::run(&args, console),
        Some(Command::Perft(args)) => perft::run(&args, console),
        Some(Command::Solve(args)) => solve::run(&args, console),
        Some(Command::Tablebase(args)) => tablebase::run(&args, console),
        Some(Command::Match(args)) => contest::run(&args, console),
        Some(Command::Rules(args)) => rules::run(&args, console),
        Some(Command::Replay(args)) => replay::run(&args, console),
        Some(Command::Analyse(args)) => analyse::run(&args, console),
        Some(Command::Convert(args)) => convert::run(&args, console),
        Some(Command::Bench(args)) => bench::run(&args, console),
    }?;
    console.out.flush()?;
    Ok(())
}
