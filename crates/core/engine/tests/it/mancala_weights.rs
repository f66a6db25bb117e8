//! The fitted evaluation: its files are read, its training repeats, and it beats the one it replaces.

use gebeta_engine::mancala::{EngineState, Ground, Judgment, Strength, Training, Weights};
use gebeta_engine::{EngineBudget, Pair, Points, Tally};
use gebeta_rules::mancala::{MoveRules, Position, Rules};
use gebeta_rules::{Game, Player};
use gebeta_search::{Limits, alphabeta, minimax};
use gebeta_testkit::Walk;

#[test]
fn every_file_of_weights_is_read_and_reads_back() {
    for law in [MoveRules::GEBETA, MoveRules::AVALANCHE, MoveRules::TAINTED, MoveRules::EMPTY_CAPTURE] {
        let weights = Weights::shipped(law).unwrap();
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }
    assert!("1 2 3".parse::<Weights>().is_err());
}

#[test]
fn training_repeats_by_its_seed() {
    for rules in [Rules::GEBETA, Rules::AVALANCHE] {
        let training = Training { rules, seed: 7, samples: 60, rounds: 2, depth: 1 };
        assert_eq!(training.run(), training.run());
        assert_ne!(training.run(), Training { seed: 8, ..training }.run());
    }
}

#[test]
fn a_fitted_guess_is_searched_like_any_other() {
    for rules in [Rules::GEBETA, Rules::AVALANCHE, Rules::TAINTED] {
        let mut walk = Walk::new(4);
        for plies in 0..40 {
            let position = walk.play(Position::start(&rules), plies);
            let Some(player) = position.to_move() else { continue };
            let ground =
                Ground::<u64>::of(&position).unwrap().judged_by(Weights::shipped(rules.law).unwrap());
            for (mv, value) in alphabeta(&position, &ground, Limits::depth(4)).unwrap().moves {
                assert_eq!(
                    value,
                    minimax(&position.play(mv).unwrap(), player, 3, &ground),
                    "{position} {mv}"
                );
            }
        }
    }
}

/// The score of the fitted evaluation against the steady one, both with the same depth or the same nodes.
fn duel(rules: &Rules, strength: Strength, nodes: u64, pairs: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..pairs {
        let opening = Walk::new(seed).play(Position::start(rules), 4);
        let game = |fitted: Player| {
            let mut states = [EngineState::default(), EngineState::default()];
            let mut position = opening;
            while let Some(mover) = position.to_move() {
                let judgment = if mover == fitted { Judgment::Fitted } else { Judgment::Steady };
                let strength = Strength { judgment, ..strength };
                let budget = EngineBudget { nodes, ..EngineBudget::FREE };
                let state = &mut states[usize::from(mover == Player::One)];
                let thought =
                    state.look_ahead(&position, strength, budget, &mut |_| {}).expect("the mover has a move");
                position.play_unchecked(thought.best, &mut ());
            }
            match position.outcome().and_then(gebeta_rules::Outcome::winner) {
                None => Points::Draw,
                Some(winner) if winner == fitted => Points::Win,
                Some(_) => Points::Loss,
            }
        };
        tally.add(Pair { as_first: game(Player::One), as_second: game(Player::Two), plies: 0 });
    }
    tally
}

#[test]
fn the_fitted_evaluation_beats_the_steady_one_at_the_same_depth() {
    for rules in [Rules::GEBETA, Rules::TAINTED] {
        let tally = duel(&rules, Strength::of_depth(4), u64::MAX, 100);
        assert!(tally.score() > 0.55, "{} {rules:?}", tally.score());
    }
}
