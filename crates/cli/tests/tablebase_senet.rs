//! `gebeta tablebase` for Senet.

mod program;

use program::Home;
use serde_json::Value;

fn json(home: &Home, line: &str) -> Value {
    serde_json::from_str(&home.run(line, "").done()).expect("one JSON document")
}

#[test]
fn a_table_of_senet_is_built_checked_and_asked() {
    let home = Home::new();
    let build = "tablebase build senet --rules classic --total 3 --out s.table";
    assert!(home.run(build, "").done().contains("s.table: 22736 positions"));
    assert_eq!(home.run(build, "").done(), "s.table is finished\n");
    let told = home.run("tablebase verify s.table --full", "").done();
    assert!(told.contains("22736 values follow from their moves within"), "{told}");

    let position = "W.W......./....B...../.......... w 0/1 -";
    let probed = json(&home, &format!("tablebase probe s.table --position '{position}' --json"));
    let solved = json(&home, &format!("solve senet --position '{position}' --json"));
    let value = |answer: &Value| answer["value"].as_f64().expect("a number");
    assert!((value(&probed) - value(&solved)).abs() < 3e-5, "{probed} {solved}");
    assert_eq!((&probed["table"], &solved["table"]), (&Value::from("2-byte"), &Value::Null));

    home.run("tablebase build senet --total 11", "").refused(2, "usage");
}

#[test]
fn a_forecast_tells_what_is_to_come_and_loses_nothing() {
    let home = Home::new();
    let build = "tablebase build senet --rules classic --pieces 2 --out s.table";
    let told = home.run(&format!("{build} --until 3"), "").done();
    assert!(told.contains("start with 1 a side: 0.50118"), "{told}");
    assert!(told.contains("2+2: 142506 positions, 0.0 GB of memory"), "{told}");
    assert!(told.contains("142506 positions are left"), "{told}");
    let told = home.run(build, "").done();
    assert!(told.starts_with("goes on behind 22736 of 165242 positions"), "{told}");
    let told = home.run("tablebase verify s.table", "").done();
    assert!(told.contains("10000 samples of 165242 values follow from their moves within"), "{told}");
}

#[test]
fn everybody_asks_the_tables_of_the_user() {
    let home = Home::new();
    let lines = |bot: &str| {
        let position = "position WWW......./....B...../.......... w 4/6 2";
        format!("newgame senet\nsetoption bot {bot}\n{position}\ngo\ngo perfect\nquit\n")
    };
    let said = home.run("engine", lines("level7")).done();
    assert!(!said.contains(" exact") && said.contains("error not-known"), "{said}");
    home.run("tablebase build senet --rules classic --total 4", "").done();
    let solved = json(&home, "solve senet --position 'WWW......./....B...../.......... w 4/6 -' --json");
    assert_eq!(solved["table"], "2-byte");
    assert!(solved["rolls"]["1"]["moves"].is_object(), "{solved}");
    for bot in ["level7", "level8", "perfect"] {
        let said = home.run("engine", lines(bot)).done();
        assert_eq!(said.matches(" exact").count(), 2, "{said}");
        assert!(!said.contains("error"), "{said}");
    }
    let start = "--position 'WWW......./....B...../.......... w 4/6 -'";
    home.run(&format!("senet --p1 random --p2 random {start} --seed 3 --save game.gebeta"), "").done();
    let review = json(&home, "analyse game.gebeta --json");
    assert_eq!(review["moves"][0]["exact"], true, "{review}");
}
