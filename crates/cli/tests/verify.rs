//! `gebeta verify`: a game with its envelopes.

mod program;

use program::Home;

const GAME: &str = include_str!("../../../testdata/fair/senet.gebeta");

#[test]
fn an_honest_game_is_fair() {
    let home = Home::new();
    home.write("game.gebeta", GAME);
    let said = home.run("verify game.gebeta", "").done();
    assert!(said.ends_with("throws match the envelopes.\n"), "{said}");
    let json: serde_json::Value =
        serde_json::from_str(&home.run("verify game.gebeta --json", "").done()).unwrap();
    assert_eq!(json["fair"], true);
    assert!(json["throws"].as_u64().unwrap() > 30, "{json}");
    assert!(home.run("replay game.gebeta --plain", "").done().contains("wins"));
}

#[test]
fn a_game_that_was_touched_or_never_sealed_is_not() {
    let home = Home::new();
    home.write("touched.gebeta", GAME.replacen("Abebe", "Abeba", 1));
    home.run("senet --p1 random --p2 random --pieces 1 --seed 4 --save local.gebeta", "").done();
    for (file, code) in [("touched", "changed-file"), ("local", "no-envelopes"), ("none", "no-such-file")] {
        home.run(&format!("verify {file}.gebeta"), "").refused(1, code);
    }
}
