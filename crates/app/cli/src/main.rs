//! The binary: reads the command line, runs it, and turns a failure into a sentence and an exit code.

use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use gebeta_cli::args::Cli;
use gebeta_cli::{CliError, Console, run};

fn main() -> ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => {
            // Not locked: the engine reads in a thread of its own.
            let mut input = BufReader::new(io::stdin());
            // Nor this: a panic in any thread must be able to give the terminal back.
            let mut out = BufWriter::new(io::stdout());
            let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
            run(cli, &mut Console::new(&mut input, &mut out, interactive))
        }
        Err(error) => explain(&error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_silent() => ExitCode::from(failure.exit_code()),
        Err(failure) => {
            // Nobody may be listening there either; then there is nobody left to tell.
            let _ = writeln!(io::stderr(), "{failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Help and version are answers, anything else is wrong usage.
fn explain(error: &clap::Error) -> Result<(), CliError> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            error.print()?;
            Ok(())
        }
        _ => {
            let text = error.render().to_string();
            Err(CliError::usage("usage", text.trim().trim_start_matches("error: ")))
        }
    }
}
