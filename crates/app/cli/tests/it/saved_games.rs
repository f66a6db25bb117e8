//! Saved games: one program plays a file at a time, a full disk ends no game, and whoever leaves is told how to resume.

use std::fs;

use crate::program::{Answer, Home, Terminal};

const TWO: &str = "mancala --p2 human --seed 1";

/// A saved game after one move.
fn begun() -> Home {
    let home = Home::new();
    home.run(&format!("{TWO} --save game.gebeta"), "1\nquit\n").done();
    home
}

fn asked(screen: &str) -> bool {
    screen.trim_end().ends_with("]:")
}

#[test]
fn issue_17_a_game_is_played_by_one_program_at_a_time() {
    let home = begun();
    let before = home.read("game.gebeta");
    for plain in ["--plain", ""] {
        let mut terminal = Terminal::open(&home, &format!("mancala --resume game.gebeta {plain}"), 80, 40);
        terminal.wait_for("a turn", |screen| screen.contains("our turn"));
        let other = home.run("mancala --resume game.gebeta", "2\nquit\n");
        other.refused(1, "game-in-use");
        assert!(other.stderr.contains("game.gebeta is being played by another program"), "{other:?}");
        assert_eq!(home.read("game.gebeta"), before);
        terminal.send(if plain.is_empty() { b"\x03" } else { b"quit\r" });
        terminal.end();
    }
    let said = home.run("mancala --resume game.gebeta", "2\nquit\n").done();
    assert!(said.ends_with("The game is saved. Resume it with: gebeta mancala --resume game.gebeta\n"));
    assert!(home.read("game.gebeta").contains("\np2 2\n"));
}

#[test]
fn issue_17_what_another_program_wrote_is_never_overwritten() {
    let home = begun();
    let mut terminal = Terminal::open(&home, "mancala --resume game.gebeta --plain", 80, 40);
    terminal.wait_for("a turn", asked);
    home.write("game.gebeta", "edited");
    terminal.send(b"2\r");
    terminal.wait_for("a warning", |screen| {
        screen.replace('\n', " ").contains("was changed by another program and is left as it is")
    });
    terminal.wait_for("the next turn", asked);
    terminal.send(b"quit\r");
    assert_eq!(terminal.end(), 1);
    assert!(terminal.written().contains("error[changed-meanwhile]: "), "{}", terminal.written());
    assert_eq!(home.read("game.gebeta"), "edited");
}

#[test]
fn issue_17_a_full_disk_ends_no_game_and_leaves_no_empty_file() {
    let home = Home::new();
    let line = format!("{TWO} --save game.gebeta");
    let answer = Answer::of(home.limited(&line, 0), b"1\n2\nquit\n");
    answer.refused(1, "not-saved");
    assert_eq!(answer.stdout.matches("The game is not saved: ").count(), 2, "{}", answer.stdout);
    assert!(answer.stdout.contains("The game continues"), "{}", answer.stdout);
    assert!(!home.path("game.gebeta").exists());
    let answer = Answer::of(home.limited(TWO, 0), b"1\nquit\n");
    answer.refused(1, "not-saved");
    let left: Vec<_> = fs::read_dir(home.saved()).into_iter().flatten().collect();
    assert!(left.is_empty(), "{left:?}");
    for words in [&answer.stdout, &answer.stderr] {
        assert!(!words.contains("os error") && !words.contains(".gebeta-"), "{answer:?}");
    }
    // An older state stays whole.
    let home = begun();
    let before = home.read("game.gebeta");
    Answer::of(home.limited("mancala --resume game.gebeta", 0), b"2\nquit\n").refused(1, "not-saved");
    assert_eq!(home.read("game.gebeta"), before);
}

/// Nobody may make a folder there, not even the superuser.
#[cfg(target_os = "linux")]
#[test]
fn issue_17_a_folder_that_cannot_be_made_is_told_with_the_right_reason() {
    let home = Home::new();
    let mut command = home.command(TWO);
    command.env("XDG_DATA_HOME", "/sys");
    let answer = Answer::of(command, b"1\nquit\n");
    answer.refused(1, "not-saved");
    assert!(!answer.stderr.contains("no such folder"), "{}", answer.stderr);
}

#[test]
fn issue_17_whoever_leaves_is_told_how_to_resume() {
    let home = Home::new();
    let mut terminal = Terminal::open(&home, &format!("{TWO} --animation off"), 80, 24);
    terminal.wait_for("the board", |screen| screen.contains("Your turn"));
    terminal.send(b"1");
    terminal.wait_for("a move", |screen| screen.contains("1 move"));
    terminal.send(b"\x03");
    assert_eq!(terminal.end(), 130);
    let screen = terminal.screen();
    assert!(screen.contains("The game is saved. Resume it with: gebeta mancala --resume"), "{screen}");
    // Ctrl-C in lines.
    terminal.restart(&home, "mancala --resume --plain");
    terminal.wait_for("a turn", asked);
    terminal.send(b"2\r");
    terminal.wait_for("the next turn", |screen| screen.matches("your turn").count() == 2);
    terminal.send(b"\x03");
    assert_ne!(terminal.end(), 0);
    let saved = home.saved().join("mancala-1.gebeta");
    let told = format!("Resume it with: gebeta mancala --resume {}", saved.display());
    assert!(terminal.written().contains(&told), "{}", terminal.written());
    assert!(fs::read_to_string(saved).expect("it is saved").contains("\np2 2\n"));
}

#[test]
fn issue_17_statistics_are_deleted_only_when_asked_twice() {
    let home = Home::new();
    let game = "mancala --p2 random --position '0,0,0,0,0,1,20,1,0,0,0,0,2,10 1' --seed 1";
    home.run(game, "6\n").done();
    for (answer, left) in [("no", true), ("", true), ("yes", false)] {
        let mut terminal = Terminal::open(&home, "stats --reset", 80, 24);
        terminal.wait_for("a question", |screen| {
            screen.contains("Delete 1 game? This cannot be undone. [yes/no]")
        });
        terminal.send(format!("{answer}\r").as_bytes());
        assert_eq!(terminal.end(), 0);
        assert_eq!(home.run("stats", "").done().contains("1 game"), left, "{answer}");
    }
    home.run("stats --force", "").refused(2, "usage");
}

#[test]
fn issue_17_a_game_is_read_from_standard_input() {
    let home = Home::new();
    home.run(&format!("{TWO} --save game.gebeta"), "3\n1\n2\nquit\n").done();
    let text = home.read("game.gebeta");
    for command in ["replay", "analyse --nodes 1000", "convert --to ogn", "convert --to kgp"] {
        let from_file = home.run(&format!("{command} game.gebeta"), "").done();
        assert_eq!(home.run(&format!("{command} -"), &text).done(), from_file, "{command}");
    }
    home.run("replay -", "no game").refused(1, "bad-record");
    home.run("analyse -", [0xff]).refused(1, "bad-utf8");
    home.run("verify -", &text).refused(1, "no-envelopes");
}

#[test]
fn issue_17_mancala_shows_what_the_computer_thinks() {
    let said = Home::new().run("mancala --p2 level3 -v --seed 1", "1\nquit\n").done();
    let nodes = said.lines().find(|line| line.trim().starts_with("nodes ")).expect("nodes are told");
    assert!(nodes.contains("MAX") && !nodes.contains("CHANCE"), "{nodes}");
    assert!(said.contains("depth reached "), "{said}");
}

#[test]
fn issue_17_perfect_says_whether_its_move_is_proved() {
    let few = "mancala --p2 perfect --position '0,0,0,0,1,1,21,0,0,0,1,0,1,23 1' --seed 1";
    let said = Home::new().run(few, "5\n6\nquit\n").done();
    assert!(said.contains("The move of Computer is proved.\n"), "{said}");
    let other = few.replace("perfect", "level8");
    assert!(!Home::new().run(&other, "5\n6\nquit\n").done().contains("proved"));
}

#[test]
fn issue_17_stones_that_count_for_nobody_are_told() {
    let line = "mancala --rules avalanche --p2 human --position '0,0,0,0,0,1,22,0,0,0,0,0,2,23 1'";
    let said = Home::new().run(line, "6\n").done();
    assert!(said.contains("A draw 23 to 23; 2 stones count for nobody."), "{said}");
}

#[test]
fn a_wrong_line_is_answered_with_what_can_be_typed() {
    let said = Home::new().run("mancala --p2 human --pits 4", "\nx\nquit\n").done();
    assert_eq!(said.matches("Type the number of a pit, 1 to 4. Type help for more.").count(), 2, "{said}");
    let said = Home::new().run("mancala --p2 human --pie", "1\n\nquit\n").done();
    assert!(said.contains("Type the number of a pit, 1 to 6, or swap."), "{said}");
}
