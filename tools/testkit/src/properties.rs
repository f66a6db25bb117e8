//! What must be true of every game, whatever its rules and wherever it stands.
//!
//! Each law takes a position (a game of chance with its throw on the table) and answers like a property test.

use std::collections::HashSet;

use gebeta_rules::{
    Chance, Coded, Deterministic, Perft, Record, divide, divide_with_throws, perft, perft_with_throws,
};
use proptest::test_runner::TestCaseResult;
use proptest::{prop_assert, prop_assert_eq};

use crate::Walk;
use crate::test_game::{Picture, TestGame};

/// The listed moves are exactly those of all conceivable ones that `check` accepts, each once.
pub fn the_list_is_what_check_accepts<G: TestGame>(pos: &G) -> TestCaseResult {
    let listed: Vec<_> = pos.legal_moves().collect();
    let different: HashSet<_> = listed.iter().collect();
    prop_assert_eq!(different.len(), listed.len(), "a move is listed twice at {}", pos);
    let mut accepted = 0;
    for mv in G::every_move() {
        let legal = listed.contains(&mv);
        prop_assert_eq!(pos.check(mv).is_ok(), legal, "{} at {}", mv, pos);
        accepted += usize::from(legal);
    }
    prop_assert_eq!(accepted, listed.len(), "a listed move is no conceivable one at {}", pos);
    Ok(())
}

/// A refused move names its reason and leaves everything as it was, also in a record.
pub fn a_refused_move_changes_nothing<G: TestGame>(pos: &G, mut record: Record) -> TestCaseResult {
    let before = pos.clone();
    let untouched = record.clone();
    for mv in G::every_move() {
        let Err(illegal) = pos.play(mv) else { continue };
        prop_assert!(!illegal.code().is_empty());
        prop_assert!(!illegal.to_string().is_empty());
        if pos.outcome().is_none() {
            prop_assert!(record.play(pos.ply(mv)).is_err(), "{} is accepted in a record", mv);
        }
    }
    prop_assert_eq!(pos, &before);
    prop_assert_eq!(record, untouched);
    Ok(())
}

/// Until there is an outcome a player is to move, and has a legal move, which may be a pass.
pub fn somebody_can_move_until_the_end<G: TestGame>(pos: &G) -> TestCaseResult {
    prop_assert_eq!(pos.to_move().is_some(), pos.outcome().is_none(), "{}", pos);
    prop_assert_eq!(pos.legal_moves().next().is_some(), pos.outcome().is_none(), "{}", pos);
    Ok(())
}

/// The steps told to a watcher, drawn one after the other, lead to the board after the move. No step loses or
/// makes a stone or a piece, and being watched changes nothing.
pub fn the_steps_lead_to_the_board_after<G: TestGame>(pos: &G) -> TestCaseResult {
    for mv in pos.legal_moves() {
        let (mut after, mut steps) = (pos.clone(), Vec::new());
        after.play_unchecked(mv, &mut steps);
        let unwatched = pos.play(mv).ok();
        prop_assert_eq!(Some(&after), unwatched.as_ref(), "{} at {}", mv, pos);

        let mut picture = pos.picture();
        let material = picture.material();
        for step in steps {
            if let Err(fault) = picture.draw(step) {
                prop_assert!(false, "{} at {}: {}", mv, pos, fault);
            }
            prop_assert_eq!(picture.material(), material.clone(), "{} at {}", mv, pos);
        }
        prop_assert_eq!(picture, after.picture(), "{} at {}", mv, pos);
    }
    Ok(())
}

/// The written position and the written moves read back as what they were.
pub fn what_is_written_reads_back<G: TestGame>(pos: &G) -> TestCaseResult {
    let text = pos.to_string();
    prop_assert_eq!(pos.rules().position(&text), Ok(pos.any()), "{}", text);
    for mv in pos.legal_moves() {
        let text = mv.to_string();
        prop_assert_eq!(text.parse().ok(), Some(mv), "{}", text);
        let ply = pos.ply(mv);
        prop_assert_eq!(pos.rules().ply(&ply.to_string()), Ok(ply), "{}", ply);
    }
    Ok(())
}

/// A record that `walk` has played on for `plies` moves reads back as what it was, and playing its moves again
/// from its start gives each of its positions.
pub fn a_record_replays<G: TestGame>(
    pos: &G,
    mut record: Record,
    walk: &mut Walk,
    plies: usize,
) -> TestCaseResult {
    let mut at = pos.clone();
    for _ in 0..plies {
        at = at.thrown_by(walk);
        let Some(mv) = walk.pick(&at) else { break };
        let played = record.play(at.ply(mv)).map(|applied| applied.after);
        prop_assert!(played.is_ok(), "{} at {}: {:?}", mv, at, played);
        at.play_unchecked(mv, &mut ());
    }
    prop_assert_eq!(*record.position(), at.any());

    let mut replayed = vec![*record.start()];
    for (&ply, (mover, _)) in record.plies().iter().zip(record.moves()) {
        let last = replayed[replayed.len() - 1];
        prop_assert_eq!(last.to_move(), Some(mover));
        let next = last.play(ply);
        prop_assert!(next.is_ok(), "{} at {}: {:?}", ply, last, next);
        replayed.extend(next);
    }
    prop_assert_eq!(replayed.as_slice(), record.positions());

    let text = record.to_string();
    prop_assert_eq!(text.parse::<Record>(), Ok(record), "{}", text);
    Ok(())
}

/// Random play comes to an end within `most` moves.
pub fn the_game_ends<G: TestGame>(pos: &G, walk: &mut Walk, most: u64) -> TestCaseResult {
    let mut at = pos.clone();
    let mut plies = 0;
    while walk.step(&mut at, &mut ()) {
        plies += 1;
        prop_assert!(plies <= most, "still playing after {} moves from {}", most, pos);
    }
    prop_assert!(at.outcome().is_some(), "stopped without an outcome at {}", at);
    Ok(())
}

/// The counts behind each first move add up to the count of the position.
pub fn divide_adds_up_to_perft<G: Deterministic>(pos: &G, depth: u32) -> TestCaseResult {
    let parts = divide(pos, depth).map(|(_, part)| part);
    prop_assert_eq!(sum_behind(parts), perft(pos, depth), "{} to depth {}", pos, depth);
    Ok(())
}

/// The same for a game of chance.
pub fn divide_with_throws_adds_up_to_perft<G: Chance>(pos: &G, depth: u32) -> TestCaseResult {
    let parts = divide_with_throws(pos, depth).map(|(_, part)| part);
    prop_assert_eq!(sum_behind(parts), perft_with_throws(pos, depth), "{} to depth {}", pos, depth);
    Ok(())
}

fn sum_behind(parts: impl Iterator<Item = Perft>) -> Perft {
    let mut sum = Perft::INNER;
    for part in parts {
        sum += part;
    }
    sum
}
