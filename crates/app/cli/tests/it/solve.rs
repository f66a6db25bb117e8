//! `gebeta solve` against values that others have proved.

use serde_json::Value;

use crate::program::{Answer, Home};

fn solve(args: &str) -> Value {
    let answer = Home::new().run(&format!("solve {args} --json"), "").done();
    serde_json::from_str(&answer).expect("one JSON document")
}

#[test]
fn small_boards_have_their_published_values() {
    for (args, value) in [
        ("mancala --pits 1 --stones 3", 6),
        ("mancala --pits 3 --stones 6", -8),
        ("mancala --pits 4 --stones 3", 6),
        ("mancala --pits 4 --stones 3 --rules empty-capture", 8),
        ("mancala --pits 5 --stones 2", 2),
        ("mancala --pits 5 --stones 2 --rules empty-capture", 0),
        ("mancala --pits 2 --stones 2 --end majority", -2),
    ] {
        assert_eq!(solve(args)["value"], value, "{args}");
    }
}

#[test]
fn every_move_is_valued_when_asked() {
    let answer = solve("mancala --pits 4 --stones 4 --moves");
    assert_eq!(answer["moves"].to_string(), r#"{"1":2,"2":0,"3":0,"4":-2}"#);
    assert_eq!(answer["best"].to_string(), r#"["1"]"#);
    assert!(solve("mancala --pits 4 --stones 4").get("moves").is_none());
}

#[test]
fn a_finished_game_is_worth_its_result_to_player_1() {
    let answer = solve("mancala --position '0,0,5,1,2,3 -'");
    assert_eq!((&answer["value"], &answer["best"]), (&Value::from(-1), &Value::from(Vec::<Value>::new())));
}

/// The same probability as far as a table promises.
#[track_caller]
fn close(found: &Value, expected: f64) {
    let found = found.as_f64().expect("a probability");
    assert!((found - expected).abs() < 1e-8, "{found} is not {expected}");
}

#[test]
fn senet_is_a_probability_for_each_roll() {
    let answer = solve("senet --pieces 1");
    close(&answer["value"], 0.501_188_671_605);
    assert_eq!(answer["rolls"]["1"]["best"].to_string(), r#"["1x2"]"#);
    close(&answer["rolls"]["5"]["moves"]["1-6"], 0.516_421_585_987);
    assert!(answer["residual"].as_f64().is_some_and(|residual| residual < 1e-10), "{answer}");
    let with_roll = solve("senet --position '.......B../....W...../.......... b 0/0 1'");
    close(&with_roll["moves"]["8-9"], 0.440_416_325_856);
}

#[test]
fn bounds_of_a_chance_are_checked_by_the_rules() {
    let answer = solve("senet --rules kendall --pieces 1 --certify");
    let number = |name: &str| answer[name].as_f64().expect("a number");
    assert!(number("low") < 0.510_768_399_1 && number("high") > 0.510_768_399_1, "{answer}");
    assert!(number("gap") < 1e-8 && number("fault") < 1e-13, "{answer}");
    assert_eq!(answer["positions"], 812);
}

/// A proof of a few positions, however many stones there are, waits for no table of a billion positions and takes no
/// gigabytes: it fits into half of one, with all that is not memory in use.
#[cfg(target_os = "linux")]
#[test]
fn a_short_proof_takes_little_memory() {
    let line = "solve mancala --threads 1 --json --position '1,1,0,0,0,0,40,53,1,1,1,1,1,0 1'";
    let answer = Answer::of(Home::new().command_within(512, line), b"").done();
    let answer: Value = serde_json::from_str(&answer).expect("one JSON document");
    assert_eq!(answer["value"], -16, "{answer}");
}

#[test]
fn who_begins_and_whether_sides_may_be_swapped_is_a_flag() {
    let value = |args: &str| solve(&format!("mancala --pits 2 --stones 5 {args}"))["value"].as_i64();
    assert_eq!((value(""), value("--first p2")), (Some(6), Some(6)));
    assert!(value("--pie") <= Some(0), "the second player takes the better side");
    Home::new().run("solve senet --pieces 1 --pie", "").refused(2, "other-game");
    Home::new().run("solve senet --pieces 1 --first p2", "").refused(2, "other-game");
    Home::new().run("solve mancala --first p2 --position '1,1,0,1,1,0 1'", "").refused(2, "usage");
}

#[test]
fn only_what_can_follow_is_solved() {
    let answer = solve("senet --position 'WWW......./....B...../.......... w 4/6 -' --certify");
    assert_eq!(answer["positions"], 212_744, "not the 12,230,750 with three pieces a side");
}

#[test]
fn flags_of_the_other_game_are_refused() {
    for line in [
        "solve senet --pieces 1 --memory 64",
        "solve senet --pieces 1 --checkpoint proof",
        "solve senet --pieces 1 --moves",
        "tablebase build senet --stones 7",
        "tablebase build senet --pits 7",
        "tablebase build mancala --stones 7 --pieces 2",
        "tablebase build mancala --stones 7 --forecast",
        "tablebase build mancala --stones 7 --keep-sweeps 3",
    ] {
        Home::new().run(line, "").refused(2, "other-game");
    }
}

#[test]
fn what_cannot_be_solved_is_said() {
    Home::new().run("solve senet", "").refused(1, "too-large");
    Home::new().run("solve mancala --pits 2 --stones 2 --memory 1000000", "").refused(1, "too-large");
    for command in
        ["solve senet --pieces 1", "solve mancala --pits 2", "match senet --a random --b random --games 2"]
    {
        Home::new().run(&format!("{command} --threads 100000"), "").refused(2, "usage");
    }
    for flag in ["--certify", "--residual"] {
        Home::new().run(&format!("solve mancala {flag}"), "").refused(2, "no-bounds");
    }
    Home::new()
        .run("solve senet --pieces 1 --position 'W......B../........../.......... w 0/0 2' --certify", "")
        .refused(2, "no-bounds");
}

#[test]
fn a_checkpoint_is_kept_taken_up_and_refused() {
    let home = Home::new();
    let run = |args: &str| home.run(&format!("solve mancala {args} --checkpoint proof --json"), "");
    let solve = |args: &str| serde_json::from_str::<Value>(&run(args).done()).expect("one JSON document");
    let first = solve("--pits 4 --stones 5 --threads 1");
    let again = solve("--pits 4 --stones 5 --threads 1");
    assert_eq!((&first["value"], &first["best"]), (&again["value"], &again["best"]));
    assert!(again["nodes"].as_u64() < first["nodes"].as_u64(), "{first} {again}");
    run("--pits 4 --stones 4").refused(1, "foreign-checkpoint");
    run("--pits 12 --stones 12").refused(2, "no-checkpoint");
    home.write("proof", "something else");
    run("--pits 4 --stones 5").refused(1, "not-a-checkpoint");
    assert_eq!(home.read("proof"), "something else");
}

/// A full disk costs the file, not the proof.
#[cfg(unix)]
#[test]
fn a_proof_whose_checkpoint_cannot_be_written_is_told() {
    let home = Home::new();
    let line = "solve mancala --pits 4 --stones 5 --threads 1 --checkpoint proof --json";
    let expected = solve("mancala --pits 4 --stones 5");
    for kept in [None, Some(home.path("proof"))] {
        if kept.is_some() {
            home.run(line, "").done();
        }
        let before = home.files();
        let answer = Answer::of(home.limited(line, 1), b"");
        assert_eq!(answer.code, Some(0), "{answer:?}");
        assert!(answer.stderr.starts_with("warning[not-saved]: "), "{answer:?}");
        let found: Value = serde_json::from_str(&answer.stdout).expect("one JSON document");
        assert_eq!((&found["value"], &found["best"]), (&expected["value"], &expected["best"]));
        assert_eq!(home.files(), before, "what was kept stays, and nothing else is left");
    }
}

#[test]
fn a_proof_under_a_majority_is_kept_and_taken_up() {
    let home = Home::new();
    let line = "solve mancala --pits 4 --stones 3 --end majority --threads 1 --checkpoint proof --json";
    let solve = || serde_json::from_str::<Value>(&home.run(line, "").done()).expect("one JSON document");
    let (first, again) = (solve(), solve());
    assert_eq!((&first["value"], &first["best"]), (&again["value"], &again["best"]));
    assert!(again["nodes"].as_u64() < first["nodes"].as_u64(), "{first} {again}");
}
