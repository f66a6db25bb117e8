//! The shipped rule sets as the tables of rules 1.7 and 2.5 have them, and how their games begin.

use gebeta_rules::{AnyRules, Keyword, Preset, RuleSet, mancala};

/// Every rule of a preset, in the order and the words of a rule file.
#[track_caller]
fn check_rules(name: &str, expected: &str) {
    let preset = Preset::named(name).unwrap_or_else(|| panic!("there is no preset {name}"));
    assert_eq!(preset.rules.lines().join("; ").replace('"', "'"), expected, "{name}");
}

/// How a game begins by the rules `base` with the given lines of a rule file.
#[track_caller]
fn check_start(base: &str, lines: &str, expected: &str) {
    let game = Preset::named(base).map(|preset| preset.rules.game());
    let game = game.unwrap_or_else(|| panic!("there is no preset {base}"));
    match RuleSet::parse(&format!("game = '{game}'\nbase = '{base}'\n{lines}"), "start") {
        Ok(set) => assert_eq!(set.rules.start().to_string(), expected, "{base} {lines}"),
        Err(faults) => panic!("{base} {lines}: {faults}"),
    }
}

#[test]
fn the_mancala_presets_are_those_of_the_table() {
    check_rules(
        "gebeta",
        "pits = 6; stones = 4; sowing = 'single'; skip_origin = false; capture = 'opposite'; \
         extra_turn = true; end = 'side-empty'; leftovers = 'own-side'; first = 'player1'; \
         pie = false",
    );
    check_rules(
        "capture",
        "pits = 6; stones = 4; sowing = 'single'; skip_origin = false; capture = 'opposite'; \
         extra_turn = true; end = 'side-empty'; leftovers = 'own-side'; first = 'player1'; \
         pie = false",
    );
    check_rules(
        "avalanche",
        "pits = 6; stones = 4; sowing = 'relay'; skip_origin = false; capture = 'none'; \
         extra_turn = true; end = 'side-empty'; leftovers = 'uncounted'; first = 'player1'; \
         pie = false",
    );
    check_rules(
        "tainted",
        "pits = 6; stones = 4; sowing = 'single'; skip_origin = true; capture = 'opposite-only'; \
         extra_turn = true; end = 'side-empty'; leftovers = 'own-side'; first = 'coin'; pie = false",
    );
    check_rules(
        "empty-capture",
        "pits = 6; stones = 4; sowing = 'single'; skip_origin = false; capture = 'opposite-always'; \
         extra_turn = true; end = 'side-empty'; leftovers = 'own-side'; first = 'player1'; \
         pie = false",
    );
}

#[test]
fn the_senet_presets_are_those_of_the_table() {
    check_rules(
        "classic",
        "pieces = 7; no_dark = 5; extra_throw = []; forfeit = 'ends-turn'; protect = 'none'; \
         block = 0; safe = []; gate = 'exact'; water = 'rebirth'; \
         exits = { 28 = [3], 29 = [2], 30 = 'any' }; wrong_roll = 'may-return'; backward = false",
    );
    check_rules(
        "assignment",
        "pieces = 7; no_dark = 5; extra_throw = []; forfeit = 'ends-turn'; protect = 'none'; \
         block = 0; safe = []; gate = 'exact'; water = 'rebirth'; \
         exits = { 28 = [3], 29 = [2], 30 = 'any' }; wrong_roll = 'must-return'; backward = false",
    );
    check_rules(
        "quick",
        "pieces = 4; no_dark = 5; extra_throw = []; forfeit = 'ends-turn'; protect = 'none'; \
         block = 0; safe = []; gate = 'exact'; water = 'rebirth'; \
         exits = { 28 = [3], 29 = [2], 30 = 'any' }; wrong_roll = 'may-return'; backward = false",
    );
    check_rules(
        "five-piece",
        "pieces = 5; no_dark = 5; extra_throw = [1, 4, 5]; forfeit = 'ends-turn'; protect = 'pair'; \
         block = 3; safe = []; gate = 'exact'; water = 'rebirth'; \
         exits = { 28 = [3], 29 = [2], 30 = [1] }; wrong_roll = 'stay'; backward = true",
    );
}

#[test]
fn mancala_begins_with_the_player_the_rules_name() {
    check_start("gebeta", "", "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1");
    check_start("gebeta", "first = 'player2'", "4,4,4,4,4,4,0,4,4,4,4,4,4,0 2");
    // Without a toss Player 1 begins (rules 1.6).
    check_start("tainted", "", "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1");
    check_start("avalanche", "pits = 1\nstones = 12", "12,0,12,0 1");
    check_start("gebeta", "pits = 2\nstones = 1\npie = true", "1,1,0,1,1,0 1 pie");
}

#[test]
fn senet_begins_with_the_pieces_alternating() {
    check_start("classic", "", "WBWBWBWBWB/WBWB....../.......... w 0/0 -");
    check_start("five-piece", "", "WBWBWBWBWB/........../.......... w 0/0 -");
    check_start("classic", "pieces = 1", "WB......../........../.......... w 0/0 -");
    check_start("assignment", "pieces = 10", "WBWBWBWBWB/WBWBWBWBWB/.......... w 0/0 -");
}

#[test]
fn the_difficulty_of_tainted_is_its_number_of_stones() {
    for (word, stones) in [("easy", 3), ("normal", 4), ("hard", 5), ("expert", 6)] {
        let difficulty = mancala::Difficulty::from_keyword(word).unwrap();
        assert_eq!(difficulty.stones().get(), stones, "{word}");
    }
}

#[test]
fn a_position_brings_its_own_size() {
    let classic = Preset::named("classic").unwrap().rules;
    let AnyRules::Senet(rules) = classic.fit("WB......../........../.......... w 2/2 -") else { panic!() };
    assert_eq!(rules.pieces.get(), 3);
    let gebeta = Preset::named("gebeta").unwrap().rules;
    let AnyRules::Mancala(rules) = gebeta.fit("1,0,1,0 1") else { panic!() };
    assert_eq!(rules.pits.get(), 1);
    for text in ["", "no position", "1,0,1,0 1"] {
        assert_eq!(classic.fit(text), classic, "{text:?}");
    }
}
