//! Random rules, positions and texts for property tests.

pub mod mancala;
pub mod senet;

use std::fmt::Debug;

use gebeta_rules::options::{Kind, Value};
use gebeta_rules::{AnyPosition, AnyRules, ByPlayer, Coin, CoinSide, GameKind, Keyword, Record, Seat};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
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
pub fn choice<T: Keyword + Debug>() -> impl Strategy<Value = T> {
    select(T::KEYWORDS).prop_map(|(_, choice)| choice)
}

/// Any rules of a game that a rule file may hold.
pub fn rules(game: GameKind) -> impl Strategy<Value = AnyRules> {
    let options = game.options();
    let values: Vec<_> = options.iter().map(|option| value(option.kind)).collect();
    values
        .prop_map(move |values| {
            let mut rules = AnyRules::default_of(game);
            for (option, value) in options.iter().zip(values) {
                let value = possible(option.kind, value, &rules);
                option.set(&mut rules, value);
            }
            for option in options {
                let value = option.get(&rules).expect("the rules are of the option's game");
                option.choose(&mut rules, value);
            }
            rules
        })
        .prop_filter("no rules that contradict each other", |rules| rules.conflicts().is_empty())
}

/// Any value of an option.
fn value(kind: Kind) -> BoxedStrategy<Value> {
    let values = select(kind.values());
    let Kind::Set(numbers) = kind else { return values.boxed() };
    let full: Vec<_> = numbers.full().iter().collect();
    let size = 0..=full.len();
    let any_set = subsequence(full, size).prop_map(|set| Value::Set(set.into_iter().collect()));
    prop_oneof![1 => values, 2 => any_set].boxed()
}

/// The value without numbers that can never come up, which rules may not name except where the set has a word.
fn possible(kind: Kind, value: Value, rules: &AnyRules) -> Value {
    match (kind, value) {
        (Kind::Set(numbers), Value::Set(set)) if numbers.name(set).is_none() => {
            Value::Set(set.intersection(numbers.offered(rules)))
        }
        _ => value,
    }
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
