//! The pie rule (rules 1.7): after the first turn the second player may swap sides once.

use gebeta_rules::mancala::{Move, PieRule, Position, Rules, Step};
use gebeta_rules::{Game, Player};
use gebeta_testkit::strategy::{cases, mancala};
use gebeta_testkit::{Walk, properties};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

fn offers_swap(pos: &Position) -> bool {
    pos.legal_moves().any(|mv| mv == Move::Swap)
}

/// A random game in which the swap is offered at the first change of turns and never again.
fn the_swap_is_offered_once(start: Position, first: Player, walk: &mut Walk) -> TestCaseResult {
    let mut pos = start;
    while pos.to_move() == Some(first) {
        prop_assert_eq!(pos.pie(), PieRule::FirstTurn, "{}", pos);
        prop_assert!(!offers_swap(&pos), "offered in the first turn at {pos}");
        prop_assert!(walk.step(&mut pos, &mut ()));
    }
    if pos.outcome().is_some() {
        return Ok(());
    }
    prop_assert_eq!(pos.to_move(), Some(!first));
    prop_assert!(offers_swap(&pos), "not offered at {pos}");
    prop_assert_eq!(pos.legal_moves().last(), Some(Move::Swap), "the swap is listed behind the pits");
    while walk.step(&mut pos, &mut ()) {
        prop_assert!(!offers_swap(&pos), "offered again at {pos}");
        prop_assert_eq!(pos.pie(), PieRule::Off, "{}", pos);
    }
    Ok(())
}

/// The swap gives each player what the other had and passes the turn, in one step.
fn a_swap_turns_the_board_round(pos: &Position) -> TestCaseResult {
    let (mut swapped, mut steps) = (*pos, Vec::new());
    swapped.play_unchecked(Move::Swap, &mut steps);
    prop_assert_eq!(steps, [Step::Turn]);
    for player in Player::BOTH {
        prop_assert_eq!(swapped.board().side(player), pos.board().side(!player));
        prop_assert_eq!(swapped.board().score(player), pos.board().score(!player));
    }
    prop_assert_eq!(swapped.to_move(), pos.to_move().map(|mover| !mover));
    prop_assert_eq!(swapped.pie(), PieRule::Off);
    prop_assert_eq!(swapped.play(Move::Swap).ok(), None, "swapped back at {}", swapped);
    Ok(())
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn the_second_player_may_swap_once_after_the_whole_first_turn(
        rules in mancala::rules(),
        first in mancala::player(),
        seed in any::<u64>(),
    ) {
        let start = Position::start_with(&Rules { pie: true, ..rules }, first);
        the_swap_is_offered_once(start, first, &mut Walk::new(seed))?;
    }

    #[test]
    fn the_swap_gives_each_player_what_the_other_had(
        rules in mancala::rules(),
        first in mancala::player(),
        seed in any::<u64>(),
    ) {
        let mut walk = Walk::new(seed);
        let mut pos = Position::start_with(&Rules { pie: true, ..rules }, first);
        while pos.to_move() == Some(first) {
            prop_assert!(walk.step(&mut pos, &mut ()));
        }
        if pos.outcome().is_none() {
            a_swap_turns_the_board_round(&pos)?;
            properties::the_list_is_what_check_accepts(&pos)?;
        }
    }

    #[test]
    fn nobody_swaps_without_the_rule(rules in mancala::rules(), seed in any::<u64>()) {
        let mut walk = Walk::new(seed);
        let mut pos = Position::start(&Rules { pie: false, ..rules });
        while walk.step(&mut pos, &mut ()) {
            prop_assert!(!offers_swap(&pos), "offered at {pos}");
        }
    }
}
