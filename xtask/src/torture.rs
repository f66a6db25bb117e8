//! `cargo xtask torture`: the server is killed while games are played, for longer than the ordinary tests have time for.

use anyhow::{Context, Result, bail};

use crate::process::{cargo, run as run_command};

/// How often it is killed if nobody says.
const KILLS: u32 = 1000;

/// Reads `--kills N` and `--db PLACE`, and lets the test of the program do it.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let (mut kills, mut place) = (KILLS, None);
    let mut args = args.iter();
    while let Some(flag) = args.next() {
        let value = args.next().with_context(|| format!("{flag} needs a value"))?;
        match *flag {
            "--kills" => kills = value.parse().context("--kills takes a number")?,
            "--db" => place = Some(*value),
            _ => bail!("torture takes --kills N and --db PLACE"),
        }
    }
    let mut test = cargo(&["test", "--quiet", "--package", "gebeta-cli", "--test", "online_kills"]);
    test.args(["--", "--nocapture"]).env("GEBETA_KILLS", kills.to_string());
    if let Some(place) = place {
        test.env("GEBETA_KILLS_DB", place);
    }
    run_command(&mut test)
}
