//! What a source file may not say.

use super::Violation;

/// The crates that ask no clock, touch no file and draw no random number of their own.
const PURE: [&str; 4] = [
    "crates/online/store/src/accounts/glicko2.rs",
    "crates/core/rules/src/",
    "crates/core/search/src/",
    "crates/core/engine/src/",
];

/// Paths that a pure crate does not use, and what to do instead.
const IMPURE: [(&str, &str); 12] = [
    ("std::time::Instant", CLOCK),
    ("std::time::SystemTime", CLOCK),
    ("Instant::now", CLOCK),
    ("SystemTime::now", CLOCK),
    ("std::fs", FILES),
    ("std::net", FILES),
    ("std::io", FILES),
    ("rand::rng", CHANCE),
    ("thread_rng", CHANCE),
    ("make_rng", CHANCE),
    ("OsRng", CHANCE),
    ("SysRng", CHANCE),
];
const CLOCK: &str = "asks the clock; let the caller bring the time";
const FILES: &str = "reads or writes; let the caller do it";
const CHANCE: &str = "draws a random number of its own; let the caller bring the generator";

/// Words that appear nowhere. They are put together here, so that this file passes its own check.
const NOWHERE: [(&str, &str); 5] = [
    (concat!("#[", "ignore"), "a test that is not run proves nothing"),
    (concat!("should", "_panic"), "test for the error instead"),
    (concat!("todo", "!("), "unfinished"),
    (concat!("unimplemented", "!("), "unfinished"),
    (concat!("dbg", "!("), "left over from debugging"),
];

/// A longer file says at its top why it is long.
const LONG: usize = 600;

/// How far down "at its top" reaches, in lines.
const TOP: usize = 20;

/// Looks at the text of a Rust file; `file` is its path from the root of the workspace.
pub(super) fn check(file: &str, text: &str) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut violation = |index: usize, words: String| {
        violations.push(Violation { place: format!("{file}:{}", index + 1), words });
    };
    let is_pure = PURE.iter().any(|folder| file.starts_with(folder)) && !file.ends_with("/tests.rs");
    let first_test_line = code_before_tests(text).lines().count();
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (word, why) in NOWHERE {
            if code.contains(word) {
                violation(index, format!("`{word}`: {why}"));
            }
        }
        if is_pure && index < first_test_line {
            for (path, why) in IMPURE {
                if mentions(code, path) {
                    violation(index, format!("`{path}` {why}"));
                }
            }
        }
    }
    let lines = text.lines().count();
    if lines > LONG && !text.lines().take(TOP).any(|line| line.contains("Long:")) {
        violation(0, format!("{lines} lines; split it, or say why at its top after `Long:`"));
    }
    violations
}

/// The part of a file before its tests, which stand last.
fn code_before_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod ").next().unwrap_or(text)
}

/// Whether `code`, a line, names `path`, written out or in a group: `use std::{fmt, fs}`.
fn mentions(code: &str, path: &str) -> bool {
    let ends_there = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let names =
        |code: &str, path: &str| code.match_indices(path).any(|(at, _)| ends_there(&code[at + path.len()..]));
    let in_group = path.rsplit_once("::").is_some_and(|(parent, last)| {
        code.split_once(&format!("{parent}::{{")).is_some_and(|(_, group)| {
            group
                .split([',', '{', '}'])
                .any(|item| item.split("::").next().is_some_and(|item| item.trim() == last))
        })
    });
    names(code, path) || in_group
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_source(file: &str, text: &str, expected: &[&str]) {
        let told: Vec<_> = check(file, text).iter().map(ToString::to_string).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn pure_crates_ask_no_clock_and_touch_no_file() {
        const CLOCK: &str = "use std::time::Instant;\n";
        check_source(
            "crates/core/rules/src/a.rs",
            CLOCK,
            &[
                "crates/core/rules/src/a.rs:1: `std::time::Instant` asks the clock; let the caller bring the time",
            ],
        );
        check_source("crates/app/cli/src/a.rs", CLOCK, &[]);
        check_source("crates/core/rules/tests/a.rs", CLOCK, &[]);
        check_source(
            "crates/core/engine/src/a.rs",
            "fn a() {}\n\nuse std::{fmt, fs::File};\n",
            &["crates/core/engine/src/a.rs:3: `std::fs` reads or writes; let the caller do it"],
        );
        check_source(
            "crates/core/search/src/a.rs",
            "let mut rng = rand::rng();\n",
            &[
                "crates/core/search/src/a.rs:1: `rand::rng` draws a random number of its own; let the caller bring the generator",
            ],
        );
    }

    #[test]
    fn likely_words_are_left_alone() {
        check_source(
            "crates/core/rules/src/a.rs",
            "use std::{fmt, ops};\nuse std::iter;\n// Not std::fs.\nuse std::time::Duration;\nuse rand::rngs::SmallRng;\n",
            &[],
        );
    }

    #[test]
    fn tests_may_ask_the_clock() {
        let text = "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    use std::time::Instant;\n}\n";
        check_source("crates/core/rules/src/a.rs", text, &[]);
        check_source("crates/core/rules/src/a/tests.rs", "use std::time::Instant;\n", &[]);
    }

    #[test]
    fn unfinished_work_and_sleeping_tests_are_found_everywhere() {
        let text =
            [concat!("#[", "ignore = \"slow\"]"), "fn a() {", concat!("    todo", "!()"), "}"].join("\n");
        check_source(
            "crates/app/cli/tests/a.rs",
            &text,
            &[
                concat!("crates/app/cli/tests/a.rs:1: `#[", "ignore`: a test that is not run proves nothing"),
                concat!("crates/app/cli/tests/a.rs:3: `todo", "!(`: unfinished"),
            ],
        );
    }

    #[test]
    fn a_long_file_says_why() {
        let long = "x\n".repeat(601);
        let words = "601 lines; split it, or say why at its top after `Long:`";
        check_source("crates/app/cli/src/a.rs", &long, &[&format!("crates/app/cli/src/a.rs:1: {words}")]);
        check_source("crates/app/cli/src/a.rs", &format!("//! Long: one table.\n{long}"), &[]);
        check_source("crates/app/cli/src/a.rs", &"x\n".repeat(600), &[]);
    }
}
