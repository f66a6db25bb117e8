//! `cargo xtask deny`: what `deny.toml` allows into the tree of dependencies, checked by cargo-deny.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::process::{cargo, command, run as run_command, succeeds};
use crate::workspace::Workspace;

/// The version that reads our `deny.toml`, so that a new one cannot fail an old commit.
const VERSION: &str = "0.20.2";

/// Checks bans, licenses and sources, and advisories where their database can be fetched.
pub(crate) fn run() -> Result<()> {
    let deny = install(&Workspace::read()?.target)?.display().to_string();
    run_command(&mut command(&deny, &["--log-level", "error", "check", "bans", "licenses", "sources"]))?;
    if succeeds(&mut command(&deny, &["fetch", "db"])) {
        run_command(&mut command(&deny, &["check", "--disable-fetch", "advisories"]))?;
    } else {
        println!("    advisories were not checked: their database cannot be fetched from here");
    }
    Ok(())
}

/// cargo-deny in a folder of the target directory, installed if it is not there in this version. Without optimization it is built
/// in a minute and checks as quickly.
fn install(target: &Path) -> Result<PathBuf> {
    let folder = target.join("cargo-deny");
    let program = folder.join("bin/cargo-deny");
    let stamp = folder.join(VERSION);
    if !stamp.is_file() || !succeeds(&mut command(&program.display().to_string(), &["--version"])) {
        let (root, build) = (folder.display().to_string(), folder.join("build").display().to_string());
        run_command(&mut cargo(&[
            "install",
            "cargo-deny",
            "--version",
            VERSION,
            "--locked",
            "--debug",
            "--quiet",
            "--root",
            &root,
            "--target-dir",
            &build,
        ]))?;
        std::fs::remove_dir_all(&build)?;
        std::fs::write(&stamp, "")?;
    }
    Ok(program)
}
