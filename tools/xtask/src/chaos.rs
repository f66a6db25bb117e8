//! `cargo xtask chaos`: everything a server depends on fails while games are played; prints a table of the results. The
//! tests do the same for shorter.

mod row;

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use self::row::{Outcome, ROWS, Row};

/// How long the rows run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// About a minute.
    Quick,
    /// About an hour.
    Full,
}

/// The parsed arguments.
#[derive(Debug, PartialEq, Eq)]
struct Request<'a> {
    length: Length,
    only: Option<&'a str>,
    /// Overrides the length of the rows.
    count: Option<u32>,
}

impl<'a> Request<'a> {
    fn parse(args: &[&'a str]) -> Result<Self> {
        let mut request = Self { length: Length::Quick, only: None, count: None };
        for arg in args {
            match *arg {
                "--full" => request.length = Length::Full,
                number if number.parse::<u32>().is_ok() && request.only.is_some() => {
                    request.count = number.parse().ok();
                }
                name if !name.starts_with('-') && request.only.is_none() => request.only = Some(name),
                _ => bail!("`{arg}` is not understood; it is `cargo xtask chaos [--full] [ROW [COUNT]]`"),
            }
        }
        if let Some(only) = request.only
            && !ROWS.iter().any(|row| row.name == only)
        {
            let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
            bail!("there is no row `{only}`; there are {}", names.join(", "));
        }
        Ok(request)
    }

    fn asks_for(&self, row: &Row) -> bool {
        self.only.is_none_or(|only| row.name == only)
    }
}

/// Runs the requested rows, all of them even if one fails, and prints the table.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let request = Request::parse(args)?;
    let began = Instant::now();
    let mut table = Vec::new();
    let mut failed = Vec::new();
    for row in ROWS.iter().filter(|row| request.asks_for(row)) {
        println!("==> {}", row.name);
        let started = Instant::now();
        let (outcome, told) = row.run(request.length, request.count)?;
        table.push(line(row.name, outcome, started.elapsed(), &told));
        if outcome == Outcome::Failed {
            failed.push(row.name);
        }
    }
    println!("==> chaos\n{}\n{:>22}  {:.0} s", table.join("\n"), "total", began.elapsed().as_secs_f64());
    if failed.is_empty() { Ok(()) } else { bail!("failed: {}", failed.join(", ")) }
}

fn line(name: &str, outcome: Outcome, took: Duration, told: &[String]) -> String {
    let outcome = match outcome {
        Outcome::Ok => "ok     ",
        Outcome::Skipped => "skipped",
        Outcome::Failed => "FAILED ",
    };
    let told = if told.is_empty() { "-".to_owned() } else { told.join("; ") };
    format!("{name:>22}  {outcome}  {:>5.0} s  {told}", took.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_a_length_and_a_row() {
        let parse = |args: &[&'static str]| Request::parse(args).ok();
        let quick = Request { length: Length::Quick, only: None, count: None };
        assert_eq!(parse(&[]), Some(quick));
        let full = Request { length: Length::Full, only: Some("kills"), count: Some(7) };
        assert_eq!(parse(&["--full", "kills", "7"]), Some(full));
        for wrong in [&["7"][..], &["nothing"], &["--kills"], &["kills", "order"]] {
            assert_eq!(parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_row_that_fails_cannot_be_overlooked() {
        let told = ["3 kills".to_owned()];
        let took = Duration::from_secs(2);
        assert_eq!(
            line("kills", Outcome::Ok, took, &told),
            "                 kills  ok           2 s  3 kills"
        );
        assert!(line("kills", Outcome::Failed, took, &[]).contains("FAILED"));
        assert_eq!(Outcome::of(true, &told), Outcome::Ok);
        assert_eq!(Outcome::of(false, &told), Outcome::Failed);
        assert_eq!(Outcome::of(true, &[]), Outcome::Failed, "no test of this name, or one that did nothing");
        let half = [told[0].clone(), "skipped: there is no strace".to_owned()];
        assert_eq!(Outcome::of(true, &half), Outcome::Skipped);
    }
}
