//! Whatever can be written reads back, and no text does harm.

use std::collections::HashSet;

use gebeta_rules::{
    AnyPosition, AnyRules, Chance, Coded, Game, GameKind, PRESETS, Record, RuleSet, is_hidden, mancala, senet,
};
use gebeta_testkit::strategy::{self, cases};
use gebeta_testkit::{TestGame, Walk};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Every move that can be made out of numbers is written as one text and read back.
#[track_caller]
fn check_every_move<G: TestGame>() {
    let mut texts = HashSet::new();
    for mv in G::every_move() {
        let text = mv.to_string();
        assert_eq!(text.parse().ok(), Some(mv), "{text}");
        assert!(texts.insert(text.clone()), "two moves are written {text}");
    }
}

#[test]
fn every_mancala_move_reads_back() {
    check_every_move::<mancala::Position>();
}

#[test]
fn every_senet_move_reads_back() {
    check_every_move::<senet::Position>();
}

#[test]
fn a_move_is_written_in_one_way_only() {
    for text in ["", "0", "13", "01", "+1", "1 ", " 1", "１", "Swap", "one", "99999999999999999999"] {
        assert_eq!(text.parse::<mancala::Move>(), Err(mancala::NotationError::Move), "{text:?}");
    }
    for text in [
        "",
        "1",
        "0-1",
        "1-31",
        "01-2",
        "1-02",
        "1--2",
        "1 - 2",
        "-1-2",
        "1-2-3",
        "x",
        "1x",
        "x1",
        "off",
        "1-off-off",
        "31-off",
        "PASS",
        "26-27",
        "26-27>",
        "26-27>0",
        "26-28>15",
        ">15",
        "28>",
        "28>15>15",
    ] {
        let read = text.parse::<senet::Move>();
        // `26-27` is how a plain step would be written; that it is never legal is for the rules to say.
        assert_eq!(read.is_ok(), text == "26-27", "{text:?} reads as {read:?}");
    }
}

#[test]
fn a_senet_turn_is_written_with_its_roll() {
    let parse = |text| AnyRules::default_of(GameKind::Senet).ply(text).map(|ply| ply.to_string());
    assert_eq!(parse("2:13-15").unwrap(), "2:13-15");
    assert_eq!(parse("5:pass").unwrap(), "5:pass");
    for (text, code) in [
        ("13-15", "bad-move"),
        ("2:", "bad-move"),
        (":13-15", "bad-roll"),
        ("7:13-15", "bad-roll"),
        ("2:2:13-15", "bad-move"),
    ] {
        assert_eq!(parse(text).unwrap_err().code(), code, "{text}");
    }
}

#[test]
fn nobody_moves_before_the_throw() {
    let start = senet::Position::start(&senet::Rules::CLASSIC);
    assert_eq!(start.legal_moves().count(), 0);
    for mv in senet::Position::every_move() {
        assert_eq!(start.play(mv), Err(senet::IllegalMove::NoRoll), "{mv}");
    }
}

#[test]
fn the_sticks_show_what_the_rules_say() {
    for (no_dark, rolls) in [(senet::NoDark::Five, [1, 2, 3, 4, 5]), (senet::NoDark::Six, [1, 2, 3, 4, 6])] {
        let start = senet::Position::start(&senet::Rules { no_dark, ..senet::Rules::CLASSIC });
        let shown: Vec<_> = start.throws().iter().map(|&(roll, weight)| (roll.get(), weight)).collect();
        let weights = [4, 6, 4, 1, 1];
        assert_eq!(shown, rolls.into_iter().zip(weights).collect::<Vec<_>>());
        assert_eq!(weights.iter().sum::<u32>(), senet::Position::WEIGHTS);
    }
}

/// A good text with one character put in, taken out or changed.
fn damaged(text: String) -> impl Strategy<Value = String> {
    let signs: Vec<char> = "0129-/.,: WBwbpx>[]\"=\n\u{0}é".chars().collect();
    (Just(text), any::<Index>(), select(signs), 0..3).prop_map(|(text, place, sign, kind)| {
        let mut chars: Vec<char> = text.chars().collect();
        let place = place.index(chars.len());
        match kind {
            0 => chars.insert(place, sign),
            1 => drop(chars.remove(place)),
            _ => chars[place] = sign,
        }
        chars.into_iter().collect()
    })
}

/// A record of a preset after some random moves.
fn record_text() -> impl Strategy<Value = String> {
    (select(&PRESETS[..]), any::<u64>(), 0..30usize).prop_flat_map(|(preset, seed, plies)| {
        let rules = preset.rules;
        strategy::record(rules, rules.start()).prop_map(move |mut record| {
            let mut walk = Walk::new(seed);
            for _ in 0..plies {
                let ply = match *record.position() {
                    AnyPosition::Mancala(pos) => walk.pick(&pos).map(|mv| pos.ply(mv)),
                    AnyPosition::Sowing(_) => None,
                    AnyPosition::Senet(pos) => {
                        let pos = pos.thrown_by(&mut walk);
                        walk.pick(&pos).map(|mv| pos.ply(mv))
                    }
                };
                let Some(ply) = ply else { break };
                record.play(ply).expect("a legal move is accepted");
            }
            record.to_string()
        })
    })
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn a_mancala_setup_reads_back(setup in strategy::mancala::setup()) {
        prop_assert_eq!(setup.to_string().parse(), Ok(setup));
    }

    #[test]
    fn a_senet_setup_reads_back(setup in strategy::senet::setup()) {
        prop_assert_eq!(setup.to_string().parse(), Ok(setup));
    }

    #[test]
    fn a_setup_becomes_a_position_or_names_its_faults(
        mancala in strategy::mancala::setup(),
        senet in strategy::senet::setup(),
        mancala_rules in strategy::mancala::rules(),
        senet_rules in strategy::senet::rules(),
    ) {
        for (rules, text) in [
            (AnyRules::Mancala(mancala_rules), mancala.to_string()),
            (AnyRules::Senet(senet_rules), senet.to_string()),
        ] {
            for rules in [rules, rules.fit(&text)] {
                match rules.position(&text) {
                    Ok(pos) => prop_assert_eq!(rules.position(&pos.to_string()), Ok(pos)),
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
            }
        }
    }

    #[test]
    fn a_rule_set_reads_back(
        mancala in strategy::mancala::rules(),
        senet in strategy::senet::rules(),
        name in strategy::line_of_text(),
        about in strategy::line_of_text(),
    ) {
        let seen = |text: &str| text.chars().filter(|&c| !is_hidden(c)).collect::<String>().trim().to_owned();
        let name = format!("x{}", seen(&name));
        let about = seen(&about);
        for rules in [AnyRules::Mancala(mancala), AnyRules::Senet(senet)] {
            let set = RuleSet { name: name.trim().to_owned(), about: about.clone(), rules };
            prop_assert_eq!(RuleSet::parse(&set.to_toml(), "stem"), Ok(set));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        let _ = (text.parse::<mancala::Move>(), text.parse::<mancala::Setup>());
        let _ = (text.parse::<senet::Move>(), text.parse::<senet::Setup>());
        let _ = (text.parse::<Record>(), RuleSet::parse(&text, "stem"));
    }

    #[test]
    fn a_damaged_position_is_refused_or_is_another_position(
        text in (strategy::mancala::setup(), strategy::senet::setup())
            .prop_flat_map(|(mancala, senet)| {
                prop_oneof![damaged(mancala.to_string()), damaged(senet.to_string())]
            }),
    ) {
        if let Ok(setup) = text.parse::<mancala::Setup>() {
            prop_assert_eq!(setup.to_string().parse(), Ok(setup), "{}", text);
        }
        if let Ok(setup) = text.parse::<senet::Setup>() {
            prop_assert_eq!(setup.to_string().parse(), Ok(setup), "{}", text);
        }
    }

    #[test]
    fn a_damaged_record_is_refused_or_is_another_record(text in record_text().prop_flat_map(damaged)) {
        if let Ok(record) = text.parse::<Record>() {
            prop_assert_eq!(record.to_string().parse(), Ok(record), "{}", text);
        }
    }

    #[test]
    fn a_damaged_rule_file_is_refused_or_is_another_rule_set(
        text in select(&PRESETS[..]).prop_flat_map(|preset| damaged(preset.file.to_owned())),
    ) {
        if let Ok(set) = RuleSet::parse(&text, "stem") {
            prop_assert_eq!(RuleSet::parse(&set.to_toml(), "stem"), Ok(set), "{}", text);
        }
    }
}
