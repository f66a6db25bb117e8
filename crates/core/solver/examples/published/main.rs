//! Proves what others have published and takes too long for a test: `published NAME..`, or all of it without a name.
//!
//! `cargo run --release -p gebeta-solver --example published 6x4`
//!
//! `published vectors` proves every row of `testdata/solved/mancala.jsonl` with all its moves; the largest takes long.
//!
//! Counting the fair starts takes hours. What is finished is kept in `NAME.txt` in the current folder, and the same
//! command goes on there.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it talks to the person who runs it")]

mod fair;
mod vectors;

use std::process::ExitCode;
use std::time::Instant;

use gebeta_rules::mancala::{Leftovers, MoveRules, Position, Rules, Size};
use gebeta_solver::mancala::{Prover, Shape, Table};

const RELAY: MoveRules = MoveRules { leftovers: Leftovers::OwnSide, ..MoveRules::AVALANCHE };

/// Name, pits, stones, law, megabytes to remember in, and the value.
const STARTS: [(&str, u8, u8, MoveRules, usize, i32); 9] = [
    ("6x4", 6, 4, MoveRules::GEBETA, 256, 8),
    ("6x4-empty-capture", 6, 4, MoveRules::EMPTY_CAPTURE, 256, 10),
    ("5x5", 5, 5, MoveRules::GEBETA, 256, 2),
    ("5x5-empty-capture", 5, 5, MoveRules::EMPTY_CAPTURE, 256, 2),
    ("6x4-avalanche", 6, 4, RELAY, 1024, 42),
    ("5x6", 5, 6, MoveRules::GEBETA, 1024, 2),
    ("5x6-empty-capture", 5, 6, MoveRules::EMPTY_CAPTURE, 1024, 2),
    ("6x5", 6, 5, MoveRules::GEBETA, 4096, 10),
    ("6x5-empty-capture", 6, 5, MoveRules::EMPTY_CAPTURE, 4096, 12),
];

/// Name, law, and how many fair starts there are one or two stones away from 6x4.
const FAIR: [(&str, MoveRules, usize); 2] =
    [("fair-empty-capture", MoveRules::EMPTY_CAPTURE, 254), ("fair", MoveRules::GEBETA, 323)];

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    let mut as_published = true;
    for (name, pits, stones, law, megabytes, expected) in STARTS {
        if is_wanted(name) {
            let started = Instant::now();
            let found = value(pits, stones, law, megabytes);
            println!("{name}: {found}, published {expected}, {:.1} s", started.elapsed().as_secs_f64());
            as_published &= found == expected;
        }
    }
    if is_wanted("vectors") {
        as_published &= vectors::check(threads());
    }
    for (name, law, expected) in FAIR {
        if is_wanted(name) {
            let started = Instant::now();
            let [one, two] = match fair::starts(name, law, threads()) {
                Ok(counts) => counts,
                Err(error) => {
                    eprintln!("{name}.txt: {error}");
                    return ExitCode::FAILURE;
                }
            };
            let seconds = started.elapsed().as_secs_f64();
            println!("{name}: {one} + {two}, published {expected}, {seconds:.1} s");
            as_published &= one + two == expected;
        }
    }
    if as_published { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn size(n: u8) -> Size {
    Size::new(n).expect("a size that boards have")
}

/// The proved value of a start.
fn value(pits: u8, stones: u8, law: MoveRules, megabytes: usize) -> i32 {
    let start = Position::start(&Rules { pits: size(pits), stones: size(stones), law, ..Rules::GEBETA });
    let reach = Shape::worthwhile(size(pits), start.board().total());
    let table = Table::build(size(pits), law, reach, threads(), &|_| true);
    let prover = Prover::new(table, megabytes, &start);
    prover.solve_with(threads(), &start, false, &mut |_| true).expect("nobody stops it").value
}
