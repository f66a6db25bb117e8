//! Questions as they are sent and read.

use gebeta_engine::Bot;
use gebeta_messages::{Ask, Effort, Place, Question};
use gebeta_rules::{AnyRules, ByPlayer, PRESETS, Record, Seat, mancala, senet};

fn place(rules: AnyRules) -> Place {
    Place { rules, position: rules.start() }
}

fn record(rules: AnyRules) -> Record {
    // Who played is not told.
    let seat = Seat { name: String::new(), kind: String::new() };
    Record::new("", rules, rules.start(), ByPlayer { one: seat.clone(), two: seat })
}

#[test]
fn every_question_reads_back() {
    let effort = Effort { depth: Some(3), nodes: Some(1 << 40), ms: Some(9), memory: Some(8) };
    for preset in &PRESETS {
        let place = place(preset.rules);
        let think = Ask::Think {
            place,
            bot: Bot::Steady { depth: 3 },
            game: "7".to_owned(),
            seed: u64::MAX,
            ply: 12,
        };
        let review = Ask::Review(Box::new(record(preset.rules)));
        for ask in [think, Ask::Hint(place), Ask::Solve(place), review, Ask::Bench] {
            for effort in [effort, Effort::default()] {
                let question = Question { id: 5, effort, ask: ask.clone() };
                assert_eq!(Question::parse(&question.to_text()), Ok(question));
            }
        }
    }
}

/// The place that a hand-written hint asks about.
#[track_caller]
fn asked(entries: &str) -> Place {
    let question = Question::parse(&format!(r#"{{"id": 1, "ask": "hint", {entries}}}"#)).unwrap();
    let Ask::Hint(place) = question.ask else { panic!("a hint was asked for") };
    place
}

#[test]
fn a_preset_may_be_named_and_its_size_changed() {
    let small = |pits, stones| {
        let size = |number| mancala::Size::new(number).unwrap();
        AnyRules::Mancala(mancala::Rules {
            pits: size(pits),
            stones: size(stones),
            ..mancala::Rules::TAINTED
        })
    };
    assert_eq!(asked(r#""rules": "tainted""#), place(AnyRules::Mancala(mancala::Rules::TAINTED)));
    assert_eq!(asked(r#""rules": "tainted", "pits": 3, "stones": 2"#), place(small(3, 2)));
    let pieces = senet::Pieces::new(4).unwrap();
    let rules = AnyRules::Senet(senet::Rules { pieces, ..senet::Rules::CLASSIC });
    assert_eq!(asked(r#""rules": "classic", "pieces": 4"#), place(rules));
    let started = asked(r#""rules": "gebeta", "pits": 2, "position": "1,0,3,2,2,0 2""#);
    assert_eq!(started.position.to_string(), "1,0,3,2,2,0 2");
}

/// The code of the fault, and whether the number was read.
#[track_caller]
fn check(text: &str, code: &str, id: Option<u32>) {
    let misread = Question::parse(text).unwrap_err();
    assert_eq!((misread.fault.code.as_str(), misread.id), (code, id), "{text}: {}", misread.fault);
    assert!(!misread.fault.words.is_empty());
}

#[test]
fn what_is_no_question_is_explained() {
    check("", "bad-message", None);
    check("[]", "bad-message", None);
    check(r#"{"ask": "bench"}"#, "bad-message", None);
    check(r#"{"id": -1, "ask": "bench"}"#, "bad-message", None);
    check(r#"{"id": 1.5, "ask": "bench"}"#, "bad-message", None);
    check(r#"{"id": 4, "ask": "dance"}"#, "bad-message", Some(4));
    check(r#"{"id": 4, "ask": "bench", "nodes": "many"}"#, "bad-message", Some(4));
    check(r#"{"id": 4, "ask": "hint"}"#, "bad-message", Some(4));
    check(r#"{"id": 4, "ask": "hint", "rules": "chess"}"#, "unknown-rules", Some(4));
    check(r#"{"id": 4, "ask": "hint", "rules": "gebeta", "pits": 13}"#, "bad-message", Some(4));
    check(r#"{"id": 4, "ask": "hint", "rules": {"game": "mancala", "pits": 99}}"#, "bad-message", Some(4));
    check(r#"{"id": 4, "ask": "hint", "rules": "gebeta", "position": "1,2 1"}"#, "bad-position", Some(4));
    check(r#"{"id": 4, "ask": "think", "rules": "gebeta", "bot": "hal"}"#, "unknown-bot", Some(4));
    check(r#"{"id": 4, "ask": "think", "rules": "gebeta", "bot": "classic"}"#, "unknown-bot", Some(4));
    check(r#"{"id": 4, "ask": "review", "rules": "gebeta", "plies": ["e4"]}"#, "bad-move", Some(4));
}
