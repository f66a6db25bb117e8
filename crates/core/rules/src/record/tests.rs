use super::*;
use crate::{PRESETS, mancala};

fn short_game() -> Record {
    let rules = AnyRules::Mancala(mancala::Rules::GEBETA);
    let seat = |name: &str| Seat { name: name.to_owned(), kind: "human".to_owned() };
    let players = ByPlayer { one: seat("Abebe \"the\\quick\""), two: seat("ኣዲስ") };
    let mut record = Record::new("gebeta", rules, rules.start(), players);
    record.seed = Some(7);
    record.notes.push(("Date".to_owned(), "2026-11-15".to_owned()));
    for text in ["3", "6", "1", "2"] {
        record.play(rules.ply(text).unwrap()).unwrap();
    }
    record
}

/// The error after `old` is replaced by `new` in a good record.
#[track_caller]
fn broken(old: &str, new: &str, expected: &str) {
    let text = short_game().to_string();
    assert!(text.contains(old), "{old} is not in\n{text}");
    match text.replacen(old, new, 1).parse::<Record>() {
        Ok(_) => panic!("accepted with {new}"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

#[test]
fn a_record_reads_like_pgn() {
    let text = short_game().to_string();
    let (tags, turns) = text.split_once("\n\n").unwrap();
    assert!(
        tags.starts_with("[Gebeta \"1\"]\n[Game \"mancala\"]\n[Rules \"gebeta\"]\n[Rule \"pits = 6\"]"),
        "{tags}"
    );
    assert_eq!(turns, "p1 3 6\np2 1\np1 2\nend 4 4,0,1,6,6,1,2,0,6,6,6,5,5,0 2\n");
}

#[test]
fn what_is_written_reads_back_the_same() {
    let record = short_game();
    assert_eq!(record.to_string().parse(), Ok(record));
    for preset in &PRESETS {
        let seat = Seat { name: "A".to_owned(), kind: "random".to_owned() };
        let players = ByPlayer { one: seat.clone(), two: seat };
        let record = Record::new(preset.name, preset.rules, preset.rules.start(), players);
        assert_eq!(record.to_string().parse(), Ok(record), "{}", preset.name);
    }
}

#[test]
fn every_cut_of_a_record_is_noticed() {
    let record = short_game();
    let text = record.to_string();
    for (cut, _) in text.char_indices().filter(|&(cut, _)| cut < text.trim_end().len()) {
        assert!(text[..cut].parse::<Record>().is_err(), "accepted when cut after\n{}", &text[..cut]);
    }
}

#[test]
fn an_edited_record_is_refused_at_the_place() {
    broken(
        "[Gebeta \"1\"]",
        "[Gebeta \"2\"]",
        "line 1: the record has version 2, this program reads up to version 1",
    );
    broken(
        "[Gebeta \"1\"]",
        "[Event \"1\"]",
        "line 1: this is no gebeta record; it would begin with [Gebeta \"1\"]",
    );
    broken("p1 3 6", "p1 3 7", "line 23: move 2 (7): there is no pit 7; the pits are 1 to 6");
    broken("p1 3 6", "p1 3 3", "line 23: move 2 (3): pit 3 is empty");
    broken(
        "p1 3 6",
        "p1 3 x",
        "line 23: move 2 (x): a move is the number of a pit, 1 to 12 from the mover's left, or `swap`",
    );
    broken("p2 1", "p1 1", "line 24: move 3: it is Player 2's turn");
    broken("p1 2", "p1", "line 26: the record has 3 moves but its end line counts 4: something was edited");
    broken(
        "p1 2",
        "p1 1",
        "line 26: the moves lead to 0,5,1,6,6,0,2,0,6,6,6,5,5,0 2, not to the position of the end line: something was edited",
    );
    broken(
        "[Result \"*\"]",
        "[Result \"p1\"]",
        "line 20: the result is *, not the one of the tag Result: something was edited",
    );
    broken(
        "pits = 6",
        "pits = 60",
        "line 4: the rules of the game: line 2: pits: must be a number from 1 to 50",
    );
    broken("[Seed \"7\"]", "[Seed \"x\"]", "line 18: the tag Seed must be a whole number");
    broken("[Game \"mancala\"]\n", "", "line 20: the tag Game is missing before the moves");
    broken("[Seat1 \"human\"]", "[Seat1 human]", "line 15: a tag is written [Name \"text\"]");
    broken("end 4", "fin 4", "line 26: a turn is written p1 or p2 and the moves");
}

#[test]
fn taking_back_forgets_the_later_moves() {
    let mut record = short_game();
    record.take_back_to(2);
    assert_eq!(record.plies().len(), 2);
    assert_eq!(record.position().to_string(), "4,4,0,5,5,0,2,5,5,5,5,4,4,0 2");
    assert_eq!(record.to_string().parse(), Ok(record));
}

#[test]
fn hostile_records_are_refused_quickly() {
    let tags: String = (0..300_000).map(|i| format!("[T{i} \"\"]\n")).collect();
    let too_large = "\n".repeat(Record::MAX_FILE_BYTES + 1);
    for (text, expected) in [
        (format!("[Gebeta \"1\"]\n{tags}"), "line 300001: the tag Game is missing before the moves"),
        (too_large, "line 1: a record has at most 4 MiB"),
    ] {
        let started = std::time::Instant::now();
        let error = text.parse::<Record>().map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(started.elapsed().as_secs() < 5, "it took {:?}", started.elapsed());
    }
}
