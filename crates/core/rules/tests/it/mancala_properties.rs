//! What is true of every mancala position, on random rules and boards.

use gebeta_rules::mancala::{Leftovers, Move, PieRule, Position, Step};
use gebeta_rules::{Game, Outcome, Player};
use gebeta_testkit::strategy::{self, cases, mancala};
use gebeta_testkit::{TestGame, Walk, properties};
use proptest::prelude::*;

/// The most moves a game can have. Between two stones that reach a store nothing leaves its side, and every
/// move takes stones at least one pit further along one of the two sides.
fn most_moves(pos: &Position) -> u64 {
    let stones = u64::from(pos.board().total());
    (stones + 1) * (stones * u64::from(pos.board().pits().get()) + 1)
}

/// The bound on the laps of a relay that the rules promise (rules 1.3).
fn most_laps(pos: &Position) -> u64 {
    (u64::from(pos.board().total()) + 1) * (u64::from(pos.board().pits().get()) + 1) + 1
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn the_legal_moves_are_exactly_those_that_are_accepted(pos in mancala::position()) {
        properties::the_list_is_what_check_accepts(&pos)?;
        properties::somebody_can_move_until_the_end(&pos)?;
    }

    #[test]
    fn a_refused_move_changes_nothing(
        (pos, record) in mancala::position()
            .prop_flat_map(|pos| (Just(pos), strategy::record(pos.rules(), pos.any()))),
    ) {
        properties::a_refused_move_changes_nothing(&pos, record)?;
    }

    #[test]
    fn the_steps_of_a_move_lead_to_the_board_after_it(pos in mancala::position()) {
        properties::the_steps_lead_to_the_board_after(&pos)?;
    }

    #[test]
    fn a_written_position_reads_back(pos in mancala::position()) {
        properties::what_is_written_reads_back(&pos)?;
    }

    #[test]
    fn every_game_ends(pos in mancala::position(), seed in any::<u64>()) {
        properties::the_game_ends(&pos, &mut Walk::new(seed), most_moves(&pos))?;
    }

    #[test]
    fn no_relay_passes_its_bound(pos in mancala::position()) {
        for mv in pos.legal_moves() {
            let mut steps = Vec::new();
            { pos }.play_unchecked(mv, &mut steps);
            let laps = steps.iter().filter(|step| matches!(step, Step::Lift { .. })).count() as u64;
            prop_assert!(laps <= most_laps(&pos), "{laps} laps of {mv} at {pos}");
        }
    }

    #[test]
    fn sowing_takes_no_stone_out_of_a_store(pos in mancala::position()) {
        for mv in pos.legal_moves().filter(|&mv| mv != Move::Swap) {
            let mut after = pos;
            after.play_unchecked(mv, &mut ());
            for player in Player::BOTH {
                prop_assert!(after.board().score(player) >= pos.board().score(player), "{mv} at {pos}");
            }
        }
    }

    #[test]
    fn a_finished_board_shows_its_leftovers(pos in mancala::position(), seed in any::<u64>()) {
        let end = Walk::new(seed).play(pos, usize::MAX);
        let board = end.board();
        let empty_sides = Player::BOTH.map(|player| board.is_side_empty(player));
        // Where a side is empty and the other's stones are its own, both are: only a majority leaves stones.
        if end.law().leftovers == Leftovers::OwnSide {
            prop_assert_eq!(empty_sides[0], empty_sides[1], "{}", end);
        }
        prop_assert_eq!(end.pie(), PieRule::Off);
        let winner = end.outcome().and_then(Outcome::winner);
        let (one, two) = (board.score(Player::One), board.score(Player::Two));
        let richer = (one != two).then_some(if one > two { Player::One } else { Player::Two });
        prop_assert_eq!(winner, richer, "{}", end);
    }

    #[test]
    fn the_counts_behind_each_move_add_up(pos in mancala::position(), depth in 1..4u32) {
        properties::divide_adds_up_to_perft(&pos, depth)?;
    }

    #[test]
    fn a_record_replays_to_the_same_position(
        (pos, record) in mancala::position()
            .prop_flat_map(|pos| (Just(pos), strategy::record(pos.rules(), pos.any()))),
        seed in any::<u64>(),
        plies in 0..80usize,
    ) {
        properties::a_record_replays(&pos, record, &mut Walk::new(seed), plies)?;
    }
}
