//! Whole games played by the reference implementation, compared move by move.

use gebeta_rules::senet::Roll;
use gebeta_rules::{AnyPosition, AnyRules, Chance, Game};
use gebeta_testkit::{Row, fixture};

/// The game of a row from its start to its outcome.
#[track_caller]
fn check(row: &Row, rules: AnyRules) {
    let mut pos = row.position("start", &rules);
    if row.get("shown").is_some() {
        assert_eq!(pos.to_string(), row.text("shown"), "{}", row.place);
    }
    for step in row.rows("steps") {
        pos = match pos {
            AnyPosition::Mancala(pos) => AnyPosition::Mancala(check_step(&step, &pos)),
            AnyPosition::Sowing(_) => panic!("{}: a game of the wider family", row.place),
            AnyPosition::Senet(pos) => {
                let roll = Roll::new(step.number("roll") as u8).expect("the reference throws 1 to 6");
                AnyPosition::Senet(check_step(&step, &pos.cast(roll)))
            }
        };
    }
    let outcome = pos.outcome().map_or_else(|| "-".to_owned(), |outcome| outcome.to_string());
    assert_eq!(outcome, row.text("outcome"), "{}", row.place);
}

/// The position after the move of a step, which lists the moves there were.
#[track_caller]
fn check_step<G: Game>(step: &Row, pos: &G) -> G {
    let moves: Vec<_> = pos.legal_moves().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, step.texts("moves"), "moves of {} at {pos}", step.place);
    let mv = pos.legal_moves().find(|mv| mv.to_string() == step.text("play"));
    let after = mv.and_then(|mv| pos.play(mv).ok()).expect("a listed move can be played");
    assert_eq!(after.to_string(), step.text("after"), "{} at {pos}", step.place);
    after
}

#[test]
fn mancala_games_of_the_reference_are_played_the_same() {
    for row in fixture::rows("playthroughs/mancala.jsonl") {
        check(&row, AnyRules::Mancala(row.mancala_rules()));
    }
}

#[test]
fn senet_games_of_the_reference_are_played_the_same() {
    for row in fixture::rows("playthroughs/senet.jsonl") {
        check(&row, AnyRules::Senet(row.senet_rules()));
    }
}
