//! Random rules, positions and texts for property tests.

pub mod mancala;
pub mod senet;

use std::fmt::Debug;

use gebeta_rules::{AnyPosition, AnyRules, ByPlayer, Coin, CoinSide, Record, Seat, Word};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::FileFailurePersistence;

/// So many cases; a failure is kept beside the test's source and tried first from then on.
pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    }
}

/// Any choice of a rule that is written as a word.
pub fn choice<T: Word + Debug>() -> impl Strategy<Value = T> {
    select(T::WORDS).prop_map(|(_, choice)| choice)
}

/// A text of one line, such as a player's name: any characters except control characters.
pub fn line_of_text() -> impl Strategy<Value = String> {
    let shown = any::<char>().prop_map(|c| if c.is_control() { '\\' } else { c });
    proptest::collection::vec(shown, 0..20).prop_map(String::from_iter)
}

/// A game that begins at `start`, with everything around the moves that a record can hold.
pub fn record(rules: AnyRules, start: AnyPosition) -> impl Strategy<Value = Record> {
    let seat = || (line_of_text(), line_of_text()).prop_map(|(name, kind)| Seat { name, kind });
    let coin = proptest::option::of((choice::<CoinSide>(), choice::<CoinSide>()));
    let note = ("[A-Z][a-z]{1,5}_[0-9]{3}", line_of_text());
    let notes = proptest::collection::btree_map(note.0, note.1, 0..3);
    (line_of_text(), seat(), seat(), coin, any::<Option<u64>>(), notes).prop_map(
        move |(rule_set, one, two, coin, seed, notes)| {
            let mut record = Record::new(rule_set, rules, start, ByPlayer { one, two });
            let coin = coin.map(|(called, fell)| Coin { called, fell });
            record.coin = coin.filter(|coin| start.to_move().is_none_or(|first| first == coin.first()));
            record.seed = seed;
            record.notes = notes.into_iter().collect();
            record
        },
    )
}
