//! Moves worked out by hand from the rules of play.

use std::error::Error;

use gebeta_rules::{AnyPosition, Game};
use gebeta_testkit::{Case, fixture};

/// Every line `rules | before | move | after or error` of a file. In Senet a bare move is played with the roll
/// that lies on the table, `roll:move` is a whole turn. Without a move the position is only read.
#[track_caller]
fn check(file: &str) {
    let wrong: String = fixture::lines(file)
        .iter()
        .map(Case::read)
        .filter_map(|case| {
            let got = played(&case).map_or_else(|error| error.to_string(), |after| after.to_string());
            let Case { place, before, mv, expected, .. } = case;
            (got != expected)
                .then(|| format!("{place}: {mv} at {before}\n  expected {expected}\n  got      {got}\n"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn played(case: &Case) -> Result<AnyPosition, Box<dyn Error>> {
    let before = case.rules.position(&case.before)?;
    Ok(match before {
        _ if case.mv.is_empty() => before,
        AnyPosition::Senet(pos) if !case.mv.contains(':') => AnyPosition::Senet(pos.play(case.mv.parse()?)?),
        _ => before.play(case.rules.ply(&case.mv)?)?,
    })
}

#[test]
fn mancala_moves_do_what_the_rules_say() {
    check("moves/mancala.txt");
}

#[test]
fn senet_moves_do_what_the_rules_say() {
    check("moves/senet.txt");
}
