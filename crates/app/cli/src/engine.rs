//! The engine protocol on standard input and output (`docs/developing/engine-protocol.md`), and that of Kalah tournaments.

mod command;
mod kgp;
mod session;
mod wire;

pub use session::{Flow, Session};

use crate::args::EngineArgs;
use crate::{CliError, Console};

/// `gebeta engine`.
pub(crate) fn run(args: &EngineArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    match &args.kgp {
        Some(address) => kgp::run(address, args, console),
        None => wire::serve(&mut Session::new(), console.out),
    }
}
