//! Bad lines where lines are expected: in the engine protocol and in games. They are told, and all goes on.

use crate::program::{Engine, Home};

/// Each line is answered by one `error` with this code, and changes nothing.
#[track_caller]
fn check_engine(set_up: &str, cases: &[(&str, &str)]) {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    assert_eq!(engine.ask(set_up), [""; 0]);
    let shown = engine.ask("show");
    for &(line, code) in cases {
        let answers = engine.ask(line);
        let words = answers.first().and_then(|line| line.strip_prefix(&format!("error {code} ")));
        assert!(answers.len() == 1 && words.is_some_and(|words| words.len() > 10), "{line}: {answers:?}");
        assert_eq!(engine.ask("show"), shown, "{line} was refused and changed the position");
    }
    assert_eq!(engine.end(), (Vec::new(), Some(0)));
    assert_eq!(home.files().len(), 1, "an engine writes no file");
}

#[test]
fn the_engine_refuses_what_it_does_not_know() {
    check_engine(
        "position start moves 3",
        &[
            ("hello", "unknown-command"),
            ("UGI", "unknown-command"),
            ("mo\0ves", "unknown-command"),
            ("\u{feff}moves", "unknown-command"),
            ("move 3", "unknown-command"),
            ("ugi now", "bad-command"),
            ("moves 3", "bad-command"),
            ("show it", "bad-command"),
            ("stop it", "bad-command"),
            ("quit now", "bad-command"),
            ("setoption", "unknown-option"),
            ("setoption hash 3", "unknown-option"),
            ("setoption bot", "unknown-option"),
            ("setoption bot nobody", "unknown-bot"),
            ("setoption bot novice:3", "bad-depth"),
            ("setoption bot classic:0", "bad-depth"),
            ("setoption bot classic:11", "bad-depth"),
            ("go far", "bad-command"),
            ("go perfect please", "bad-command"),
            ("go depth", "bad-number"),
            ("go depth 0", "bad-number"),
            ("go depth -1", "bad-number"),
            ("go depth 101", "bad-number"),
            ("go depth 3 3", "bad-number"),
            ("go depth three", "bad-number"),
            ("go depth 99999999999999999999", "bad-number"),
            ("go nodes 0", "bad-number"),
            ("go nodes 18446744073709551616", "bad-number"),
            ("go movetime 0", "bad-number"),
            ("go movetime 1e9", "bad-number"),
        ],
    );
}

#[test]
fn the_engine_refuses_bad_games() {
    check_engine(
        "newgame mancala pits 3",
        &[
            ("newgame", "bad-command"),
            ("newgame chess", "unknown-game"),
            ("newgame mancala pits", "bad-command"),
            ("newgame mancala pits 0", "bad-number"),
            ("newgame mancala pits 13", "bad-number"),
            ("newgame mancala stones -4", "bad-number"),
            ("newgame mancala stones four", "bad-number"),
            ("newgame mancala pieces 3", "other-game"),
            ("newgame mancala end never", "bad-command"),
            ("newgame mancala holes 3", "bad-command"),
            ("newgame mancala rules", "bad-command"),
            ("newgame mancala rules gebta", "unknown-rules"),
            ("newgame mancala rules classic", "other-game"),
            ("newgame mancala rules missing.toml", "no-such-file"),
            ("newgame mancala rules .toml/", "no-such-file"),
            ("newgame mancala rules ./", "not-a-file"),
            ("newgame mancala rules a\0b.toml", "unreadable-file"),
            ("newgame senet pieces 11", "bad-number"),
            ("newgame senet pits 3", "other-game"),
            ("newgame senet end majority", "other-game"),
            ("newgame senet rules gebeta", "other-game"),
        ],
    );
}

#[test]
fn the_engine_refuses_bad_positions_and_moves() {
    check_engine(
        "position start moves 3",
        &[
            ("position", "bad-command"),
            ("position moves 3", "bad-position"),
            ("position begin", "bad-position"),
            ("position start 3", "bad-position"),
            ("position 4,4,4,4 -", "bad-position"),
            ("position 4,4,4,4", "bad-position"),
            ("position 4,4,4,4 1 pie", "bad-position"),
            ("position WB......../........../.......... w 0/0 -", "bad-position"),
            ("position start moves 7", "illegal-move"),
            ("position start moves 3 3", "illegal-move"),
            ("position start moves 0", "bad-move"),
            ("position start moves -1", "bad-move"),
            ("position start moves 1,2", "bad-move"),
            ("position start moves 2:13-15", "bad-move"),
            ("position start moves swap", "illegal-move"),
            ("position 0,0,4,0,0,4 1 moves 1", "game-over"),
        ],
    );
    check_engine(
        "newgame senet\nposition start moves 2:13-15",
        &[
            ("moves", "no-roll"),
            ("go", "no-roll"),
            ("go perfect", "no-roll"),
            ("position 4,4,4,4 1", "bad-position"),
            ("position start moves 2", "bad-move"),
        ],
    );
    check_engine(
        "newgame senet\nposition start moves 2:",
        &[
            ("go perfect", "not-known"),
            ("position start moves 2:13-15 13-15", "bad-move"),
            ("position start moves 0:", "bad-roll"),
            ("position start moves 7:", "bad-roll"),
            ("position start moves 6:13-19", "bad-roll"),
            ("position start moves x:13-15", "bad-roll"),
            ("position start moves 2:13", "bad-move"),
            ("position start moves 2:13-16", "illegal-move"),
            ("position start moves 2:14-16", "illegal-move"),
            ("position start moves 2:31-33", "bad-move"),
            ("position start moves 2:pass", "illegal-move"),
            ("position start moves 2:13x15", "illegal-move"),
            ("position start moves 2: 2:", "bad-move"),
        ],
    );
}

#[test]
fn the_engine_goes_on_after_lines_that_are_no_lines() {
    let mut input = b"\xff\xfe\nshow \xe9\n".to_vec();
    input.extend(b"x".repeat(1 << 20));
    input.extend(b"\nposition start moves");
    input.extend(b" 3".repeat(1 << 20));
    input.extend(b"\n\0\nmoves\r\n\r\nshow");
    let answers = Home::new().run("engine", input).done();
    let codes: Vec<_> =
        answers.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    let expected = [
        "error bad-utf8",
        "error bad-utf8",
        "error line-too-long",
        "error line-too-long",
        "error unknown-command",
        "moves 1",
        "position 4,4,4,4,4,4,0,4,4,4,4,4,4,0",
        "outcome -",
    ];
    assert_eq!(codes, expected);
}

#[test]
fn a_game_of_forty_thousand_throws_fits_on_a_line() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    engine.ask("newgame senet");
    // Both fall into the Water, swim to Rebirth and walk back to the gate.
    let start = "........../.........B/.....W.... w 6/6 -";
    let round = " 1:26-27>15 5:20-25 5:15-20 1:25-26 5:20-25 1:26-27>15 1:25-26 5:15-20";
    assert_eq!(engine.ask(&format!("position {start} moves{} 1:", round.repeat(5000))), [""; 0]);
    assert_eq!(engine.ask("moves"), ["moves 26-27>15"]);
}

/// In a game every bad line is explained, and the question comes again.
#[track_caller]
fn check_game(line: &str, typed: &[(&[u8], &str)]) {
    let home = Home::new();
    let mut input = Vec::new();
    for (line, _) in typed {
        input.extend(*line);
        input.push(b'\n');
    }
    input.extend(b"quit\n");
    let said = home.run(line, input).done();
    let mut rest = said.as_str();
    for (line, words) in typed {
        let found = rest.find(words);
        let at = found.unwrap_or_else(|| {
            panic!("{words:?} is no answer to {:?}\n{rest}", String::from_utf8_lossy(line))
        });
        rest = &rest[at + words.len()..];
    }
    assert_eq!(home.files().len(), 1, "no move was made, so nothing is kept");
}

#[test]
fn a_game_of_mancala_goes_on_after_bad_lines() {
    let long = vec![b'1'; 1 << 20];
    check_game(
        "mancala --p2 human",
        &[
            (b"", "Type the number of a pit, 1 to 6"),
            (b"0", "Type the number of a pit, 1 to 6"),
            (b"7", "there is no pit 7"),
            (b"13", "Type the number of a pit, 1 to 6"),
            (b"-1", "Type the number of a pit, 1 to 6"),
            (b"1 2", "Type the number of a pit, 1 to 6"),
            (b"swap", "Not possible"),
            (b"\xff1", "not UTF-8"),
            (b"\0", "Type the number of a pit, 1 to 6"),
            (&long, "far too long"),
            (b"undo", "nothing to take back"),
            (b"save", "Say where"),
            (b"QUIT", "Type the number of a pit, 1 to 6"),
        ],
    );
}

#[test]
fn a_game_of_senet_goes_on_after_bad_lines() {
    let long = vec![b' '; 1 << 20];
    check_game(
        "senet --p2 human --seed 1",
        &[
            (b"", "Type the number of a move, 1 to "),
            (b"0", "There are moves 1 to"),
            (b"99", "There are moves 1 to"),
            (b"99999999999999999999", "a move is written like"),
            (b"-1", "a move is written like"),
            (b"2-4", "Not possible"),
            (b"pass", "Not possible"),
            (b"\xc3\x28", "not UTF-8"),
            (&long, "far too long"),
            (b"undo", "nothing to take back"),
        ],
    );
}

#[test]
fn the_menu_and_the_coin_ask_again() {
    let menu = Home::new().run("", b"0\n99\nx\n\xff\n1\n3\n2\nquit\nq\n").done();
    assert_eq!(menu.matches("Type a number from 1 to 9").count(), 3, "{menu}");
    let coin = Home::new().run("mancala --first coin --p2 human", "head\n\nheads\nquit\n").done();
    assert_eq!(coin.matches("Type heads or tails").count(), 2, "{coin}");
    let commit = Home::new().run("mancala --confirm --p2 human", "1\nyes\nu\nquit\n").done();
    assert!(commit.contains("Type c to commit"), "{commit}");
}
