use gebeta_rules::PRESETS;
use gebeta_rules::options::{Kind, Value};

use super::*;

#[test]
fn every_shipped_rule_set_is_explained_in_every_language() {
    for preset in &PRESETS {
        let [en, am, ar] = Language::ALL.map(|language| explain(language, &preset.rules));
        assert!(en.len() >= 7, "{}", preset.name);
        for (en, others) in en.iter().zip(am.iter().zip(&ar)) {
            for paragraph in [en, others.0, others.1] {
                assert_eq!(paragraph.topic, en.topic);
                assert!(!paragraph.heading.is_empty() && !paragraph.text.is_empty());
                assert!(!paragraph.text.contains(['{', '}']), "{}", paragraph.text);
            }
        }
        for language in Language::ALL {
            assert!(ruleset(language, preset.name).is_some(), "{}", preset.name);
        }
    }
    assert_eq!(ruleset(Language::En, "mine"), None);
}

/// Whether all these rules read differently in every language.
#[track_caller]
fn check(option: &str, rules: &[AnyRules]) {
    for language in Language::ALL {
        for (index, one) in rules.iter().enumerate() {
            for other in &rules[..index] {
                assert_ne!(
                    explain(language, one),
                    explain(language, other),
                    "{option} in {}",
                    language.name()
                );
            }
        }
    }
}

/// The values of an option, and for a list of rolls some that read differently.
fn values(kind: Kind) -> Vec<Value> {
    let mut values = kind.values();
    if let Kind::Set(numbers) = kind {
        let more = [&[2][..], &[2, 3], &[1, 2, 3]].map(|list| list.iter().copied().collect());
        for set in more.into_iter().chain([numbers.full()]).map(Value::Set) {
            if !values.contains(&set) {
                values.push(set);
            }
        }
    }
    values
}

/// A new option fails here until `explain` speaks of it.
#[test]
fn every_value_of_every_option_changes_the_text() {
    // Forfeiting extra throws means something only where there are some.
    let bases = [AnyRules::Mancala(mancala::Rules::GEBETA), AnyRules::Senet(senet::Rules::FIVE_PIECE)];
    for base in bases {
        for option in base.game().options() {
            let changed = values(option.kind).into_iter().map(|value| {
                let mut rules = base;
                option.set(&mut rules, value);
                rules
            });
            check(option.key, &changed.collect::<Vec<_>>());
        }
    }
}

#[test]
fn lists_read_like_speech() {
    assert_eq!(either(Language::En, [1].iter()), "1");
    assert_eq!(either(Language::En, [1, 4].iter()), "1 or 4");
    assert_eq!(either(Language::En, [1, 4, 5].iter()), "1, 4 or 5");
    assert_eq!(both(Language::En, [15, 25, 26].iter()), "15, 25 and 26");
}
