//! Proved values of starts, against other programs.

use gebeta_endgame::mancala::{Prover, Table};
use gebeta_rules::Game;
use gebeta_rules::mancala::Position;
use gebeta_testkit::fixture;

/// Boards beyond this take a while: `gebeta solve` does them.
const MOST_STONES: u32 = 30;

#[test]
fn starts_have_their_proved_values() {
    let mut solved = 0;
    for row in fixture::rows("solved/mancala.jsonl") {
        let rules = row.mancala_rules();
        let start = Position::start(&rules);
        let packed_laws_only = Table::build(rules.pits, rules.law, 10, 1, &|_| true);
        if start.board().total() > MOST_STONES || (packed_laws_only.is_none() && start.board().total() > 16) {
            continue;
        }
        let prover = Prover { table: packed_laws_only.as_ref(), megabytes: 64 };
        let found = prover.solve(&start, true, &mut |_| true).expect("nobody stops it");
        assert_eq!(
            i64::from(found.value),
            row.get("value").map(|value| value.as_i64().unwrap()).unwrap(),
            "{start}"
        );
        for (mv, value) in &found.moves {
            let expected = row.get("moves").and_then(|moves| moves.get(mv.to_string())?.as_i64());
            assert_eq!(Some(i64::from(*value)), expected, "{start} move {mv}");
            assert_eq!(found.best.contains(mv), *value == found.value, "{start} move {mv}");
        }
        assert_eq!(found.moves.len(), start.legal_moves().count());
        solved += 1;
    }
    assert!(solved > 300, "only {solved} rows are small enough");
}
