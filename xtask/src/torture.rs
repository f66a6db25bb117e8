//! `cargo xtask torture`: the server is killed while games are played, for longer than the ordinary tests have time for.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, run as run_command};

/// How often it is killed if nobody says.
const KILLS: u32 = 1000;

/// Reads `--kills N`, `--db PLACE` and `--nodes N`, and lets the tests of program and server do it.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let (mut kills, mut place, mut plies) = (KILLS, None, None);
    let mut args = args.iter();
    while let Some(flag) = args.next() {
        let value = args.next().with_context(|| format!("{flag} needs a value"))?;
        match *flag {
            "--kills" => kills = value.parse().context("--kills takes a number")?,
            "--db" => place = Some(*value),
            "--nodes" => plies = Some(value.parse::<u32>().context("--nodes takes a number of plies")?),
            _ => bail!("torture takes --kills N, --db PLACE and --nodes PLIES"),
        }
    }
    if let Some(plies) = plies {
        // Two nodes, one PostgreSQL, which has to be there.
        let mut test = test("gebeta-server", "online_nodes");
        test.arg("of_two_nodes").env("GEBETA_NODE_PLIES", plies.to_string()).env("GEBETA_NEED_POSTGRES", "1");
        return run_command(&mut test);
    }
    let mut killed = test("gebeta-cli", "online_kills");
    killed.env("GEBETA_KILLS", kills.to_string());
    if let Some(place) = place {
        killed.env("GEBETA_KILLS_DB", place);
    }
    run_command(&mut killed)?;
    run_command(&mut test("gebeta-cli", "online_order"))?;
    run_command(&mut test("gebeta-server", "online_faults"))
}

/// One file of tests that shows its figures.
fn test(package: &str, name: &str) -> Command {
    let mut test = cargo(&["test", "--quiet", "--package", package, "--test", name]);
    test.args(["--", "--nocapture"]);
    test
}
