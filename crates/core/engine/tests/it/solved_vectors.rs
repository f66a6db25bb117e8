//! Proved values of small mancala boards, by the plain solver and by alpha-beta to the end of the game.

use gebeta_engine::mancala::{Lead, Steady};
use gebeta_rules::mancala::Position;
use gebeta_search::{Limits, Solver, alphabeta, deepen};
use gebeta_testkit::{Row, fixture};

/// Boards beyond this are for a solver that prunes: the plain one would take minutes and gigabytes.
const MOST_STONES: u32 = 24;
const MOST_PITS: u8 = 4;

#[test]
fn every_board_a_plain_search_can_solve_has_its_proved_value() {
    let mut solved = 0;
    for row in fixture::rows("solved/mancala.jsonl") {
        let start = Position::start(&row.mancala_rules());
        if start.board().pits().get() > MOST_PITS || start.board().total() > MOST_STONES {
            continue;
        }
        let report = Solver::new(Lead).solve(&start, Limits::depth(1)).expect("nobody stops it");
        assert_eq!(report.best().unwrap().1, value(&row), "{start}");
        for (mv, found) in &report.moves {
            let expected = row.get("moves").and_then(|moves| moves.get(mv.to_string())?.as_i64());
            assert_eq!(Some(i64::from(*found)), expected, "{start} move {mv}");
        }
        solved += 1;
    }
    assert!(solved > 300, "only {solved} rows are small enough");
}

#[test]
fn alpha_beta_to_the_end_of_the_game_finds_the_same_values() {
    for row in fixture::rows("solved/mancala.jsonl") {
        let start = Position::start(&row.mancala_rules());
        if start.board().total() > 16 {
            continue;
        }
        let report = deepen(Limits::depth(200), |limits| alphabeta(&start, &Steady, limits), |_| {}).unwrap();
        assert!(report.exact, "{start}");
        assert_eq!(report.best().unwrap().1, Steady::STONE * value(&row), "{start}");
    }
}

fn value(row: &Row) -> i32 {
    row.get("value").and_then(serde_json_value).expect("every row has its value")
}

fn serde_json_value(value: &serde_json::Value) -> Option<i32> {
    value.as_i64().map(|value| value as i32)
}
