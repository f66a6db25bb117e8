//! Bad command lines, bad files and bad ends of pipes: an exit code, a code, a sentence, and nothing else.

use std::io;

use crate::program::{Answer, Home};

/// `gebeta` with these words exits with this code, and its error has this code and says this.
type Case = (&'static str, i32, &'static str, &'static str);

/// Runs every case in a folder full of traps; none may change a file.
#[track_caller]
fn check(cases: &[Case]) {
    let home = trapped();
    let before = home.files();
    for &(line, exit, code, words) in cases {
        let answer = home.run(line, "");
        answer.refused(exit, code);
        assert!(answer.stderr.contains(words), "gebeta {line}: {words:?} expected\n{}", answer.stderr);
    }
    assert_eq!(home.files(), before, "a file came, went or changed");
}

/// A home with every kind of wrong file.
fn trapped() -> Home {
    let home = Home::new();
    home.write("broken.toml", "game = \"mancala\"\npits = \n");
    home.write("faults.toml", "game = 'mancala'\npits = 51\nstones = 'x'\nsowng = 'single'\n");
    home.write("deep.toml", format!("game = 'mancala'\nx = {}{}", "[".repeat(9000), "]".repeat(9000)));
    home.write("huge.toml", vec![b'#'; 10 << 20]);
    home.write("latin.toml", b"game = 'mancala'\nname = '\xe9t\xe9'\n");
    home.write("folder.toml/file", "");
    home.write("file", "");
    home.write("senet.toml", "game = 'senet'\npieces = 3\n");
    home
}

#[test]
fn wrong_words() {
    check(&[
        ("bogus", 2, "usage", "bogus"),
        ("mancal", 2, "usage", "'mancala'"),
        ("mancala extra", 2, "usage", "extra"),
        ("mancala --pit 3", 2, "usage", "--pit"),
        ("mancala --end never", 2, "usage", "majority"),
        ("mancala --difficulty hrad", 2, "usage", "hard"),
        ("mancala --first p3", 2, "usage", "p1"),
        ("mancala --difficulty easy --stones 3", 2, "usage", "--stones"),
        ("rules", 2, "usage", ""),
        ("rules show", 2, "usage", ""),
        ("rules lsit", 2, "usage", "list"),
        ("replay", 2, "usage", "FILE"),
        ("engine now", 2, "usage", "now"),
        ("perft --depth 1", 2, "usage", "GAME"),
        ("perft chess --depth 1", 2, "usage", "senet"),
        ("bench --depth 1", 2, "usage", "--depth"),
    ]);
}

#[test]
fn wrong_numbers() {
    check(&[
        ("mancala --pits 0", 2, "usage", "from 1 to 12"),
        ("mancala --pits 13", 2, "usage", "from 1 to 12"),
        ("mancala --pits -3", 2, "usage", "-3"),
        ("mancala --pits 99999999999999999999", 2, "usage", "--pits"),
        ("mancala --stones x", 2, "usage", "'x'"),
        ("mancala --stones 0", 2, "usage", "from 1 to 12"),
        ("mancala --stones 4.5", 2, "usage", "4.5"),
        ("mancala --seed -1", 2, "usage", "-1"),
        ("mancala --seed 18446744073709551616", 2, "usage", "--seed"),
        ("senet --pieces 0", 2, "usage", "from 1 to 10"),
        ("senet --pieces 11", 2, "usage", "from 1 to 10"),
        ("senet -d 0", 2, "usage", "from 1 to 10"),
        ("senet -d 11", 2, "usage", "from 1 to 10"),
        ("senet -d", 2, "usage", "--depth"),
        ("senet --time-cap 0", 2, "usage", "--time-cap"),
        ("perft mancala", 2, "usage", "--depth"),
        ("perft mancala --depth", 2, "usage", "--depth"),
        ("perft mancala --depth -1", 2, "usage", "-1"),
        ("perft mancala --depth ''", 2, "usage", "--depth"),
        ("perft mancala --depth 1000", 2, "usage", "from 0 to 999"),
        ("perft mancala --depth 99999999999999999999999", 2, "usage", "--depth"),
    ]);
}

#[test]
fn wrong_rules() {
    check(&[
        ("mancala --rules gebta", 2, "unknown-rules", "did you mean gebeta?"),
        ("mancala --rules ''", 2, "unknown-rules", "avalanche"),
        ("mancala --rules classic", 2, "other-game", "classic is a rule set of senet"),
        ("senet --rules gebeta", 2, "other-game", "gebeta is a rule set of mancala"),
        ("mancala --rules senet.toml", 2, "other-game", "senet"),
        ("mancala --rules missing.toml", 1, "no-such-file", "missing.toml"),
        ("mancala --rules missing/", 1, "no-such-file", "missing/"),
        ("mancala --rules folder.toml", 1, "not-a-file", "directory"),
        ("mancala --rules huge.toml", 1, "file-too-large", "64 KiB"),
        ("mancala --rules latin.toml", 1, "bad-utf8", "byte 25"),
        ("mancala --rules deep.toml", 1, "bad-rules", "line 2"),
        ("mancala --rules broken.toml", 1, "bad-rules", "line 2"),
        ("rules check missing.toml", 1, "no-such-file", "missing.toml"),
        ("rules check file/file.toml", 1, "unreadable-file", "file/file.toml"),
        ("rules check folder.toml", 1, "not-a-file", "directory"),
        ("rules check huge.toml", 1, "file-too-large", "64 KiB"),
        ("rules check faults.toml", 1, "bad-rules", "line 2: pits"),
        ("rules check faults.toml", 1, "bad-rules", "line 3: stones"),
        ("rules check faults.toml", 1, "bad-rules", "did you mean sowing?"),
        ("rules show nowhere", 2, "unknown-rules", "nowhere"),
        ("rules show broken.toml", 1, "bad-rules", "broken.toml"),
        ("perft mancala --depth 1 --rules latin.toml", 1, "bad-utf8", "latin.toml"),
        ("perft mancala --depth 1 --pieces 3", 2, "other-game", "pieces"),
        ("perft senet --depth 1 --pits 3", 2, "other-game", "pits"),
        ("perft senet --depth 1 --stones 3", 2, "other-game", "stones"),
        ("perft senet --depth 1 --end majority", 2, "other-game", "end"),
    ]);
}

#[test]
fn wrong_players() {
    check(&[
        ("mancala --p1 nobody", 2, "unknown-bot", "novice"),
        ("mancala --p2 novise", 2, "unknown-bot", "did you mean novice?"),
        ("mancala --p2 humn", 2, "unknown-bot", "human"),
        ("mancala --p2 ''", 2, "unknown-bot", "steady"),
        ("mancala --p1 classic", 2, "unknown-bot", "classic does not play mancala"),
        ("senet --p1 novice", 2, "unknown-bot", "novice does not play senet"),
        ("senet --p2 classic:0", 2, "bad-depth", "1 to 10"),
        ("senet --p2 classic:11", 2, "bad-depth", "1 to 10"),
        ("senet --p2 classic:", 2, "bad-depth", "1 to 10"),
        ("senet --p2 random:3", 2, "bad-depth", "random"),
        ("senet -a --p1 human", 2, "usage", "--ai-first"),
        ("mancala --names ''", 2, "bad-names", "two names"),
        ("mancala --names Abebe", 2, "bad-names", "two names"),
        ("mancala --names Abebe,", 2, "bad-names", "empty"),
        ("mancala --names 'Abebe, abebe'", 2, "bad-names", "Abebe"),
        ("mancala --names A,B,C", 2, "bad-names", "two names"),
        ("senet --names \u{7},\u{1b}", 2, "bad-names", "empty"),
        ("senet --names a,xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 2, "bad-names", "40"),
    ]);
}

#[test]
fn wrong_positions_of_mancala() {
    let cases = [
        ("", "counts"),
        ("4,4,4,4", "who is to move"),
        ("4,4 1", "holes"),
        ("1,2,3 1", "holes"),
        ("4,4,4,4 3", "`1`, `2`"),
        ("4,4,4,4 -", "not over"),
        ("4,4,4,4 1 1", "behind"),
        ("4,4,4,4 1 pie", "swap"),
        ("4,4,,4 1", "count 3"),
        ("4, 4,4,4 1", "count 2"),
        ("4,4,4,x 1", "count 4"),
        ("4,+4,4,4 1", "count 2"),
        ("0,0,0,0 1", "no stones"),
        ("1000,1,0,0 1", "1001"),
        ("99999999999999999999,1,1,1 1", "count 1"),
        ("١,٢,٣,٤ 1", "count 1"),
        ("1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 1", "holes"),
        ("WB......../........../.......... w 0/0 -", "count 1"),
    ];
    check_positions("mancala", &cases);
}

#[test]
fn wrong_positions_of_senet() {
    let cases = [
        ("", "three rows"),
        ("4,4,4,4 1", "three rows"),
        ("WB......../........../..........", "three rows"),
        ("WB......../.......... w 0/0 -", "three rows"),
        ("WB......./........../.......... w 0/0 -", "three rows"),
        ("WX......../........../.......... w 0/0 -", "square 2"),
        ("WB......../........../......WB.. w 0/0 -", "Water"),
        ("WBW......./........../.......... w 0/0 -", "WHITE has 2 pieces and BLACK 1"),
        ("WB......../........../.......... x 0/0 -", "`w`, `b`"),
        ("WB......../........../.......... - 0/0 -", "not over"),
        ("WB......../........../.......... w 0-0 -", "exits"),
        ("WB......../........../.......... w 0/99 -", "exits"),
        ("WB......../........../.......... w 0/0 0", "roll"),
        ("WB......../........../.......... w 0/0 6", "cannot show a 6"),
        ("WB......../........../.......... w 0/0 - -", "behind"),
        ("........../........../.......... w 7/7 -", "both"),
        ("WBWBWBWBWB/WBWBWBWBWB/WB........ w 0/0 -", "11"),
    ];
    check_positions("senet", &cases);
}

/// Each position is refused with these words, by the command that counts and by the one that plays.
#[track_caller]
fn check_positions(game: &str, cases: &[(&str, &str)]) {
    let home = Home::new();
    for (position, words) in cases {
        for line in [
            format!("perft {game} --depth 1 --position '{position}'"),
            format!("{game} --position '{position}'"),
        ] {
            let answer = home.run(&line, "");
            answer.refused(2, "bad-position");
            assert!(answer.stderr.contains(words), "{position}: {words:?} expected\n{}", answer.stderr);
        }
    }
}

#[test]
fn an_input_that_ends_is_told() {
    check(&[
        ("", 1, "end-of-input", "ended"),
        ("mancala", 1, "end-of-input", "ended"),
        ("mancala --first coin", 1, "end-of-input", "ended"),
        ("mancala --rules tainted --confirm --plain", 1, "end-of-input", "ended"),
        ("senet", 1, "end-of-input", "ended"),
        ("senet --p2 human --confirm", 1, "end-of-input", "ended"),
    ]);
    assert_eq!(Home::new().run("engine", "").done(), "");
}

/// Whatever the program would say, nobody hears it.
fn talkers() -> impl Iterator<Item = (Home, std::process::Command)> {
    let lines = [
        "--help",
        "--version",
        "mancala --help",
        "",
        "mancala",
        "mancala --p1 random --p2 novice",
        "senet --p1 random --p2 random",
        "rules list",
        "rules list --json",
        "rules show kendall",
        "perft mancala --depth 2",
        "perft senet --depth 1 --divide --json",
        "engine",
    ];
    lines.into_iter().map(|line| {
        let home = Home::new();
        let command = home.command(line);
        (home, command)
    })
}

const TYPED: &[u8] = b"ugi\nshow\n1\n";

#[test]
fn a_closed_output_ends_the_program_in_silence() {
    for (home, mut command) in talkers() {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        command.stdout(writer);
        let answer = Answer::of(command, TYPED);
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(141), ""), "it ends in silence");
        drop(home);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    for (home, mut command) in talkers() {
        command.stdout(std::fs::File::options().write(true).open("/dev/full").unwrap());
        Answer::of(command, TYPED).refused(1, "output-failed");
        drop(home);
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_told() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let bytes = OsStr::from_bytes(b"caf\xe9.toml");
    let cases = [
        ("", 2, "usage"),
        ("mancala --rules", 2, "usage"),
        ("mancala --names", 2, "usage"),
        ("perft mancala --depth", 2, "usage"),
        ("perft mancala --depth 1 --position", 2, "usage"),
        ("mancala --resume", 1, "no-such-file"),
        ("rules check", 1, "no-such-file"),
        ("replay", 1, "no-such-file"),
    ];
    let home = Home::new();
    for (line, exit, code) in cases {
        let mut command = home.command(line);
        command.arg(bytes);
        Answer::of(command, b"").refused(exit, code);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_file_is_told() {
    let home = Home::new();
    let made = std::process::Command::new("mkfifo").arg(home.path("pipe.toml")).status();
    assert!(made.is_ok_and(|status| status.success()), "every unix has mkfifo");
    for line in
        ["rules check pipe.toml", "mancala --rules pipe.toml", "replay pipe.toml", "senet --resume pipe.toml"]
    {
        home.run(line, "").refused(1, "not-a-file");
    }
}
