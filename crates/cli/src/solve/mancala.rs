use std::num::NonZero;
use std::time::Instant;

use indicatif::ProgressBar;
use serde_json::{Value, json};

use gebeta_endgame::mancala::{Knowledge, Progress, Prover, Shape, Solved, Table};
use gebeta_rules::mancala::{Move, Position, Side, Size};
use gebeta_rules::{AnyRules, Game, Player};

use super::checkpoint::Checkpoint;
use crate::Failure;
use crate::args::SolveArgs;
use crate::tablebase::{Tables, free_memory};

/// The proved value of a position.
pub(super) fn solve(
    position: &Position,
    rules: &AnyRules,
    args: &SolveArgs,
    threads: NonZero<usize>,
    bar: &ProgressBar,
) -> Result<Value, Failure> {
    if position.outcome().is_some() {
        return Ok(json!({ "value": position.lead(Player::One), "best": [], "moves": {}, "nodes": 0 }));
    }
    let tables = Tables::default();
    let solved = match tables.solved(position) {
        Some(solved) => solved,
        None => prove(position, rules, args, threads, &tables, bar)?,
    };
    let by_move = |(mv, value): &(Move, i32)| (mv.to_string(), json!(value));
    let best: Vec<_> = solved.best.iter().map(ToString::to_string).collect();
    let mut answer = json!({ "value": solved.value, "best": best });
    if args.moves {
        answer["moves"] = Value::Object(solved.moves.iter().map(by_move).collect());
    }
    answer["nodes"] = json!(solved.nodes);
    Ok(answer)
}

fn prove(
    position: &Position,
    rules: &AnyRules,
    args: &SolveArgs,
    threads: NonZero<usize>,
    tables: &Tables,
    bar: &ProgressBar,
) -> Result<Solved, Failure> {
    let (board, law) = (position.board(), Prover::table_law(position.law()));
    let in_pits = board.in_pits();
    let told = |progress: Progress| {
        let percent = 100.0 * progress.done as f64 / progress.total as f64;
        bar.set_message(format!("endgame table, {} stones: {percent:.0} %", progress.stones));
    };
    let worthwhile = Shape::worthwhile(board.pits(), in_pits).min(fitting_table(board.pits()));
    let build = || {
        Table::build(board.pits(), law, worthwhile, threads.get(), &|progress| {
            told(progress);
            true
        })
    };
    // More stones than a packed board holds are proved without a table.
    let is_packed = in_pits <= u128::MOST_STONES;
    let loaded = if is_packed { tables.load(board.pits(), law, worthwhile, &told) } else { None };
    let table = if is_packed { loaded.or_else(build) } else { None };
    let megabytes = args.memory.unwrap_or_else(|| enough_memory(in_pits));
    let prover = Prover::new(table, megabytes, position);
    let about = || format!("{}\n{position}", rules.lines().join("\n"));
    let path = args.checkpoint.as_deref();
    let mut checkpoint = path.map(|path| Checkpoint::open(path, about(), &prover)).transpose()?;
    let started = Instant::now();
    let solved = prover.solve_with(threads.get(), position, args.moves, &mut |proof| {
        let rate = proof.nodes as f64 / started.elapsed().as_secs_f64() / 1e6;
        bar.set_message(format!(
            "between {} and {}, {:.1} million positions, {rate:.1} million/s",
            proof.low,
            proof.high,
            proof.nodes as f64 / 1e6
        ));
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.keep_sometimes(&prover);
        }
        true
    });
    checkpoint.map_or(Ok(()), |checkpoint| checkpoint.finish(&prover))?;
    Ok(solved.expect("an unfinished game that nobody stops is solved"))
}

/// The most stones of a table that takes at most half of the memory that is free, with what building it takes besides.
fn fitting_table(pits: Size) -> u32 {
    free_memory().map_or(Shape::MOST, |bytes| Shape::most_stones(pits, bytes / 12 * 5))
}

/// Megabytes for a proof that begins with so many stones, and at most half of what is free: words that are far apart
/// take longer to fetch, so more than enough is too much.
fn enough_memory(in_pits: u32) -> usize {
    let free = free_memory().map_or(usize::MAX, |bytes| (bytes >> 21) as usize);
    let enough = match in_pits {
        0..=30 => 32,
        31..=40 => 128,
        41..=50 => 256,
        _ => 4096,
    };
    enough.min(free)
}
