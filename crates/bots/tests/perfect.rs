//! The perfect player gives nothing away where a table or a proof reaches.

use gebeta_bots::mancala::Lead;
use gebeta_bots::{Bot, Budget, Luck, Thinks};
use gebeta_endgame::senet::{Exact, Reach};
use gebeta_rules::mancala::{Position, Rules};
use gebeta_rules::{Game, senet};
use gebeta_search::{Limits, Solver};
use gebeta_testkit::Walk;

const PERFECT: Bot = Bot::Perfect { nodes: Bot::PROOF_NODES };

#[test]
fn no_stone_is_given_away_on_a_small_board() {
    for rules in [Rules::GEBETA, Rules::AVALANCHE, Rules::TAINTED] {
        let small = Rules {
            pits: gebeta_rules::mancala::Size::new(3).unwrap(),
            stones: gebeta_rules::mancala::Size::new(3).unwrap(),
            ..rules
        };
        let mut solver = Solver::new(Lead);
        let mut walk = Walk::new(5);
        for plies in 0..40 {
            let position = walk.play(Position::start(&small), plies % 12);
            let Some(truth) = solver.solve(&position, Limits::depth(1)).and_then(|report| report.best())
            else {
                continue;
            };
            let thought = position.think(PERFECT, Budget::FREE, &Luck::new(1), 0, &mut |_| {}).unwrap();
            assert!(thought.exact, "{position}");
            assert_eq!(thought.worth(), Some(f64::from(truth.1)), "{position}");
            let after = position.play(thought.best).unwrap();
            assert!(after.outcome().is_some() || after.to_move().is_some());
        }
    }
}

#[test]
fn no_chance_is_given_away_with_two_pieces_a_side() {
    let rules = senet::Rules { pieces: senet::Pieces::new(2).unwrap(), ..senet::Rules::CLASSIC };
    let exact =
        Exact::build(&rules, Reach::new(2).unwrap(), std::num::NonZero::<usize>::MIN, &mut |_| {}, &|| false);
    let exact = exact.unwrap();
    let mut walk = Walk::new(9);
    for plies in 0..12 {
        let position = gebeta_testkit::Specimen::thrown_by(
            &walk.play(senet::Position::start(&rules), 5 * plies),
            &mut walk,
        );
        let Some(thought) = position.think(PERFECT, Budget::FREE, &Luck::new(1), 0, &mut |_| {}) else {
            continue;
        };
        assert!(thought.exact, "{position}");
        assert!((thought.worth().unwrap() - exact.win(&position).unwrap()).abs() < 1e-9, "{position}");
    }
}

#[test]
fn a_position_beyond_proof_is_still_played() {
    let start =
        Position::start(&Rules { stones: gebeta_rules::mancala::Size::new(12).unwrap(), ..Rules::GEBETA });
    let hasty = Bot::Perfect { nodes: 1 };
    let budget = Budget { nodes: 20_000, ..Budget::FREE };
    let thought = start.think(hasty, budget, &Luck::new(1), 0, &mut |_| {}).unwrap();
    assert!(!thought.exact && start.check(thought.best).is_ok());
}

#[test]
fn what_was_proved_at_one_move_is_known_at_the_next() {
    let rules = Rules { pits: gebeta_rules::mancala::Size::new(4).unwrap(), ..Rules::GEBETA };
    let start = Position::start(&rules);
    let mut mind = <Position as Thinks>::Mind::default();
    let mut think = |position: &Position| {
        position.think_with(&mut mind, PERFECT, Budget::FREE, &Luck::new(1), 0, &mut |_| {}).unwrap()
    };
    let first = think(&start);
    let next = start.play(first.best).unwrap();
    let known = think(&next);
    let anew = next.think(PERFECT, Budget::FREE, &Luck::new(1), 0, &mut |_| {}).unwrap();
    assert_eq!(known.worth(), anew.worth());
    assert!(2 * known.nodes.total() < anew.nodes.total(), "{:?} {:?}", known.nodes, anew.nodes);
}
