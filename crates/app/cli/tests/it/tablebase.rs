//! `gebeta tablebase`: files that survive being killed, and are believed only when they are right.

use std::fs::{self, OpenOptions};
use std::path::PathBuf;

use serde_json::Value;

use crate::program::{Answer, Home, survives};

fn json(home: &Home, line: &str) -> Value {
    serde_json::from_str(&home.run(line, "").done()).expect("one JSON document")
}

/// The one table in the user's folder.
fn only_table(home: &Home) -> PathBuf {
    let listed = fs::read_dir(home.tables()).expect("the folder was made");
    let mut files = listed.map(|entry| entry.expect("a folder can be listed").path());
    let table = files.next().expect("a table was built");
    assert_eq!(files.next(), None, "nothing else is left behind");
    table
}

#[test]
fn a_table_is_built_checked_described_and_asked() {
    let home = Home::new();
    let told = home.run("tablebase build mancala --stones 8 --out t.table", "").done();
    assert!(told.contains("t.table: 119965 positions"), "{told}");
    assert_eq!(
        home.run("tablebase build mancala --stones 8 --out t.table", "").done(),
        "t.table is finished\n"
    );
    assert!(!home.path("t.table.part").exists());

    let told = home.run("tablebase verify t.table --samples 500", "").done();
    assert!(told.ends_with("500 samples of 119965 values follow from their moves\n"), "{told}");
    let told = home.run("tablebase verify t.table --full", "").done();
    assert!(told.ends_with("119965 values follow from their moves\n"), "{told}");

    let about = json(&home, "tablebase info t.table --json");
    assert_eq!((&about["game"], &about["stones"]), (&Value::from("mancala"), &Value::from(8)));
    assert_eq!(about["bytes"], fs::metadata(home.path("t.table")).unwrap().len());
    assert!(home.run("tablebase info t.table", "").done().contains("  capture = \"opposite\"\n"));

    // As `solve` says it, which has no table to ask here.
    let position = "0,1,0,2,0,1,20,1,0,0,1,1,0,21 2";
    let probed = json(&home, &format!("tablebase probe t.table --position '{position}' --json"));
    let solved = json(&home, &format!("solve mancala --position '{position}' --moves --json"));
    for key in ["value", "best", "moves"] {
        assert_eq!(probed[key], solved[key], "{key}");
    }
    assert!(solved["nodes"].as_u64().unwrap() > 0);
    let finished = json(&home, "tablebase probe t.table --position '0,0,0,0,0,0,5,0,0,0,0,0,0,2 -' --json");
    assert_eq!(finished.to_string(), r#"{"value":3,"best":[],"moves":{}}"#);
    let full = "tablebase probe t.table --position '4,4,4,4,4,4,0,4,4,4,4,4,4,0 1'";
    home.run(full, "").refused(1, "table-no-entry");
    home.run("tablebase probe t.table --position '1,1,0,1,1,0 1'", "").refused(2, "bad-position");
}

/// Boards of more than eight pits, and relays that must remember the pit they began with.
#[test]
fn every_board_and_every_side_empty_law_has_tables() {
    let home = Home::new();
    home.write(
        "skip.toml",
        "game = \"mancala\"\nbase = \"avalanche\"\nskip_origin = true\nleftovers = \"own-side\"\n",
    );
    let wide = "0,0,1,0,0,0,0,2,0,0,40,1,0,0,0,0,1,0,0,0,1,41 2";
    let skipping = "0,1,0,2,0,0,20,1,0,0,1,1,0,21 2";
    for (flags, positions, position) in
        [("--pits 10", 214_215, wide), ("--rules skip.toml", 16_717, skipping)]
    {
        let told = home.run(&format!("tablebase build mancala {flags} --stones 6 --out a.table"), "").done();
        assert!(told.contains(&format!("a.table: {positions} positions")), "{told}");
        home.run("tablebase verify a.table --samples 300", "").done();
        home.run("tablebase verify a.table --full", "").done();
        let probed = json(&home, &format!("tablebase probe a.table --position '{position}' --json"));
        let solved = json(&home, &format!("solve mancala {flags} --position '{position}' --moves --json"));
        for key in ["value", "best", "moves"] {
            assert_eq!(probed[key], solved[key], "{key} {flags}");
        }
        fs::remove_file(home.path("a.table")).expect("it was built");
    }
}

#[test]
fn what_cannot_be_built_is_said() {
    let home = Home::new();
    home.write("half.toml", "game = \"mancala\"\nend = \"majority\"\n");
    for (line, exit, code) in [
        ("mancala", 2, "usage"),
        ("mancala --stones 1", 2, "bad-stones"),
        ("mancala --stones 49", 2, "bad-stones"),
        ("mancala --stones 48 --pits 8", 1, "too-large"),
        ("mancala --stones 48 --pits 12", 1, "too-large"),
        ("mancala --stones 12 --pits 12 --rules half.toml", 2, "no-table"),
        ("mancala --stones 5 --rules nobody", 2, "unknown-rules"),
        ("mancala --stones 5 --out no/such/folder/t.table", 1, "not-saved"),
        ("mancala --stones 5 --out .", 1, "not-a-file"),
    ] {
        home.run(&format!("tablebase build {line}"), "").refused(exit, code);
    }
    home.run("tablebase info nothing.table", "").refused(1, "no-such-file");
    home.write("text.table", "not a table, though it is long enough to be the beginning of one");
    home.run("tablebase info text.table", "").refused(1, "not-a-table");
    home.run("tablebase build mancala --stones 5 --out text.table", "").refused(1, "not-a-table");
    home.write("new.table.part", "precious");
    home.run("tablebase build mancala --stones 5 --out new.table", "").refused(1, "table-truncated");
    assert_eq!(home.read("new.table.part"), "precious");
    home.run("tablebase build mancala --stones 5 --out five.table", "").done();
    home.run("tablebase build mancala --stones 6 --out five.table", "").refused(1, "table-exists");
}

#[test]
fn a_build_killed_twenty_times_ends_with_the_same_bytes() {
    // `GEBETA_KILLS=200 GEBETA_STONES=19` is the long version.
    let number = |name: &str, usual| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let stones = number("GEBETA_STONES", 14);
    let build = format!("mancala --stones {stones} --threads 2");
    survives(&build, number("GEBETA_KILLS", 20) as usize, if stones > 16 { 2000 } else { 150 });
}

#[test]
fn two_programs_do_not_build_one_file() {
    let home = Home::new();
    let part = home.path("t.table.part");
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&part).unwrap();
    file.lock().unwrap();
    home.run("tablebase build mancala --stones 5 --out t.table", "").refused(1, "table-busy");
    drop(file);
    home.run("tablebase build mancala --stones 5 --out t.table", "").done();
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_under_the_name_and_the_build_goes_on_later() {
    let home = Home::new();
    let build = "tablebase build mancala --stones 10 --out t.table";
    Answer::of(home.limited(build, 100), b"").refused(1, "not-saved");
    assert!(!home.path("t.table").exists());
    let told = home.run(build, "").done();
    assert!(told.starts_with("resumes after "), "{told}");
    home.run("tablebase verify t.table", "").done();
}

#[test]
fn solve_uses_the_tables_of_the_user_and_goes_on_without_damaged_ones() {
    let home = Home::new();
    home.run("tablebase build mancala --stones 14 --pits 4", "").done();
    let table = only_table(&home);
    let start = "solve mancala --pits 4 --stones 4 --moves --json";
    let small = "solve mancala --position '1,0,2,1,11,0,1,1,2,13 1' --moves --json";
    let before = [json(&home, start), json(&home, small)];
    assert_eq!(before[0]["value"], 2);
    assert_eq!(before[1]["nodes"], 0, "a table knows it");

    // The bot asks it too, and then searches nothing.
    let talk = "newgame mancala pits 4\nposition 1,0,2,1,11,0,1,1,2,13 1\ngo perfect\nquit\n";
    let told = home.run("engine", talk).done();
    assert!(told.contains("depth 0 nodes 0 "), "{told}");
    for (mv, value) in before[1]["moves"].as_object().unwrap() {
        assert!(told.contains(&format!("info move {mv} value {value}\n")), "{told}");
    }

    let bytes = fs::read(&table).unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() - 9] ^= 1;
    let mut version = bytes.clone();
    version[8] = 2;
    for (bytes, line, code) in [
        (bytes[..bytes.len() - 1].to_vec(), small, "table-truncated"),
        (flipped, start, "table-corrupt"),
        (version, small, "table-version"),
        (b"something else, of the same name but of no use".to_vec(), small, "not-a-table"),
    ] {
        fs::write(&table, bytes).unwrap();
        let answer = home.run(line, "");
        let named = format!("warning[{code}]: {}", table.display());
        assert!(answer.stderr.starts_with(&named) && answer.stderr.lines().count() == 1, "{}", answer.stderr);
        let solved: Value = serde_json::from_str(&answer.stdout).unwrap();
        let expected = &before[usize::from(line == small)];
        assert_eq!((&solved["value"], &solved["moves"]), (&expected["value"], &expected["moves"]));
    }
}
