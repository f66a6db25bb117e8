//! What is true of every Senet position, on random rules and boards.

use gebeta_rules::senet::{Move, Position, Rules, Square};
use gebeta_rules::{Game, Player};
use gebeta_testkit::strategy::{self, cases, senet};
use gebeta_testkit::{TestGame, Walk, properties};
use proptest::prelude::*;
use proptest::sample::select;

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn the_legal_moves_are_exactly_those_that_are_accepted(pos in senet::thrown()) {
        properties::the_list_is_what_check_accepts(&pos)?;
        properties::somebody_can_move_until_the_end(&pos)?;
    }

    #[test]
    fn a_refused_move_changes_nothing(
        (pos, record) in senet::thrown()
            .prop_flat_map(|pos| (Just(pos), strategy::record(TestGame::rules(&pos), pos.any()))),
    ) {
        properties::a_refused_move_changes_nothing(&pos, record)?;
    }

    #[test]
    fn the_steps_of_a_move_lead_to_the_board_after_it(pos in senet::thrown()) {
        properties::the_steps_lead_to_the_board_after(&pos)?;
    }

    #[test]
    fn a_written_position_reads_back(pos in senet::position()) {
        properties::what_is_written_reads_back(&pos)?;
    }

    #[test]
    fn the_presets_end_within_twenty_thousand_moves(
        rules in select(&[Rules::CLASSIC, Rules::ASSIGNMENT, Rules::FIVE_PIECE][..]),
        seed in any::<u64>(),
    ) {
        properties::the_game_ends(&Position::start(&rules), &mut Walk::new(seed), 20_000)?;
    }

    #[test]
    fn no_square_holds_two_pieces_and_the_water_none(pos in senet::thrown()) {
        let [white, black] = Player::BOTH.map(|player| pos.board().pieces(player));
        prop_assert!(white.intersection(black).is_empty(), "{pos}");
        prop_assert!(!white.union(black).contains(Square::WATER), "{pos}");
        for player in Player::BOTH {
            let pieces = pos.board().pieces(player).len() + pos.exited(player);
            prop_assert_eq!(pieces, pos.rules().pieces.get(), "{}", pos);
        }
    }

    #[test]
    fn each_piece_has_at_most_one_move_and_the_list_goes_along_the_path(pos in senet::thrown()) {
        let sources: Vec<_> = pos.legal_moves().map(Move::from).collect();
        prop_assert!(sources.is_sorted(), "{sources:?} at {pos}");
        prop_assert!(sources.windows(2).all(|pair| pair[0] != pair[1]), "{sources:?} at {pos}");
    }

    #[test]
    fn the_counts_behind_each_throw_and_move_add_up(pos in senet::position(), depth in 1..3u32) {
        properties::divide_with_throws_adds_up_to_perft(&pos, depth)?;
    }

    #[test]
    fn a_record_replays_to_the_same_position(
        (pos, record) in senet::position()
            .prop_flat_map(|pos| (Just(pos), strategy::record(TestGame::rules(&pos), pos.any()))),
        seed in any::<u64>(),
        plies in 0..80usize,
    ) {
        properties::a_record_replays(&pos, record, &mut Walk::new(seed), plies)?;
    }
}
