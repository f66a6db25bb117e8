//! The engine protocol, spoken with the real program (`docs/developing/engine-protocol.md`).

use std::fs;
use std::iter;
use std::path::Path;

use crate::program::{Engine, Home};

/// Talks to a fresh engine as `script` says: what follows a `>` is said, the lines below it are the answers. An
/// answer that ends in ` ..` may go on in any words, and a time may be any.
#[track_caller]
fn check(script: &str) {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    let mut lines = script.lines().map(str::trim_start).filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        let said = line.strip_prefix('>').expect("an answer follows what was said");
        let expected: Vec<_> = iter::from_fn(|| lines.next_if(|line| !line.starts_with('>'))).collect();
        let answers = engine.ask(said);
        let fits = answers.len() == expected.len() && answers.iter().zip(&expected).all(|(a, e)| fits(a, e));
        assert!(fits, "> {said}\n{}\nexpected:\n{}", answers.join("\n"), expected.join("\n"));
    }
}

fn fits(answer: &str, expected: &str) -> bool {
    match expected.strip_suffix("..") {
        Some(beginning) => answer.starts_with(beginning),
        None => without_time(answer).eq(without_time(expected)),
    }
}

/// The words of an answer, but for the number of milliseconds in it.
fn without_time(line: &str) -> impl Iterator<Item = &str> {
    let mut after_time = false;
    line.split(' ').filter(move |&word| !std::mem::replace(&mut after_time, word == "time"))
}

#[test]
fn the_session_of_the_docs_is_what_the_program_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/developing/engine-protocol.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, session) = page.split_once("## A session").unwrap();
    let (_, session) = session.split_once("```text\n").unwrap();
    let (session, _) = session.split_once("> quit").unwrap();
    check(session);
}

#[test]
fn the_program_says_who_it_is() {
    check(
        "> ugi
        id name Gebeta ..
        id author ..
        ugiok",
    );
}

#[test]
fn before_newgame_the_game_is_gebeta() {
    check(
        "> show
        position 4,4,4,4,4,4,0,4,4,4,4,4,4,0 1
        outcome -
        > moves
        moves 1 2 3 4 5 6
        > position start moves 3 6 1
        > show
        position 4,4,0,5,5,0,2,0,6,6,6,5,5,0 1
        outcome -
        > newgame mancala
        > show
        position 4,4,4,4,4,4,0,4,4,4,4,4,4,0 1
        outcome -",
    );
}

#[test]
fn newgame_takes_rules_and_sizes() {
    check(
        "> newgame mancala rules avalanche pits 2 stones 3 end majority
        > show
        position 3,3,0,3,3,0 1
        outcome -
        > position start moves 2
        > show
        position 5,2,3,1,1,0 2
        outcome -
        > newgame senet pieces 2
        > show
        position WBWB....../........../.......... w 0/0 -
        outcome -
        > newgame senet rules kendall
        > show
        position WBWBWBWBWB/........../.......... w 0/0 -
        outcome -
        > newgame mancala rules tainted
        > show
        position 4,4,4,4,4,4,0,4,4,4,4,4,4,0 1
        outcome -",
    );
}

#[test]
fn the_pie_can_be_swapped() {
    let home = Home::new();
    home.write("pie.toml", "game = 'mancala'\npie = true\n");
    let mut engine = Engine::start(&home);
    let answers = engine.ask("newgame mancala rules pie.toml\nposition start moves 1\nmoves\nshow");
    assert_eq!(
        answers,
        ["moves 1 2 3 4 5 6 swap", "position 0,5,5,5,5,4,0,4,4,4,4,4,4,0 2 swap", "outcome -"]
    );
    let answers = engine.ask("position start moves 1 swap\nmoves\nshow");
    assert_eq!(answers, ["moves 1 2 3 4 5 6", "position 4,4,4,4,4,4,0,0,5,5,5,5,4,0 1", "outcome -"]);
}

#[test]
fn a_refused_line_changes_nothing() {
    check(
        "> newgame senet pieces 3
        > position start moves 2:5-7
        > position start moves 2:5-7 3:2-5 9:1-10
        error bad-roll ..
        > position start moves 2:5-7 3:2-5 1:1-3
        error illegal-move move 3 ..
        > newgame senet pieces 11
        error bad-number ..
        > newgame mancala rules nowhere
        error unknown-rules ..
        > setoption bot nobody
        error unknown-bot ..
        > show
        position WBWB.BW.../........../.......... b 0/0 -
        outcome -",
    );
}

#[test]
fn at_the_end_there_are_no_moves_and_nothing_to_think_about() {
    check(
        "> position 0,0,0,0,0,1,24,1,0,0,0,0,0,22 1 moves 6
        > show
        position 0,0,0,0,0,0,25,0,0,0,0,0,0,23 -
        outcome p1
        > moves
        moves
        > go depth 3
        error game-over ..
        > position 0,0,0,0,0,1,24,1,0,0,0,0,0,22 1 moves 6 1
        error game-over move 2 ..
        > position 0,0,24,0,0,24 2
        > show
        position 0,0,24,0,0,24 -
        outcome draw
        > newgame senet
        > position ........../........../.........W w 6/0 4 moves 4:30-off
        error bad-position ..
        > position .......B../........../.........W w 6/6 4 moves 4:30-off
        > show
        position .......B../........../.......... - 7/6 -
        outcome p1
        > moves
        moves
        > go
        error game-over ..
        > position .......B../........../.......... - 7/6 - moves 1:
        error game-over ..",
    );
}

#[test]
fn senet_needs_a_roll() {
    check(
        "> newgame senet
        > moves
        error no-roll ..
        > go depth 1
        error no-roll ..
        > position start moves 2:
        > moves
        moves 13-15
        > show
        position WBWBWBWBWB/WBWB....../.......... w 0/0 2
        outcome -
        > position start moves 2: 3:
        error bad-move ..
        > position start moves 6:
        error bad-roll ..
        > position WBWBWBWBWB/WBWB....../.......... w 0/0 3 moves 2:
        error bad-roll ..
        > position WBWBWBWBWB/WBWB....../.......... w 0/0 3
        > moves
        moves 1x4 3x6 5x8 7x10 9x12 11x14 13-16
        > position ........../........../.....W...B w 6/6 1
        > moves
        moves 26-27>15
        > position B........./........../.......W.. w 6/6 1
        > moves
        moves 28>15
        > position B........./........../....W..... w 6/6 2
        > moves
        moves pass
        > go depth 1
        info depth 0 nodes ..
        info move pass ..
        bestmove pass",
    );
}

#[test]
fn spaces_and_empty_lines_do_not_matter() {
    check(
        ">
        >    moves
        moves 1 2 3 4 5 6
        > position   start   moves   3   6
        > show
        position 4,4,0,5,5,0,2,5,5,5,5,4,4,0 2
        outcome -
        > position 4,4,4,4,4,4,0,4,4,4,4,4,4,0\t1\tmoves\t3
        > show\r
        position 4,4,0,5,5,5,1,4,4,4,4,4,4,0 1
        outcome -
        > stop",
    );
}

#[test]
fn a_position_says_how_large_the_board_is_unless_newgame_did() {
    check(
        "> position 1,2,0,0,0,3 1
        > show
        position 0,0,3,0,0,3 -
        outcome draw
        > newgame mancala pits 6
        > position 1,2,0,3,0,3 1
        error bad-position ..
        > newgame senet
        > position WB......../........../.......... w 0/0 -
        > show
        position WB......../........../.......... w 0/0 -
        outcome -
        > newgame senet pieces 2
        > position WB......../........../.......... w 0/0 -
        error bad-position ..",
    );
}
