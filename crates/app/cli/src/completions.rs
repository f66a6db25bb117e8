use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::{CliError, Console};

/// `gebeta completions SHELL`.
pub(crate) fn run(args: &CompletionsArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gebeta", &mut script);
    console.out.write_all(&script)?;
    Ok(())
}
