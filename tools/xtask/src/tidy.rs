//! `cargo xtask tidy`: what ARCHITECTURE.md promises, as far as a look at manifests, sources and documents can tell.

mod documents;
mod layers;
mod manifests;
mod requirements;
mod sources;
mod words;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use self::requirements::Tests;
use crate::workspace::{self, Workspace};

/// A promise that is broken somewhere.
#[derive(Debug, PartialEq, Eq)]
struct Violation {
    /// A crate, a file, or a line of it.
    place: String,
    /// What is wrong there.
    words: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.words)
    }
}

/// Checks everything and tells every violation.
pub(crate) fn run() -> Result<()> {
    let root = workspace::root();
    let workspace = Workspace::read()?;
    let mut violations = layers::check(&workspace.packages);
    for package in &workspace.packages {
        violations.extend(manifests::check(&shown(&root, &package.manifest), &read(&package.manifest)?));
    }
    let mut said = BTreeSet::new();
    let mut tests = Tests::default();
    for folder in ["crates", "tools", "fuzz"] {
        for file in rust_files(&root.join(folder))? {
            let text = read(&file)?;
            violations.extend(sources::check(&shown(&root, &file), &text));
            // Its tests make documents up.
            if !file.ends_with("tidy/documents.rs") {
                violations.extend(documents::check_source(&shown(&root, &file), &text, &Root(&root)));
            }
            said.extend(words::said(&text).map(str::to_owned));
            tests.add_rust(&shown(&root, &file), &text);
        }
    }
    for file in files(&root.join("crates/play/i18n/text/en"), "txt")? {
        violations.extend(words::check(&shown(&root, &file), &read(&file)?, &said));
    }
    let mut pages = entries(&root)?;
    for folder in [".github", "docs", "testdata"] {
        pages.extend(files(&root.join(folder), "md")?);
    }
    for page in pages.iter().filter(|file| has_extension(file, "md")) {
        violations.extend(documents::check(&shown(&root, page), &read(page)?, &Root(&root)));
    }
    for file in entries(&root.join("e2e/tests"))? {
        tests.add_browser(&shown(&root, &file), &read(&file)?);
    }
    violations.extend(requirements::check(&read(&root.join(requirements::PAGE))?, &tests));
    for violation in &violations {
        eprintln!("{violation}");
    }
    match violations.len() {
        0 => Ok(()),
        1 => bail!("one promise is broken"),
        n => bail!("{n} promises are broken"),
    }
}

/// The workspace at this folder.
struct Root<'a>(&'a Path);

impl documents::Tree for Root<'_> {
    fn exists(&self, path: &str) -> bool {
        self.0.join(path).exists()
    }

    fn text(&self, path: &str) -> Option<String> {
        read(&self.0.join(path)).ok()
    }
}

/// Every Rust file below `folder`, in a fixed order; what cargo builds is left out.
pub(crate) fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    files(folder, "rs")
}

/// Every file below `folder` with that ending.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if has_extension(&path, ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// What is right in `folder`, in a fixed order.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let list =
        || std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>();
    let mut paths = list().with_context(|| format!("cannot list {}", folder.display()))?;
    paths.sort();
    Ok(paths)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// The path from the root of the workspace, with `/` on every system.
fn shown(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/")
}
