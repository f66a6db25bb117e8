//! `cargo xtask release`: everything of a release that one machine can make. It commits, tags, pushes and publishes nothing.

mod archive;
mod changelog;
mod version;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use semver::Version;

use crate::process::{cargo, command, output_of, run as run_command};
use crate::workspace;

const USAGE: &str = "it is `cargo xtask release VERSION [--dry-run]`, for example `cargo xtask release 0.2.0`, \
                     or `cargo xtask release --archive`";

/// Prepares the release that `args` name, or builds the archive of the version that is set.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let root = workspace::root();
    match args {
        ["--archive"] => {
            let version = version::of_workspace(&read(&root.join("Cargo.toml"))?)?;
            archive::build(&root, &version)
        }
        [flag] if flag.starts_with('-') => bail!("`{flag}` is not understood; {USAGE}"),
        [version] => prepare(&root, version, false),
        [version, "--dry-run"] | ["--dry-run", version] => prepare(&root, version, true),
        [..] => bail!("a release needs one version; {USAGE}"),
    }
}

/// Sets the version, dates the changelog and builds the archive; with `is_dry` only checks and says what would be done.
fn prepare(root: &Path, version: &str, is_dry: bool) -> Result<()> {
    let version = version::parse(version)?;
    let (manifest, changelog) = (root.join("Cargo.toml"), root.join("CHANGELOG.md"));
    println!("==> checking version, tags, working tree and changelog");
    let old = read(&manifest)?;
    version::check_order(&version::of_workspace(&old)?, &version)?;
    check_tag(&version)?;
    check_tree()?;
    let new = version::set(&old, &version)?;
    let released = changelog::release(&read(&changelog)?, &version, &changelog::today()?)?;
    if is_dry {
        println!("[dry run] would set version {version} in Cargo.toml and Cargo.lock");
        println!("[dry run] would date this section of CHANGELOG.md:\n");
        println!("{}\n", changelog::section(&released, &version).unwrap_or_default());
        println!("[dry run] would build {}", archive::file_name(&version, &archive::host()?));
        return Ok(());
    }
    println!("==> setting version {version} and dating its section of CHANGELOG.md");
    write(&manifest, &new)?;
    write(&changelog, &released)?;
    run_command(&mut cargo(&["update", "--workspace", "--offline", "--quiet"]))?;
    archive::build(root, &version).context(
        "Cargo.toml, Cargo.lock and CHANGELOG.md have the new version already; `git restore .` takes it back",
    )?;
    println!(
        "\nThe tree has version {version}. Look at `git diff`, run `cargo xtask test`, then:\n\
         \x20 git commit --all --message 'release {version}'\n\
         \x20 git tag --annotate v{version} --message 'Gebeta {version}'\n\
         Pushing the tag lets the workflow `release` build the archives of all systems. Publishing is up to you."
    );
    Ok(())
}

/// Fails if this version has been tagged before.
fn check_tag(version: &Version) -> Result<()> {
    let tag = format!("v{version}");
    if !output_of(&mut command("git", &["tag", "--list", &tag]))?.trim().is_empty() {
        bail!("{version} has been released: there is a tag {tag}");
    }
    Ok(())
}

/// Fails if there is anything that git would not find again.
fn check_tree() -> Result<()> {
    let changed = output_of(&mut command("git", &["status", "--porcelain"]))?;
    if !changed.is_empty() {
        bail!("the working tree is not clean; commit or stash these first:\n{}", changed.trim_end());
    }
    Ok(())
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
