//! The engine protocol on standard input and output (`docs/engine-protocol.md`).

mod command;
mod session;
mod wire;

pub use session::{Flow, Session};

use crate::{Console, Failure};

/// `gebeta engine`.
pub(crate) fn run(console: &mut Console<'_>) -> Result<(), Failure> {
    wire::serve(&mut Session::new(), console.out)
}
