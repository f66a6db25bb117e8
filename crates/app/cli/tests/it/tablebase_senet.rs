//! `gebeta tablebase` for Senet.

use std::fs;

use serde_json::Value;

use crate::program::{Home, survives};

fn json(home: &Home, line: &str) -> Value {
    serde_json::from_str(&home.run(line, "").done()).expect("one JSON document")
}

#[test]
fn a_table_of_senet_is_built_checked_and_asked() {
    let home = Home::new();
    let build = "tablebase build senet --rules classic --total 3 --out s.table";
    let told = home.run(build, "").done();
    assert!(told.contains("s.table: 22736 positions") && told.contains("\nresidual "), "{told}");
    assert_eq!(home.run(build, "").done(), "s.table is finished\n");
    let told = home.run("tablebase verify s.table --full", "").done();
    assert!(told.contains("22736 values follow from their moves within"), "{told}");

    let position = "W.W......./....B...../.......... w 0/1 -";
    let probed = json(&home, &format!("tablebase probe s.table --position '{position}' --json"));
    let solved = json(&home, &format!("solve senet --position '{position}' --json"));
    let value = |answer: &Value| answer["value"].as_f64().expect("a number");
    assert!((value(&probed) - value(&solved)).abs() < 3e-5, "{probed} {solved}");
    assert_eq!((&probed["table"], &solved["table"]), (&Value::from("2-byte"), &Value::Null));

    let told = home.run(&format!("tablebase probe s.table --position '{position}'"), "").done();
    assert!(told.contains("\nroll 1: best ") && !told.contains('{'), "{told}");

    home.run("tablebase build senet --total 11", "").refused(2, "usage");
}

#[test]
fn a_forecast_tells_what_is_to_come_and_loses_nothing() {
    let home = Home::new();
    let build = "tablebase build senet --rules classic --pieces 2 --out s.table";
    let told = home.run(&format!("{build} --until 3"), "").done();
    assert!(told.contains("start with 1 a side: 0.50118"), "{told}");
    assert!(told.contains("2+2: 142506 positions, ") && !told.contains("0.0 "), "{told}");
    assert!(told.contains("142506 positions are left"), "{told}");
    let told = home.run(build, "").done();
    assert!(told.starts_with("resumes after 22736 of 165242 positions"), "{told}");
    let told = home.run("tablebase verify s.table", "").done();
    assert!(told.contains("10000 samples of 165242 values follow from their moves within"), "{told}");
}

#[test]
fn a_forecast_counts_the_sweeps_that_are_written_beside_the_kept_ones() {
    let told = Home::new().run("tablebase build senet --pieces 5 --until 2 --out s.table", "").done();
    // Three bytes for each of 5,047,562,520 positions, twice.
    assert!(told.contains("17.1 GB of disk and 30.3 GB more for stored sweeps"), "{told}");
}

#[test]
fn a_build_killed_again_and_again_ends_with_the_same_bytes() {
    // `GEBETA_KILLS=200` is the long version. Sweeps are kept after each.
    let kills = std::env::var("GEBETA_KILLS").map_or(12, |text| text.parse().expect("a number of kills"));
    survives("senet --rules kendall --pieces 2 --threads 2 --keep-sweeps 0", kills, 400);
}

#[test]
fn a_build_goes_on_though_its_sweeps_cannot_be_kept() {
    let home = Home::new();
    // Where a folder is, no file can be written.
    fs::create_dir(home.path("s.table.sweeps.new")).expect("a folder of our own");
    let answer =
        home.run("tablebase build senet --rules classic --total 3 --keep-sweeps 0 --out s.table", "");
    let warned = answer.stderr.lines().all(|line| line.starts_with("warning[not-saved]: s.table.sweeps "));
    assert!(warned && !answer.stderr.is_empty(), "{}", answer.stderr);
    assert!(answer.stdout.contains("s.table: 22736 positions"), "{}", answer.stdout);
    home.run("tablebase verify s.table --full", "").done();
}

#[test]
fn everybody_asks_the_tables_of_the_user() {
    let home = Home::new();
    let lines = |bot: &str| {
        let position = "position WWW......./....B...../.......... w 4/6 2";
        format!("newgame senet\nsetoption bot {bot}\n{position}\ngo\ngo perfect\nquit\n")
    };
    let said = home.run("engine", lines("level7")).done();
    assert_eq!(said.matches(" exact").count(), 1, "only `go perfect` solves what can follow: {said}");
    home.run("tablebase build senet --rules classic --total 4", "").done();
    let solved = json(&home, "solve senet --position 'WWW......./....B...../.......... w 4/6 -' --json");
    assert_eq!(solved["table"], "2-byte");
    assert!(solved["rolls"]["1"]["moves"].is_object(), "{solved}");
    for bot in ["level7", "level8", "perfect"] {
        let said = home.run("engine", lines(bot)).done();
        assert_eq!(said.matches(" exact").count(), 2, "{said}");
        assert!(!said.contains("error"), "{said}");
        let told = |line: &str| {
            let number = line.split_once(" win ").or_else(|| line.split_once(" value "))?.1;
            number.split(' ').next().map(str::to_owned)
        };
        let numbers: Vec<_> = said.lines().filter_map(told).collect();
        assert!(numbers.len() > 4, "{said}");
        assert!(
            numbers.iter().all(|number| number.len() <= "0.123456".len()),
            "six digits are known: {said}"
        );
    }
    let start = "--position 'WWW......./....B...../.......... w 4/6 -'";
    home.run(&format!("senet --p1 random --p2 random {start} --seed 3 --save game.gebeta"), "").done();
    let review = json(&home, "analyse game.gebeta --json");
    assert_eq!(review["moves"][0]["exact"], true, "{review}");
    for number in
        [&review["moves"][0]["before"]["value"], &review["moves"][0]["value"], &review["start"]["value"]]
    {
        assert!(number.to_string().len() <= "0.123456".len(), "six digits are known: {review}");
    }
}
