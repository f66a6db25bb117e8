//! Running other programs in the folder of the workspace.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::workspace;

/// Whether a CI service runs this, where nothing may be left out because a tool is missing. `gebeta_testkit::tools` asks the
/// same of the same variables.
pub(crate) fn is_ci() -> bool {
    let is_set = |value: String| !(value.is_empty() || value == "0" || value.eq_ignore_ascii_case("false"));
    std::env::var_os("GEBETA_NEED_TOOLS").is_some() || std::env::var("CI").is_ok_and(is_set)
}

/// `program` with `args`, to be run at the root of the workspace and without standard input.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(workspace::root()).stdin(Stdio::null());
    command
}

/// The cargo that runs this program, with `args`.
pub(crate) fn cargo(args: &[&str]) -> Command {
    command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()), args)
}

/// Runs `command`, whose output goes straight through, and fails if it does.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", words(command)))?;
    if !status.success() {
        bail!("{} failed ({status})", words(command));
    }
    Ok(())
}

/// What `command` prints.
pub(crate) fn output_of(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {}", words(command)))?;
    if !output.status.success() {
        let told = String::from_utf8_lossy(&output.stderr);
        bail!("{} failed ({}): {}", words(command), output.status, told.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{} printed no text", words(command)))
}

/// All that `command` prints, its errors included. If it fails, that is part of the error.
pub(crate) fn transcript_of(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {}", words(command)))?;
    let [printed, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let transcript = format!("{errors}{printed}");
    if !output.status.success() {
        bail!("{} failed ({}):\n{transcript}", words(command), output.status);
    }
    Ok(transcript)
}

/// Whether `command` can be run and succeeds; what it prints is not shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The command line as one would type it, without the folder of the program.
fn words(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    format!("`{}`", words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "))
}
