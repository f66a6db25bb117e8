use gebeta_rules::mancala::{Capture, End, First, Law, Leftovers, Rules as Mancala, Size, Sowing};
use gebeta_rules::senet::{NoDark, Pieces, Roll, Rules as Senet, Square, SquareSet};
use gebeta_rules::{PRESETS, Word};

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

fn values<T: Word>() -> impl Iterator<Item = T> {
    T::WORDS.iter().map(|&(_, value)| value)
}

fn mancala<T>(option: &str, values: impl Iterator<Item = T>, set: impl Fn(&mut Mancala, T)) {
    let changed = values.map(|value| {
        let mut rules = Mancala::GEBETA;
        set(&mut rules, value);
        AnyRules::Mancala(rules)
    });
    check(option, &changed.collect::<Vec<_>>());
}

fn senet<T>(option: &str, values: impl Iterator<Item = T>, set: impl Fn(&mut Senet, T)) {
    let changed = values.map(|value| {
        let mut rules = Senet::KENDALL;
        set(&mut rules, value);
        AnyRules::Senet(rules)
    });
    check(option, &changed.collect::<Vec<_>>());
}

#[test]
fn every_choice_of_mancala_changes_the_text() {
    let sizes = || (1..=Size::MAX).filter_map(Size::new);
    mancala("pits", sizes(), |rules, pits| rules.pits = pits);
    mancala("stones", sizes(), |rules, stones| rules.stones = stones);
    mancala("sowing", values::<Sowing>(), |rules, sowing| {
        rules.law = Law { sowing, ..Law::AVALANCHE };
    });
    mancala("skip_origin", [true, false].into_iter(), |rules, skip| rules.law.skip_origin = skip);
    mancala("capture", values::<Capture>(), |rules, capture| rules.law.capture = capture);
    mancala("extra_turn", [true, false].into_iter(), |rules, extra| rules.law.extra_turn = extra);
    mancala("end", values::<End>(), |rules, end| rules.law.end = end);
    mancala("leftovers", values::<Leftovers>(), |rules, leftovers| rules.law.leftovers = leftovers);
    mancala("first", values::<First>(), |rules, first| rules.first = first);
    mancala("pie", [true, false].into_iter(), |rules, pie| rules.pie = pie);
}

#[test]
fn every_choice_of_senet_changes_the_text() {
    let rolls = |list: &[u8]| list.iter().filter_map(|&roll| Roll::new(roll)).collect::<RollSet>();
    let lists = || [rolls(&[]), rolls(&[2]), rolls(&[2, 3]), rolls(&[1, 2, 3]), RollSet::ANY].into_iter();
    let squares = |list: &[u8]| list.iter().filter_map(|&square| Square::new(square)).collect::<SquareSet>();
    senet("pieces", (1..=Pieces::MAX).filter_map(Pieces::new), |rules, pieces| rules.pieces = pieces);
    senet("no_dark", [NoDark::Five, NoDark::Six].into_iter(), |rules, value| rules.no_dark = value);
    senet("extra_throw", lists(), |rules, list| rules.extra_throw = list);
    senet("forfeit", values::<Forfeit>(), |rules, forfeit| rules.forfeit = forfeit);
    senet("protect", values::<Protect>(), |rules, protect| rules.protect = protect);
    senet("block", [Block::Never, Block::Two, Block::Three].into_iter(), |rules, block| rules.block = block);
    let safe = [squares(&[]), squares(&[26]), squares(&[15, 26]), squares(&[15, 25, 26])];
    senet("safe", safe.into_iter(), |rules, list| rules.safe = list);
    senet("gate", values::<Gate>(), |rules, gate| rules.gate = gate);
    senet("water", values::<Water>(), |rules, water| rules.water = water);
    senet("exits from 28", lists(), |rules, list| rules.exits.three_truths = list);
    senet("exits from 29", lists(), |rules, list| rules.exits.re_atoum = list);
    senet("exits from 30", lists(), |rules, list| rules.exits.horus = list);
    senet("wrong_roll", values::<WrongRoll>(), |rules, wrong| rules.wrong_roll = wrong);
    senet("backward", [true, false].into_iter(), |rules, backward| rules.backward = backward);
}

#[test]
fn lists_read_like_speech() {
    assert_eq!(either(Language::En, [1].iter()), "1");
    assert_eq!(either(Language::En, [1, 4].iter()), "1 or 4");
    assert_eq!(either(Language::En, [1, 4, 5].iter()), "1, 4 or 5");
    assert_eq!(both(Language::En, [15, 25, 26].iter()), "15, 25 and 26");
}
