//! `cargo xtask e2e`: tests of the program in a real browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, command, run as run_command, succeeds};
use crate::web::{self, Purpose};
use crate::workspace::Workspace;
use crate::{debian, node, wasm};

/// Where systems keep a browser that can be tested with.
const BROWSERS: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];

/// The file with the tests that fail if something takes too long.
const TIMED: &str = "speed.test.js";

/// What is tested.
#[derive(Debug)]
pub(crate) struct Subject {
    /// The folder of the bundle.
    pub(crate) bundle: PathBuf,
    /// `gebeta` itself.
    pub(crate) program: PathBuf,
    /// Whether the bundle is inside the program.
    pub(crate) is_embedded: bool,
}

/// Builds what is missing and runs the tests that `args` name, or takes pictures of every screen.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let (purpose, args) = match args {
        ["--dev", args @ ..] => (Purpose::Development, args),
        args => (Purpose::Release, args),
    };
    let browser = browser()?;
    let bundle = web::build(&wasm::toolchain()?, purpose)?;
    // With a given program, work on the page does not rebuild it.
    let subject = match std::env::var_os("GEBETA_PROGRAM") {
        Some(program) => Subject { bundle, program: program.into(), is_embedded: false },
        None => {
            let mut build = cargo(&["build", "--package", "gebeta-cli", "--bin", "gebeta"]);
            run_command(build.env(web::FOLDER_VARIABLE, &bundle))?;
            Subject { bundle, program: Subject::built()?, is_embedded: true }
        }
    };
    match args {
        ["gallery"] => gallery(&subject, &browser, &Workspace::read()?.target.join("gallery")),
        ["film"] => film(&subject, &browser, &Workspace::read()?.target.join("film")),
        ["gallery", folder] => gallery(&subject, &browser, &std::env::current_dir()?.join(folder)),
        [] => test(&subject, &browser, ""),
        [filter] => test(&subject, &browser, filter),
        [..] => bail!(
            "`cargo xtask e2e` takes --dev, then `gallery [FOLDER]`, `film`, a part of a test's name, or nothing"
        ),
    }
}

impl Subject {
    /// Where cargo puts the program for tests.
    pub(crate) fn built() -> Result<PathBuf> {
        Ok(Workspace::read()?.target.join("debug").join(format!("gebeta{}", std::env::consts::EXE_SUFFIX)))
    }
}

/// A browser and what drives it, fetched if need be.
///
/// # Errors
/// Says in one line what is missing.
pub(crate) fn browser() -> Result<PathBuf> {
    node::fetch()?;
    let wished = std::env::var_os("GEBETA_CHROMIUM").map(PathBuf::from);
    let found = || wished.clone().into_iter().chain(BROWSERS.map(PathBuf::from)).find(|path| path.exists());
    // Only root gets through, and only where there is apt.
    found()
        .or_else(|| if debian::install("chromium") { found() } else { None })
        .context("there is no Chromium here: install it, or say in GEBETA_CHROMIUM where it is")
}

/// Files whose tests take minutes each: whole games of Senet by every hand, every screen in every theme, and what is timed.
/// `cargo xtask e2e` runs them too.
const LONG: [&str; 4] = ["axe", "online-senet", "senet.", "speed"];

/// Runs the tests of all files but the long ones.
pub(crate) fn test_quickly(subject: &Subject, browser: &Path) -> Result<()> {
    let mut files = files()?;
    files.retain(|file| !LONG.iter().any(|long| file.contains(&format!("/{long}"))));
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    node(subject, browser, &["--test", "--test-reporter=spec", "--test-concurrency=2"], &files)
}

/// Every file with tests, by name.
fn files() -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(node::folder().join("tests"))? {
        files.push(format!("tests/{}", entry?.file_name().to_string_lossy()));
    }
    files.retain(|file| file.ends_with(".test.js"));
    files.sort();
    Ok(files)
}

/// Runs the tests of the files whose name contains `filter`, or else the tests whose name does.
pub(crate) fn test(subject: &Subject, browser: &Path, filter: &str) -> Result<()> {
    let files = files()?;
    let (files, name) = chosen(&files, filter);
    let name = name.map(|name| format!("--test-name-pattern={name}"));
    // What measures time wants the machine for itself; the rest mostly waits for the page.
    let (timed, rest): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.contains(TIMED));
    for (files, at_once) in [(rest, "--test-concurrency=2"), (timed, "--test-concurrency=1")] {
        if !files.is_empty() {
            let mut args = vec!["--test", "--test-reporter=spec", at_once];
            args.extend(name.as_deref());
            node(subject, browser, &args, &files)?;
        }
    }
    Ok(())
}

/// The files to run, and the pattern their tests must match, if any.
fn chosen<'a>(files: &'a [String], filter: &'a str) -> (Vec<&'a str>, Option<&'a str>) {
    let all = || files.iter().map(String::as_str);
    let named: Vec<_> = all().filter(|file| !filter.is_empty() && file.contains(filter)).collect();
    match (named.is_empty(), filter.is_empty()) {
        (false, _) => (named, None),
        (true, true) => (all().collect(), None),
        (true, false) => (all().collect(), Some(filter)),
    }
}

/// Takes pictures of every screen into `folder`.
fn gallery(subject: &Subject, browser: &Path, folder: &Path) -> Result<()> {
    run_command(prepared(subject, browser, &["gallery.js"]).env("GEBETA_GALLERY", folder))
}

/// Records the moving picture of the README into `folder`.
fn film(subject: &Subject, browser: &Path, folder: &Path) -> Result<()> {
    let works = || succeeds(&mut command("img2webp", &["-version"]));
    let can_be_had = works() || (debian::install("webp") && works());
    if !can_be_had {
        bail!("there is no img2webp here: install the package webp");
    }
    run_command(prepared(subject, browser, &["film.js"]).env("GEBETA_FILM", folder))
}

fn node(subject: &Subject, browser: &Path, args: &[&str], files: &[&str]) -> Result<()> {
    run_command(prepared(subject, browser, args).args(files))
}

/// Node with `args` in the folder of the tests, told what to test and with which browser.
fn prepared(subject: &Subject, browser: &Path, args: &[&str]) -> Command {
    let mut node = command("node", args);
    node.current_dir(node::folder());
    node.env("GEBETA_BUNDLE", &subject.bundle).env("GEBETA_PROGRAM", &subject.program);
    node.env("GEBETA_CHROMIUM", browser);
    if subject.is_embedded {
        node.env("GEBETA_EMBEDDED", "yes");
    }
    node
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn a_filter_names_files_before_tests() {
        let files = ["tests/axe.test.js".to_owned(), "tests/offline.test.js".to_owned()];
        assert_eq!(chosen(&files, ""), (vec!["tests/axe.test.js", "tests/offline.test.js"], None));
        assert_eq!(chosen(&files, "axe"), (vec!["tests/axe.test.js"], None));
        assert_eq!(chosen(&files, "the coin").1, Some("the coin"));
        assert_eq!(chosen(&files, "the coin").0.len(), 2);
    }
}
