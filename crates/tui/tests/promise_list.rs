//! Every promise that a terminal or the command line can keep has a test that names its number.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The list of promises: number, and where it is to be kept; `T` terminal, `C` command line.
const PROMISES: [(&str, &str); 38] = [
    ("G1", "T"),
    ("G2", "T"),
    ("G3", "T"),
    ("G4", "T"),
    ("G5", "T"),
    ("G6", "T"),
    ("G7", "T"),
    ("G8", "TC"),
    ("G9", "T"),
    ("G10", "TC"),
    ("G11", "TC"),
    ("G12", "T"),
    ("G14", "TC"),
    ("G15", "TC"),
    ("G16", "TC"),
    ("G17", "C"),
    ("L1", "TC"),
    ("A1", "TC"),
    ("A2", "TC"),
    ("A4", "TC"),
    ("A5", "T"),
    ("A6", "T"),
    ("A7", "T"),
    ("A8", "TC"),
    ("A9", "T"),
    ("A11", "T"),
    ("W2", "T"),
    ("W3", "T"),
    ("W4", "TC"),
    ("W7", "TC"),
    ("S1", "T"),
    ("S2", "T"),
    ("S3", "TC"),
    ("S4", "TC"),
    ("S5", "TC"),
    ("S6", "TC"),
    ("S7", "T"),
    ("S8", "TC"),
];

/// The Rust files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folders of the workspace are there") {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The numbers that stand before the names of the tests in a file: `g11_w7_rules_are_changed` has G11 and W7.
fn named(text: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let tests = lines.windows(2).filter(|pair| pair[0] == "#[test]" && pair[1].starts_with("fn "));
    let is_number = |word: &&str| {
        let (letter, digits) = word.split_at(1);
        "glaws".contains(letter) && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
    };
    tests
        .flat_map(|pair| {
            let name = pair[1].trim_start_matches("fn ").split('(').next().unwrap_or_default();
            name.split('_').filter(|word| !word.is_empty()).take_while(is_number)
        })
        .map(str::to_uppercase)
        .collect()
}

#[test]
fn every_promise_is_named_by_a_test() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in a folder");
    let (mut terminal, mut lines) = (BTreeSet::new(), BTreeSet::new());
    for folder in ["tui/src", "tui/tests", "cli/src", "cli/tests"] {
        for path in files(&crates.join(folder)) {
            let numbers = named(&fs::read_to_string(&path).expect("a file can be read"));
            let is_screen = folder.starts_with("tui") || path.ends_with("terminal.rs");
            if is_screen { terminal.extend(numbers) } else { lines.extend(numbers) }
        }
    }
    for (mark, kept) in [('T', &terminal), ('C', &lines)] {
        let promised = PROMISES.iter().filter(|(_, places)| places.contains(mark));
        let missing: Vec<&str> =
            promised.map(|(number, _)| *number).filter(|number| !kept.contains(*number)).collect();
        assert!(missing.is_empty(), "no test for {mark} names {missing:?}");
    }
}

/// Where the list itself is at hand, as it is in this project's own folder, this one has to say the same.
#[test]
fn the_list_is_that_of_the_promises() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/features.md");
    let Ok(text) = fs::read_to_string(list) else {
        // It is no part of the repository, so this is no failure in CI either.
        let _ = writeln!(std::io::stderr(), "skipped: the list of promises is not at hand");
        return;
    };
    let mut promised = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [number, .., places] = cells[..] else { continue };
        let letter_and_digits = number.len() > 1 && number[1..].chars().all(|c| c.is_ascii_digit());
        if letter_and_digits && number != "#" {
            let places = if places.starts_with("all") { "T C" } else { places };
            let marks: String = "TC".chars().filter(|mark| places.contains(*mark)).collect();
            promised.extend((!marks.is_empty()).then(|| (number.to_owned(), marks)));
        }
    }
    let ours: Vec<_> = PROMISES.map(|(number, marks)| (number.to_owned(), marks.to_owned())).to_vec();
    assert_eq!(ours, promised);
}
