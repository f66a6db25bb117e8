mod checkpoint;
mod mancala;
mod senet;

use std::fmt;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde::Serialize;

use gebeta_rules::AnyPosition;

use crate::args::SolveArgs;
use crate::position_report::{BoundsReport, PositionReport};
use crate::rule_args::Overrides;
use crate::rules::RuleCatalog;
use crate::{CliError, Console, cores};

/// `gebeta solve`: what a position is truly worth.
pub(crate) fn run(args: &SolveArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let overrides = Overrides::from(&args.rules);
    let mut set = overrides.rule_set(args.game, &RuleCatalog::open())?;
    let position = overrides.position(&mut set, args.position.as_deref())?;
    let threads = cores::or_all(args.threads);
    let started = Instant::now();
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(250));
    let answer = match &position {
        AnyPosition::Sowing(_) => {
            return Err(CliError::usage("no-solver", "only games like Kalah and Senet can be solved so far"));
        }
        AnyPosition::Mancala(_) if args.certify || args.residual => {
            return Err(CliError::usage(
                "no-bounds",
                "--certify and --residual are for Senet: a mancala value is proved anyway",
            ));
        }
        AnyPosition::Mancala(position) => {
            Answer::Position(mancala::solve(position, &set.rules, args, threads, &bar)?)
        }
        AnyPosition::Senet(_) if args.checkpoint.is_some() || args.memory.is_some() => {
            return Err(CliError::usage(
                "other-game",
                "--checkpoint and --memory are for mancala: what `tablebase build senet` finds is kept",
            ));
        }
        AnyPosition::Senet(_) if args.moves => {
            return Err(CliError::usage(
                "other-game",
                "--moves is for mancala: with --json every move of Senet has its value",
            ));
        }
        AnyPosition::Senet(position) if args.certify => {
            Answer::Bounds(senet::certify(position, threads, &bar)?)
        }
        AnyPosition::Senet(position) => {
            Answer::Position(senet::solve(position, args.residual, threads, &bar)?)
        }
    };
    bar.finish_and_clear();
    let report = SolveReport { answer, seconds: started.elapsed().as_secs_f64() };
    if args.json {
        return console.json(&report);
    }
    write!(console.out, "{report}")?;
    Ok(())
}

/// What was found, and how long it took.
#[derive(Debug, Serialize)]
struct SolveReport {
    #[serde(flatten)]
    answer: Answer,
    seconds: f64,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    Position(PositionReport),
    Bounds(BoundsReport),
}

impl fmt::Display for SolveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.answer {
            Answer::Position(report) => write!(f, "{report}")?,
            Answer::Bounds(report) => write!(f, "{report}")?,
        }
        writeln!(f, "{:.2} s", self.seconds)
    }
}
