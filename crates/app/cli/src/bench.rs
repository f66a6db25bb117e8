use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde_json::{Value, json};

use gebeta_engine::mancala::Playouts;
use gebeta_engine::{Bot, EngineGame, SearchRequest, signature};
use gebeta_rules::mancala::{MoveTables, Rules};
use gebeta_rules::{Chance, mancala, perft, perft_with_throws, senet};

use crate::args::BenchArgs;
use crate::{CliError, Console};

/// How deep the counts go: at most about two seconds each.
const MANCALA_DEPTH: u32 = 11;
const COUNTED_DEPTH: u32 = 12;
const SENET_DEPTH: u32 = 6;
/// How far the classic player of Senet looks ahead from the start.
const SENET_AHEAD: [u32; 2] = [6, 8];
/// Random games: about a second.
const GAMES: u64 = 1_000_000;

/// `gebeta bench`: how fast the rules are here, and how many nodes fixed searches take everywhere.
pub(crate) fn run(args: &BenchArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let bar = ProgressBar::new_spinner().with_message("measuring, about twenty seconds");
    bar.enable_steady_tick(Duration::from_millis(250));
    let start = mancala::Position::start(&Rules::GEBETA);
    let sower = MoveTables::<u64>::new(start.board().pits(), start.law());
    let packed = sower.and_then(|sower| Some((sower.pack(&start)?, sower)));
    let (packed, sower) = packed.expect("the default rules have a packed law");
    let mancala = timed(MANCALA_DEPTH, || perft(&start, MANCALA_DEPTH).leaves);
    let made = timed(MANCALA_DEPTH, || sower.perft(packed, MANCALA_DEPTH).leaves);
    let counted = timed(COUNTED_DEPTH, || sower.perft_counted(packed, COUNTED_DEPTH).leaves);
    let senet = timed(SENET_DEPTH, || {
        perft_with_throws(&senet::Position::start(&senet::Rules::CLASSIC), SENET_DEPTH).leaves
    });
    let (moves, playing) = best_of_two(|| Playouts::new(&sower, 1).play(packed, GAMES).moves);
    let ahead = SENET_AHEAD.map(senet_ahead);
    let (signatures, searching) = best_of_two(signature);
    let terminal = terminal();
    bar.finish_and_clear();
    let total: u64 = signatures.iter().map(|(_, nodes)| nodes).sum();
    let (moves_per_second, nodes_per_second) = (moves as f64 / playing, total as f64 / searching);
    if args.json {
        let by_rules: serde_json::Map<String, Value> =
            signatures.iter().map(|&(name, nodes)| (name.to_owned(), nodes.into())).collect();
        let answer = json!({
            "perft": { "mancala": mancala, "mancala_made": made, "mancala_counted": counted, "senet": senet },
            "random_play": {
                "games": GAMES, "moves": moves, "seconds": playing, "moves_per_second": moves_per_second,
            },
            "senet_search": ahead,
            "terminal": terminal,
            "signature": {
                "total": total, "nodes": by_rules, "seconds": searching, "nodes_per_second": nodes_per_second,
            },
        });
        writeln!(console.out, "{answer}")?;
        return Ok(());
    }
    let counts =
        [("mancala", &mancala), ("mancala packed, made", &made), ("mancala packed, counted", &counted)];
    for (what, figures) in counts.into_iter().chain([("senet", &senet)]) {
        writeln!(
            console.out,
            "perft {what} depth {}: {} leaves, {:.1} million a second",
            figures["depth"],
            figures["leaves"],
            figures["leaves_per_second"].as_f64().unwrap_or(0.0) / 1e6
        )?;
    }
    writeln!(
        console.out,
        "random play mancala: {GAMES} games, {moves} moves, {:.1} million moves a second",
        moves_per_second / 1e6
    )?;
    for figures in &ahead {
        writeln!(
            console.out,
            "search senet depth {}: {} nodes, {:.0} ms",
            figures["depth"],
            figures["nodes"],
            1e3 * figures["seconds"].as_f64().unwrap_or(0.0)
        )?;
    }
    if let Some(figures) = terminal {
        writeln!(
            console.out,
            "terminal {}x{}: {:.2} ms a frame",
            figures["columns"],
            figures["lines"],
            figures["frame_ms"].as_f64().unwrap_or(0.0)
        )?;
    }
    for (name, nodes) in signatures {
        writeln!(console.out, "nodes {name}: {nodes}")?;
    }
    writeln!(console.out, "Bench: {total}")?;
    Ok(())
}

/// Nodes and seconds of the classic player at the start of Senet, with a 2 on the table.
fn senet_ahead(depth: u32) -> Value {
    let start = senet::Position::start(&senet::Rules::CLASSIC);
    let cast = start.cast(senet::Roll::new(2).expect("a roll"));
    let search =
        || cast.search(SearchRequest { seed: 1, ..SearchRequest::new(Bot::Classic { depth }) }, &mut |_| {});
    let (thought, seconds) = best_of_two(search);
    json!({ "depth": depth, "nodes": thought.map_or(0, |thought| thought.nodes.total()), "seconds": seconds })
}

/// How long a frame of the full screen takes at the size of a large terminal; none where the program has no full screen.
#[allow(clippy::unnecessary_wraps, reason = "none without the full screen")]
fn terminal() -> Option<Value> {
    #[cfg(feature = "tui")]
    {
        const FRAMES: usize = 400;
        let (columns, lines) = (160, 50);
        let (_, drawing) = best_of_two(|| gebeta_tui::draw_frames(columns, lines, FRAMES));
        Some(json!({ "columns": columns, "lines": lines, "frame_ms": 1e3 * drawing / FRAMES as f64 }))
    }
    #[cfg(not(feature = "tui"))]
    None
}

/// Leaves and leaves per second.
fn timed(depth: u32, count: impl Fn() -> u64) -> Value {
    let (leaves, seconds) = best_of_two(count);
    json!({
        "depth": depth,
        "leaves": leaves,
        "seconds": seconds,
        "leaves_per_second": leaves as f64 / seconds,
    })
}

/// The answer and the seconds of the better of two runs: these machines are noisy.
fn best_of_two<T>(run: impl Fn() -> T) -> (T, f64) {
    let timed = || {
        let started = Instant::now();
        (run(), started.elapsed().as_secs_f64())
    };
    let (first, second) = (timed(), timed());
    (first.0, first.1.min(second.1))
}
