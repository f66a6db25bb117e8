//! What people download: the program with all it needs, packed, with a checksum beside it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use semver::Version;
use sha2::{Digest as _, Sha256};

use crate::process::{cargo, command, output_of, run as run_command};
use crate::wasm;
use crate::web::{self, Purpose};
use crate::workspace::Workspace;

/// Files of the workspace that go along.
const DOCUMENTS: [&str; 5] = ["README.md", "CHANGELOG.md", "LICENSE", "LICENSE-APACHE", "LICENSE-MIT"];

/// Shells, and what each calls the file with our completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "gebeta.bash"),
    ("elvish", "gebeta.elv"),
    ("fish", "gebeta.fish"),
    ("powershell", "_gebeta.ps1"),
    ("zsh", "_gebeta"),
];

/// Builds the program for this system, with the browser's bundle inside, and packs it into `target/dist`.
pub(super) fn build(root: &Path, version: &Version) -> Result<()> {
    println!("==> building the browser's bundle and the program");
    let bundle = web::build(&wasm::toolchain()?, Purpose::Release)?;
    let mut build = cargo(&["build", "--release", "--locked", "--package", "gebeta-cli", "--bin", "gebeta"]);
    run_command(build.env(web::FOLDER_VARIABLE, &bundle))?;
    let target = Workspace::read()?.target;
    let name = format!("gebeta{}", std::env::consts::EXE_SUFFIX);
    let program = target.join("release").join(&name);
    check_version(&program, version)?;

    println!("==> packing");
    let dist = target.join("dist");
    let host = host()?;
    let folder = dist.join(folder_name(version, &host));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    for below in ["completions", "man"] {
        fs::create_dir_all(folder.join(below))?;
    }
    copy(&program, &folder.join(&name))?;
    for document in DOCUMENTS {
        copy(&root.join(document), &folder.join(document))?;
    }
    for (shell, file) in SHELLS {
        save(&folder.join("completions").join(file), &said(&program, &["completions", shell])?)?;
    }
    save(&folder.join("man/gebeta.1"), &said(&program, &["man"])?)?;

    let archive = dist.join(file_name(version, &host));
    pack(&dist, &folder, &archive)?;
    let checksum = checksum_line(&archive)?;
    save(&beside(&archive), &checksum)?;
    println!("{}\n{}", archive.display(), checksum.trim_end());
    Ok(())
}

/// The name of the archive.
pub(super) fn file_name(version: &Version, host: &str) -> String {
    let ending = if cfg!(windows) { "zip" } else { "tar.gz" };
    format!("{}.{ending}", folder_name(version, host))
}

/// The system that this machine builds for, as rustc calls it.
pub(super) fn host() -> Result<String> {
    let told = output_of(&mut command("rustc", &["--version", "--verbose"]))?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what it builds for")?.to_owned())
}

/// The one folder in the archive.
fn folder_name(version: &Version, host: &str) -> String {
    format!("gebeta-{version}-{host}")
}

/// Fails if the program is not the one that was to be built.
fn check_version(program: &Path, version: &Version) -> Result<()> {
    let told = said(program, &["--version"])?;
    if told.trim() != format!("gebeta {version}") {
        bail!("{} says `{}`, not version {version}", program.display(), told.trim());
    }
    Ok(())
}

/// What our program prints.
fn said(program: &Path, args: &[&str]) -> Result<String> {
    output_of(&mut command(&program.display().to_string(), args))
}

/// Packs `folder`, which is in `dist`, by the `tar` that every system has; that of Windows writes zip files by their ending.
fn pack(dist: &Path, folder: &Path, archive: &Path) -> Result<()> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let how = if cfg!(windows) { "-acf" } else { "-czf" };
    run_command(command("tar", &[how, &name(archive), &name(folder)]).current_dir(dist))?;
    // GNU tar cannot write zip files and does not say so.
    let magic: &[u8] = if cfg!(windows) { b"PK" } else { &[0x1f, 0x8b] };
    if !fs::read(archive)?.starts_with(magic) {
        bail!(
            "`tar` wrote another format than {} needs; on Windows the system's own tar must be found first",
            name(archive)
        );
    }
    Ok(())
}

/// The SHA-256 of a file in the form that `sha256sum --check` reads.
fn checksum_line(file: &Path) -> Result<String> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let digest: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{digest}  {}\n", file.file_name().unwrap_or_default().to_string_lossy()))
}

/// Where the checksum of an archive is kept.
fn beside(archive: &Path) -> PathBuf {
    let mut name = archive.as_os_str().to_owned();
    name.push(".sha256");
    name.into()
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

fn save(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_written_as_sha256sum_reads_it() {
        let file = std::env::temp_dir().join(format!("gebeta-checksum-{}", std::process::id()));
        fs::write(&file, "abc").unwrap();
        let name = file.file_name().unwrap().to_str().unwrap();
        let expected = format!("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  {name}\n");
        assert_eq!(checksum_line(&file).unwrap(), expected);
        fs::remove_file(&file).unwrap();
        assert_eq!(beside(Path::new("a/b.tar.gz")), Path::new("a/b.tar.gz.sha256"));
    }

    #[test]
    fn an_archive_is_named_after_version_and_system() {
        let name = file_name(&Version::new(0, 2, 0), "x86_64-unknown-linux-gnu");
        assert!(name.starts_with("gebeta-0.2.0-x86_64-unknown-linux-gnu."), "{name}");
    }
}
