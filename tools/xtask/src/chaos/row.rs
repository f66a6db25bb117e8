use std::io::{BufRead, BufReader};
use std::process::Stdio;

use anyhow::{Context, Result};

use super::Length;
use crate::process::cargo;

/// The prefix of lines that tests print for the table.
const MARK: &str = "chaos: ";

/// The start of such a line if a test is skipped because a tool is missing.
const SKIPPED: &str = "skipped: ";

/// The result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Nothing was lost.
    Ok,
    /// A tool is not installed: the result is unknown.
    Skipped,
    /// A test failed.
    Failed,
}

impl Outcome {
    /// A row without output was not run at all.
    pub(super) fn of(passed: bool, told: &[String]) -> Self {
        match told {
            _ if !passed => Self::Failed,
            [] => Self::Failed,
            told if told.iter().any(|line| line.starts_with(SKIPPED)) => Self::Skipped,
            _ => Self::Ok,
        }
    }
}

/// A fault, and the test that causes it.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// The module of the integration tests of `cli` or `server`.
    module: &'static str,
    /// The names of its tests begin so.
    test: &'static str,
    /// The variable for the length, and its value for `--full`; none if there is only one length.
    length: Option<(&'static str, u32)>,
}

/// All faults, the quick ones first. Without a number the test chooses its quick length.
pub(super) const ROWS: &[Row] = &[
    row("order", "online_order", "every_acknowledgement", None),
    row("power", "online_power", "what_was", Some(("GEBETA_CUTS", 50))),
    row("kills", "online_kills", "what_was", Some(("GEBETA_KILLS", 1000))),
    row("kills-postgres", "online_kills", "and_on_postgres", Some(("GEBETA_KILLS_POSTGRES", 100))),
    row("store-calls", "online_faults", "any_", None),
    row("file-calls", "online_files", "any_call", Some(("GEBETA_FILE_CALLS", 400))),
    row("bus-calls", "online_nodes", "any_notification", None),
    row("disk-full", "online_outages", "the_disk", Some(("GEBETA_DISK_FULL", 30))),
    row("database-gone", "online_outages", "the_database", Some(("GEBETA_DATABASE_GONE", 30))),
    row("database-silent", "online_outages", "a_silent", Some(("GEBETA_DATABASE_SILENT", 30))),
    row("disk-full-passive", "online_passive_players", "a_full_disk", Some(("GEBETA_PASSIVE", 20))),
    row("database-gone-passive", "online_passive_players", "a_database", Some(("GEBETA_PASSIVE", 20))),
    row("database-silent-passive", "online_passive_players", "a_silent", Some(("GEBETA_PASSIVE", 20))),
    row("nats-gone", "online_outages", "the_doorbell", Some(("GEBETA_NATS_GONE", 60))),
    row("clock-set", "online_clocks", "setting_the_system_clock", None),
    row("clock-stepped", "online_clock", "a_clock", None),
    row("clocks-differ", "online_nodes", "clocks_of_nodes", None),
    row("node-paused", "online_paused", "a_server", Some(("GEBETA_PAUSED", 60))),
    row("node-killed", "online_paused", "the_death", None),
    row("two-nodes", "online_nodes", "of_two_nodes", Some(("GEBETA_NODE_PLIES", 20_000))),
    row("partitions", "online_partitions", "whatever", Some(("GEBETA_SEEDS", 500))),
];

const fn row(
    name: &'static str,
    module: &'static str,
    test: &'static str,
    length: Option<(&'static str, u32)>,
) -> Row {
    Row { name, module, test, length }
}

impl Row {
    /// The filter that selects its tests.
    fn filter(&self) -> String {
        format!("{}::{}", self.module, self.test)
    }

    /// Runs it; the result and the output of its tests.
    pub(super) fn run(&self, length: Length, count: Option<u32>) -> Result<(Outcome, Vec<String>)> {
        // A single package would be built with other features, and half the workspace with it.
        let mut test = cargo(&["test", "--quiet", "--workspace", "--test", "it"]);
        test.args(["--", &self.filter(), "--nocapture"]);
        if length == Length::Full {
            // A missing tool is a failure.
            test.env("GEBETA_NEED_TOOLS", "1");
        }
        if let Some((variable, full)) = self.length
            && let Some(count) = count.or((length == Length::Full).then_some(full))
        {
            test.env(variable, count.to_string());
        }
        let mut child = test.stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
        let mut told = Vec::new();
        for line in BufReader::new(child.stdout.take().context("stdout is piped")?).lines() {
            let line = line?;
            println!("{line}");
            told.extend(line.split_once(MARK).map(|(_, figures)| figures.to_owned()));
        }
        Ok((Outcome::of(child.wait()?.success(), &told), told))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The functions of a file of tests whose names begin so.
    fn functions<'a>(source: &'a str, name: &str) -> Vec<&'a str> {
        let start = format!("\nfn {name}");
        let found = source.match_indices(&start).map(|(at, _)| &source[at..]);
        found.map(|rest| rest.split("\n}\n").next().unwrap_or(rest)).collect()
    }

    /// Whether a function prints for the table, directly or by at most `depth` calls.
    fn tells(source: &str, function: &str, depth: usize) -> bool {
        let calls = |other: &&str| {
            let name = other.trim_start().trim_start_matches("fn ").split('(').next().unwrap_or_default();
            function.contains(&format!(" {name}("))
        };
        let prints = function.contains(MARK) || function.contains(" row(");
        let lets_tell =
            || functions(source, "").into_iter().filter(calls).any(|other| tells(source, other, depth - 1));
        prints || depth > 0 && lets_tell()
    }

    /// A row that tells nothing counts as failed.
    #[test]
    fn every_test_behind_a_row_tells_something() {
        for row in ROWS {
            let root = env!("CARGO_MANIFEST_DIR");
            let paths = ["app/cli", "online/server"]
                .map(|krate| format!("{root}/../../crates/{krate}/tests/it/{}.rs", row.module));
            let source = paths.iter().find_map(|path| fs::read_to_string(path).ok());
            let source =
                source.unwrap_or_else(|| panic!("{}: there is no {}", row.name, paths.join(" and no ")));
            let tests = functions(&source, row.test);
            assert!(!tests.is_empty(), "{}: there is no test {}..", row.name, row.test);
            for test in tests {
                assert!(tells(&source, test, 2), "{}: nothing is printed for the table by {test}", row.name);
            }
        }
    }
}
