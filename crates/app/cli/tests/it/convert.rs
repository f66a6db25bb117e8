//! `gebeta convert`: games of other programs.

use crate::program::Home;

#[test]
fn a_game_goes_out_and_comes_back() {
    let home = Home::new();
    home.run("mancala --p1 random --p2 random --seed 4 --save game.gebeta", "").done();
    for format in ["openspiel", "ogn", "gebeta"] {
        let text = home.run(&format!("convert game.gebeta --to {format}"), "").done();
        assert_eq!(home.run(&format!("convert game.gebeta --to {format} --out {format}.txt"), "").done(), "");
        assert_eq!(home.read(&format!("{format}.txt")), text);
        let back = home.run(&format!("convert {format}.txt --from {format} --to gebeta"), "").done();
        let end = |text: &str| text.lines().last().map(str::to_owned);
        assert_eq!(end(&back), end(&home.read("game.gebeta")), "{format}");
        let replayed = home.run(&format!("replay {format}.txt"), "").done();
        assert!(replayed.contains("mancala (gebeta)"), "{format} is recognized\n{replayed}");
    }
}

#[test]
fn a_game_without_moves_is_recognized() {
    let home = Home::new();
    home.write("none.txt", "[]\n");
    assert_eq!(home.run("convert none.txt --to openspiel", "").done(), "[]\n");
    home.run("analyse none.txt", "").done();
}

#[test]
fn a_literal_can_be_analysed() {
    let home = Home::new();
    home.write("position.kgp", "<2,0,0,2,2,2,2>\n");
    let said = home.run("analyse position.kgp", "").done();
    assert!(said.contains("South against North"), "{said}");
    assert_eq!(home.run("convert position.kgp --to kgp", "").done(), "<2,0,0,2,2,2,2>\n");
}

#[test]
fn what_is_wrong_is_said() {
    let home = Home::new();
    home.run("senet --p1 random --p2 random --pieces 1 --seed 4 --save senet.gebeta", "").done();
    home.run("mancala --p1 random --p2 human --pie --seed 4 --save pie.gebeta", "quit\n").done();
    home.write("bad.kgp", "<6,0,0>");
    home.write("numbers.txt", "3 3");
    for (line, exit, code) in [
        ("convert senet.gebeta --to ogn", 1, "not-expressible"),
        ("convert pie.gebeta --to kgp", 1, "not-expressible"),
        ("convert bad.kgp --to gebeta", 1, "bad-notation"),
        ("replay bad.kgp", 1, "bad-notation"),
        ("convert numbers.txt --to gebeta", 1, "bad-notation"),
        ("convert numbers.txt --from gebeta --to ogn", 1, "bad-record"),
        ("convert bad.kgp --to gebeta --out bad.kgp", 1, "bad-notation"),
        ("convert senet.gebeta --to gebeta --out bad.kgp", 1, "file-exists"),
        ("convert missing --to ogn", 1, "no-such-file"),
        ("convert bad.kgp --to pgn", 2, "usage"),
        ("convert bad.kgp", 2, "usage"),
    ] {
        home.run(line, "").refused(exit, code);
    }
}
