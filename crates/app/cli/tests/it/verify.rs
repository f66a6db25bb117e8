//! `gebeta verify`: a game with its envelopes.

use gebeta_fairness::{Link, Transcript};

use crate::program::Home;

const GAME: &str = include_str!("../../../../../testdata/fair/senet.gebeta");

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
fn a_coin_for_the_first_move_is_fair() {
    let home = Home::new();
    for (game, first) in [
        (include_str!("../../../../../testdata/fair/coin-heads.gebeta"), "1"),
        (include_str!("../../../../../testdata/fair/coin-tails.gebeta"), "2"),
    ] {
        home.write("game.gebeta", game);
        let said = home.run("verify game.gebeta", "").done();
        assert!(said.contains(&format!("The coin let Player {first} begin.\n")), "{said}");
        assert!(said.ends_with("Fair: the coin matches the envelopes.\n"), "{said}");
        assert!(home.run("verify game.gebeta --json", "").done().contains(&format!("\"first\":\"{first}\"")));
    }
}

#[test]
fn a_game_is_looked_for_in_the_chain() {
    let home = Home::new();
    // A game of before there was a chain, put into one.
    let (record, old) = Transcript::read(GAME).unwrap();
    let first = Link::after(0, &Link::START, "0123456789abcdef0123", old.seals);
    let link = Link::after(1, &first.head, &old.game, old.seals);
    let game = Transcript { chained: Some((2, link.head)), ..old.clone() };
    home.write("game.gebeta", game.write(&record));
    home.write("chain.txt", format!("{first}\n{link}\n"));
    let said = home.run("verify game.gebeta --chain chain.txt", "").done();
    assert!(said.contains("in the chain, and all 2 links of it hold"), "{said}");
    home.write("page.txt", format!("{link}\n"));
    let json = home.run("verify game.gebeta --chain page.txt --json", "").done();
    assert!(json.contains("\"chained\":true"), "{json}");
    // Thrown away, and another game in its place.
    let other = Link::after(1, &first.head, "fedcba9876543210fedc", old.seals);
    home.write("other.txt", format!("{first}\n{other}\n"));
    home.run("verify game.gebeta --chain other.txt", "").refused(1, "not-in-chain");
    home.write("broken.txt", format!("{first}\n{}\n", Link { head: first.head, ..link }));
    home.run("verify game.gebeta --chain broken.txt", "").refused(1, "broken-chain");
    home.write("old.gebeta", GAME);
    home.run("verify old.gebeta --chain chain.txt", "").refused(1, "bad-envelopes");
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
