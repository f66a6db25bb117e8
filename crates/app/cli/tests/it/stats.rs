//! Finished games are kept and counted; settings come from the file, the environment and the flags.

use std::fs;

use crate::program::{Answer, Home};

/// A game against the computer that Player 1 wins with one move.
const GAME: &str = "mancala --p2 random --position '0,0,0,0,0,1,20,1,0,0,0,0,2,10 1' --seed 1";
/// The same of two people.
const SHARED: &str = "mancala --p2 human --position '0,0,0,0,0,1,20,1,0,0,0,0,2,10 1' --seed 1";

fn json(home: &Home) -> serde_json::Value {
    serde_json::from_str(&home.run("stats --json", "").done()).expect("one JSON document")
}

#[test]
fn games_are_counted_exported_and_forgotten() {
    let home = Home::new();
    assert_eq!(home.run("stats", "").done(), "No games of yours yet. Play one.\n");
    assert!(!home.data("games.db").exists(), "looking makes no database");
    for _ in 0..2 {
        home.run(GAME, "6\n").done();
    }
    let told = json(&home);
    assert_eq!((&told["kept"], &told["all"]["games"]), (&2.into(), &2.into()), "{told}");
    assert_eq!((&told["all"]["won"], &told["all"]["lost"]), (&2.into(), &0.into()), "{told}");
    assert_eq!(told["by_rules"][0]["rules"], "gebeta");
    assert!(home.run("stats", "").done().contains("100.0 %"));
    let exported = home.run("stats --export", "").done();
    assert_eq!(exported.lines().count(), 2);
    let first: serde_json::Value =
        serde_json::from_str(exported.lines().next().expect("a line")).expect("JSON");
    home.write("again.gebeta", first["record"].as_str().expect("the record"));
    assert!(home.run("replay again.gebeta", "").done().contains("wins"));
    home.run("stats --reset", "").refused(2, "needs-force");
    assert_eq!(json(&home)["kept"], 2);
    assert_eq!(home.run("stats --reset --force", "").done(), "Deleted 2 games.\n");
    assert_eq!(json(&home)["kept"], 0);
}

#[test]
fn issue_17_a_game_of_two_people_is_neither_won_nor_lost() {
    let home = Home::new();
    home.run(SHARED, "6\n").done();
    let shared = "1 game of two people here, which count as neither won nor lost\n";
    assert_eq!(home.run("stats", "").done(), format!("No games of yours yet. Play one.\n{shared}"));
    home.run(GAME, "6\n").done();
    let told = json(&home);
    assert_eq!((&told["kept"], &told["shared"], &told["all"]["games"]), (&2.into(), &1.into(), &1.into()));
    assert_eq!((&told["all"]["won"], &told["all"]["lost"]), (&1.into(), &0.into()), "{told}");
    let said = home.run("stats", "").done();
    assert!(said.contains("1 game   1 won, 0 drawn, 0 lost") && said.ends_with(shared), "{said}");
}

#[test]
fn only_games_of_people_are_kept_and_only_if_they_like() {
    let home = Home::new();
    home.run("mancala --p1 random --p2 random --seed 1", "").done();
    home.run(&format!("{GAME} --statistics off"), "6\n").done();
    assert!(!home.data("games.db").exists());
}

#[test]
fn a_database_that_cannot_be_used_does_not_stop_a_game() {
    let home = Home::new();
    fs::create_dir_all(home.data("games.db")).expect("a folder in its place");
    let said = home.run(GAME, "6\n").done();
    assert!(said.contains("The game is over.") && said.contains("The game is not recorded: "), "{said}");
    assert_eq!(home.run("stats", "").code, Some(1));
}

#[cfg(unix)]
#[test]
fn a_full_disk_does_not_stop_a_game_and_hurts_no_earlier_one() {
    let home = Home::new();
    home.run(GAME, "6\n").done();
    let said = Answer::of(home.limited(GAME, 0), b"6\n").done();
    assert!(said.contains("The game is over.") && said.contains("The game is not recorded: "), "{said}");
    home.run(GAME, "6\n").done();
    assert_eq!(json(&home)["kept"], 2);
}

#[test]
fn the_file_holds_unless_the_environment_or_a_flag_says_otherwise() {
    let home = Home::new();
    home.write_config("statistics = false\n");
    home.run(GAME, "6\n").done();
    assert!(!home.data("games.db").exists());
    home.run(&format!("{GAME} --statistics on"), "6\n").done();
    assert_eq!(json(&home)["kept"], 1);
    let mut command = home.command(GAME);
    command.env("GEBETA_STATISTICS", "maybe");
    Answer::of(command, b"6\n").refused(2, "bad-setting");
    home.run(&format!("{GAME} --delay soon"), "6\n").refused(2, "bad-setting");
}

/// Each key with a wrong value, and the flag that overrides it. Any text is a name: see the tests in a real terminal.
const WRONG: [(&str, &str, &str); 13] = [
    ("language", "--language", "de"),
    ("color", "--color", "blue"),
    ("charset", "--charset", "runes"),
    ("animation", "--animation", "wild"),
    ("delay", "--delay", "soon"),
    ("confirm", "--confirm=", "maybe"),
    ("layout", "--layout", "round"),
    ("mouse", "--mouse", "maybe"),
    ("statistics", "--statistics", "maybe"),
    ("mancala_rules", "--rules", "kalahari"),
    ("mancala_opponent", "--p2", "nobody"),
    ("senet_rules", "--rules", "kalahari"),
    ("senet_opponent", "--p2", "nobody"),
];

#[test]
fn every_key_is_heard_in_the_file_in_the_environment_and_as_a_flag() {
    let keys: Vec<_> = gebeta_tui::Settings::KEYS.into_iter().filter(|key| *key != "name").collect();
    assert_eq!(WRONG.map(|(key, ..)| key).to_vec(), keys);
    for (key, flag, value) in WRONG {
        let home = Home::new();
        home.write_config(&format!("{key} = {value:?}\n"));
        let said = home.run(GAME, "6\n").done();
        assert!(said.contains("config.toml, line 1: ") && said.contains("ignored"), "{key}: {said}");
        let mut command = home.command(GAME);
        command.env(format!("GEBETA_{}", key.to_uppercase()), value);
        Answer::of(command, b"6\n").refused(2, "bad-setting");
        let game = if key.starts_with("senet") { "senet" } else { "mancala" };
        let gap = if flag.ends_with('=') { "" } else { " " };
        let refused = home.run(&format!("{game} {flag}{gap}{value}"), "");
        assert_eq!(refused.code, Some(2), "{flag}: {refused:?}");
        let told = refused.stderr.contains(key) || refused.stderr.contains(value);
        assert!(told, "{flag}: {refused:?}");
    }
}

#[test]
fn rules_that_flags_change_are_counted_by_themselves() {
    let home = Home::new();
    let small = "mancala --p2 random --pits 1 --stones 1 --seed 1";
    for (line, rules) in [
        (small, "gebeta*"),
        ("mancala --p2 random --pits 6 --position '0,0,0,0,0,1,20,1,0,0,0,0,2,10 1'", "gebeta"),
    ] {
        home.run("stats --reset --force", "").done();
        home.run(line, if line == small { "1\n" } else { "6\n" }).done();
        assert_eq!(json(&home)["by_rules"][0]["rules"], rules, "{line}");
    }
    assert_eq!(home.run("stats --reset --force", "").done(), "Deleted 1 game.\n");
}

#[test]
fn both_games_are_counted_by_themselves() {
    let home = Home::new();
    home.run(GAME, "6\n").done();
    home.run("senet --p2 random --pieces 1 --seed 1", "1\n".repeat(200)).done();
    let told = json(&home);
    assert_eq!(told["all"]["games"], 2);
    assert!(told["all"]["average_score"].is_null(), "stones and pieces are not added: {told}");
    let games: Vec<_> = (0..2).map(|place| told["by_opponent"][place]["game"].clone()).collect();
    assert_eq!(games, ["mancala", "senet"], "{told}");
    assert!(told["by_game"][1]["average_score"].is_number(), "{told}");
}

#[test]
fn a_broken_file_is_told_with_its_line_and_left_alone() {
    let home = Home::new();
    let text = "delay = 5\nanimation = = \"fast\"\n";
    home.write_config(text);
    let said = home.run(GAME, "6\n").done();
    assert!(said.contains("config.toml, line 2: "), "{said}");
    assert_eq!(home.config(), text);
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let home = Home::new();
    let man = home.run("man", "").done();
    assert!(man.contains(".TH gebeta") && man.contains("GEBETA STATS") && man.contains("tablebase"), "{man}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = home.run(&format!("completions {shell}"), "").done();
        assert!(script.contains("gebeta") && script.contains("stats"), "{shell}");
    }
    home.run("completions tcsh", "").refused(2, "usage");
}
