//! What the engine answers to `go`, and when.
#![expect(clippy::float_cmp, reason = "a value reads back as the very same number")]

use std::collections::BTreeMap;

use gebeta_testkit::fixture;

use crate::program::{Engine, Home};

/// The end of an answer to `go`: every candidate with its value, and the choice.
struct Choice {
    moves: Vec<(String, f64)>,
    best: String,
}

impl Choice {
    #[track_caller]
    fn read(answers: &[String]) -> Self {
        let candidate = |line: &String| {
            let (mv, value) = line.strip_prefix("info move ")?.split_once(" value ")?;
            Some((mv.to_owned(), value.parse().ok()?))
        };
        let best = answers.last().and_then(|line| line.strip_prefix("bestmove "));
        let best = best.unwrap_or_else(|| panic!("no best move ends {answers:?}")).to_owned();
        Self { moves: answers.iter().filter_map(candidate).collect(), best }
    }

    /// Says that the candidates are all `legal` moves in their order, and that none is better than the choice.
    #[track_caller]
    fn check(&self, legal: &str) {
        let moves: Vec<_> = self.moves.iter().map(|(mv, _)| mv.as_str()).collect();
        assert_eq!(format!("moves {}", moves.join(" ")), legal);
        let chosen =
            self.moves.iter().find(|(mv, _)| *mv == self.best).expect("the best move is a candidate");
        assert!(
            self.moves.iter().all(|(_, value)| *value <= chosen.1),
            "{:?} best {}",
            self.moves,
            self.best
        );
    }
}

#[test]
fn classic_values_are_those_of_the_reference() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    engine.ask("setoption bot classic\nnewgame senet");
    for row in fixture::rows("chance/senet.jsonl") {
        let legal = engine.ask(&format!("position {}\nmoves", row.text("position"))).concat();
        let choice = Choice::read(&engine.ask(&format!("go depth {}", row.number("depth"))));
        choice.check(&legal);
        let source = |mv: &str| mv.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default().to_owned();
        let found = choice.moves.iter().filter(|(mv, _)| mv != "pass");
        let found: BTreeMap<_, _> = found.map(|(mv, value)| (source(mv), *value)).collect();
        let expected = row.get("moves").and_then(|moves| moves.as_object()).unwrap();
        let expected: BTreeMap<_, _> =
            expected.iter().map(|(from, value)| (from.clone(), value.as_f64().unwrap())).collect();
        assert_eq!(found, expected, "{}", row.place);
        let best = choice.moves.iter().find(|(mv, _)| *mv == choice.best).unwrap();
        assert_eq!(best.1, row.real("best"), "{}", row.place);
    }
}

#[test]
fn every_bot_weighs_every_move_and_takes_one_of_the_best() {
    let positions = [
        "newgame mancala\nposition start",
        "newgame mancala rules avalanche\nposition start moves 2",
        "newgame mancala rules tainted pits 3 stones 2\nposition start moves 1",
        "newgame senet\nposition start moves 1:",
        "newgame senet rules kendall\nposition start moves 3:5x8 1:",
        "newgame senet rules assignment\nposition .B.B.B..../........../.....W.WW. w 4/4 2",
    ];
    let goes = ["go", "go depth 3", "go nodes 1", "go nodes 2000", "go movetime 1", "go movetime 20"];
    let home = Home::new();
    let mut engine = Engine::start(&home);
    for position in positions {
        let legal = engine.ask(&format!("{position}\nmoves")).concat();
        for go in goes {
            Choice::read(&engine.ask(go)).check(&legal);
        }
    }
}

/// Waits until a search is under way.
#[track_caller]
fn hear_of_depth(engine: &mut Engine, depth: u32) {
    let beginning = format!("info depth {depth} ");
    while !engine.hear().expect("a search tells of every depth").starts_with(&beginning) {}
}

#[test]
fn stop_ends_a_search_that_would_take_years() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    for go in ["go depth 100", "go nodes 999999999999999", "go movetime 80000000", "go perfect"] {
        engine.say(go);
        hear_of_depth(&mut engine, 5);
        Choice::read(&engine.ask("stop")).check("moves 1 2 3 4 5 6");
    }
    assert_eq!(engine.ask("moves"), ["moves 1 2 3 4 5 6"]);
}

#[test]
fn quit_during_a_search_ends_the_program() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    engine.say("go depth 100");
    hear_of_depth(&mut engine, 5);
    engine.say("quit");
    while engine.hear().is_some() {}
    assert_eq!(engine.end(), (Vec::new(), Some(0)));
}

#[test]
fn stop_and_quit_are_heard_behind_however_many_lines() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    for lines in [63, 64, 65, 1000, 100_000] {
        engine.say("go depth 100");
        hear_of_depth(&mut engine, 5);
        engine.say(&format!("{}stop", "isready\n".repeat(lines)));
        while !engine.hear().expect("a search ends with its answer").starts_with("bestmove ") {}
        for _ in 0..lines {
            assert_eq!(engine.hear().as_deref(), Some("readyok"));
        }
    }
    engine.say("go depth 100");
    hear_of_depth(&mut engine, 5);
    engine.say(&"isready\n".repeat(100));
    engine.say("quit");
    while engine.hear().is_some() {}
    assert_eq!(engine.end(), (Vec::new(), Some(0)));
}

/// The last depth that was finished before each best move.
fn depths(answers: &str) -> Vec<&str> {
    let mut depth = "none";
    let mut depths = Vec::new();
    for line in answers.lines() {
        let words: Vec<_> = line.split(' ').collect();
        match words[..] {
            ["info", "depth", reached, ..] => depth = reached,
            ["bestmove", _] => depths.push(depth),
            _ => {}
        }
    }
    depths
}

#[test]
fn a_script_gets_all_its_answers_before_the_engine_leaves() {
    let senet = "newgame senet\nsetoption bot classic\nposition start moves 1:\n";
    let scripts = [
        (format!("{senet}go depth 5\n"), &["5"][..]),
        (format!("{senet}go depth 5\nquit\n"), &["5"]),
        (format!("{senet}go depth 4\ngo depth 5\nquit\n"), &["4", "5"]),
        ("go depth 9\nisready\nshow\ngo depth 9\nquit".to_owned(), &["9", "9"]),
    ];
    for (script, expected) in scripts {
        let answers = Home::new().run("engine", &script).done();
        assert_eq!(depths(&answers), expected, "{script}");
    }
}

#[test]
fn stop_is_for_the_search_before_it() {
    let answers =
        Home::new().run("engine", "go depth 9\nposition start moves 1\ngo depth 100\nstop\n").done();
    assert_eq!(depths(&answers)[0], "9");
}

#[test]
fn the_bot_stays_through_newgame() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    engine.ask("setoption bot classic:2\nnewgame senet\nposition start moves 1:");
    assert!(engine.ask("go")[0].contains(" value "));
    let refused = engine.ask("newgame mancala\ngo");
    assert!(refused.len() == 1 && refused[0].starts_with("error unknown-bot classic "), "{refused:?}");
    assert!(
        engine.ask("newgame senet rules kendall\nposition start moves 1:\ngo")[1]
            .starts_with("info depth 2 ")
    );
    engine.ask("setoption bot random\nnewgame mancala");
    assert!(engine.ask("go").concat().starts_with("bestmove "));
    let perfect = engine.ask("newgame mancala pits 2 stones 2\ngo perfect");
    assert!(perfect.iter().any(|line| line.contains(" exact pv ")), "{perfect:?}");
}

#[test]
fn the_first_of_the_line_is_the_best_move() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    for moves in ["", " moves 1", " moves 2", " moves 3 6", " moves 1 1 2", " moves 6 6 5"] {
        for go in ["go depth 1", "go depth 2", "go depth 5"] {
            let answers = engine.ask(&format!("position start{moves}\n{go}"));
            let line =
                answers.iter().rev().find_map(|line| line.split_once(" pv ")).expect("a line is told").1;
            assert_eq!(line.split(' ').next(), Some(Choice::read(&answers).best.as_str()), "{answers:?}");
        }
    }
}

#[test]
fn perfect_looks_no_deeper_than_it_is_told_to() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    engine.ask("setoption bot perfect");
    let answers = engine.ask("go depth 3").join("\n");
    assert_eq!(depths(&answers), ["3"], "{answers}");
    assert!(!answers.contains(" exact"), "{answers}");
    // What limits no depth limits no proof.
    let answers = engine.ask("newgame mancala pits 3 stones 3\ngo nodes 1000000").join("\n");
    assert!(answers.contains(" exact pv "), "{answers}");
}

/// Above 30 stones only the best moves are proved; the others are told with what a search believes.
#[test]
fn perfect_tells_every_candidate_and_its_line() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    for (game, best, value) in
        [("pits 4 stones 4", "1", 2.0), ("pits 3 stones 6", "1", -8.0), ("pits 4 stones 3", "2", 6.0)]
    {
        let legal = engine.ask(&format!("newgame mancala {game}\nmoves")).concat();
        let answers = engine.ask("go perfect");
        let choice = Choice::read(&answers);
        choice.check(&legal);
        let worth = |wanted: &str| choice.moves.iter().find(|(mv, _)| mv == wanted).map(|(_, value)| *value);
        assert_eq!((choice.best.as_str(), worth(best)), (best, Some(value)), "{game} {answers:?}");
        let proved = answers.iter().find(|line| line.contains(" exact pv ")).expect("it is proved");
        let line = proved.split_once(" pv ").map(|(_, line)| line.split(' ').count());
        assert!(line > Some(5) && proved.contains(&format!(" pv {best} ")), "{game} {proved}");
    }
}

#[test]
fn who_begins_and_whether_sides_may_be_swapped_is_said_to_newgame() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    assert_eq!(engine.ask("newgame mancala pits 2 stones 2 first p2\nshow")[0], "position 2,2,0,2,2,0 2");
    assert_eq!(
        engine.ask("newgame mancala pits 2 stones 2 first p1 pie on\nshow")[0],
        "position 2,2,0,2,2,0 1 pie"
    );
    assert_eq!(engine.ask("newgame mancala pits 2 stones 2 pie off\nshow")[0], "position 2,2,0,2,2,0 1");
    for (line, code) in [
        ("newgame mancala pie maybe", "bad-command"),
        ("newgame mancala pits 3 pits 4", "bad-command"),
        ("newgame senet rules kendall rules kendall", "bad-command"),
        ("newgame mancala first p3", "bad-command"),
        ("newgame senet first p2", "other-game"),
        ("newgame senet pie on", "other-game"),
    ] {
        let answer = engine.ask(line).concat();
        assert!(answer.starts_with(&format!("error {code} ")), "{line}: {answer}");
    }
}
