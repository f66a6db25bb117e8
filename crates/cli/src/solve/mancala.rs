use std::num::NonZero;

use indicatif::ProgressBar;
use serde_json::{Value, json};

use gebeta_endgame::mancala::{Knowledge, Progress, Prover, Table};
use gebeta_rules::mancala::{Move, Position};
use gebeta_rules::{Game, Player};

use crate::args::SolveArgs;
use crate::tablebase::Tables;

/// The proved value of a position.
pub(super) fn solve(
    position: &Position,
    args: &SolveArgs,
    threads: NonZero<usize>,
    bar: &ProgressBar,
) -> Value {
    if position.outcome().is_some() {
        return json!({ "value": position.lead(Player::One), "best": [], "moves": {}, "nodes": 0 });
    }
    let (board, law) = (position.board(), position.law());
    let in_pits: u32 =
        Player::BOTH.iter().flat_map(|&player| board.side(player)).map(|&n| u32::from(n)).sum();
    let tables = Tables::default();
    let solved = tables.solved(position).unwrap_or_else(|| {
        let told = |progress: Progress| {
            let percent = 100.0 * progress.done as f64 / progress.total as f64;
            bar.set_message(format!("endgame table, {} stones: {percent:.0} %", progress.stones));
        };
        let worthwhile = Table::worthwhile(board.pits(), in_pits);
        let table = tables.load(board.pits(), law, worthwhile, &told).or_else(|| {
            Table::build(board.pits(), law, worthwhile, threads.get(), &|progress| {
                told(progress);
                true
            })
        });
        let megabytes = args.memory.unwrap_or(enough_memory(in_pits));
        let prover = Prover::new(table.as_ref(), megabytes, position);
        let solved = prover.solve_with(threads.get(), position, args.moves, &mut |proof| {
            bar.set_message(format!("between {} and {}, {} positions", proof.low, proof.high, proof.nodes));
            true
        });
        solved.expect("an unfinished game that nobody stops is solved")
    });
    let by_move = |(mv, value): &(Move, i32)| (mv.to_string(), json!(value));
    let best: Vec<_> = solved.best.iter().map(ToString::to_string).collect();
    let mut answer = json!({ "value": solved.value, "best": best });
    if args.moves {
        answer["moves"] = Value::Object(solved.moves.iter().map(by_move).collect());
    }
    answer["nodes"] = json!(solved.nodes);
    answer
}

/// Megabytes for a proof that begins with so many stones: what is not needed takes time to clear.
const fn enough_memory(in_pits: u32) -> usize {
    match in_pits {
        0..=30 => 32,
        31..=40 => 128,
        41..=50 => 256,
        _ => 6144,
    }
}
