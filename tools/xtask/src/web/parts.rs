//! Compiles the two programs, makes their bindings, and shrinks them for a release.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Purpose, optimize};
use crate::process::{cargo, command, run as run_command};
use crate::wasm::Toolchain;

/// The crates of the programs that a browser runs.
const PACKAGES: [&str; 2] = ["gebeta-web", "gebeta-worker"];

/// Builds both programs and gives the folder with `main.js`, `main_bg.wasm` and the same of `engine`; what `main` loads
/// later is in [`later`].
pub(super) fn build(toolchain: &Toolchain, purpose: Purpose, target: &Path) -> Result<PathBuf> {
    let mut build = toolchain.build()?;
    build.args(["--profile", purpose.profile(), "--lib", "--bin", "gebeta_worker"]);
    // Views of one type instead of a type for each: a seventh less to load, and sooner compiled.
    build.args(["--config", r#"target.wasm32-unknown-unknown.rustflags=["--cfg", "erase_components"]"#]);
    for package in PACKAGES {
        build.args(["--package", package]);
    }
    run_command(&mut build)?;
    run_command(&mut cargo(&["build", "--quiet", "--profile", "tool", "--package", "xtask-bundle"]))?;
    let folder = target.join("bundle-parts");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let made = toolchain.made(purpose.profile())?;
    let split = later(&folder);
    run_command(bundle(target, "split").arg(made.join("gebeta_web.wasm")).arg(&split))?;
    for (file, name) in [(split.join("main.wasm"), "main"), (made.join("gebeta_worker.wasm"), "engine")] {
        run_command(bundle(target, "bind").arg(&file).arg(name).arg(&folder))?;
    }
    // What stays is loaded later; this one has its bindings now.
    fs::remove_file(split.join("main.wasm"))?;
    if purpose == Purpose::Release {
        for program in programs(&folder)?.into_iter().chain(programs(&split)?) {
            optimize::shrink(&program)?;
        }
    }
    Ok(folder)
}

/// The folder in `parts` of what the program loads on demand, beside `split.js`, which loads it.
pub(super) fn later(parts: &Path) -> PathBuf {
    parts.join("later")
}

/// The compiled programs in a folder, by name.
pub(super) fn programs(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "wasm"));
    files.sort();
    Ok(files)
}

/// Writes a compressed copy beside each file.
pub(super) fn squeeze(target: &Path, files: &[PathBuf]) -> Result<()> {
    run_command(bundle(target, "compress").args(files))
}

/// The tool beside xtask that does `what`.
fn bundle(target: &Path, what: &str) -> std::process::Command {
    let program = target.join("tool").join(format!("xtask-bundle{}", std::env::consts::EXE_SUFFIX));
    command(&program.to_string_lossy(), &[what])
}
