//! `gebeta match`: bots in pairs, the same every time.

use serde_json::Value;

use crate::program::Home;

#[test]
fn a_match_counts_its_games_and_repeats() {
    let home = Home::new();
    let line = "match mancala --a novice --b random --games 99 --seed 5 --json";
    let first = home.run(line, "").done();
    assert_eq!(home.run(line, "").done(), first);
    let answer: Value = serde_json::from_str(&first).expect("one JSON document");
    let number = |key: &str| answer[key].as_u64().expect("a number");
    assert_eq!(number("games"), 100);
    assert_eq!(number("wins") + number("draws") + number("losses"), 100);
    assert!(answer["score"].as_f64() > Some(0.7), "{answer}");
    assert!(answer["elo_low"].as_f64() < answer["elo"].as_f64(), "{answer}");
}

#[test]
fn a_sequential_test_stops_early_and_says_what_it_found() {
    let home = Home::new();
    let answer =
        home.run("match senet --pieces 3 --a steady:1 --b random --games 2000 --sprt --json", "").done();
    let answer: Value = serde_json::from_str(&answer).expect("one JSON document");
    assert_eq!(answer["sprt"]["verdict"], "stronger");
    assert!(answer["games"].as_u64() < Some(2000), "{answer}");
}

/// Issue 3: pairs that all end alike had no spread, so the test never ended.
#[test]
fn a_clean_sweep_ends_a_sequential_test() {
    let line = "match mancala --a steady:4 --b random --games 200 --threads 1 --sprt --json";
    let answer: Value = serde_json::from_str(&Home::new().run(line, "").done()).expect("one JSON document");
    assert_eq!((&answer["losses"], &answer["sprt"]["verdict"]), (&Value::from(0), &Value::from("stronger")));
    assert!(answer["games"].as_u64() < Some(30), "{answer}");
    assert!(answer["elo_low"].as_f64() < answer["elo"].as_f64(), "{answer}");
}

#[test]
fn sides_may_be_swapped_and_the_second_player_may_begin() {
    let home = Home::new();
    let play = |flags: &str| {
        let players = "--rules avalanche --a steady:2 --b novice --games 40 --json";
        home.run(&format!("match mancala {players} {flags}"), "").done()
    };
    assert_ne!(play(""), play("--pie"));
    let begun_by_two = play("--first p2").replace("avalanche*", "avalanche");
    assert_eq!(play(""), begun_by_two, "pairs are the same whoever begins");
    home.run("match senet --a random --b random --games 2 --pie", "").refused(2, "other-game");
}

#[test]
fn threads_change_nothing() {
    let home = Home::new();
    let line = |threads| {
        format!("match mancala --a steady:2 --b novice --games 40 --seed 3 --sprt --json --threads {threads}")
    };
    assert_eq!(home.run(&line(1), "").done(), home.run(&line(3), "").done());
}

#[test]
fn everybody_meets_everybody() {
    let home = Home::new();
    let line = "match mancala --round-robin random,novice,steady:3 --games 40";
    let answer: Value =
        serde_json::from_str(&home.run(&format!("{line} --json"), "").done()).expect("one JSON document");
    let list = |key: &str| answer[key].as_array().expect("a list").clone();
    assert_eq!(list("meetings").len(), 3);
    let elo: Vec<f64> =
        list("ratings").iter().map(|rating| rating["elo"].as_f64().expect("a number")).collect();
    assert!(elo[0] + 50.0 < elo[1] && elo[1] + 50.0 < elo[2], "{answer}");
    let table = home.run(&format!("{line} --neighbors"), "").done();
    assert_eq!(table, home.run(&format!("{line} --neighbours"), "").done(), "as it was called before");
    assert_eq!(table.lines().count(), 5, "{table}");
    assert!(table.lines().nth(3).is_some_and(|line| line.starts_with("novice")), "{table}");
}

#[test]
fn a_wrong_player_is_refused() {
    Home::new().run("match mancala --a random --games 2", "").refused(2, "usage");
    Home::new().run("match mancala --games 2", "").refused(2, "usage");
    Home::new().run("match mancala --round-robin random --games 2", "").refused(2, "usage");
    Home::new().run("match mancala --round-robin random,nobody --games 2", "").refused(2, "unknown-bot");
    Home::new().run("match mancala --a classic --b random --games 2", "").refused(2, "unknown-bot");
    Home::new().run("match mancala --a random --b random --games 0", "").refused(2, "usage");
}

#[test]
fn a_match_that_cannot_be_is_refused() {
    let home = Home::new();
    let over = "match mancala --a random --b random --games 2 --position '0,0,5,1,2,3 -'";
    home.run(over, "").refused(2, "game-over");
    let two = "match mancala --a random --b novice --games 2 --neighbors";
    home.run(two, "").refused(2, "usage");
}

#[test]
fn an_even_match_of_changed_rules_says_so() {
    let home = Home::new();
    let line =
        "match mancala --a steady:1 --b steady:1 --opening 0 --games 2 --threads 1 --pits 3 --stones 2";
    let answer: Value =
        serde_json::from_str(&home.run(&format!("{line} --json"), "").done()).expect("one JSON document");
    assert_eq!((&answer["rules"], answer["elo"].to_string().as_str()), (&Value::from("gebeta*"), "0.0"));
    let told = home.run(line, "").done();
    assert!(told.contains("(gebeta*)") && told.contains("\nElo +0, "), "{told}");
}
