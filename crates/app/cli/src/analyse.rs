mod graph;
mod json;
mod report;

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use gebeta_engine::{EngineBudget, Review};
use gebeta_rules::Record;

use crate::args::AnalyseArgs;
use crate::local_engine::local_engine;
use crate::{CliError, Console, record_file};

use json::Document;
use report::Report;

/// `gebeta analyse`: what the moves of a stored game were worth.
pub(crate) fn run(args: &AnalyseArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let record = record_file::load_or_input(&args.file, None, console)?;
    let review = review(&record, args);
    if args.json {
        return console.json(&Document::new(&record, &review));
    }
    let painted =
        std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    write!(console.out, "{}", Report { record: &record, review: &review, painted })?;
    Ok(())
}

fn review(record: &Record, args: &AnalyseArgs) -> Review {
    let plies = record.plies().len();
    let bar = ProgressBar::new(plies as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} move {pos} of {len}, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    let usual = match args.seconds {
        Some(seconds) => EngineBudget { time: Some(Duration::from_secs(seconds)), ..EngineBudget::FREE },
        None => EngineBudget::for_review(record.rules.game()),
    };
    let budget = EngineBudget { nodes: args.nodes.unwrap_or(usual.nodes), ..usual };
    let review = local_engine(&Arc::default()).review(record, budget, &mut |done| {
        bar.set_position(done as u64);
        true
    });
    bar.finish_and_clear();
    review.expect("a review without a stop condition finishes")
}
