//! The classic player against values of an independent program: every candidate, exactly.
#![expect(
    clippy::float_cmp,
    reason = "all weights are sixteenths and all evaluations whole, so values are exact"
)]

use std::collections::BTreeMap;

use gebeta_engine::senet::Classic;
use gebeta_rules::senet::{Position, Square};
use gebeta_search::{Limits, Report, expect, star};
use gebeta_testkit::fixture;

#[test]
fn classic_values_are_those_of_the_reference() {
    let rows = fixture::rows("chance/senet.jsonl");
    assert_eq!(rows.len(), 48, "the file is complete");
    for row in rows {
        let position = row.senet_position();
        let limits = Limits::depth(row.number("depth") as u32);
        let expected: BTreeMap<u8, f64> = row
            .get("moves")
            .and_then(|moves| moves.as_object())
            .expect("every row has its moves")
            .iter()
            .map(|(from, value)| (from.parse().unwrap(), value.as_f64().unwrap()))
            .collect();
        let plain = expect(&position, &Classic, limits).unwrap();
        assert_eq!(by_source(&plain), expected, "{position}");
        assert_eq!(plain.best().unwrap().1, row.real("best"), "{position}");
        let pruned = star(&position, &Classic, limits).unwrap();
        assert_eq!(by_source(&pruned), expected, "{position}");
    }
}

/// The values by the square of the moving piece; a pass has none.
fn by_source(report: &Report<<Position as gebeta_rules::Game>::Move, f64>) -> BTreeMap<u8, f64> {
    report.moves.iter().filter_map(|(mv, value)| Some((mv.from().map(Square::number)?, *value))).collect()
}
