mod checkpoint;
mod mancala;
mod senet;

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde_json::{Value, json};

use gebeta_rules::AnyPosition;

use crate::args::SolveArgs;
use crate::rule_args::Overrides;
use crate::rulebook::Rulebook;
use crate::{Console, Failure, cores, tablebase};

/// `gebeta solve`: what a position is truly worth.
pub(crate) fn run(args: &SolveArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let overrides = Overrides::from(&args.rules);
    let mut set = overrides.rule_set(args.game, &Rulebook::open())?;
    let position = overrides.position(&mut set, args.position.as_deref())?;
    let threads = cores::or_all(args.threads);
    let started = Instant::now();
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(250));
    let mut answer = match &position {
        AnyPosition::Mancala(_) if args.certify || args.residual => {
            return Err(Failure::usage(
                "no-bounds",
                "--certify and --residual are for Senet: a mancala value is proved anyway",
            ));
        }
        AnyPosition::Mancala(position) => mancala::solve(position, &set.rules, args, threads, &bar)?,
        AnyPosition::Senet(_) if args.checkpoint.is_some() || args.memory.is_some() => {
            return Err(Failure::usage(
                "other-game",
                "--checkpoint and --memory are for mancala: what `tablebase build senet` finds is kept",
            ));
        }
        AnyPosition::Senet(_) if args.moves => {
            return Err(Failure::usage(
                "other-game",
                "--moves is for mancala: with --json every move of Senet has its value",
            ));
        }
        AnyPosition::Senet(position) if args.certify => senet::certify(position, threads, &bar)?,
        AnyPosition::Senet(position) => senet::solve(position, args.residual, threads, &bar)?,
    };
    bar.finish_and_clear();
    answer["seconds"] = json!(started.elapsed().as_secs_f64());
    if args.json {
        writeln!(console.out, "{answer}")?;
    } else {
        tell(&answer, console)?;
    }
    Ok(())
}

fn tell(answer: &Value, console: &mut Console<'_>) -> Result<(), Failure> {
    tablebase::tell(answer, console)?;
    if let Some(residual) = answer["residual"].as_f64() {
        writeln!(console.out, "residual {residual:.1e}: no value is further from what its moves say")?;
    }
    writeln!(console.out, "{:.2} s", answer["seconds"].as_f64().unwrap_or_default())?;
    Ok(())
}
