//! `cargo xtask load`: load test of a server of online games, with clients in separate processes.

use std::env::consts::EXE_SUFFIX;

use anyhow::{Result, bail};

use crate::process::{cargo, command, run as run_command};
use crate::workspace::Workspace;

/// Builds the program and the clients and runs them; `--quick` with few of everything, in a development build.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let is_quick = match args {
        ["--quick"] => true,
        [] | ["--db", _] | ["--db", _, _] => false,
        _ => bail!(
            "load takes --quick, or --db URL and moves a second to measure moves on that database alone"
        ),
    };
    let mut build = cargo(&["build", "--quiet", "--package", "gebeta-cli", "--package", "gebeta-load"]);
    if !is_quick {
        build.arg("--release");
    }
    run_command(&mut build)?;
    let folder = Workspace::read()?.target.join(if is_quick { "debug" } else { "release" });
    let program = |name: &str| folder.join(format!("{name}{EXE_SUFFIX}")).display().to_string();
    let mut load = command(&program("gebeta-load"), &[&program("gebeta")]);
    run_command(load.args(args))
}
