//! The net that guesses who wins at Senet: what it says, how it is taught, and how it is searched.

use std::num::NonZero;

use gebeta_engine::senet::{Lookahead, Net, Strength, Trainer, TrainingSet};
use gebeta_engine::{EngineBudget, GameRng};
use gebeta_rules::senet::{Bitboard, Pieces, Position, Rules};
use gebeta_rules::{Game, Player};
use gebeta_search::{Limits, expect_over, star_over};
use gebeta_solver::senet::{Exact, Reach};
use gebeta_testkit::{TestGame, Walk};

fn exact(reach: u8) -> Exact {
    let reach = Reach::new(reach).expect("1 to 4 pieces");
    let exact = Exact::build(&Rules::CLASSIC, reach, NonZero::<usize>::MIN, &mut |_| {}, &|| false);
    exact.expect("nobody stops it")
}

/// Unfinished positions of random games.
fn positions(rules: Rules, count: usize) -> Vec<Position> {
    let mut walk = Walk::new(3);
    let start = Position::start(&rules);
    let any = (0..count).map(|number| walk.play(start, number % 300));
    any.filter(|position| position.outcome().is_none()).collect()
}

fn win(position: &Position, thrower: Player) -> f64 {
    let packed = Bitboard::new(position);
    f64::from(Net::of(position.rules()).win(packed.pieces(thrower), packed.pieces(!thrower)))
}

#[test]
fn it_says_the_same_on_every_machine() {
    let mut signature = 0_u64;
    for position in positions(Rules::CLASSIC, 2000) {
        let packed = Bitboard::new(&position);
        let win = Net::of(position.rules()).win(packed.pieces(Player::One), packed.pieces(Player::Two));
        signature = signature.rotate_left(5) ^ u64::from(win.to_bits());
    }
    assert_eq!(signature, 0x144f_7b4b_fb5a_a6f7, "{signature:#x}: a new net?");
}

#[test]
fn to_throw_is_worth_a_little() {
    for rules in [Rules::CLASSIC, Rules::FIVE_PIECE] {
        let sums: Vec<f64> = positions(rules, 1000)
            .iter()
            .map(|position| win(position, Player::One) + win(position, Player::Two))
            .collect();
        assert!(sums.iter().all(|sum| (0.8..1.5).contains(sum)), "{sums:?}");
        let mean = sums.iter().sum::<f64>() / sums.len() as f64;
        assert!((1.0..1.1).contains(&mean), "{mean}");
    }
}

#[test]
fn it_knows_small_positions_nearly_exactly() {
    let exact = exact(2);
    let rules = Rules { pieces: Pieces::new(2).unwrap(), ..Rules::CLASSIC };
    let all = positions(rules, 2000);
    let errors = all.iter().map(|position| {
        let guess = win(position, position.to_move().unwrap());
        (guess - exact.win(position).unwrap()).powi(2)
    });
    let error = (errors.sum::<f64>() / all.len() as f64).sqrt();
    assert!(error < 0.02, "{error}");
}

#[test]
fn a_lesson_is_the_same_every_time_and_teaches_something() {
    let exact = exact(2);
    let lessons = TrainingSet { exact: 60, games: 2, polish: 4 };
    let taught = || {
        let mut teacher = Trainer::new(&exact, 7);
        let before = teacher.error(500);
        let mut reports = 0;
        teacher.teach(lessons, &mut |_, _| reports += 1);
        assert_eq!(reports, 7, "one for each number of pieces from two to seven, one for the polish");
        (before, teacher.error(500), teacher.net().clone())
    };
    let (before, after, net) = taught();
    assert!(after < 0.5 * before, "{before} to {after}");
    assert_eq!(taught().2, net);
}

#[test]
fn exact_leaves_are_searched_alike_with_and_without_pruning() {
    let exact = exact(2);
    let rules = Rules { pieces: Pieces::new(3).unwrap(), ..Rules::CLASSIC };
    let mut walk = Walk::new(11);
    let mut known = 0;
    for position in positions(rules, 150) {
        let position = position.thrown_by(&mut walk);
        let player = position.to_move().unwrap();
        let ahead = Lookahead::new(Net::of(&rules), player, &rules).knowing(Some(&exact));
        let roots = || Lookahead::<Net>::roots(&position);
        let plain = expect_over(&ahead, roots(), Limits::depth(3)).unwrap();
        let pruned = star_over(&ahead, roots(), Limits::depth(3)).unwrap();
        assert_eq!(plain.moves, pruned.moves, "{position}");
        known += u32::from(plain.exact);
    }
    assert!(known > 5, "only {known} positions lead into the table");
}

#[test]
fn a_noisy_player_errs_and_a_quiet_one_does_not() {
    let rules = Rules { pieces: Pieces::new(2).unwrap(), ..Rules::CLASSIC };
    let (quiet, noisy) = (
        Strength { depth: 1, noise: 0.0, exact: Some(exact(2)), asks: false },
        Strength { depth: 1, noise: 0.5, exact: None, asks: false },
    );
    let mut walk = Walk::new(2);
    let mut errors = 0;
    for (ply, position) in positions(rules, 100).iter().enumerate() {
        let position = position.thrown_by(&mut walk);
        let choose = |strength: &Strength| {
            strength.think(&position, EngineBudget::FREE, &GameRng::new(4), ply, &mut |_| {}).unwrap()
        };
        let best = choose(&quiet);
        assert!(best.exact);
        assert_eq!(best.moves.iter().find(|(mv, _)| *mv == best.best).map(|&(_, value)| value), best.score());
        assert_eq!(choose(&noisy), choose(&noisy));
        errors += u32::from(choose(&noisy).best != best.best);
    }
    assert!(errors > 10, "{errors}");
}
