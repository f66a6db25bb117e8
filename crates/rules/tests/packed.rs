//! The packed twin plays every law it claims exactly as the readable rules do.

use gebeta_rules::mancala::{End, Packed, Pie, Position, Sower, Turn};
use gebeta_rules::{Game, Player};
use gebeta_testkit::strategy::{self, cases};
use gebeta_testkit::{Walk, fixture};
use proptest::prelude::*;

/// The pits of a position as `player` sees them, whatever the law.
fn sides(position: &Position, player: Player) -> Packed {
    let side =
        |player| position.board().side(player).iter().rev().fold(0, |side, &n| side << 8 | u64::from(n));
    Packed { own: side(player), theirs: side(!player) }
}

/// Plays both to the end and compares everything after every move; false where there is no twin, which it says of an end
/// by majority, of a swap to come, and of too many pits or stones.
fn play_along(start: Position, walk: &mut Walk) -> Result<bool, TestCaseError> {
    let sower = Sower::new(start.board().pits(), start.law());
    let mut position = start;
    let packed = sower.as_ref().and_then(|sower| sower.pack(&position));
    let has_twin = start.law().end == End::SideEmpty
        && start.pie() == Pie::Gone
        && start.board().pits().get() <= Sower::MOST_PITS
        && start.board().in_pits() <= Sower::MOST_STONES;
    prop_assert_eq!(packed.is_some(), has_twin, "{} under {:?}", start, start.law());
    let (Some(sower), Some(mut packed)) = (sower, packed) else { return Ok(false) };
    while let Some(mover) = position.to_move() {
        let moves: Vec<_> = packed.pits().map(Sower::move_of).collect();
        prop_assert_eq!(&moves, &position.legal_moves().collect::<Vec<_>>());
        let pit = packed.pits().nth(walk.below(moves.len())).expect("one of the moves");
        let next = position.play(Sower::move_of(pit)).expect("a legal move");
        let sown = sower.sow(packed, pit);
        prop_assert_eq!(sown.gain, next.lead(mover) - position.lead(mover), "{} pit {}", position, pit + 1);
        let turn = match next.to_move() {
            None => Turn::Over,
            Some(player) if player == mover => Turn::Again,
            Some(_) => Turn::Passes,
        };
        prop_assert_eq!(sown.turn, turn, "{} pit {}", position, pit + 1);
        if let Some(player) = next.to_move() {
            prop_assert_eq!(sown.next, sides(&next, player), "{} pit {}", position, pit + 1);
        }
        (position, packed) = (next, sown.next);
    }
    Ok(true)
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn the_twin_plays_like_the_readable_rules(start in strategy::mancala::unfinished(), seed: u64) {
        play_along(start, &mut Walk::new(seed))?;
    }
}

#[test]
fn the_twin_plays_every_playthrough_it_has_a_law_for() {
    let mut played = 0;
    for row in fixture::rows("playthroughs/mancala.jsonl") {
        let start = Position::start(&row.mancala_rules());
        played += u32::from(play_along(start, &mut Walk::new(1)).expect("both agree"));
    }
    assert!(played > 50, "only {played} have a law");
}
