//! Stored games that cannot be read, and places where none can be stored.

use crate::program::{Answer, Home};

/// A game that goes on, as the program has stored it.
fn stored(home: &Home) -> String {
    home.run("mancala --p2 human --seed 1 --save game.gebeta", "1\n2\n3\nquit\n").done();
    home.read("game.gebeta")
}

/// A file with this content is refused by all that read stored games, and stays as it is.
#[track_caller]
fn check(home: &Home, content: impl AsRef<[u8]>, code: &str, words: &str) {
    home.write("bad.gebeta", content);
    let before = home.files();
    for line in ["mancala --resume bad.gebeta", "replay bad.gebeta"] {
        let answer = home.run(line, "4\n5\n");
        answer.refused(1, code);
        assert!(answer.stderr.contains(words), "{words:?} expected\n{}", answer.stderr);
        assert_eq!(answer.stdout, "", "nothing is shown of a game that is refused");
    }
    assert_eq!(home.files(), before);
}

#[test]
fn an_edited_game_is_refused_with_the_place() {
    let home = Home::new();
    let game = stored(&home);
    let end = "end 3 0,5,0,6,6,5,1,5,0,5,5,5,5,0 2";
    assert!(game.ends_with(&format!("p1 1\np2 2\np1 3\n{end}\n")), "{game}");
    let edits = [
        ("[Gebeta \"1\"]", "[Gebeta \"2\"]", "newer-record", "version 2"),
        ("[Gebeta \"1\"]", "[Gebeta \"x\"]", "bad-record", "line 1"),
        ("[Gebeta \"1\"]", "", "bad-record", "line 2"),
        ("[Game \"mancala\"]", "", "bad-record", "Game"),
        ("[Game \"mancala\"]", "[Game \"go\"]", "bad-record", "line 2"),
        ("[Rules \"gebeta\"]", "[Rules \"gebeta]", "bad-record", "line 3"),
        ("pits = 6", "pits = 60", "bad-record", "pits"),
        ("pits = 6", "pots = 6", "bad-record", "did you mean pits?"),
        ("pits = 6", "pits = 5", "bad-record", "start"),
        ("[Seed \"1\"]", "[Seed \"-1\"]", "bad-record", "Seed"),
        ("[Seed \"1\"]", "[Seed \"1\"]\n[Seed \"2\"]", "bad-record", "second time"),
        ("[Start \"4,4", "[Start \"5,4", "bad-record", "edited"),
        ("[Start \"4,4", "[Start \"4;4", "bad-record", "start"),
        ("[Result \"*\"]", "[Result \"p1\"]", "bad-record", "Result"),
        ("[Result \"*\"]", "[Result \"p1\"]\n[Ended \"aborted\"]", "bad-record", "Result"),
        ("[Result \"*\"]", "[Result \"draw\"]\n[Ended \"resigned\"]", "bad-record", "Result"),
        ("[Result \"*\"]", "[Result \"p1\"]\n[Ended \"agreed\"]", "bad-record", "Result"),
        ("p2 2", "p1 2", "bad-record", "move 2: it is Player 2's turn"),
        ("p2 2", "p2 7", "bad-record", "move 2 (7)"),
        ("p2 2", "p2 1", "bad-record", "edited"),
        ("p2 2", "p2 2 1", "bad-record", "move 3: it is Player 1's turn"),
        ("p2 2", "p3 2", "bad-record", "p1 or p2"),
        ("end 3", "end 4", "bad-record", "edited"),
        ("end 3 0,5,0", "end 3 1,4,0", "bad-record", "edited"),
        (end, &format!("{end}\np2 1"), "bad-record", "behind"),
        (end, &format!("{end}\n{end}"), "bad-record", "behind"),
    ];
    for (from, to, code, words) in edits {
        assert!(game.contains(from), "{from}\n{game}");
        check(&home, game.replacen(from, to, 1), code, words);
    }
}

#[test]
fn a_result_that_the_board_does_not_have_is_taken_with_its_reason_and_forgotten_by_who_plays_on() {
    let home = Home::new();
    let game = stored(&home);
    let resigned = game.replacen("[Result \"*\"]", "[Result \"p2\"]\n[Ended \"resigned\"]", 1);
    home.write("resigned.gebeta", &resigned);
    let said = home.run("replay resigned.gebeta", "").done();
    assert!(said.ends_with("wins.\n"), "{said}");
    home.run("mancala --resume resigned.gebeta --save on.gebeta", "1\nquit\n").done();
    let on = home.read("on.gebeta");
    assert!(on.contains("[Result \"*\"]") && !on.contains("Ended"), "{on}");
}

#[test]
fn a_game_that_is_cut_off_anywhere_is_refused() {
    let home = Home::new();
    let game = stored(&home);
    // The last line feed alone may be missing.
    for length in (0..game.len() - 1).step_by(7).chain([game.len() - 2]) {
        check(&home, &game[..length], "bad-record", "line");
    }
}

#[test]
fn another_kind_of_file_is_refused() {
    let home = Home::new();
    check(&home, "", "bad-record", "no gebeta record");
    check(&home, "game = \"mancala\"\n", "bad-record", "no gebeta record");
    check(&home, b"[Gebeta \"1\"]\n\xff\n", "bad-utf8", "byte 13");
    check(&home, [0; 4096], "bad-record", "line 1");
    check(&home, vec![b'['; 5 << 20], "file-too-large", "4096 KiB");
    let tags: String = (0..100_000).map(|n| format!("[Note{n} \"\"]\n")).collect();
    check(&home, format!("[Gebeta \"1\"]\n{tags}"), "bad-record", "missing");
}

#[test]
fn a_game_that_is_not_there_cannot_be_resumed() {
    let home = Home::new();
    stored(&home);
    home.write("file", "");
    let before = home.files();
    let cases = [
        ("mancala --resume missing.gebeta", 1, "no-such-file"),
        ("mancala --resume missing.gebeta --save missing.gebeta", 1, "no-such-file"),
        ("mancala --resume .", 1, "not-a-file"),
        ("mancala --resume file/game.gebeta", 1, "unreadable-file"),
        ("senet --resume game.gebeta", 1, "other-game"),
        ("replay missing.gebeta", 1, "no-such-file"),
        ("replay .", 1, "not-a-file"),
    ];
    for (line, exit, code) in cases {
        home.run(line, "").refused(exit, code);
    }
    assert_eq!(home.files(), before);
}

#[test]
fn a_stored_game_keeps_its_rules_its_seed_and_its_position() {
    let home = Home::new();
    stored(&home);
    home.run("senet --p2 human --seed 1 --save senet.gebeta", "1\nquit\n").done();
    let before = home.files();
    let flags = [
        "--rules avalanche",
        "--pits 6",
        "--stones 4",
        "--end majority",
        "--difficulty easy",
        "--pie",
        "--first p2",
    ];
    let either = ["--seed 1", "--position 4,4,4,4"];
    for flag in flags.iter().chain(&either) {
        home.run(&format!("mancala --resume game.gebeta {flag}"), "4\n").refused(2, "usage");
    }
    for flag in ["--rules kendall", "--pieces 7", "-a"].iter().chain(&either) {
        home.run(&format!("senet --resume senet.gebeta {flag}"), "1\n").refused(2, "usage");
    }
    assert_eq!(home.files(), before);
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_first_move() {
    let home = Home::new();
    stored(&home);
    home.write("file", "");
    let before = home.files();
    let mut places = vec![
        ("game.gebeta", "file-exists"),
        (".", "file-exists"),
        ("file/game.gebeta", "not-saved"),
        ("missing/game.gebeta", "not-saved"),
    ];
    if cfg!(target_os = "linux") {
        places.push(("/proc/game.gebeta", "not-saved"));
    }
    for (place, code) in places {
        for players in ["", "--p1 random --p2 random"] {
            let answer = home.run(&format!("mancala {players} --save {place}"), "1\n");
            answer.refused(1, code);
            assert_eq!(answer.stdout, "");
            assert!(answer.stderr.contains(place), "{}", answer.stderr);
        }
        // In a game it is told, and the game goes on.
        let game = home.run("senet --p2 human", format!("save {place}\nquit\n")).done();
        assert!(game.contains(&format!("error[{code}]")), "{game}");
    }
    assert_eq!(home.files(), before);
}

#[test]
fn a_game_that_cannot_be_kept_is_a_failure() {
    let home = Home::new();
    home.write("file", "");
    for (typed, players) in [("1\nquit\n", ""), ("1\n", "--confirm"), ("1\nc\n", "--confirm")] {
        let mut command = home.command(&format!("mancala --p2 human {players}"));
        command.env("XDG_DATA_HOME", home.path("file")).env("LOCALAPPDATA", home.path("file"));
        let code = if typed == "1\n" { "end-of-input" } else { "not-saved" };
        Answer::of(command, typed.as_bytes()).refused(1, code);
    }
    let mut homeless = home.command("senet --p2 human");
    for name in ["HOME", "XDG_DATA_HOME", "LOCALAPPDATA"] {
        homeless.env_remove(name);
    }
    assert!(Answer::of(homeless, b"1\nquit\n").done().contains("the game is not saved"));
}
