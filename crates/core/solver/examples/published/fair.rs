use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use gebeta_rules::Player;
use gebeta_rules::mancala::{Board, MoveRules, PieRule, Position, Rules, Setup, Size};
use gebeta_solver::mancala::{Prover, Table};

/// The counts of a board's holes.
type Counts = Vec<u16>;

/// How many boards one and two stones away from 6x4 are drawn when Player 1 begins. Boards that are finished are kept in
/// `NAME.txt`, a line each.
pub(crate) fn starts(name: &str, law: MoveRules, threads: usize) -> io::Result<[usize; 2]> {
    let [one, two] = boards();
    let mut kept = TableCache::open(name)?;
    // Neighbors take about as long as each other: in large steps the time that is left can be told early.
    let all: Vec<&Counts> = one.iter().chain(&two).collect();
    let step = 1009;
    let in_steps = (0..all.len()).map(|place| all[place * step % all.len()]);
    let left: Vec<&Counts> = in_steps.filter(|&board| !kept.fair.contains_key(board)).collect();
    if !left.is_empty() {
        prove(name, law, threads, &left, &mut kept)?;
    }
    let fair = |boards: &BTreeSet<Counts>| boards.iter().filter(|&board| kept.fair[board]).count();
    Ok([fair(&one), fair(&two)])
}

/// Every board one stone away from 6x4, and every board two stones away.
fn boards() -> [BTreeSet<Counts>; 2] {
    let size = |n| Size::new(n).expect("a size that boards have");
    let start = BTreeSet::from([Board::new(size(6), size(4)).counts().to_vec()]);
    let one = one_stone_moved(&start);
    let mut two = one_stone_moved(&one);
    two.retain(|board| !one.contains(board) && !start.contains(board));
    assert_eq!((one.len(), two.len()), (156, 6240));
    [one, two]
}

/// Every board one stone away from a board: a stone of a pit lies in another pit, or in a store.
fn one_stone_moved(boards: &BTreeSet<Counts>) -> BTreeSet<Counts> {
    let mut moved = BTreeSet::new();
    for board in boards {
        let is_store = |hole: usize| hole % 7 == 6;
        for from in (0..board.len()).filter(|&from| !is_store(from) && board[from] > 0) {
            for to in (0..board.len()).filter(|&to| to != from) {
                let mut board = board.clone();
                board[from] -= 1;
                board[to] += 1;
                moved.insert(board);
            }
        }
    }
    moved
}

/// Each thread takes one board after the other; they share the table and what has been proved.
fn prove(
    name: &str,
    law: MoveRules,
    threads: usize,
    left: &[&Counts],
    kept: &mut TableCache,
) -> io::Result<()> {
    let rules = Rules { law, ..Rules::GEBETA };
    // A gigabyte of table, and most of a proof lies in it: a minute that is saved a hundred times.
    eprintln!("{name}: {} boards are finished, {} are left; building the table", kept.fair.len(), left.len());
    let table = Table::build(rules.pits, law, 24, threads, &|_| true);
    let prover = Prover::new(table, 1024, &Position::start(&rules));
    let started = Instant::now();
    let next = AtomicUsize::new(0);
    let (sender, answers) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (next, prover, rules, sender) = (&next, &prover, &rules, sender.clone());
            scope.spawn(move || {
                while let Some(&counts) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send((counts, is_fair(prover, &position(rules, counts)))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut done = 0;
        let mut told = Instant::now();
        // An answer that cannot be kept ends the run: with the receiver the threads go.
        for (counts, fair) in answers {
            kept.add(counts, fair)?;
            done += 1;
            if told.elapsed() > Duration::from_secs(10) || done == left.len() {
                told = Instant::now();
                let hours = started.elapsed().as_secs_f64() / 3600.0;
                eprintln!(
                    "{name}: {} of {} boards, {} fair, {hours:.2} h, about {:.2} h left",
                    kept.fair.len(),
                    kept.fair.len() + left.len() - done,
                    kept.fair.values().filter(|&&fair| fair).count(),
                    hours / done as f64 * (left.len() - done) as f64
                );
            }
        }
        Ok(())
    })
}

fn position(rules: &Rules, counts: &[u16]) -> Position {
    let board = Board::from_counts(counts).expect("a board of six pits");
    let setup = Setup { board, to_move: Some(Player::One), pie: PieRule::Off };
    setup.position(rules).expect("a playable board")
}

/// Whether nobody wins. Most are won by who begins: one test that succeeds, which is cheap, answers for them.
fn is_fair(prover: &Prover, position: &Position) -> bool {
    let reaches = |lead| prover.reaches(position, lead, 1, &mut |_| true).expect("nobody stops it");
    !reaches(2) && reaches(0)
}

/// The boards that are finished, in memory and in a file.
struct TableCache {
    /// Whether they are fair.
    fair: BTreeMap<Counts, bool>,
    file: File,
}

impl TableCache {
    const FAIR: &str = "fair";
    const WON: &str = "won";

    fn open(name: &str) -> io::Result<Self> {
        let path = format!("{name}.txt");
        let text = if fs::exists(&path)? { fs::read_to_string(&path)? } else { String::new() };
        let unread = |line: &str| io::Error::other(format!("this line is no finished board: {line}"));
        let lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
        let fair =
            lines.map(|line| Self::read(line).ok_or_else(|| unread(line))).collect::<io::Result<_>>()?;
        let file = OpenOptions::new().append(true).create(true).open(&path)?;
        // A line that was cut off is done again.
        file.set_len(text.rfind('\n').map_or(0, |end| end as u64 + 1))?;
        Ok(Self { fair, file })
    }

    fn read(line: &str) -> Option<(Counts, bool)> {
        let (counts, word) = line.split_once(' ')?;
        let counts = counts.split(',').map(|n| n.parse().ok()).collect::<Option<_>>()?;
        match word {
            Self::FAIR => Some((counts, true)),
            Self::WON => Some((counts, false)),
            _ => None,
        }
    }

    fn add(&mut self, counts: &[u16], fair: bool) -> io::Result<()> {
        let text = counts.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
        writeln!(self.file, "{text} {}", if fair { Self::FAIR } else { Self::WON })?;
        self.fair.insert(counts.to_vec(), fair);
        Ok(())
    }
}
