use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use gebeta_rules::mancala::{Move, fast_perft};
use gebeta_rules::sowing::Playthrough;
use gebeta_rules::{AnyPosition, Game, Perft, divide, divide_with_throws};

use crate::args::PerftArgs;
use crate::rule_args::Overrides;
use crate::rules::RuleCatalog;
use crate::{CliError, Console};

/// `gebeta perft`.
pub(crate) fn run(args: &PerftArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let overrides = Overrides::from(&args.rules);
    let mut set = overrides.rule_set(args.game, &RuleCatalog::open())?;
    let position = overrides.position(&mut set, args.position.as_deref())?;
    let parts = count(&position, args.depth);
    let mut sum = if args.depth == 0 { Perft::LEAF } else { Perft::INNER };
    for (_, part) in &parts {
        sum += *part;
    }
    if args.json {
        let mut answer = json!({ "leaves": sum.leaves, "nodes": sum.nodes });
        if args.divide {
            let leaves = |(text, part): &(String, Perft)| (text.clone(), Value::from(part.leaves));
            answer["divide"] = Value::Object(parts.iter().map(leaves).collect::<Map<_, _>>());
        }
        writeln!(console.out, "{answer}")?;
        return Ok(());
    }
    if args.divide {
        for (text, part) in &parts {
            writeln!(console.out, "{text}: {}", part.leaves)?;
        }
    }
    writeln!(console.out, "leaves {}\nnodes {}", sum.leaves, sum.nodes)?;
    Ok(())
}

/// The counts behind each first move, with a progress bar on a terminal.
fn count(position: &AnyPosition, depth: u32) -> Vec<(String, Perft)> {
    if depth == 0 {
        return Vec::new();
    }
    let style = ProgressStyle::with_template("{spinner} first moves {pos}/{len}  {elapsed}  {msg}");
    let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(std::time::Duration::from_millis(250));
    let counted = match position {
        AnyPosition::Mancala(position) => {
            bar.set_length(position.moves().len() as u64);
            let behind = |mv: Move| {
                let mut next = *position;
                next.play_unchecked(mv, &mut ());
                (mv.to_string(), fast_perft(&next, depth - 1))
            };
            collect(position.moves().map(behind), &bar)
        }
        AnyPosition::Sowing(position) => {
            bar.set_length(position.legal_moves().count() as u64);
            // Positions that come again end a game.
            collect(
                divide(&Playthrough::new(**position), depth).map(|(mv, part)| (mv.to_string(), part)),
                &bar,
            )
        }
        AnyPosition::Senet(position) => {
            bar.set_length(divide_with_throws(position, 1).count() as u64);
            let parts = divide_with_throws(position, depth);
            collect(parts.map(|((roll, mv), part)| (format!("{roll}:{mv}"), part)), &bar)
        }
    };
    bar.finish_and_clear();
    counted
}

fn collect(parts: impl Iterator<Item = (String, Perft)>, bar: &ProgressBar) -> Vec<(String, Perft)> {
    let mut leaves = 0;
    parts
        .inspect(|(_, part)| {
            leaves += part.leaves;
            bar.set_message(format!("{leaves} leaves"));
            bar.inc(1);
        })
        .collect()
}
