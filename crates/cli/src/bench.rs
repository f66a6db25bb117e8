use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde_json::{Value, json};

use gebeta_bots::{Bot, Budget, Luck, Thinks};
use gebeta_rules::{AnyPosition, PRESETS, mancala, perft, perft_with_throws, senet};

use crate::args::BenchArgs;
use crate::{Console, Failure};

/// How deep the counts go: about two seconds each.
const MANCALA_DEPTH: u32 = 11;
const SENET_DEPTH: u32 = 6;

/// `gebeta bench`: how fast the rules are here, and how many nodes fixed searches take everywhere.
pub(crate) fn run(args: &BenchArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let bar = ProgressBar::new_spinner().with_message("measuring, about fifteen seconds");
    bar.enable_steady_tick(Duration::from_millis(250));
    let mancala = timed(MANCALA_DEPTH, || {
        perft(&mancala::Position::start(&mancala::Rules::GEBETA), MANCALA_DEPTH).leaves
    });
    let senet = timed(SENET_DEPTH, || {
        perft_with_throws(&senet::Position::start(&senet::Rules::CLASSIC), SENET_DEPTH).leaves
    });
    let signatures: Vec<(&str, u64)> =
        PRESETS.iter().map(|preset| (preset.name, signature(&preset.rules.start()))).collect();
    bar.finish_and_clear();
    let total: u64 = signatures.iter().map(|(_, nodes)| nodes).sum();
    if args.json {
        let by_rules: serde_json::Map<String, Value> =
            signatures.iter().map(|&(name, nodes)| (name.to_owned(), nodes.into())).collect();
        let answer = json!({
            "perft": { "mancala": mancala, "senet": senet },
            "signature": { "total": total, "nodes": by_rules },
        });
        writeln!(console.out, "{answer}")?;
        return Ok(());
    }
    for (game, figures) in [("mancala", &mancala), ("senet", &senet)] {
        writeln!(
            console.out,
            "perft {game} depth {}: {} leaves, {:.1} million a second",
            figures["depth"],
            figures["leaves"],
            figures["leaves_per_second"].as_f64().unwrap_or(0.0) / 1e6
        )?;
    }
    for (name, nodes) in signatures {
        writeln!(console.out, "nodes {name}: {nodes}")?;
    }
    writeln!(console.out, "Bench: {total}")?;
    Ok(())
}

/// Leaves and leaves per second, the better of two runs: these machines are noisy.
fn timed(depth: u32, count: impl Fn() -> u64) -> Value {
    let run = || {
        let started = Instant::now();
        (count(), started.elapsed().as_secs_f64())
    };
    let (first, second) = (run(), run());
    let (leaves, seconds) = (first.0, first.1.min(second.1));
    json!({
        "depth": depth,
        "leaves": leaves,
        "seconds": seconds,
        "leaves_per_second": leaves as f64 / seconds,
    })
}

/// How many nodes the default opponent needs along a fixed little game: changes when searching or evaluating does.
fn signature(start: &AnyPosition) -> u64 {
    match start {
        AnyPosition::Mancala(start) => along(*start, 6),
        AnyPosition::Senet(start) => along(*start, 4),
    }
}

fn along<G: Thinks>(start: G, depth: u32) -> u64 {
    const PLIES: usize = 12;
    let luck = Luck::new(1);
    let mut position = start;
    let mut nodes = 0;
    for ply in 0..PLIES {
        position = position.with_chance(&luck, ply);
        let Some(thought) = position.think(Bot::Steady { depth }, Budget::FREE, &luck, ply, &mut |_| {})
        else {
            break;
        };
        nodes += thought.nodes.total();
        position.play_unchecked(thought.best, &mut ());
    }
    nodes
}
