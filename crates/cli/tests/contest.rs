//! `gebeta match`: bots in pairs, the same every time.

mod program;

use program::Home;
use serde_json::Value;

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

#[test]
fn a_wrong_player_is_refused() {
    Home::new().run("match mancala --a classic --b random --games 2", "").refused(2, "unknown-bot");
    Home::new().run("match mancala --a random --b random --games 0", "").refused(2, "usage");
}
