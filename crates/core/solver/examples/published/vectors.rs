use std::time::Instant;

use gebeta_rules::mancala::{Move, Position};
use gebeta_solver::mancala::{Prover, Shape, Table};
use gebeta_testkit::fixture;

/// Proves every row of the solved starts with the value of each move, the small boards first; says whether all agree.
pub(crate) fn check(threads: usize) -> bool {
    let mut rows = fixture::rows("solved/mancala.jsonl");
    rows.sort_by_key(|row| Position::start(&row.mancala_rules()).board().total());
    let (mut right, count) = (0, rows.len());
    for row in rows {
        let rules = row.mancala_rules();
        let start = Position::start(&rules);
        let stones = start.board().total();
        let started = Instant::now();
        let reach = Shape::worthwhile(rules.pits, stones);
        let table = Table::build(rules.pits, Prover::table_law(rules.law), reach, threads, &|_| true);
        let megabytes = if stones > 40 { 1024 } else { 64 };
        let prover = Prover::new(table, megabytes, &start);
        let solved = prover.solve_with(threads, &start, true, &mut |_| true).expect("nobody stops it");
        // Of the largest board the other program has told no moves.
        let moves = row.get("moves").and_then(|moves| moves.as_object()).filter(|moves| !moves.is_empty());
        let agrees = row.get("value").is_some_and(|value| value.as_i64() == Some(solved.value.into()))
            && moves.is_none_or(|moves| {
                let is_given = |&(mv, worth): &(Move, i32)| {
                    moves.get(&mv.to_string()).is_some_and(|value| value.as_i64() == Some(worth.into()))
                };
                moves.len() == solved.moves.len() && solved.moves.iter().all(is_given)
            });
        right += usize::from(agrees);
        if stones > 30 || !agrees {
            let seconds = started.elapsed().as_secs_f64();
            let verdict = if agrees { "as given" } else { "NOT as given" };
            println!("{}: {}x{} {solved:?} {verdict}, {seconds:.1} s", row.place, rules.pits, rules.stones);
        }
    }
    println!("vectors: {right} of {count} rows are as given");
    right == count
}
