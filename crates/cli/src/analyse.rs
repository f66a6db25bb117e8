mod graph;
mod json;
mod report;

use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use gebeta_bots::{Budget, Review};
use gebeta_rules::Record;

use crate::args::AnalyseArgs;
use crate::tablebase::Tables;
use crate::{Console, Failure, replay};

use report::Report;

/// `gebeta analyse`: what the moves of a stored game were worth.
pub(crate) fn run(args: &AnalyseArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let record = replay::load(&args.file)?;
    let review = review(&record, args);
    if args.json {
        writeln!(console.out, "{}", json::document(&record, &review))?;
    } else {
        let painted =
            std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        write!(console.out, "{}", Report { record: &record, review: &review, painted })?;
    }
    Ok(())
}

fn review(record: &Record, args: &AnalyseArgs) -> Review {
    let plies = record.plies().len();
    let bar = ProgressBar::new(plies as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} move {pos} of {len}, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    let total = args.seconds.map(|seconds| (Instant::now(), Duration::from_secs(seconds)));
    // Each move gets its share of the time that is left when its turn comes.
    let deadline = Cell::new(None);
    let stop = || deadline.get().is_some_and(|deadline| Instant::now() >= deadline);
    let nodes = match args.seconds {
        Some(_) => args.nodes.unwrap_or(u64::MAX),
        None => args.nodes.unwrap_or(Review::nodes(record.rules.game())),
    };
    let tables = Tables::default();
    let budget = Budget { nodes, stop: &stop, known: Some(&tables), ..Budget::FREE };
    let review = Review::of(record, budget, &mut |done| {
        bar.set_position(done as u64);
        if let Some((began, total)) = total {
            let to_do = u32::try_from(plies - done + 1).unwrap_or(u32::MAX);
            deadline.set(Some(Instant::now() + total.saturating_sub(began.elapsed()) / to_do));
        }
        true
    });
    bar.finish_and_clear();
    review.expect("a review that nobody cancels is finished")
}
