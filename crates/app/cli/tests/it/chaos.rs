//! What the tests share that are long when `cargo xtask chaos` asks for it: servers as processes, players that note what
//! they were promised, and the system calls of a server.

mod dice;
mod disk;
mod game;
mod pairs;
mod server;
mod trace;

pub(crate) use dice::Dice;
pub(crate) use disk::{Ballast, small_disk};
pub(crate) use game::Game;
pub(crate) use pairs::{Acked, Move, Pairs, compare, next, sit};
pub(crate) use server::{Server, free_port, started_by};
pub(crate) use trace::{Call, Trace};

/// How long a test is: what the variable says, or `quick`.
pub(crate) fn length(variable: &str, quick: usize) -> usize {
    std::env::var(variable).map_or(quick, |length| length.parse().expect("a number"))
}

/// A row of the table that `cargo xtask chaos` prints.
#[allow(clippy::print_stdout, reason = "chaos collects it")]
pub(crate) fn row(figures: &str) {
    println!("chaos: {figures}");
}
