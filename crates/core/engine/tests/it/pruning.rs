//! Pruning never changes a value: alpha-beta equals plain minimax, Star2 equals plain expectiminimax.

use gebeta_engine::mancala::Steady;
use gebeta_engine::senet::{Classic, Evaluator, Lookahead, Net, Odds};
use gebeta_rules::{Chance, Game, mancala, senet};
use gebeta_search::{Bounded, Eval, Limits, alphabeta, expect, minimax, star, star_over};
use gebeta_testkit::strategy::{self, cases};
use proptest::prelude::*;

/// Every candidate of all three searches: plain, pruned by the readable rules, pruned by their packed twin.
fn star_is_plain<J>(position: &senet::Position, evaluator: &J, depth: u32) -> Result<(), TestCaseError>
where
    J: Evaluator + Bounded<senet::Position, Value = f64>,
{
    let limits = Limits::depth(depth);
    let Some(player) = position.to_move() else { return Ok(()) };
    let plain = expect(position, evaluator, limits).map(|report| report.moves);
    prop_assert!(plain.is_some());
    let pruned = star(position, evaluator, limits).map(|report| report.moves);
    prop_assert_eq!(&pruned, &plain, "depth {}", depth);
    let ahead = Lookahead::new(evaluator, player, position.rules());
    let packed = star_over(&ahead, Lookahead::<J>::roots(position), limits).map(|report| report.moves);
    prop_assert_eq!(&packed, &plain, "packed, depth {}", depth);
    Ok(())
}

/// The largest and the smallest evaluation in reach.
fn reached<G: Chance, E: Eval<G, Value = f64>>(position: &G, eval: &E, plies: u32) -> (f64, f64) {
    let player = gebeta_rules::Player::One;
    if plies == 0 || position.outcome().is_some() {
        let value = eval.eval(position, player);
        return (value, value);
    }
    let mut bounds = (f64::INFINITY, f64::NEG_INFINITY);
    for &(throw, _) in position.throws() {
        let cast = position.cast(throw);
        for mv in cast.legal_moves() {
            let mut next = cast.clone();
            next.play_unchecked(mv, &mut ());
            let (low, high) = reached(&next, eval, plies - 1);
            bounds = (bounds.0.min(low), bounds.1.max(high));
        }
    }
    bounds
}

/// Nothing that can be reached is worth less or more than the bounds say.
fn stays_in_bounds(position: &senet::Position, plies: u32) -> Result<(), TestCaseError> {
    let (low, high) = reached(position, &Classic, plies);
    let (least, most) = Classic.bounds(position, gebeta_rules::Player::One, plies);
    prop_assert!(least <= low && high <= most, "{low}..{high} is not in {least}..{most}");
    Ok(())
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn star2_is_plain_expectiminimax_under_every_rule_set(position in strategy::senet::thrown(), depth in 1..=3_u32) {
        star_is_plain(&position, &Classic, depth)?;
        star_is_plain(&position, &Odds, depth)?;
        star_is_plain(&position, Net::of(position.rules()), depth.min(2))?;
    }

    #[test]
    fn nothing_in_reach_lies_outside_the_bounds(position in strategy::senet::position(), plies in 0..=3_u32) {
        stays_in_bounds(&position, plies)?;
    }

    #[test]
    fn alpha_beta_is_plain_minimax_under_every_rule_set(position in strategy::mancala::unfinished(), depth in 1..=5_u32) {
        let player = position.to_move().unwrap();
        let report = alphabeta(&position, &Steady, Limits::depth(depth)).unwrap();
        for (mv, value) in report.moves {
            let next: mancala::Position = position.play(mv).unwrap();
            prop_assert_eq!(value, minimax(&next, player, depth - 1, &Steady));
        }
    }
}

/// A retreat from the gate takes the opponent's piece along to it, which then leaves without having moved before: its
/// owner wins with fewer plies than it has ways to go.
#[test]
fn a_win_that_a_retreat_of_the_opponent_brings_near_is_seen() {
    let rules = senet::Rules {
        pieces: senet::Pieces::new(3).unwrap(),
        extra_throw: senet::RollSet::NONE,
        protect: senet::Protect::None,
        block: senet::Block::Never,
        ..senet::Rules::FIVE_PIECE
    };
    let setup: senet::Setup = "........../........../.B.W...B.W w 1/1 2".parse().unwrap();
    let position = setup.position(&rules).unwrap();
    for depth in 1..=5 {
        star_is_plain(&position, &Classic, depth).unwrap();
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn star2_is_plain_expectiminimax_near_the_end(position in strategy::senet::ending(), depth in 4..=5_u32) {
        star_is_plain(&position, &Classic, depth)?;
    }

    #[test]
    fn nothing_near_the_end_lies_outside_the_bounds(position in strategy::senet::ending(), plies in 3..=5_u32) {
        stays_in_bounds(&position, plies)?;
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// Deep enough for the table and the probes to matter.
    #[test]
    fn star2_is_plain_expectiminimax_at_depth_five(plies in 0..200_usize, seed: u64, kendall: bool) {
        let rules = if kendall { senet::Rules::FIVE_PIECE } else { senet::Rules::CLASSIC };
        let mut walk = gebeta_testkit::Walk::new(seed);
        let start = senet::Position::start(&senet::Rules { pieces: senet::Pieces::new(4).unwrap(), ..rules });
        let position = gebeta_testkit::TestGame::thrown_by(&walk.play(start, plies), &mut walk);
        star_is_plain(&position, &Classic, 5)?;
        star_is_plain(&position, &Odds, 5)?;
        star_is_plain(&position, Net::of(&rules), 4)?;
    }
}
