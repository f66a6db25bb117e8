//! `cargo xtask wasm`: rules, search and bots must build for browsers.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, command, output_of, run as run_command, succeeds};

const TARGET: &str = "wasm32-unknown-unknown";

/// The crates that a browser loads.
const PACKAGES: [&str; 4] = ["gebeta-rules", "gebeta-search", "gebeta-endgame", "gebeta-bots"];

/// The oldest compiler our crates build with.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

/// Who compiles for the browser.
#[derive(Debug)]
pub(crate) enum Toolchain {
    /// rustup's compiler with its wasm target.
    Rustup,
    /// Debian's compiler, which builds the standard library from Debian's copy of its source.
    Debian {
        /// The linker, borrowed from rustup's compiler.
        linker: PathBuf,
    },
}

/// Finds a toolchain, fetching the target if need be, and builds.
pub(crate) fn run() -> Result<()> {
    build(&toolchain()?)
}

/// The first toolchain that can be had.
///
/// # Errors
/// Says in one line what to install.
pub(crate) fn toolchain() -> Result<Toolchain> {
    if succeeds(&mut command("rustup", &["target", "add", TARGET])) {
        return Ok(Toolchain::Rustup);
    }
    match debian() {
        Ok(toolchain) => Ok(toolchain),
        Err(why) => bail!(
            "no compiler for {TARGET}: run `rustup target add {TARGET}` where rustup's server answers, \
             or install Debian's rustc-web, rust-web-src and cargo-web, {OLDEST} or newer ({why})"
        ),
    }
}

/// Builds the browser's crates in a folder of their own, so that nothing else is built anew.
pub(crate) fn build(toolchain: &Toolchain) -> Result<()> {
    let mut build = match toolchain {
        Toolchain::Rustup => cargo(&["build"]),
        Toolchain::Debian { linker } => {
            let mut build = debian_program("cargo", &["build", "-Zbuild-std=std,panic_abort"]);
            build.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", debian_path("rustc"));
            build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            build
        }
    };
    build.args(["--target", TARGET, "--target-dir", "target/wasm"]);
    for package in PACKAGES {
        build.args(["--package", package]);
    }
    run_command(&mut build)
}

/// Debian's compiler, if it is there, has its source and is new enough.
fn debian() -> Result<Toolchain> {
    let version = output_of(&mut debian_program("rustc", &["--version"])).context("it is not installed")?;
    let version = version.split_whitespace().nth(1).unwrap_or_default();
    if !is_at_least(version, OLDEST) {
        bail!("the one here is {version}");
    }
    if !Path::new("/usr/lib/rustlib/src/rust/library").is_dir() {
        bail!("rust-web-src is not installed");
    }
    let sysroot = output_of(&mut command("rustc", &["--print", "sysroot"]))?;
    let linker = Path::new(sysroot.trim()).join("lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld");
    Ok(Toolchain::Debian { linker })
}

fn debian_path(program: &str) -> PathBuf {
    Path::new("/usr/bin").join(program)
}

fn debian_program(program: &str, args: &[&str]) -> Command {
    command(&debian_path(program).to_string_lossy(), args)
}

/// Whether `version` is `oldest` or a later one; both are numbers with dots.
fn is_at_least(version: &str, oldest: &str) -> bool {
    let numbers = |text: &str| text.split('.').map_while(|part| part.parse().ok()).collect::<Vec<u32>>();
    numbers(version) >= numbers(oldest)
}

#[cfg(test)]
mod tests {
    use super::is_at_least;

    #[test]
    fn versions_are_compared_number_by_number() {
        assert!(is_at_least("1.95.0", "1.95"));
        assert!(is_at_least("1.100.1", "1.95"));
        assert!(!is_at_least("1.85.0", "1.95"));
        assert!(!is_at_least("1.9.9", "1.95"));
        assert!(!is_at_least("", "1.95"));
    }
}
