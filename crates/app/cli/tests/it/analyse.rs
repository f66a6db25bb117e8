//! `gebeta analyse`: reviews of stored games.

use serde_json::Value;

use crate::program::Home;

const MANCALA: &str = "\
[Gebeta \"1\"]
[Game \"mancala\"]
[Rules \"gebeta\"]
[Rule \"pits = 4\"]
[Rule \"stones = 4\"]
[Player1 \"Abebe\"]
[Seat1 \"human\"]
[Player2 \"Sara\"]
[Seat2 \"human\"]
[Start \"4,4,4,4,0,4,4,4,4,0 1\"]
[Result \"*\"]

p1 4
end 1 4,4,4,0,1,5,5,5,4,0 2
";

#[test]
fn a_known_blunder_is_told() {
    let home = Home::new();
    home.write("game.gebeta", MANCALA);
    let said = home.run("analyse game.gebeta", "").done();
    for words in [
        "Abebe against Sara, mancala (gebeta)",
        "Not finished; it stands at -2 for Abebe (proved).",
        "   1  Abebe   4           1                -2       4  blunder *",
        "Abebe: accuracy 67 %, lost 4 stones in 1 move",
        "1. Abebe played 4 and lost 4 stones; best was 1",
    ] {
        assert!(said.contains(words), "{words:?} is not in\n{said}");
    }
    assert!(!said.contains('\u{1b}'), "no colors in a pipe");
    assert_eq!(home.run("analyze game.gebeta", "").done(), said);
}

#[test]
fn the_json_says_the_same() {
    let home = Home::new();
    home.write("game.gebeta", MANCALA);
    let said = home.run("analyse game.gebeta --json --nodes 300000", "").done();
    let review: Value = serde_json::from_str(&said).expect("one JSON document");
    assert_eq!(
        review["moves"].to_string(),
        r#"[{"ply":1,"player":"1","played":"4","before":{"value":2.0,"exact":true},"best":["1"],"best_value":2.0,"value":-2.0,"loss":4.0,"exact":true,"grade":"blunder","luck":null,"turning":"move"}]"#
    );
    assert_eq!(review["players"][0]["blunders"], 1);
    assert_eq!((&review["unit"], &review["outcome"]), (&Value::from("stones"), &Value::Null));
}

#[test]
fn a_game_of_senet_is_split_into_luck_and_skill() {
    let home = Home::new();
    home.run("senet --p1 random --p2 random --pieces 1 --seed 3 --save game.gebeta", "").done();
    let review: Value =
        serde_json::from_str(&home.run("analyse game.gebeta --json", "").done()).expect("one JSON document");
    let number = |value: &Value| value.as_f64().expect("a number");
    let players = &review["players"];
    let luck = number(&players[0]["luck"]) - number(&players[1]["luck"]);
    let skill = number(&players[1]["loss"]) - number(&players[0]["loss"]);
    let sum = number(&review["start"]["value"]) + luck + skill;
    assert!((sum - number(&review["last"]["value"])).abs() < 2e-6, "{review}");
    let said = home.run("analyse game.gebeta", "").done();
    assert!(said.contains("Where the result comes from") && !said.contains("unexplained"), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
}

#[test]
fn a_time_limit_is_kept() {
    let home = Home::new();
    home.run("mancala --p1 random --p2 random --seed 3 --save game.gebeta", "").done();
    let said = home.run("analyse game.gebeta --seconds 1", "").done();
    // Without a limit it would think for hours, and be ended.
    assert!(said.contains('~'), "a second proves little of a whole game\n{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
}

#[test]
fn bad_files_are_refused_as_replay_refuses_them() {
    let home = Home::new();
    home.write("cut.gebeta", &MANCALA[..MANCALA.len() - 30]);
    home.write("other.txt", "hello");
    for file in ["cut.gebeta", "other.txt", "nowhere.gebeta"] {
        let replay = home.run(&format!("replay {file}"), "");
        let analyse = home.run(&format!("analyse {file}"), "");
        assert_eq!((&analyse.stderr, analyse.code), (&replay.stderr, Some(1)));
        assert!(analyse.stderr.starts_with("error["), "{}", analyse.stderr);
    }
    home.run("analyse cut.gebeta --nodes 0", "").refused(2, "usage");
}
