use super::*;
use crate::{PRESETS, mancala, senet};

/// The faults of a file as the user sees them, one per line.
#[track_caller]
fn faults(text: &str, expected: &[&str]) {
    let Err(ErrorList(faults)) = RuleSet::parse(text, "mine") else { panic!("accepted:\n{text}") };
    let shown: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(shown, expected, "{text}");
}

#[track_caller]
fn rules(text: &str) -> AnyRules {
    match RuleSet::parse(text, "mine") {
        Ok(set) => set.rules,
        Err(faults) => panic!("{faults}\n{text}"),
    }
}

#[test]
fn what_is_absent_comes_from_the_base() {
    let AnyRules::Mancala(mine) = rules("game = \"mancala\"\nbase = \"tainted\"\nstones = 6") else {
        panic!()
    };
    assert_eq!(mine, mancala::Rules { stones: mancala::Size::new(6).unwrap(), ..mancala::Rules::TAINTED });
    let AnyRules::Senet(mine) = rules("game = \"senet\"\nexits = { 30 = [1, 4] }") else { panic!() };
    assert_eq!(mine.exits.three_truths, senet::Rules::CLASSIC.exits.three_truths);
    assert_eq!(mine.exits.horus.iter().map(senet::Roll::get).collect::<Vec<_>>(), [1, 4]);
}

#[test]
fn the_stem_names_a_file_that_does_not_name_itself() {
    assert_eq!(RuleSet::parse("game = 'senet'", "mine").unwrap().name, "mine");
    assert_eq!(RuleSet::parse("game = 'senet'\nname = 'ours'", "mine").unwrap().name, "ours");
    let odd = RuleSet::parse("game = 'senet'", &"x\u{7}\n".repeat(100)).unwrap();
    assert_eq!(odd.name, "x".repeat(60));
    assert_eq!(RuleSet::parse(&odd.to_toml(), ""), Ok(odd));
}

#[test]
fn all_faults_come_at_once_with_line_and_key() {
    faults(
        "game = \"mancala\"\npits = 13\nstones = \"four\"\nsowng = \"relay\"\ncapture = \"opposit\"\nblock = 3\nextra_turn = 1\n",
        &[
            "line 2: pits: must be a number from 1 to 12",
            "line 3: stones: must be a whole number",
            "line 4: sowng: is no rule of mancala (did you mean sowing?)",
            "line 5: capture: must be one of none, opposite, opposite-always, opposite-only (did you mean opposite?)",
            "line 6: block: is no rule of mancala",
            "line 7: extra_turn: must be true or false",
        ],
    );
}

#[test]
fn a_file_must_say_whose_rules_it_holds() {
    const MISSING: &str = "game: is missing; it says whose rules these are: \"mancala\" or \"senet\"";
    faults("", &[MISSING]);
    faults("pieces = 11", &[MISSING, "line 1: pieces: must be a number from 1 to 10"]);
    faults("game = \"senat\"", &["line 1: game: must be one of mancala, senet (did you mean senet?)"]);
    faults("game = \"senet\"\nbase = \"gebeta\"", &["line 2: base: gebeta is not a rule set of senet"]);
}

#[test]
fn rules_that_quarrel_are_found_after_merging() {
    faults(
        "game = \"mancala\"\nsowing = \"relay\"",
        &["line 2: capture: relay sowing goes with capture = \"none\" only"],
    );
    faults(
        "game = \"senet\"\nextra_throw = [1, 2, 3, 4, 5]\nforfeit = \"throws-again\"",
        &[
            "line 3: forfeit: forfeit = \"throws-again\" needs a roll that is not in extra_throw, or a turn may never end",
        ],
    );
    faults(
        "game = \"senet\"\nbase = \"kendall\"\nno_dark = 6",
        &["line 3: extra_throw: extra_throw holds 5, which the sticks cannot show with this no_dark"],
    );
    for (wrong_roll, house) in [("stay", 28), ("stay", 30), ("must-return", 30)] {
        faults(
            &format!("game = \"senet\"\nwrong_roll = \"{wrong_roll}\"\nexits = {{ {house} = [] }}"),
            &[&format!(
                "line 3: exits: no roll bears off from {house} and nothing else moves a piece there, so a game may never end"
            )],
        );
    }
    rules("game = \"senet\"\nexits = { 30 = [] }");
    rules("game = \"senet\"\nno_dark = 6\nexits = { 28 = [6] }");
    faults(
        "game = \"senet\"\nexits = { 28 = [6] }",
        &["line 2: exits: exits from 28 hold 6, which the sticks cannot show with this no_dark"],
    );
}

#[test]
fn broken_toml_is_reported_by_line_and_the_rest_is_still_read() {
    faults(
        "game = \"mancala\"\npits = six\nstones = 99\n",
        &[
            "line 2: string values must be quoted, expected literal string",
            "line 3: stones: must be a number from 1 to 12",
        ],
    );
    faults("game = \"senet\"\npieces = 3\npieces = 4", &["line 3: duplicate key"]);
    faults(
        "game = \"senet\"\n[exits]\n27 = [1]",
        &["line 2: exits: must be a table of 28, 29 and 30, like { 28 = [3], 29 = [2], 30 = \"any\" }"],
    );
}

#[test]
fn absurd_numbers_are_out_of_range_and_not_a_crash() {
    for number in ["0", "-1", "256", "99999999999999999999999999", "0xFFFF_FFFF"] {
        faults(
            &format!("game = \"mancala\"\npits = {number}"),
            &["line 2: pits: must be a number from 1 to 12"],
        );
    }
}

#[test]
fn hostile_files_are_refused_quickly() {
    let deep = format!("game = \"mancala\"\nx = {}", "[".repeat(60_000));
    let many: String = (0..5000).map(|i| format!("k{i} = 1\n")).collect();
    for text in ["a".repeat(RuleSet::MAX_FILE_BYTES + 1), deep, many, "\0".repeat(1000), "=".repeat(60_000)] {
        let started = std::time::Instant::now();
        assert!(RuleSet::parse(&text, "hostile").is_err());
        // The promise is 100 ms; a loaded machine gets some grace.
        assert!(started.elapsed().as_millis() < 1000, "{:?} for {:?}..", started.elapsed(), &text[..20]);
    }
}

#[test]
fn a_written_rule_set_reads_back_the_same() {
    for preset in &PRESETS {
        let set = RuleSet { about: "a \"quoted\" \\ line".to_owned(), ..preset.rule_set() };
        assert_eq!(RuleSet::parse(&set.to_toml(), "x"), Ok(set));
    }
}

#[test]
fn a_name_holds_nothing_that_is_not_seen() {
    for hidden in
        ['\u{202e}', '\u{200b}', '\u{2066}', '\u{feff}', '\u{ad}', '\u{3164}', '\u{e0041}', '\u{2028}']
    {
        let file = format!("game = 'senet'\nname = 'geb{hidden}eta'");
        assert!(RuleSet::parse(&file, "mine").is_err(), "{hidden:?}");
    }
    for name in ["ገበጣ ፪", "الكالاه", "Ġebeta – six", "桜"] {
        assert_eq!(RuleSet::parse(&format!("game = 'senet'\nname = '{name}'"), "mine").unwrap().name, name);
    }
}
