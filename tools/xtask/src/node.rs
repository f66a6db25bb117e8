//! Node and what npm fetches for us: tests in a real browser, and a tool that makes programs smaller.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::process::{command, succeeds};
use crate::workspace;

/// The folder with the list of what is fetched.
pub(crate) fn folder() -> PathBuf {
    workspace::root().join("e2e")
}

/// Fetches everything on the list, unless it is there.
///
/// # Errors
/// Says in one line what is missing.
pub(crate) fn fetch() -> Result<()> {
    if !succeeds(&mut command("node", &["--version"])) {
        bail!("there is no node here");
    }
    let npm = |args: &[&str]| succeeds(command("npm", args).current_dir(folder()));
    // `npm ls` fails if anything on the list is missing or has another version.
    if npm(&["ls"]) || npm(&["ci", "--no-audit", "--no-fund"]) {
        return Ok(());
    }
    bail!("npm could not fetch what e2e/package.json lists")
}

/// The folder of a package on the list.
///
/// # Errors
/// Says in one line why it cannot be had.
pub(crate) fn package(name: &str) -> Result<PathBuf> {
    fetch()?;
    Ok(folder().join("node_modules").join(name))
}
