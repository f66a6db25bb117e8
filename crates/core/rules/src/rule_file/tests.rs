use super::*;
use crate::{Length, Preset, mancala, senet};

#[cfg(feature = "family")]
const PITS: &str = "line 2: pits: must be a number from 1 to 50";
#[cfg(feature = "family")]
const STONES: &str = "line 3: stones: must be a number from 0 to 24";
#[cfg(not(feature = "family"))]
const PITS: &str = "line 2: pits: must be a number from 1 to 12";
#[cfg(not(feature = "family"))]
const STONES: &str = "line 3: stones: must be a number from 1 to 12";

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
        "game = \"mancala\"\npits = 51\nstones = \"four\"\nsowng = \"relay\"\ncapture = \"opposit\"\nblock = 3\nextra_turn = 1\n",
        &[
            PITS,
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
    #[cfg(not(feature = "family"))]
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
        "game = \"senet\"\nbase = \"five-piece\"\nno_dark = 6",
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
        &["line 2: string values must be quoted, expected literal string", STONES],
    );
    faults("game = \"senet\"\npieces = 3\npieces = 4", &["line 3: duplicate key"]);
    faults(
        "game = \"senet\"\n[exits]\n27 = [1]",
        &["line 2: exits: must be a table of 28, 29 and 30, like { 28 = [3], 29 = [2], 30 = \"any\" }"],
    );
}

#[test]
fn absurd_numbers_are_out_of_range_and_not_a_crash() {
    for number in ["0", "-1", "51", "256", "99999999999999999999999999", "0xFFFF_FFFF"] {
        faults(&format!("game = \"mancala\"\npits = {number}"), &[PITS]);
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
    for preset in Preset::all() {
        let set = RuleSet { about: "a \"quoted\" \\ line".to_owned(), ..preset.rule_set() };
        assert_eq!(RuleSet::parse(&set.to_toml(), "x"), Ok(set));
        let file = RuleFile { set: preset.rule_set(), origin: preset.origin() };
        assert_eq!(RuleFile::parse(&file.to_toml(), "x"), Ok(file), "{}", preset.name);
    }
}

#[test]
fn every_file_may_say_where_its_game_comes_from() {
    let text = "game = 'senet'\nnative = 'znt'\nregion = 'Egypt'\nfamily = 'races'\nhistory = 'Old.'\nsource = 'A tomb'\n\
                length = 'long'\n";
    let origin = RuleFile::parse(text, "mine").unwrap().origin;
    assert_eq!(
        origin.entries().map(|(_, text)| text).collect::<Vec<_>>(),
        ["znt", "Egypt", "races", "Old.", "A tomb", "long"]
    );
    assert_eq!(origin.length, Some(Length::Long));
    faults(
        "game = 'senet'\nregion = ''\nlength = 'shrt'\ndifficulty = 1",
        &[
            "line 2: region: must be one line of 1 to 200 characters",
            "line 3: length: must be one of short, medium, long (did you mean short?)",
            "line 4: difficulty: must be a word in quotes",
        ],
    );
}

#[test]
fn the_rules_of_today_stay_what_they_were() {
    for file in [
        "",
        "pits = 12\nstones = 1",
        "capture = \"none\"\nsowing = \"relay\"",
        "skip_origin = true\npie = true",
    ] {
        assert!(matches!(rules(&format!("game = \"mancala\"\n{file}")), AnyRules::Mancala(_)), "{file}");
    }
}

#[cfg(feature = "family")]
#[test]
fn a_base_of_the_family_gives_what_is_absent() {
    let oware = Preset::named("oware").unwrap().rules;
    assert_eq!(rules("game = \"mancala\"\nbase = \"oware\""), oware);
    let AnyRules::Sowing(mine) = rules("game = \"mancala\"\nbase = \"oware\"\npits = 7\ntake = \"even\"")
    else {
        panic!()
    };
    assert_eq!((mine.law.pits, mine.law.take.contains(8), mine.law.repeat), (7, true, 2));
    for base in ["gebeta", "oware", "hus", "gabata-wegue"] {
        assert_eq!(
            RuleSet::parse(&format!("game = \"mancala\"\nbase = \"{base}\""), "x").unwrap().rules,
            Preset::named(base).unwrap().rules
        );
    }
    faults(
        "game = \"mancala\"\nbase = \"owar\"",
        &["line 2: base: is no shipped rule set; `gebeta rules list` names them (did you mean oware?)"],
    );
}

#[cfg(feature = "family")]
#[test]
fn values_of_the_family_are_written_in_their_own_way() {
    let lines = |text: &str| rules(&format!("game = \"mancala\"\n{text}")).lines().join("\n");
    for (text, written) in [
        ("rows = 4\nstores = \"aside\"\nextra_turn = false\nrepeat = 3\ncapture = \"none\"", "rows = 4"),
        ("sowing = \"relay\"\nskip_origin = \"lap\"", "skip_origin = \"lap\""),
        ("skip_origin = true\ntake = \"even\"", "skip_origin = true"),
        ("take = \"even\"", "take = \"even\""),
        ("take = [3, 2]", "take = [2, 3]"),
        ("mark = 4\nmark_own = \"all\"\nmark_enemy = \"none\"", "mark_own = \"all\"\nmark_enemy = \"none\""),
        ("mark = 4\nmark_own = [1, 6]", "mark_own = [1, 6]\nmark_enemy = \"all\""),
        ("start = [1, 2, 3, 4, 5, 100]", "start = [1, 2, 3, 4, 5, 100]"),
    ] {
        assert!(lines(text).contains(written), "{text}: {}", lines(text));
    }
}

#[cfg(feature = "family")]
#[test]
fn faults_of_the_family_come_at_once_with_line_and_key() {
    faults(
        "game = \"mancala\"\nrows = 5\nstores = true\ndirecton = \"cw\"\nfeed = \"hungy\"\nskip_origin = 2\nskip_origin2 = 1\n\
         take = \"odd\"\nmark_own = [57]\nrepeat = 1\nbonus = 6\nstart = [1, -1]\npass_take_side = \"opponent\"\nrelay_turns = \"yes\"\nopening = 3\n",
        &[
            "line 2: rows: must be one of 2, 3, 4",
            "line 3: stores: must be a word in quotes",
            "line 4: directon: is no rule of mancala (did you mean direction?)",
            "line 5: feed: must be one of no, hungry, always (did you mean hungry?)",
            "line 6: skip_origin: must be one of false, true, lap",
            "line 7: skip_origin2: is no rule of mancala (did you mean skip_origin?)",
            "line 8: take: must be \"even\" or a list of numbers from 1 to 63",
            "line 9: mark_own: must be a number from 1 to 56",
            "line 10: repeat: must be 0 or 2 or 3",
            "line 11: bonus: must be a number from 0 to 5",
            "line 12: start: must be a list of at most 56 numbers from 0 to 1000: the stones of each pit of a side",
            "line 13: pass_take_side: must be one of any, own",
            "line 14: relay_turns: must be true or false",
            "line 15: opening: must be a list of pit numbers from 1 to 56",
        ],
    );
}

/// The contradictions of law 3.3, each with the line and the key to change first.
#[cfg(feature = "family")]
#[test]
fn contradictions_of_the_family_name_line_and_key() {
    let conflict = |text: &str| {
        let Err(ErrorList(faults)) = RuleSet::parse(&format!("game = \"mancala\"\n{text}"), "mine") else {
            return String::new();
        };
        faults
            .iter()
            .map(|fault| format!("{}@{}", fault.key.clone().unwrap_or_default(), fault.line.unwrap_or(0)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    for (text, expected) in [
        ("stones = 0", "stones@2"),
        ("start = [1, 2]", "start@2"),
        ("opening = [7]", "opening@2"),
        ("pits = 50\nstones = 24", "stones@3"),
        ("stores = \"aside\"", "repeat@2 extra_turn@2"),
        ("stores = \"aside\"\nextra_turn = false", "repeat@2"),
        ("direction = \"either\"", "repeat@2"),
        ("after_capture = \"again\"", "repeat@2"),
        ("relay_turns = true", "relay_turns@2"),
        ("skip_origin = \"lap\"", "skip_origin@2"),
        ("after_capture = \"onward\"", "after_capture@2"),
        ("first_stone = \"origin\"\nskip_origin = true", "first_stone@2"),
        ("sowing = \"relay-next\"", "sowing@2"),
        ("gap = \"one\"", "gap@2"),
        ("sowing = \"relay-next\"\ncapture = \"none\"\ngap_opposite = true", "gap_opposite@4"),
        ("mark = 4\nmark_enemy = \"none\"", "mark@2"),
        ("raid = 2", "raid@2"),
        ("mark = 4\nraid = 2\nmark_keeps = \"store\"", "raid@3"),
        ("mark_pair = 3\ncapture = \"none\"", "mark_pair@2"),
        ("take_run = \"back\"", "take_run@2"),
        ("capture = \"none\"\ncapture_needs = [2]", "capture_needs@3"),
        ("capture = \"none\"\ncapture_run = true", "capture_run@3"),
        ("capture_all = true", "capture_all@2"),
        ("capture = \"none\"\nreach = \"again\"\nrepeat = 2", "reach@3"),
        ("sowing = \"relay\"\nslam = \"forbidden\"", "slam@3"),
        ("rows = 3", "capture@2"),
        ("rows = 3\npits = 5\ncapture = \"none\"", "pits@3"),
        ("capture_on = \"any\"", "capture_on@2"),
        ("bonus = 1", "bonus@2"),
        ("wins = \"emptied\"\nend = \"majority\"", "wins@2"),
        ("wins = \"last-mover\"", "wins@2"),
    ] {
        assert_eq!(conflict(text), expected, "{text}");
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
