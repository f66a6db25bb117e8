use gebeta_rules::options::{Kind, Value};
use gebeta_rules::{GameKind, PRESETS, Preset, RuleOption, sowing};

use super::*;

#[test]
fn every_shipped_rule_set_is_explained_in_every_language() {
    for preset in Preset::all() {
        let [en, am, ar] = Language::ALL.map(|language| explain(language, &preset.rules));
        assert!(en.len() >= 7, "{}", preset.name);
        for (en, others) in en.iter().zip(am.iter().zip(&ar)) {
            for paragraph in [en, others.0, others.1] {
                assert_eq!(paragraph.topic, en.topic);
                assert!(!paragraph.heading.is_empty() && !paragraph.text.is_empty());
                assert!(!paragraph.text.contains(['{', '}']), "{}", paragraph.text);
            }
        }
    }
    for (language, preset) in
        Language::ALL.into_iter().flat_map(|language| PRESETS.iter().map(move |preset| (language, preset)))
    {
        assert!(ruleset(language, preset.name).is_some(), "{}", preset.name);
    }
    assert_eq!(ruleset(Language::En, "kendall"), ruleset(Language::En, "five-piece"));
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

/// The first values of an option: enough to tell whether a number is said, and every word.
fn first_values(kind: Kind) -> Vec<Value> {
    let mut values = values(kind);
    values.truncate(6);
    if kind.values() == [Value::Counts(sowing::StartCounts::NONE)] {
        let counts = [[1; 6], [2; 6]].map(|counts| sowing::StartCounts::new(&counts));
        values.extend(counts.into_iter().flatten().map(Value::Counts));
    }
    values
}

fn with(rules: &AnyRules, option: &RuleOption, value: Value) -> AnyRules {
    let mut rules = *rules;
    option.set(&mut rules, value);
    rules
}

/// Rules in which keys have a meaning that have none in any shipped rule set.
fn bases() -> Vec<AnyRules> {
    let shipped = Preset::all().map(|preset| preset.rules).filter(|rules| rules.game() == GameKind::Mancala);
    let mut bases: Vec<_> = shipped.collect();
    let mut own = sowing::Rules::default();
    own.law.mark = 4;
    own.law.repeat = 2;
    own.law.take = sowing::Counts::Even;
    own.law.pass_take = 4;
    own.law.few = 3;
    bases.extend(AnyRules::of_sowing(&own));
    bases
}

/// A new key fails here until `explain` speaks of each of its values.
#[test]
fn every_value_of_every_key_of_the_family_is_said_somewhere() {
    let bases = bases();
    for option in &sowing::OPTIONS {
        let values = first_values(option.kind);
        for (index, one) in values.iter().enumerate() {
            for other in &values[..index] {
                for language in Language::ALL {
                    let is_told = bases.iter().any(|base| {
                        let [one, other] = [one, other].map(|&value| with(base, option, value));
                        let same_kind = std::mem::discriminant(&one) == std::mem::discriminant(&other);
                        same_kind && explain(language, &one) != explain(language, &other)
                    });
                    assert!(is_told, "{} {one:?} {other:?} in {}", option.key, language.name());
                }
            }
        }
    }
}

/// What tells a shipped game apart from the default is on its page.
#[test]
fn every_key_of_a_shipped_game_changes_its_text() {
    let default = AnyRules::default_of(GameKind::Mancala);
    for preset in Preset::all().filter(|preset| matches!(preset.rules, AnyRules::Sowing(_))) {
        for option in &sowing::OPTIONS {
            let (Some(value), Some(usual)) = (option.get(&preset.rules), option.get(&default)) else {
                continue;
            };
            // With `start` nothing is said of `stones`, and stones beside the board are no way to move again.
            if value == usual {
                continue;
            }
            for language in Language::ALL {
                assert_ne!(
                    explain(language, &preset.rules),
                    explain(language, &with(&preset.rules, option, usual)),
                    "{} {} in {}",
                    preset.name,
                    option.key,
                    language.name()
                );
            }
        }
    }
}

/// `base: key of the sentence's topic: a part of the sentence`.
#[test]
fn sentences_say_what_the_rules_say() {
    let said = |name: &str, topic: Topic| {
        let rules = Preset::named(name).expect("a shipped rule set").rules;
        let page = explain(Language::En, &rules);
        page.into_iter()
            .find(|paragraph| paragraph.topic == topic)
            .map(|paragraph| paragraph.text)
            .unwrap_or_default()
    };
    for (name, topic, part) in [
        ("oware", Topic::Captures, "now holds 2 or 3 stones"),
        ("oware", Topic::Captures, "backward"),
        ("oware", Topic::Feeding, "you must give some"),
        ("oware", Topic::Feeding, "captures nothing"),
        ("oware", Topic::End, "for the second time"),
        ("awari", Topic::Feeding, "No move may leave"),
        ("awari", Topic::End, "for the third time"),
        ("songo", Topic::Direction, "Stones are sown clockwise"),
        ("cross-wari", Topic::Direction, "An even number"),
        ("giuthi", Topic::Direction, "Every further lap"),
        ("togyzkumalak", Topic::Board, "two rows of 9 pits"),
        ("togyzkumalak", Topic::Board, "9 stones in every pit"),
        ("togyzkumalak", Topic::Marks, "exactly 3"),
        ("togyzkumalak", Topic::Marks, "1, 2, 3, 4, 5, 6, 7 and 8"),
        ("togyzkumalak", Topic::Marks, "no more than 1"),
        ("gabata-weg", Topic::Marks, "exactly 4"),
        ("gabata-weg", Topic::Marks, "raids it"),
        ("gabata-weg", Topic::End, "waits"),
        ("layli-goobalay", Topic::Captures, "exactly 3 stones"),
        ("pallanguzhi", Topic::Captures, "reaches exactly 4 stones"),
        ("pallanguzhi", Topic::Captures, "the pit behind it"),
        ("pallanguzhi", Topic::End, "no more than 6 stones"),
        ("mefuvha", Topic::Move, "from pit 30"),
        ("mefuvha", Topic::Captures, "Their number: 1"),
        ("gabata-wegue", Topic::Board, "9 pits in all"),
        ("hus", Topic::Captures, "sow them on"),
        ("hus", Topic::Aim, "last move"),
        ("waurie", Topic::Aim, "whose side is empty"),
        ("congkak", Topic::ExtraTurn, "you move again"),
        ("lamlameta", Topic::Move, "exactly 2 stones stand still"),
        ("lamlameta", Topic::Captures, "Their number: 1"),
    ] {
        assert!(said(name, topic).contains(part), "{name}: {part}: {}", said(name, topic));
    }
}

#[test]
fn every_family_of_the_shipped_games_has_a_name() {
    for preset in Preset::all() {
        let family = preset.origin().family;
        for language in Language::ALL {
            assert_eq!(kinship(language, &family).is_some(), !family.is_empty(), "{}", preset.name);
        }
    }
}
