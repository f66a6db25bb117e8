//! What compilers and their like make: the two programs with their bindings, small where that is asked for.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Purpose, optimize};
use crate::process::{cargo, command, run as run_command};
use crate::wasm::Toolchain;

/// The programs that a browser runs: the crate, its file, and the name of what is made of it.
const PROGRAMS: [(&str, &str, &str); 2] =
    [("gebeta-web", "gebeta_web.wasm", "main"), ("gebeta-worker", "gebeta_worker.wasm", "engine")];

/// Builds both programs and gives the folder with `main.js`, `main_bg.wasm` and the same of `engine`.
pub(super) fn build(toolchain: &Toolchain, purpose: Purpose, target: &Path) -> Result<PathBuf> {
    let mut build = toolchain.build()?;
    build.args(["--profile", purpose.profile(), "--lib"]);
    // Views of one type instead of a type for each: a seventh less to load, and sooner compiled.
    build.args(["--config", r#"target.wasm32-unknown-unknown.rustflags=["--cfg", "erase_components"]"#]);
    for (package, _, _) in PROGRAMS {
        build.args(["--package", package]);
    }
    run_command(&mut build)?;
    run_command(&mut cargo(&["build", "--quiet", "--profile", "press", "--package", "xtask-press"]))?;
    let folder = target.join("bundle-parts");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    for (_, file, name) in PROGRAMS {
        let program = toolchain.made(purpose.profile())?.join(file);
        run_command(press(target, "bind").arg(program).arg(name).arg(&folder))?;
        if purpose == Purpose::Release {
            optimize::shrink(&folder.join(format!("{name}_bg.wasm")))?;
        }
    }
    Ok(folder)
}

/// Writes a compressed copy beside each file.
pub(super) fn squeeze(target: &Path, files: &[PathBuf]) -> Result<()> {
    run_command(press(target, "squeeze").args(files))
}

/// The tool beside xtask that does `what`.
fn press(target: &Path, what: &str) -> std::process::Command {
    let program = target.join("press").join(format!("xtask-press{}", std::env::consts::EXE_SUFFIX));
    command(&program.to_string_lossy(), &[what])
}
