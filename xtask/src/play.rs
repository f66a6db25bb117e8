//! `cargo xtask play`: from a fresh clone to a game.

use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};

use crate::process::{self, cargo};
use crate::workspace::Workspace;

/// Builds `gebeta` and starts it with `args`; its exit code is ours.
pub(crate) fn run(args: &[&str]) -> Result<ExitCode> {
    process::run(&mut cargo(&["build", "--release", "--package", "gebeta-cli", "--bin", "gebeta"]))?;
    let file = format!("gebeta{}", std::env::consts::EXE_SUFFIX);
    let program = Workspace::read()?.target.join("release").join(file);
    // The player's own folder and keyboard, not the workspace's: a path among `args` is meant from there.
    let status = Command::new(program).args(args).stdin(Stdio::inherit()).status();
    let code = status.context("cannot start gebeta")?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
