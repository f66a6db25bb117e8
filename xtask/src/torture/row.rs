use std::io::{BufRead, BufReader};
use std::process::Stdio;

use anyhow::{Context, Result};

use super::Length;
use crate::process::cargo;

/// What tests print for the table.
const MARK: &str = "torture: ";

/// How a test begins to tell that it does nothing because something is missing.
const SKIPPED: &str = "skipped: ";

/// What came of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Nothing was lost.
    Ok,
    /// Something it needs is not installed: nothing is known.
    Skipped,
    /// Something was.
    Failed,
}

impl Outcome {
    /// A row that tells nothing was not run at all.
    pub(super) fn of(passed: bool, told: &[String]) -> Self {
        match told {
            _ if !passed => Self::Failed,
            [] => Self::Failed,
            told if told.iter().any(|line| line.starts_with(SKIPPED)) => Self::Skipped,
            _ => Self::Ok,
        }
    }
}

/// A fault, and the test that brings it about.
pub(super) struct Row {
    pub(super) name: &'static str,
    package: &'static str,
    file: &'static str,
    /// The names of its tests begin so.
    test: &'static str,
    /// The variable with how long or how often, for each length; none where there is only one.
    length: Option<(&'static str, u32)>,
}

/// Everything that can go wrong, the quick first. Without a number the test says itself how much is quick.
pub(super) const ROWS: &[Row] = &[
    row("order", "gebeta-cli", "online_order", "every_acknowledgement", None),
    row("power", "gebeta-cli", "online_power", "what_was", Some(("GEBETA_CUTS", 50))),
    row("kills", "gebeta-cli", "online_kills", "what_was", Some(("GEBETA_KILLS", 1000))),
    row(
        "kills-postgres",
        "gebeta-cli",
        "online_kills",
        "and_on_postgres",
        Some(("GEBETA_KILLS_POSTGRES", 100)),
    ),
    row("store-calls", "gebeta-server", "online_faults", "any_", None),
    row("file-calls", "gebeta-cli", "online_files", "any_call", Some(("GEBETA_FILE_CALLS", 400))),
    row("bus-calls", "gebeta-server", "online_nodes", "any_ring", None),
    row("disk-full", "gebeta-cli", "online_outages", "the_disk", Some(("GEBETA_DISK_FULL", 30))),
    row("database-gone", "gebeta-cli", "online_outages", "the_database", Some(("GEBETA_DATABASE_GONE", 30))),
    row("nats-gone", "gebeta-cli", "online_outages", "the_doorbell", Some(("GEBETA_NATS_GONE", 60))),
    row("clock-set", "gebeta-server", "online_clocks", "a_clock_that_is_set", None),
    row("clock-stepped", "gebeta-cli", "online_clock", "a_clock", None),
    row("clocks-differ", "gebeta-server", "online_nodes", "clocks_of_nodes", None),
    row("node-paused", "gebeta-cli", "online_paused", "a_server", Some(("GEBETA_PAUSED", 60))),
    row("two-nodes", "gebeta-server", "online_nodes", "of_two_nodes", Some(("GEBETA_NODE_PLIES", 20_000))),
    row("partitions", "gebeta-server", "online_partitions", "whatever", Some(("GEBETA_SEEDS", 500))),
];

const fn row(
    name: &'static str,
    package: &'static str,
    file: &'static str,
    test: &'static str,
    length: Option<(&'static str, u32)>,
) -> Row {
    Row { name, package, file, test, length }
}

impl Row {
    /// What came of it, and what the tests told.
    pub(super) fn run(&self, length: Length, count: Option<u32>) -> Result<(Outcome, Vec<String>)> {
        let mut test = cargo(&["test", "--quiet", "--package", self.package, "--test", self.file]);
        test.args(["--", self.test, "--nocapture"]);
        if length == Length::Full {
            // What is not there is no success.
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
