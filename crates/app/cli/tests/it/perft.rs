//! Counts of other programs through `gebeta perft`: a sample over all options, flags and positions.

use gebeta_rules::{AnyRules, RuleSet, mancala};
use gebeta_testkit::{Row, fixture};
use serde_json::Value;

use crate::program::Home;

/// More takes longer than one line is worth; the tests of the rules count them all.
const MOST_LEAVES: u64 = 300_000;

/// About `count` rows of a file, spread over all of it.
fn sample(file: &str, count: usize) -> Vec<Row> {
    let rows: Vec<_> =
        fixture::rows(file).into_iter().filter(|row| row.number("leaves") <= MOST_LEAVES).collect();
    let step = (rows.len() / count).max(1);
    rows.into_iter().step_by(step).collect()
}

/// What `gebeta perft` prints as JSON.
#[track_caller]
fn perft(home: &Home, line: &str) -> Value {
    let answer = home.run(&format!("perft {line} --json"), "").done();
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{line}: {error}\n{answer}"))
}

/// The count of a row comes out when the rules are asked for as `rules` says.
#[track_caller]
fn check(home: &Home, row: &Row, rules: &str) {
    let position =
        row.get("position").map(|position| format!("--position '{}'", position.as_str().unwrap_or_default()));
    let line = format!("{rules} {} --depth {}", position.unwrap_or_default(), row.number("depth"));
    let counted = perft(home, &line);
    assert_eq!(counted["leaves"].as_u64(), Some(row.number("leaves")), "{}: {line}", row.place);
    if row.get("nodes").is_some() {
        assert_eq!(counted["nodes"].as_u64(), Some(row.number("nodes")), "{}: {line}", row.place);
    }
}

/// Rows of both files with their rules in a rule file.
#[track_caller]
fn check_rule_files(game: &str, files: &[&str], rules: impl Fn(&Row) -> AnyRules) {
    let home = Home::new();
    for row in files.iter().flat_map(|file| sample(file, 40)) {
        let set = RuleSet { name: "fixture".to_owned(), about: String::new(), rules: rules(&row) };
        home.write("rules.toml", set.to_toml());
        check(&home, &row, &format!("{game} --rules ./rules.toml"));
    }
}

#[test]
fn mancala_counts_by_rule_file() {
    let rules = |row: &Row| AnyRules::Mancala(row.mancala_rules());
    check_rule_files("mancala", &["perft/mancala.jsonl", "perft/mancala-options.jsonl"], rules);
}

#[test]
fn counts_of_the_sowing_family() {
    let home = Home::new();
    for row in sample("family/perft.jsonl", 120) {
        check(&home, &row, &format!("mancala --rules {}", row.text("rules")));
    }
}

#[test]
fn senet_counts_by_rule_file() {
    let rules = |row: &Row| AnyRules::Senet(row.senet_rules());
    check_rule_files("senet", &["perft/senet.jsonl", "perft/senet-options.jsonl"], rules);
}

#[test]
fn flags_change_rules_as_a_file_would() {
    let home = Home::new();
    let mut ends = Vec::new();
    for row in sample("perft/mancala.jsonl", 400) {
        let rules = row.mancala_rules();
        let law = rules.law;
        let Some(preset) = [
            ("gebeta", mancala::MoveRules::GEBETA),
            ("avalanche", mancala::MoveRules::AVALANCHE),
            ("tainted", mancala::MoveRules::TAINTED),
        ]
        .into_iter()
        .find_map(|(name, preset)| (law == mancala::MoveRules { end: law.end, ..preset }).then_some(name)) else {
            continue;
        };
        let end = if law.end == mancala::End::Majority { "majority" } else { "side-empty" };
        ends.push(end);
        check(
            &home,
            &row,
            &format!("mancala --rules {preset} --pits {} --stones {} --end {end}", rules.pits, rules.stones),
        );
    }
    assert!(ends.len() > 50 && ends.contains(&"majority"), "{ends:?}");
}

#[test]
fn pieces_are_as_the_flag_or_the_position_says() {
    let home = Home::new();
    for row in sample("perft/senet.jsonl", 30) {
        check(&home, &row, "senet");
        check(&home, &row, &format!("senet --pieces {}", row.number("pieces")));
    }
}

#[test]
fn a_position_says_how_large_the_board_is() {
    let home = Home::new();
    let leaves = |line: &str| perft(&home, line)["leaves"].as_u64();
    let start = leaves("mancala --pits 3 --stones 2 --depth 5");
    assert_eq!(leaves("mancala --position '2,2,2,0,2,2,2,0 1' --depth 5"), start);
    assert_eq!(leaves("mancala --position '2,2,2,0,2,2,2,0 2' --depth 5 --end side-empty"), start);
    assert_eq!(leaves("mancala --rules gebeta --pits 3 --position '2,2,2,0,2,2,2,0 1' --depth 5"), start);
    home.run("perft mancala --pits 4 --position '2,2,2,0,2,2,2,0 1' --depth 5", "")
        .refused(2, "bad-position");
    home.run("perft senet --pieces 4 --position 'WB......../........../.......... w 0/0 -' --depth 1", "")
        .refused(2, "bad-position");
}

#[test]
fn the_first_moves_add_up() {
    let home = Home::new();
    let lines = [
        "mancala --depth 6",
        "mancala --rules avalanche --pits 4 --depth 4",
        "mancala --depth 1 --position '0,0,0,0,0,1,24,1,0,0,0,0,0,22 1'",
        "senet --depth 3",
        "senet --rules kendall --depth 3",
        "senet --depth 2 --position 'WBWBWBWBWB/WBWB....../.......... w 0/0 3'",
        "senet --depth 1 --position 'B........./........../....W..... w 6/6 2'",
    ];
    for line in lines {
        let divided = perft(&home, &format!("{line} --divide"));
        let parts = divided["divide"].as_object().unwrap();
        assert_eq!(
            parts.values().map(|part| part.as_u64().unwrap()).sum::<u64>(),
            divided["leaves"],
            "{line}"
        );
        let plain = home.run(&format!("perft {line} --divide"), "").done();
        let parts: String = parts.iter().map(|(mv, leaves)| format!("{mv}: {leaves}\n")).collect();
        let expected = format!("{parts}leaves {}\nnodes {}\n", divided["leaves"], divided["nodes"]);
        assert_eq!(plain, expected, "{line}");
    }
    let pass = perft(&home, &format!("{} --divide", lines[6]));
    assert_eq!(pass["divide"], serde_json::json!({ "2:pass": 1 }));
}

#[test]
fn no_moves_are_one_leaf_and_a_finished_game_has_none() {
    let home = Home::new();
    let counts = |line: &str| perft(&home, line).to_string();
    assert_eq!(counts("mancala --depth 0"), r#"{"leaves":1,"nodes":1}"#);
    assert_eq!(counts("senet --depth 0 --divide"), r#"{"leaves":1,"nodes":1,"divide":{}}"#);
    assert_eq!(counts("mancala --depth 3 --position '0,0,24,0,0,24 -'"), r#"{"leaves":0,"nodes":1}"#);
    assert_eq!(counts("mancala --depth 0 --position '0,0,24,0,0,24 -'"), r#"{"leaves":1,"nodes":1}"#);
    assert_eq!(counts("mancala --depth 1 --position '1,0,0,1,0,0 1'"), r#"{"leaves":1,"nodes":2}"#);
}
