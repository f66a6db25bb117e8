//! Proves what others have published and takes too long for a test: `published NAME..`, or all of it without a name.
//!
//! `cargo run --release -p gebeta-endgame --example published 6x4`
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it talks to the person who runs it")]

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use gebeta_endgame::mancala::{Prover, Table};
use gebeta_rules::Player;
use gebeta_rules::mancala::{Board, Law, Leftovers, Pie, Position, Rules, Setup, Size};

const RELAY: Law = Law { leftovers: Leftovers::OwnSide, ..Law::AVALANCHE };

/// Name, pits, stones, law, megabytes to remember in, and the value.
const STARTS: [(&str, u8, u8, Law, usize, i32); 9] = [
    ("6x4", 6, 4, Law::GEBETA, 256, 8),
    ("6x4-empty-capture", 6, 4, Law::EMPTY_CAPTURE, 256, 10),
    ("5x5", 5, 5, Law::GEBETA, 256, 2),
    ("5x5-empty-capture", 5, 5, Law::EMPTY_CAPTURE, 256, 2),
    ("6x4-avalanche", 6, 4, RELAY, 1024, 42),
    ("5x6", 5, 6, Law::GEBETA, 1024, 2),
    ("5x6-empty-capture", 5, 6, Law::EMPTY_CAPTURE, 1024, 2),
    ("6x5", 6, 5, Law::GEBETA, 4096, 10),
    ("6x5-empty-capture", 6, 5, Law::EMPTY_CAPTURE, 4096, 12),
];

/// Name, law, and how many fair starts there are one or two stones away from 6x4. An hour or two each.
const FAIR: [(&str, Law, usize); 2] =
    [("fair-empty-capture", Law::EMPTY_CAPTURE, 254), ("fair", Law::GEBETA, 323)];

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
    for (name, law, expected) in FAIR {
        if is_wanted(name) {
            let started = Instant::now();
            let [one, two] = fair_starts(law);
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
fn value(pits: u8, stones: u8, law: Law, megabytes: usize) -> i32 {
    let start = Position::start(&Rules { pits: size(pits), stones: size(stones), law, ..Rules::GEBETA });
    let reach = Table::worthwhile(size(pits), start.board().total());
    let table = Table::build(size(pits), law, reach, threads(), &|_| true);
    let prover = Prover::new(table.map(Arc::new), megabytes, &start);
    prover.solve_with(threads(), &start, false, &mut |_| true).expect("nobody stops it").value
}

/// Every board one stone away from a board: the stone lies in another pit.
fn one_stone_moved(boards: &BTreeSet<Vec<u16>>) -> BTreeSet<Vec<u16>> {
    let pits = |board: &[u16]| (0..board.len()).filter(|hole| hole % 7 != 6).collect::<Vec<_>>();
    let moved = |board: &Vec<u16>, from: usize, to: usize| {
        let mut board = board.clone();
        board[from] -= 1;
        board[to] += 1;
        board
    };
    boards
        .iter()
        .flat_map(|board| {
            let pits = pits(board);
            let pairs = pits
                .clone()
                .into_iter()
                .flat_map(move |from| pits.clone().into_iter().map(move |to| (from, to)));
            pairs.filter(|(from, to)| from != to).map(|(from, to)| moved(board, from, to))
        })
        .collect()
}

/// How many boards one and two stones away from 6x4 are drawn when Player 1 begins.
fn fair_starts(law: Law) -> [usize; 2] {
    // A gigabyte of table, and most of a proof lies in it: a minute that is saved a hundred times.
    let table = Table::build(size(6), law, 24, threads(), &|_| true);
    let start = BTreeSet::from([Board::new(size(6), size(4)).counts().to_vec()]);
    let one = one_stone_moved(&start);
    let two: BTreeSet<_> =
        one_stone_moved(&one).difference(&one).filter(|board| !start.contains(*board)).cloned().collect();
    assert_eq!((one.len(), two.len()), (132, 4422));
    let rules = Rules { law, ..Rules::GEBETA };
    let position = |counts: &[u16]| {
        let board = Board::from_counts(counts).expect("a board of six pits");
        Setup { board, to_move: Some(Player::One), pie: Pie::Gone }
            .position(&rules)
            .expect("a playable board")
    };
    let prover = Prover::new(table.map(Arc::new), 1024, &Position::start(&rules));
    [one, two].map(|boards| {
        let mut fair = 0;
        for (done, counts) in boards.iter().enumerate() {
            let position = position(counts);
            let reaches =
                |lead| prover.reaches(&position, lead, threads(), &mut |_| true).expect("nobody stops it");
            // Most are won by who begins: one test that succeeds, which is cheap, answers for them.
            fair += usize::from(!reaches(2) && reaches(0));
            if done % 20 == 19 {
                eprintln!("{fair} of {} fair, {} boards", done + 1, boards.len());
            }
        }
        fair
    })
}
