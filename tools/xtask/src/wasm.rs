//! `cargo xtask wasm`: rules, search and bots must build for browsers.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, command, is_ci, output_of, run as run_command, succeeds};
use crate::workspace::Workspace;

const TARGET: &str = "wasm32-unknown-unknown";

/// The crates that a browser loads.
const PACKAGES: [&str; 7] = [
    "gebeta-rules",
    "gebeta-search",
    "gebeta-solver",
    "gebeta-engine",
    "gebeta-fairness",
    "gebeta-protocol",
    "gebeta-match",
];

/// The oldest compiler our crates build with.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

/// A compiler for the browser.
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

/// Finds a toolchain, fetching the target if need be, and checks with it.
pub(crate) fn run() -> Result<()> {
    check(&toolchain()?)
}

/// Builds, and compares the signature of the searches in Node, where there is one, with that of this machine.
pub(crate) fn check(toolchain: &Toolchain) -> Result<()> {
    build(toolchain)?;
    if succeeds(&mut command("node", &["--version"])) {
        compare_signatures(toolchain)
    } else if is_ci() {
        bail!(
            "there is no node, with which the signature of the searches is compared; in CI nothing is skipped"
        )
    } else {
        println!("skipped: there is no node, so the signature of the searches is not compared");
        Ok(())
    }
}

/// Runs the searches of `gebeta_engine::signature` in Node and natively: the same nodes, and how much slower by the clock.
/// Natively that is the whole process; in Node it is the search, reported beside the time of compiling, which
/// happens once. The program has no imports and answers with its exit code.
fn compare_signatures(toolchain: &Toolchain) -> Result<()> {
    const PROGRAM: &str = "
        const bytes = require('fs').readFileSync(process.argv[1]);
        const began = performance.now();
        const program = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
        const compiled = performance.now();
        const code = program.exports.main(0, 0);
        console.log((performance.now() - compiled) / 1e3, (compiled - began) / 1e3);
        process.exit(code)";
    let signature = ["--release", "--package", "gebeta-engine", "--bin", "signature"];
    run_command(cargo(&["build", "--quiet"]).args(signature))?;
    let native = Workspace::read()?.target.join("release/signature");
    let mut native = command(&native.to_string_lossy(), &[]);
    // The best of three, as other work on this machine only makes it slower.
    let mut seconds = f64::INFINITY;
    let mut here = String::new();
    for _ in 0..3 {
        let started = Instant::now();
        here = output_of(&mut native)?;
        seconds = seconds.min(started.elapsed().as_secs_f64());
    }
    let here = here.trim();
    run_command(toolchain.build()?.args(signature).env("GEBETA_SIGNATURE", here))?;
    let program = toolchain.made("release")?.join("signature.wasm");
    let mut node = command("node", &["-e", PROGRAM]);
    node.arg(program);
    let (mut in_node, mut compiling) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..3 {
        let told =
            output_of(&mut node).context("the searches take other nodes in WebAssembly than natively")?;
        let (searched, compiled) = told.trim().split_once(' ').context("node tells two times")?;
        in_node = in_node.min(searched.parse().context("node tells the seconds of the search")?);
        compiling = compiling.min(compiled.parse().context("node tells the seconds of compiling")?);
    }
    let speed = seconds / in_node;
    println!(
        "signature {here}, by the clock: {seconds:.2} s natively, {in_node:.2} s in WebAssembly after {compiling:.2} s of \
         compiling, {speed:.2} of the speed"
    );
    Ok(())
}

/// The first toolchain that is available.
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

/// Builds the browser's crates.
fn build(toolchain: &Toolchain) -> Result<()> {
    let mut build = toolchain.build()?;
    for package in PACKAGES {
        build.args(["--package", package]);
    }
    run_command(&mut build)
}

impl Toolchain {
    /// A build for the browser, to which packages and a profile are to be added.
    pub(crate) fn build(&self) -> Result<Command> {
        let mut build = match self {
            Self::Rustup => cargo(&["build"]),
            Self::Debian { linker } => {
                let mut build = debian_program("cargo", &["build", "-Zbuild-std=std,panic_abort"]);
                build.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", debian_path("rustc"));
                build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                build
            }
        };
        build.args(["--target", TARGET, "--target-dir"]).arg(self.folder()?);
        Ok(build)
    }

    /// Where builds with the folder of `profile` go.
    pub(crate) fn made(&self, profile: &str) -> Result<PathBuf> {
        Ok(self.folder()?.join(TARGET).join(profile))
    }

    /// Each compiler has its own folder, so that alternating between them rebuilds nothing.
    fn folder(&self) -> Result<PathBuf> {
        let target = Workspace::read()?.target;
        Ok(match self {
            Self::Rustup => target,
            Self::Debian { .. } => target.join("debian"),
        })
    }
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
