//! Every count of move sequences that another program has made, to its full depth.

use gebeta_rules::mancala::{MoveTables, Position, SideWord, fast_perft};
use gebeta_rules::{Perft, perft, perft_with_throws};
use gebeta_testkit::{Row, fixture};

#[track_caller]
fn check(row: &Row, counted: Perft) {
    assert_eq!(counted.leaves, row.number("leaves"), "leaves of {}", row.place);
    if row.get("nodes").is_some() {
        assert_eq!(counted.nodes, row.number("nodes"), "nodes of {}", row.place);
    }
}

/// Up to so many leaves are made by the readable rules, which take three times as long as the packed twin; more by the
/// twin alone, where the law has one. Every position is there with fewer plies as well.
const MADE: u64 = 1_000_000;

#[track_caller]
fn check_mancala(file: &str) {
    for row in fixture::rows(file) {
        let (position, depth) = (row.mancala_position(), row.number("depth") as u32);
        let fast = fast_perft(&position, depth);
        check(&row, fast);
        if fast.leaves <= MADE {
            assert_eq!(perft(&position, depth), fast, "{}", row.place);
        }
        let made = made::<u64>(&position, depth).or_else(|| made::<u128>(&position, depth));
        assert!(made.is_none_or(|made| made == fast), "{}", row.place);
    }
}

/// Every leaf made by the twin of this word, where there is one.
fn made<S: SideWord>(position: &Position, depth: u32) -> Option<Perft> {
    let sower = MoveTables::<S>::new(position.board().pits(), position.law())?;
    Some(sower.perft(sower.pack(position)?, depth))
}

#[track_caller]
fn check_senet(file: &str) {
    for row in fixture::rows(file) {
        check(&row, perft_with_throws(&row.senet_position(), row.number("depth") as u32));
    }
}

#[test]
fn mancala_has_as_many_games_as_other_programs_count() {
    check_mancala("perft/mancala.jsonl");
}

#[test]
fn mancala_counts_agree_under_every_option() {
    check_mancala("perft/mancala-options.jsonl");
}

#[test]
fn senet_has_as_many_games_as_other_programs_count() {
    check_senet("perft/senet.jsonl");
}

#[test]
fn senet_counts_agree_under_every_option() {
    check_senet("perft/senet-options.jsonl");
}
