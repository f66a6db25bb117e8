//! `cargo xtask play`: from a fresh clone to a game.

use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};

use crate::process::{self, cargo};
use crate::wasm;
use crate::web::{self, Purpose};
use crate::workspace::Workspace;

/// Builds `gebeta` and starts it with `args`, or in the browser without any; its exit code is ours.
pub(crate) fn run(args: &[&str]) -> Result<ExitCode> {
    let mut build = cargo(&["build", "--release", "--package", "gebeta-cli", "--bin", "gebeta"]);
    // A game in the terminal need not wait for the browser's part.
    let args = if let [] | ["serve", ..] = args {
        let bundle = web::build(&wasm::toolchain()?, Purpose::Release)?;
        build.env(web::FOLDER_VARIABLE, bundle);
        if args.is_empty() { &["serve", "--open"] } else { args }
    } else {
        args
    };
    process::run(&mut build)?;
    let file = format!("gebeta{}", std::env::consts::EXE_SUFFIX);
    let program = Workspace::read()?.target.join("release").join(file);
    // The player's own folder and keyboard, not the workspace's: a path among `args` is meant from there.
    let status = Command::new(program).args(args).stdin(Stdio::inherit()).status();
    let code = status.context("cannot start gebeta")?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
