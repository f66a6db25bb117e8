//! The packed twin plays every law it claims exactly as the readable rules do.

use gebeta_rules::Game;
use gebeta_rules::mancala::{Bitboard, End, MoveTables, PieRule, Position, SideWord, Turn, move_of};
use gebeta_testkit::strategy::{self, cases};
use gebeta_testkit::{Walk, fixture};
use proptest::prelude::*;

/// Plays both to the end and compares everything after every move; false where there is no twin, which it says of an end
/// by majority, of a swap to come, and of too many pits or stones.
fn play_along<S: SideWord>(start: Position, walk: &mut Walk) -> Result<bool, TestCaseError> {
    let sower = MoveTables::<S>::new(start.board().pits(), start.law());
    let mut position = start;
    let packed = sower.as_ref().and_then(|sower| sower.pack(&position));
    let has_twin = start.law().end == End::SideEmpty
        && start.pie() == PieRule::Off
        && start.board().pits().get() <= S::PITS
        && start.board().in_pits() <= S::MOST_STONES;
    prop_assert_eq!(packed.is_some(), has_twin, "{} under {:?}", start, start.law());
    let (Some(sower), Some(mut packed)) = (sower, packed) else { return Ok(false) };
    while let Some(mover) = position.to_move() {
        let moves: Vec<_> = packed.pits().map(move_of).collect();
        prop_assert_eq!(&moves, &position.legal_moves().collect::<Vec<_>>());
        let pit = packed.pits().nth(walk.below(moves.len())).expect("one of the moves");
        let next = position.play(move_of(pit)).expect("a legal move");
        let sown = sower.sow(packed, pit);
        prop_assert_eq!(sown.gain, next.lead(mover) - position.lead(mover), "{} pit {}", position, pit + 1);
        let turn = match next.to_move() {
            None => Turn::Over,
            Some(player) if player == mover => Turn::Again,
            Some(_) => Turn::Passes,
        };
        prop_assert_eq!(sown.turn, turn, "{} pit {}", position, pit + 1);
        if next.to_move().is_some() {
            prop_assert_eq!(Some(sown.next), Bitboard::of(&next), "{} pit {}", position, pit + 1);
        }
        (position, packed) = (next, sown.next);
    }
    Ok(true)
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn the_twin_plays_like_the_readable_rules(start in strategy::mancala::unfinished(), seed: u64) {
        play_along::<u64>(start, &mut Walk::new(seed))?;
        play_along::<u128>(start, &mut Walk::new(seed))?;
    }
}

#[test]
fn the_twin_plays_every_playthrough_it_has_a_law_for() {
    let mut played = 0;
    for row in fixture::rows("playthroughs/mancala.jsonl") {
        let start = Position::start(&row.mancala_rules());
        played += u32::from(play_along::<u64>(start, &mut Walk::new(1)).expect("both agree"));
    }
    assert!(played > 50, "only {played} have a law");
}
